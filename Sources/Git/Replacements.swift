internal import CLibgit2

internal import Platform

/// What stands in for what, by `git replace` and by grafts: git heeds them, libgit2 does not.
struct Replacements: Sendable {
  private var objects: [ObjectID: ObjectID] = [:]
  private var hasGrafts = false

  /// None.
  init() {}

  init(of handle: Handle, environment: [String: String]) {
    let common = handle.commonDirectory ?? ""
    let grafts = environment["GIT_GRAFT_FILE"].map { $0.resolved(against: common) }
    hasGrafts = Self.size(of: grafts ?? common + "/info/grafts") > 0
    guard environment["GIT_NO_REPLACE_OBJECTS"] == nil, Self.isHeeded(handle) else { return }
    let prefix = environment["GIT_REPLACE_REF_BASE"] ?? "refs/replace/"
    guard Self.mayHaveRefs(prefix, in: common) else { return }
    var iterator: OpaquePointer?
    guard git_reference_iterator_glob_new(&iterator, handle.pointer, prefix + "*") >= 0 else {
      return
    }
    defer { git_reference_iterator_free(iterator) }
    var reference: OpaquePointer?
    while git_reference_next(&reference, iterator) >= 0 {
      defer { git_reference_free(reference) }
      guard let name = git_reference_name(reference).map({ String(cString: $0) }),
        let original = ObjectID(hex: String(name.dropFirst(prefix.count))),
        let target = git_reference_target(reference)
      else { continue }
      objects[original] = ObjectID(target.pointee)
    }
  }

  /// Whether the parents of a commit may be others than those it names.
  var changeHistory: Bool { hasGrafts || !objects.isEmpty }

  /// Whether anything stands in for an object.
  var replaceObjects: Bool { !objects.isEmpty }

  /// What git reads where `id` is named.
  func object(for id: ObjectID) -> ObjectID {
    if objects.isEmpty { return id }
    var id = id
    // Git follows no more, should they go in circles.
    for _ in 0..<5 {
      guard let next = objects[id] else { break }
      id = next
    }
    return id
  }

  private static func isHeeded(_ handle: Handle) -> Bool {
    var configuration: OpaquePointer?
    guard git_repository_config_snapshot(&configuration, handle.pointer) >= 0 else { return true }
    defer { git_config_free(configuration) }
    var isOn: Int32 = 1
    guard git_config_get_bool(&isOn, configuration, "core.usereplacerefs") >= 0 else { return true }
    return isOn != 0
  }

  /// Whether there may be refs of a prefix, told without reading each of them: there may be thousands.
  private static func mayHaveRefs(_ prefix: String, in directory: String) -> Bool {
    if access(directory + "/" + prefix, F_OK) == 0 { return true }
    let packed = DiskFile(at: directory, GitPath(bytes: Array("packed-refs".utf8)))?.content() ?? []
    // Lines of an id, a space and a name; `#` and `^` begin other lines.
    let (name, afterID) = (Array(prefix.utf8), 41)
    return packed.withUnsafeBytes { packed in
      var line = 0
      while line < packed.count, let start = packed.baseAddress?.advanced(by: line) {
        if line + afterID + name.count <= packed.count,
          memcmp(start + afterID, name, name.count) == 0
        {
          return true
        }
        guard let end = memchr(start, Int32(UInt8(ascii: "\n")), packed.count - line) else { break }
        line += start.distance(to: UnsafeRawPointer(end)) + 1
      }
      return false
    }
  }

  private static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }
}
