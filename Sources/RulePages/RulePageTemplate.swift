public import ReviewModel

extension RulePage {
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

      Why it matters, in five lines at most: what goes wrong, and for whom.
      Fine when nothing goes wrong.

      ## Flagged

      ```diff
       func save(_ note: String) {
      +  print("saved", note)
      !  ^
       }
      ```

      ## Not flagged

      The code most like it that is right.

      ```diff
       func save(_ note: String) {
      +  log("saved", note)
       }
      ```

      """
  }
}
