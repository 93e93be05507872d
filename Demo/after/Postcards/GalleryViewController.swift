import UIKit

/// All postcards the user has written.
final class GalleryViewController: UICollectionViewController {
  private let loader = PhotoLoader()
  private let adapter = GalleryAdapter()
  private let banner = UILabel()

  override func viewDidLoad() {
    super.viewDidLoad()
    adapter.configurator = self
    collectionView.dataSource = adapter
    loader.didLoad = { photo in
      self.show(photo)
    }
    loader.didProgress = { progress in
      self.banner.text = "\(Int(progress * 100)) %"
    }
    loader.didFail = { [weak self] error in
      guard let self else { return }
      explain(error)
    }
  }

  func update(to captions: [String]) {
    let updates = GalleryUpdates(from: adapter.captions, to: captions)
    collectionView.performBatchUpdates({
      self.adapter.captions = captions
      updates.perform(on: self.collectionView)
    }, completion: nil)
  }

  private func show(_ photo: UIImage) {
    collectionView.backgroundView = UIImageView(image: photo)
    UIView.animate(withDuration: 0.3) { self.banner.alpha = 0 }
  }

  private func explain(_ error: Error) {
    banner.text = error.localizedDescription
    UIView.animate(withDuration: 0.3) {
      self.banner.alpha = 1
    }
  }
}

extension GalleryViewController: CellConfigurator {
  func configure(_ cell: UICollectionViewCell, with caption: String) {
    cell.accessibilityLabel = caption
    cell.isSelected = caption == banner.text
  }
}
