import Combine
import Foundation

/// Tells when the network comes and goes.
final class Reachability {
  var didChange: ((Bool) -> Void)?
}

/// Finds postcards while the user types.
final class SearchModel: ObservableObject {
  @Published var query = ""
  @Published var favouritesOnly = false
  @Published private(set) var results: [String] = []

  private let reachability = Reachability()
  private let postcards: [String]
  private var bag: Set<AnyCancellable> = []

  init(postcards: [String]) {
    self.postcards = postcards
    $query
      .debounce(for: .milliseconds(300), scheduler: RunLoop.main)
      .sink { [weak self] query in self?.search(query) }
      .store(in: &bag)
    $favouritesOnly
      .removeDuplicates()
      .sink { _ in self.search(self.query) }
      .store(in: &bag)
    reachability.didChange = { [weak self] isOnline in
      guard isOnline, let self else { return }
      search(query)
    }
  }

  private func search(_ query: String) {
    // A star in front marks a favourite.
    results = postcards.filter {
      $0.localizedCaseInsensitiveContains(query) && (!favouritesOnly || $0.hasPrefix("★"))
    }
  }
}
