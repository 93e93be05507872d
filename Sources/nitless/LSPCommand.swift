import ArgumentParser
import Platform
import LanguageServer

/// `nitless lsp`.
struct LSPCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp",
    abstract: "Shows findings in an editor each time a file is saved; the editor starts it.",
    discussion: """
      It speaks the Language Server Protocol on standard input and output. It \
      reviews the work tree of each folder and file that is open as `nitless review` does, against the merge \
      base with the default branch, whenever one is opened or saved. What it finds is shown with its reasons, \
      its fixes and its rule; what is typed and not saved is not looked at.

      Documentation/Editors.md has the settings of each editor.

      Exit status: 0 the editor asked for it; 1 the connection ended before the editor said so; 2 the conversation \
      could not go on.
      """)

  @Flag(help: "Changes nothing: it always speaks on standard input and output, and some editors add this.")
  var stdio = false

  @Flag(
    help: """
      Let git run programs, such as filters, that .git/config in a repository names; without it, only those are run \
      that your own configuration names.
      """)
  var runPrograms = false

  @OptionGroup var repositoryOptions: RepositoryOptions

  mutating func validate() throws {
    if let directory = repositoryOptions.directory {
      throw ValidationError("--repo \(directory): the editor says which folders and files there are")
    }
  }

  func run() throws {
    if isatty(STDIN_FILENO) == 1 {
      try Output.error.write(
        "this waits for an editor, which starts it and speaks to it: Documentation/Editors.md. Ctrl-C ends it\n")
    }
    let mailbox = Mailbox<Mail>()
    let reviews = BackgroundReviews(repositoryOptions, runsPrograms: runPrograms) { mailbox.put(.news($0)) }
    Self.readStandardInput(into: mailbox)
    let places = RepositoryPlaces()
    var session = Session(surroundings: places.surroundings, version: Version.text)
    var reader = MessageReader()
    while true {
      var pieces: [MessageReader.Piece] = []
      var effects: [Session.Effect] = []
      for mail in mailbox.take() {
        switch mail {
        case .input(let bytes):
          reader.append(bytes)
          while let piece = reader.read() { pieces.append(piece) }
        case .news(let news): effects += try session.receive(news)
        case .endOfInput:
          effects += try session.receive(pieces) + [.end(isClean: false)]
          pieces = []
        }
      }
      for effect in effects + (try session.receive(pieces)) {
        switch effect {
        case .send(let text): try Output.standard.writeAsIs(text)
        case .review(let root, let path): reviews.ask(for: root, ifTouched: path)
        // The protocol has these two statuses. A review that is under way has nothing to tidy up.
        case .end(let isClean): endProcess(isClean ? 0 : 1)
        }
      }
    }
  }

  private enum Mail: Sendable {
    case input([UInt8])
    case endOfInput
    case news(ReviewNews)
  }

  /// On a thread of its own, which ends with the input.
  private static func readStandardInput(into mailbox: Mailbox<Mail>) {
    DeepThread.detach {
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = buffer.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress, $0.count) }
        if count > 0 {
          mailbox.put(.input(Array(buffer.prefix(count))))
        } else if count == 0 || errno != EINTR && errno != EAGAIN {
          return mailbox.put(.endOfInput)
        } else if errno == EAGAIN {
          var wait = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
          poll(&wait, 1, -1)
        }
      }
    }
  }
}
