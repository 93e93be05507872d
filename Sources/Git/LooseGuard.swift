internal import CLibgit2
internal import Platform

/// Stands before libgit2's own reading of an object database, and refuses objects whose files were cut off: of such a
/// one libgit2 waits for ever for the rest.
///
/// Otherwise it has no object, so that the next in the row is asked.
struct LooseGuard {
  private var backend = git_odb_backend()
  private let folder: Unmanaged<Folder>

  /// A folder of objects, each in a folder of two digits.
  private final class Folder {
    let path: String
    /// The folders of two digits that there are, by number.
    let inhabited: Set<UInt8>

    init(_ path: String) {
      self.path = path
      inhabited = Set((0...UInt8.max).filter { access("\(path)/\(Self.hex($0))", F_OK) == 0 })
    }

    static func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }

    /// Whether the file of an object was cut off.
    func holdsPart(of id: ObjectID) -> Bool {
      guard inhabited.contains(id.oid.id.0) else { return false }
      let hex = id.hex
      let name = GitPath(bytes: Array("\(hex.prefix(2))/\(hex.dropFirst(2))".utf8))
      guard let bytes = DiskFile(at: path, name)?.content() else { return false }
      return !bytes.withUnsafeBytes(DeflateStream.isWhole)
    }
  }

  /// Puts one before all that a database has.
  ///
  /// - Parameter path: The folder of objects that is looked at.
  static func stand(before odb: OpaquePointer, over path: String) throws(GitError) {
    let folder = Folder(path)
    // Where all is packed, nothing was cut off.
    guard !folder.inhabited.isEmpty else { return }
    let own = UnsafeMutablePointer<LooseGuard>.allocate(capacity: 1)
    own.initialize(to: LooseGuard(folder: .passRetained(folder)))
    own.pointee.backend.free = { LooseGuard.free($0) }
    own.pointee.backend.read = { _, _, _, backend, id in LooseGuard.answer(backend, id) }
    own.pointee.backend.read_header = { _, _, backend, id in LooseGuard.answer(backend, id) }
    let summary = "cannot look at the objects in `\(path)`"
    let backend = UnsafeMutableRawPointer(own).assumingMemoryBound(to: git_odb_backend.self)
    do throws(GitError) {
      try attempt(summary) { git_odb_add_backend(odb, backend, highestPriority) }
    } catch {
      free(backend)
      throw error
    }
  }

  /// Packs have 2.
  private static let highestPriority: Int32 = 10

  private init(folder: Unmanaged<Folder>) {
    self.folder = folder
    git_odb_init_backend(&backend, UInt32(GIT_ODB_BACKEND_VERSION))
  }

  private static func answer(
    _ backend: UnsafeMutablePointer<git_odb_backend>?, _ id: UnsafePointer<git_oid>?
  ) -> Int32 {
    guard let backend, let id else { return GIT_ENOTFOUND.rawValue }
    let own = UnsafeMutableRawPointer(backend).assumingMemoryBound(to: LooseGuard.self)
    let object = ObjectID(id.pointee)
    guard own.pointee.folder.takeUnretainedValue().holdsPart(of: object) else { return GIT_ENOTFOUND.rawValue }
    git_error_set_str(Int32(GIT_ERROR_ODB.rawValue), "the file of the object \(object.hex) was cut off")
    return GIT_ERROR.rawValue
  }

  private static func free(_ backend: UnsafeMutablePointer<git_odb_backend>?) {
    guard let backend else { return }
    let own = UnsafeMutableRawPointer(backend).assumingMemoryBound(to: LooseGuard.self)
    own.pointee.folder.release()
    own.deinitialize(count: 1)
    own.deallocate()
  }
}
