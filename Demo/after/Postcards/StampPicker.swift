import UIKit

/// Offers stamps, one after the other.
final class StampPicker {
  var stamps: [UIImage] = []
  private let onPick: (UIImage) -> Void
  private var position = 0

  init(onPick: @escaping (UIImage) -> Void) {
    self.onPick = onPick
  }

  func next() {
    guard stamps.indices.contains(position) else { return }
    onPick(stamps[position])
    position += 1
  }
}
