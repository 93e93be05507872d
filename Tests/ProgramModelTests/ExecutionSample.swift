import Testing

/// A program that is run, and what is left of its objects then.
struct ExecutionSample: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var source: String
  var left: [String]

  init(_ name: String, _ left: [String], _ source: String) {
    testDescription = name
    self.left = left
    self.source = source
  }
}
