#if os(Linux)
  import Foundation
  import TestRepository
  import Testing

  /// Nothing of libgit2 is left when the program ends: `Scripts/objects/count.c` stands in for its allocator and counts.
  @Suite struct ObjectsTests {
    private let repository: TestRepository

    init() throws {
      repository = try TestRepository()
      try repository.write(".gitattributes", "*.swift diff\n")
      for text in [Source.sound, Source.leaking, Source.sound] {
        for index in 0..<4 { try repository.write("App/Part\(index).swift", text.replacing("Viewer", with: "Viewer\(index)")) }
        try repository.commit()
      }
      try repository.git("mv", "App/Part3.swift", "App/Renamed.swift")
      try repository.write("App/Part1.swift", Source.leaking)
    }

    @Test(arguments: [
      "audit", "audit HEAD~1 --jobs 8", "review HEAD~1..HEAD", "review HEAD~2", "review", "review --staged", "hook run pre-commit",
      "fix --diff", "why App/Part1.swift:4", "inspect ends App/Part1.swift", "baseline write", "cache info", "config show",
      "review nowhere..HEAD", "review HEAD~1..HEAD --path App/Part0.swift", "audit HEAD:App", "review --repo /",
    ])
    func `A command gives back all it has taken`(_ command: String) throws {
      let counts = try counted("nitless \(command)", in: repository.path)
      #expect(counts.allSatisfy { $0.left == 0 }, "\(command): \(counts)")
    }

    @Test func `A session of an editor gives back what its reviews have taken`() throws {
      let counts = repository.outside("counts")
      try? FileManager.default.removeItem(atPath: counts)
      let editor = Process()
      let (input, output) = (Pipe(), Pipe())
      editor.executableURL = try Command.executable.get()
      editor.arguments = ["lsp", "--no-cache"]
      editor.environment = [
        "PATH": "/usr/bin:/bin", "HOME": repository.path, "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null",
        "LD_PRELOAD": try Self.counter.get(), "OBJECTS_COUNTED": counts,
      ]
      editor.standardInput = input
      editor.standardOutput = output
      try editor.run()
      func say(_ body: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data("Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8))
      }
      let folder = #"{"uri":"file://\#(repository.path)","name":"App"}"#
      try say(
        #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{},"#
          + #""workspaceFolders":[\#(folder)]}}"#)
      try say(#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#)
      var heard = Data()
      while heard.range(of: Data("publishDiagnostics".utf8)) == nil {
        let more = output.fileHandleForReading.availableData
        guard !more.isEmpty else { break }
        heard += more
      }
      try say(#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#)
      try say(#"{"jsonrpc":"2.0","method":"exit"}"#)
      _ = try output.fileHandleForReading.readToEnd()
      editor.waitUntilExit()
      #expect(String(decoding: heard, as: UTF8.self).contains("closure-retain-cycle"))
      let text = try String(contentsOfFile: counts, encoding: .utf8)
      #expect(text.hasPrefix("0 "), "\(text)")
    }

    @Test func `What is not given back is counted`() throws {
      let source = repository.outside("leak.c")
      try """
      #include <git2.h>
      int main(int count, char **words) {
        git_repository *repository = 0;
        git_libgit2_init();
        git_repository_open(&repository, words[1]);
        if (count < 3) git_repository_free(repository);
      }
      """.write(toFile: source, atomically: true, encoding: .utf8)
      let built = try Command.shell("cc -o leak leak.c $(pkg-config --cflags --libs libgit2)", in: repository.outside("."))
      #expect(built.status == 0, "\(built.errors)")
      let leak = repository.outside("leak")
      #expect(try counted("\(leak) \(repository.path)", in: repository.path).map { $0.left } == [0])
      #expect(try counted("\(leak) \(repository.path) twice", in: repository.path).allSatisfy { $0.left > 0 })
    }

    /// How much was left, and how much there ever was, of each process that used libgit2.
    private func counted(_ line: String, in directory: String) throws -> [(left: Int, ever: Int)] {
      let counts = repository.outside("counts")
      try? FileManager.default.removeItem(atPath: counts)
      let program = try Command.executable.get().path
      _ = try Command.shell(
        "PATH=\"$(dirname '\(program)'):$PATH\"; export LD_PRELOAD='\(try Self.counter.get())'; \(line)", in: directory,
        environment: ["OBJECTS_COUNTED": counts])
      let text = (try? String(contentsOfFile: counts, encoding: .utf8)) ?? ""
      return text.split(separator: "\n").map { $0.split(separator: " ").compactMap { Int($0) } }.map { ($0[0], $0[1]) }
    }

    private static let counter: Result<String, any Error> = Result {
      let top = TestRepository.state
      try FileManager.default.createDirectory(atPath: top, withIntermediateDirectories: true)
      let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/../Scripts/objects/count.c"
      let built = try Command.shell("cc -shared -fPIC -o count.so '\(source)' $(pkg-config --cflags --libs libgit2)", in: top)
      struct NotBuilt: Error { var errors: String }
      guard built.status == 0 else { throw NotBuilt(errors: built.errors) }
      return top + "/count.so"
    }
  }
#endif
