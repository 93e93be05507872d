import UIKit

/// All postcards the user has written.
final class GalleryViewController: UICollectionViewController {
  private let loader = PhotoLoader()
  private let adapter = GalleryAdapter()
  private let banner = UILabel()

  override func viewDidLoad() {
    super.viewDidLoad()
    adapter.configurator = CaptionConfigurator()
    collectionView.dataSource = adapter
    loader.didLoad = { [weak self] photo in
      self?.show(photo)
    }
    loader.didFail = { [weak self] error in
      guard let self = self else { return }
      self.explain(error)
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
    UIView.animate(withDuration: 0.3) { self.banner.alpha = 1 }
  }
}
