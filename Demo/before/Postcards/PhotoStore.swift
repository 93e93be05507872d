import Foundation

/// Keeps photos, in the words of this app.
protocol PhotoStore {
  func photo(named name: String) -> Data?
  func keep(_ photo: Data, as name: String) throws
}

struct FolderPhotoStore: PhotoStore {
  let folder: URL

  func photo(named name: String) -> Data? {
    FileManager.default.contents(atPath: folder.appendingPathComponent(name).path)
  }

  func keep(_ photo: Data, as name: String) throws {
    try photo.write(to: folder.appendingPathComponent(name), options: .atomic)
  }
}

/// Marks what may be shown in previews.
protocol PreviewSource {}
extension Bundle: PreviewSource {}
