import UIKit

/// One postcard, its likes and its stamp.
final class PostcardViewController: UIViewController {
  private lazy var counter = LikeCounter(viewPort: self)
  private let likesLabel = UILabel()
  private let stampView = UIImageView()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(likesLabel)
    view.addSubview(stampView)
  }

  @objc func likeTapped() {
    self.counter.like()
  }

  func stick(_ stamp: UIImage) {
    stampView.image = stamp
    UIView.animate(withDuration: 0.2, animations: { self.stampView.alpha = 1 })
  }
}

extension PostcardViewController: LikeViewPort {
  func showLikes(_ text: String) {
    likesLabel.text = text
  }
}
