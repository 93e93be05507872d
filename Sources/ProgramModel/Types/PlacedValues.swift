/// What is known of the expressions or locals of one function, by their place in it.
///
/// Of most nothing is ever asked. So there is a number for each, and a value only for those of which something is
/// known: it is made and dropped at the cost of these.
struct PlacedValues<Value> {
  private let first: Int32
  private let end: Int32
  /// By place, one more than the index of its value; 0 where nothing is known. Made when the first is.
  private var places: [Int32] = []
  private var values: [Value] = []
  /// The same for what the function refers to and does not have.
  private var outside: [Int32: Value] = [:]

  /// - Parameter end: The index after the last that the function has.
  init(from first: Int32, to end: Int32) {
    self.first = first
    self.end = max(first, end)
  }

  /// Whether it is one that the function has.
  @inline(__always) func has(_ index: Int32) -> Bool { index >= first && index < end }

  /// O(1).
  subscript(index: Int32) -> Value? {
    @inline(__always) get {
      guard has(index) else { return outside.isEmpty ? nil : outside[index] }
      guard !places.isEmpty else { return nil }
      let place = places[Int(index - first)]
      return place == 0 ? nil : values[Int(place) - 1]
    }
  }

  mutating func set(_ value: Value, at index: Int32) {
    guard has(index) else {
      outside[index] = value
      return
    }
    if places.isEmpty { places = Array(repeating: 0, count: Int(end - first)) }
    let at = Int(index - first)
    if places[at] == 0 {
      values.append(value)
      places[at] = Int32(truncatingIfNeeded: values.count)
    } else {
      values[Int(places[at]) - 1] = value
    }
  }

  /// Forgets all.
  mutating func removeAll() {
    places = []
    values = []
    outside = [:]
  }
}
