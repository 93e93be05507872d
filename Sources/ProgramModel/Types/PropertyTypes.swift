import SwiftFacts
import Synchronization

/// The types of a program's properties, each worked out by whoever asks first, for all analyses.
final class PropertyTypes: Sendable {
  /// By the property's index.
  private let types = Mutex<[Type?]>([])

  subscript(property: PropertyID) -> Type? {
    types.withLock { types in
      let index = Int(property.index)
      return index < types.count ? types[index] : nil
    }
  }

  func put(_ type: Type, of property: PropertyID) {
    types.withLock { types in
      let index = Int(property.index)
      if index >= types.count {
        types += repeatElement(nil, count: max(index + 1, 2 * types.count) - types.count)
      }
      types[index] = type
    }
  }
}
