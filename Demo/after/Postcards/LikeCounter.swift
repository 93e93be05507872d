import Foundation

/// Where the number of likes is shown.
protocol LikeViewPort {
  func showLikes(_ text: String)
}

/// Counts likes; knows nothing of views.
final class LikeCounter {
  var viewPort: LikeViewPort?
  private var likes = 0

  init(viewPort: LikeViewPort) {
    self.viewPort = viewPort
  }

  func like() {
    likes += 1
    viewPort?.showLikes(String(likes))
  }
}
