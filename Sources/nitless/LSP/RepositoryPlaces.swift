import Platform
import Git
import LanguageServer
import Synchronization

/// Finds the work trees that files are in, and reads files.
final class RepositoryPlaces: Sendable {
  /// The tops of work trees, by folder: what is found once stays.
  private let tops = Mutex<[String: String]>([:])

  var surroundings: Surroundings {
    Surroundings(
      whereabouts: { self.whereabouts(of: $0) }, canonical: { Self.canonical($0) },
      text: { path in
        FileManager.default.contents(atPath: path).flatMap { String(validating: $0, as: UTF8.self) }
      })
  }

  /// Without symbolic links; of a file that is not there yet, the folders that are.
  private static func canonical(_ path: String) -> String {
    let folder = existingFolder(of: path)
    guard !FileManager.default.fileExists(atPath: path), path.hasPrefix(folder) else { return Paths.absolute(path) }
    return Paths.absolute(folder) + path.dropFirst(folder == "/" ? 0 : folder.count)
  }

  private static func existingFolder(of path: String) -> String {
    var folder = path.parentPath
    while folder.count > 1, !FileManager.default.fileExists(atPath: folder) {
      folder = folder.parentPath
    }
    return folder
  }

  private func whereabouts(of path: String) -> Surroundings.Whereabouts {
    let folder = Self.existingFolder(of: path)
    do {
      guard let top = try top(of: folder), let inside = Paths.inRepository(path, from: folder, top: top) else {
        return .outside
      }
      return .inRepository(root: top, path: inside)
    } catch {
      guard let failure = Failure(error) else { return .unreadable("\(error)") }
      return .unreadable(failure.text)
    }
  }

  private func top(of folder: String) throws -> String? {
    if let known = tops.withLock({ $0[folder] }), FileManager.default.fileExists(atPath: known + "/.git") {
      return known
    }
    do {
      guard let top = try RepositoryOptions.repository(at: folder).workTree.map({ Paths.absolute($0) }) else {
        return nil
      }
      tops.withLock { $0[folder] = top }
      return top
    } catch let error as GitError where error.kind == .notARepository {
      return nil
    }
  }
}
