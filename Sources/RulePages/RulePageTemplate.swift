public import ReviewModel

extension RulePage {
  /// What a new page has in place of words that somebody still has to write.
  static let unwritten = "TODO:"

  /// The lines of a page that are still as a new one has them; code is not looked at.
  public static func unwrittenLines(of text: String, path: String) -> [PageProblem] {
    var isCode = false
    var problems: [PageProblem] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.hasPrefix("```") { isCode.toggle() }
      guard !isCode, let mark = line.firstRange(of: unwritten) else { continue }
      let column = line[..<mark.lowerBound].utf8.count + 1
      let position = Position(line: index + 1, column: column)
      let says = "still to be written:\(line[mark.upperBound...])"
      problems.append(PageProblem(path: path, position: position, says: says))
    }
    return problems
  }

  /// A page to begin a rule with: it is sound, its examples hold, and every line is there to be replaced.
  ///
  /// - Parameter trait: Nil if the page's folder is named after its trait.
  public static func template(id: String, trait: Trait?) -> String {
    let words = id.split(separator: "-").joined(separator: " ")
    let title = words.prefix(1).uppercased() + words.dropFirst()
    let traitLine = trait.map { "trait: \($0.rawValue)\n" } ?? ""
    return """
      ---
      level: design
      \(traitLine)pattern: print($...VALUES)
      where:
        in: production
      message: "`{declaration}` prints {values}, which nobody reads"
      rewrite: log($...VALUES)
      ---
      # \(title)

      \(unwritten) why it matters, in five lines at most: what goes wrong, and for whom.
      Fine when \(unwritten) say where it is right all the same.

      ## Flagged

      ```diff
       func save(_ note: String) {
      +  print("saved", note)
      !  ^
       }
      ```

      ## Not flagged

      \(unwritten) the code most like it that is right.

      ```diff
       func save(_ note: String) {
      +  log("saved", note)
       }
      ```

      """
  }
}
