import RulePages
import Testing

/// Two pages as a team would write them.
enum SamplePages {
  static let strongDelegate = #"""
    ---
    level: bug
    find: property
    where:
      held: strongly
      any:
        - cycle: { joins: this }
        - role: delegate
          level: risk
          message: "`{property}` is strong, and some delegates of `{owner}` own it"
    message: "`{owner}.{property}` keeps `{keeper}`, which owns the `{owner}`: neither is ever freed"
    fix: declare-weak
    ---
    # Strong delegate cycle

    Parent and child keep each other alive, so the screen is never freed.
    Fine when something sets the property to `nil`.

    ## Flagged

    ```diff
    --- Sources/Child.swift
     final class Child {
    -  weak var delegate: ChildDelegate?
    +  var delegate: ChildDelegate?
    !      ^^^^^^^^ `Child.delegate` keeps `Parent`, which owns the `Child`: neither is ever freed
     }
    --- Sources/Parent.swift
     final class Parent: ChildDelegate {
       let child = Child()

       init() { child.delegate = self }
     }
    ```

    ## Not flagged

    The owner keeps an adapter
    of its own making.

    ```diff
     final class Images {
       private let adapter = Adapter()
     }
    ```

    ## Limits

    Cycles through a library are not seen.

    ## Measured

    3 findings in 40 projects, all of them right.
    """#

  /// The example of Rules/README.md, more or less.
  static let tracking = #"""
    ---
    level: design
    trait: testability
    pattern:
      - Analytics.shared.track($EVENT, $...REST)
      - "Analytics.shared.track(event: $EVENT)"
    where:
      in: anywhere
      inside: { inherits: [UIView, UIViewController] }
      path: Sources/**
      $EVENT: { not: { is: literal } }
      not:
        - inside: { name: deinit, kind: function }
        - path: ["*.generated.swift", Sources/Legacy]
    message: "`{type}` reports {event} itself, so a test of `{declaration}` reports it too"
    enabled: false
    ---
    # Analytics in a view

    A view that reports cannot be shown in a test without reporting.

    ## Flagged

    ```diff
     class Row: UIView {
    +  func tap() { Analytics.shared.track(.tap) }
    !               ^
     }
    ```

    ## Not flagged

    ```diff
     class Presenter {
    +  func tap() { Analytics.shared.track(.tap) }
     }
    ```
    """#
}

/// The page that a text is, or a failure that lists what is wrong with it.
func page(
  _ text: String, path: String = "Rules/Memory/some-rule.md",
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> RulePage {
  let (page, problems) = RulePage.read(text, path: path)
  return try #require(
    page, "the page should be sound, but: \(list(problems))", sourceLocation: sourceLocation)
}

/// A page with this front matter and these two examples, all else being in order.
func text(
  head: String = "level: bug\nfind: closure\nmessage: kept",
  flagged: String = " let a = 1\n!    ^", notFlagged: String = " let a = 1"
) -> String {
  """
  ---
  \(head)
  ---
  # Title

  Why.

  ## Flagged

  ```diff
  \(flagged)
  ```

  ## Not flagged

  ```diff
  \(notFlagged)
  ```
  """
}

/// What is wrong with a page, one line each, without the path: `2:8: unknown word …`.
func problems(of text: String, path: String = "Rules/Memory/some-rule.md") -> String {
  list(RulePage.read(text, path: path).problems)
}

private func list(_ problems: [PageProblem]) -> String {
  problems.map { $0.description.dropFirst($0.path.count + 1) }.joined(separator: "\n")
}
