import UIKit

/// Loads one photo at a time and tells whoever asked.
final class PhotoLoader {
  var didLoad: ((UIImage) -> Void)?
  var didFail: ((Error) -> Void)?
  var didProgress: ((Double) -> Void)?

  private let session: URLSession
  private var task: URLSessionDataTask?

  init(session: URLSession = .shared) {
    self.session = session
  }

  func load(_ url: URL) {
    task?.cancel()
    didProgress?(0)
    let task = session.dataTask(with: url) { [weak self] data, _, error in
      DispatchQueue.main.async { self?.finish(data, error) }
    }
    task.resume()
    self.task = task
  }

  private func finish(_ data: Data?, _ error: Error?) {
    didProgress?(1)
    if let image = data.flatMap(UIImage.init(data:)) {
      didLoad?(image)
    } else {
      didFail?(error ?? URLError(.cannotDecodeContentData))
    }
  }
}
