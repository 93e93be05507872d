import ArgumentParser
import Book
import Platform
import Reviewing

/// `nitless rules book`.
struct RulesBookCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "book",
    abstract: "Writes a web site of all rules: a page for each, with its examples and figures, and a search.",
    discussion: """
      nitless rules book public/rules

      The files need no server and nothing from the network. Where they are published, say so in .nitless.yml, and \
      reports, comments on pull requests and editors link to them:

      rules-url: https://team.example.com/rules

      Rules of your own are part of it. Files of the same names are written anew; nothing else in the folder is touched.
      """)

  @Argument(
    help: ArgumentHelp("The folder to write into; it is made if it is not there.", valueName: "dir"),
    completion: .directory)
  var folder: String

  @OptionGroup var repositoryOptions: RepositoryOptions

  func run() throws {
    let book = try repositoryOptions.workplace(of: repositoryOptions.repositoryIfAny()).checked().rules
    let entries = book.rules.map { Site.Entry(page: $0.page, text: $0.text, isOn: $0.isOn, isTeams: $0.isTeams) }
    let site = Site(entries, version: Version.text)
    let top = Paths.absolute(folder)
    do {
      try FileManager.default.createDirectory(atPath: top, withIntermediateDirectories: true)
    } catch {
      throw Failure(
        "cannot make the folder `\(folder)`: \(error.systemReason)",
        advice: "Name another: nitless rules book DIR")
    }
    for file in site.files { try Output.write(file.text, toFileAt: top + "/" + file.name) }
    try Output.standard.write("\(folder)/index.html: \(book.rules.count) rules\n")
  }
}
