import UIKit

/// One postcard, its likes and its stamp.
final class PostcardViewController: UIViewController {
  private lazy var counter = LikeCounter(viewPort: self)
  private lazy var picker = StampPicker(onPick: stick)
  private let likesLabel = UILabel()
  private let stampView = UIImageView()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(likesLabel)
    view.addSubview(stampView)
    picker.stamps = [.add, .checkmark, .remove]
  }

  @objc func likeTapped() {
    counter.like()
  }

  func stick(_ stamp: UIImage) {
    stampView.image = stamp
    stampView.alpha = 0
    UIView.animate(withDuration: 0.4, animations: { self.stampView.alpha = 1 })
  }
}

extension PostcardViewController: LikeViewPort {
  func showLikes(_ text: String) {
    likesLabel.text = text
  }
}
