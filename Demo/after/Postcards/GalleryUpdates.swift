import UIKit

/// What changed between two lists of captions.
struct GalleryUpdates {
  var inserted: [IndexPath] = []
  var deleted: [IndexPath] = []

  init(from old: [String], to new: [String]) {
    for change in new.difference(from: old) {
      switch change {
      case .insert(let offset, _, _): inserted.append(IndexPath(item: offset, section: 0))
      case .remove(let offset, _, _): deleted.append(IndexPath(item: offset, section: 0))
      }
    }
  }

  func perform(on target: GalleryUpdatesTarget) {
    target.deleteItems(at: deleted)
    target.insertItems(at: inserted)
  }
}

/// Stands in for the collection view, so that tests need none.
protocol GalleryUpdatesTarget {
  func insertItems(at indexPaths: [IndexPath])
  func deleteItems(at indexPaths: [IndexPath])
}

extension UICollectionView: GalleryUpdatesTarget {}
