internal import CLibgit2
internal import Platform
internal import Synchronization

/// The objects that a partial clone left at its remote, brought by git when they are needed.
///
/// libgit2 calls them missing. Git keeps what it brings, as it does for itself.
final class PromisedObjects: Sendable {
  private let program: GitProgram
  private let remotes: [String]
  private let reader = Mutex<BatchReader?>(nil)

  /// Nil unless the repository is a partial clone.
  init?(of handle: Handle, program: GitProgram) {
    remotes = Self.promisors(of: handle)
    guard !remotes.isEmpty else { return nil }
    self.program = program
  }

  /// Fetches objects in one go: of a tree all the trees below it, of a blob the blob.
  ///
  /// - Throws: `GitError` of kind `missingObject` that names one of them.
  func fetch(_ ids: [ObjectID]) throws(GitError) {
    guard let first = ids.first else { return }
    let names = ids.map { $0.hex + "\n" }.joined()
    var refusal: GitError?
    for remote in remotes {
      do throws(GitError) {
        // What git itself runs to bring objects that a partial clone left out.
        _ = try program.output(
          of: [
            "-c", "fetch.negotiationAlgorithm=noop", "fetch", remote, "--quiet", "--no-tags",
            "--no-write-fetch-head", "--recurse-submodules=no", "--filter=blob:none", "--stdin",
          ], input: Array(names.utf8), summary: "cannot fetch from `\(remote)`")
        return
      } catch {
        if error.kind == .missingGit { throw error }
        refusal = error
      }
    }
    throw .promised(first, said: refusal?.detail ?? "")
  }

  /// The bytes of one object.
  func content(of id: ObjectID) throws(GitError) -> [UInt8] {
    let result: Result<[UInt8], GitError> = reader.withLock { reader in
      do throws(GitError) {
        if reader == nil { reader = try BatchReader(program) }
        if let content = reader?.content(of: id) { return .success(content) }
        // It may have died of the object: the next one gets another.
        let words = reader?.words ?? ""
        reader = nil
        return .failure(.promised(id, said: words))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private static func promisors(of handle: Handle) -> [String] {
    var configuration: OpaquePointer?
    guard git_repository_config_snapshot(&configuration, handle.pointer) >= 0 else { return [] }
    defer { git_config_free(configuration) }
    var names: [String] = []
    var value: UnsafePointer<CChar>?
    if git_config_get_string(&value, configuration, "extensions.partialclone") >= 0, let value {
      names.append(String(cString: value))
    }
    var iterator: OpaquePointer?
    let pattern = #"^remote\..*\.promisor$"#
    guard git_config_iterator_glob_new(&iterator, configuration, pattern) >= 0 else { return names }
    defer { git_config_iterator_free(iterator) }
    var entry: UnsafeMutablePointer<git_config_entry>?
    while git_config_next(&entry, iterator) >= 0, let entry = entry?.pointee, let key = entry.name {
      let name = String(String(cString: key).dropFirst("remote.".count).dropLast(".promisor".count))
      var isOn: Int32 = 0
      guard git_config_parse_bool(&isOn, entry.value) >= 0, isOn != 0 else { continue }
      if !names.contains(name) { names.append(name) }
    }
    return names
  }
}

/// `git cat-file --batch`: one process for all objects, which fetches what is not here.
private struct BatchReader: ~Copyable {
  private let process: ChildProcess

  init(_ program: GitProgram) throws(GitError) {
    process = try program.start(
      ["cat-file", "--batch"], input: .pipe, summary: "cannot read objects through git")
  }

  /// Nil if there is none to be had.
  func content(of id: ObjectID) -> [UInt8]? {
    guard process.write(Array((id.hex + "\n").utf8)), let header = process.readLine() else {
      return nil
    }
    // `<id> blob <size>`, or `<id> missing`.
    let words = String(decoding: header, as: UTF8.self).split(separator: " ")
    guard words.count == 3, let size = Int(words[2]), let content = process.read(size + 1) else {
      return nil
    }
    return Array(content.dropLast())
  }

  /// What git said on its standard error.
  var words: String { process.errorText().lastWords }
}

extension GitError {
  /// An object that the remote of a partial clone was to give.
  fileprivate static func promised(_ id: ObjectID, said words: String) -> GitError {
    GitError(
      kind: .missingObject,
      summary: "the object \(id.hex) is not in this partial clone, and its remote did not give it",
      detail: words,
      advice: "Once the remote can be reached, `git fetch --refetch --no-filter` fetches all")
  }
}
