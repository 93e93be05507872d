import UIKit

/// Dresses a cell for what it shows.
protocol CellConfigurator {
  func configure(_ cell: UICollectionViewCell, with caption: String)
}

struct CaptionConfigurator: CellConfigurator {
  func configure(_ cell: UICollectionViewCell, with caption: String) {
    cell.accessibilityLabel = caption
  }
}

/// Shows captions in a collection view.
final class GalleryAdapter: NSObject, UICollectionViewDataSource {
  var captions: [String] = []
  var configurator: CellConfigurator?

  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    captions.count
  }

  func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell {
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "Photo", for: indexPath)
    configurator?.configure(cell, with: captions[indexPath.item])
    return cell
  }
}
