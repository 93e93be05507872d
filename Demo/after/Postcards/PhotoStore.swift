import Foundation

/// Keeps photos, in the words of this app.
protocol PhotoStore {
  func photo(named name: String) -> Data?
  func keep(_ photo: Data, as name: String) throws
}

struct FolderPhotoStore: PhotoStore {
  let folder: URL
  var files: FileManagerProtocol = FileManager.default

  func photo(named name: String) -> Data? {
    FileManager.default.contents(atPath: folder.appendingPathComponent(name).path)
  }

  func keep(_ photo: Data, as name: String) throws {
    try photo.write(to: folder.appendingPathComponent(name), options: .atomic)
  }
}

extension FolderPhotoStore {
  var exists: Bool {
    var isFolder: ObjCBool = false
    return files.fileExists(atPath: folder.path, isDirectory: &isFolder) && isFolder.boolValue
  }
}

/// The part of `FileManager` that tests replace.
protocol FileManagerProtocol {
  func fileExists(atPath path: String, isDirectory: UnsafeMutablePointer<ObjCBool>?) -> Bool
}

extension FileManager: FileManagerProtocol {}

/// Marks what may be shown in previews.
protocol PreviewSource {}
extension Bundle: PreviewSource {}
