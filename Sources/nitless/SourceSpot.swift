import ArgumentParser

/// A file of the repository, and perhaps a line of it: `Sources/Viewer.swift:12`.
struct SourceSpot: ExpressibleByArgument {
  var file: String
  /// Counted from 1.
  var line: Int?

  init?(argument: String) {
    guard let colon = argument.lastIndex(of: ":") else {
      self.init(file: argument, line: nil)
      return
    }
    guard let line = Int(argument[argument.index(after: colon)...]), line > 0 else { return nil }
    let file = String(argument[..<colon])
    // A column behind the line, as compilers print it, may come along.
    guard let other = SourceSpot(argument: file), other.line != nil else {
      self.init(file: file, line: line)
      return
    }
    self = other
  }

  private init?(file: String, line: Int?) {
    guard !file.isEmpty else { return nil }
    self.file = file
    self.line = line
  }

  static var defaultCompletionKind: CompletionKind { .file(extensions: ["swift"]) }
}

/// Where a question is asked: the repository, and the moment of it.
struct SpotOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The commit to ask about, if it is not the work tree.", valueName: "rev"))
  var at: String?

  @OptionGroup var repositoryOptions: RepositoryOptions
}

extension RepositoryOptions {
  /// A file as the repository has it.
  func pathInRepository(_ file: String, top: String?) throws -> String {
    guard let path = Paths.inRepository(file, from: Paths.absolute(directory ?? Paths.current), top: top) else {
      throw Failure(
        "`\(file)` lies outside the repository", advice: "Name a file of it, or another repository with --repo DIR")
    }
    return path
  }
}
