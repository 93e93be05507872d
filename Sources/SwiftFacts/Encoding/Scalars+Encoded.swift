extension Symbol: Encoded {
  func write(to writer: inout FactsWriter) { writer.symbol(self) }
  init(from reader: inout FactsReader) { self = reader.symbol() }
}

extension ByteSpan: Encoded {
  func write(to writer: inout FactsWriter) { writer.span(self) }
  init(from reader: inout FactsReader) { self = reader.span() }
}

/// The index of something else in its array.
protocol EncodedIndex: Encoded {
  var index: Int32 { get }
  init(index: Int32)
}

extension EncodedIndex {
  func write(to writer: inout FactsWriter) { writer.signed(index) }
  init(from reader: inout FactsReader) { self.init(index: reader.signed()) }
}

extension ExpressionID: EncodedIndex {}
extension LocalID: EncodedIndex {}
extension ClosureID: EncodedIndex {}
extension TypeID: EncodedIndex {}
extension PatternID: EncodedIndex {}
extension TypeIndex: EncodedIndex {}
extension FunctionIndex: EncodedIndex {}
extension PropertyIndex: EncodedIndex {}

/// A stretch of an array.
protocol EncodedSlice: Encoded {
  var start: UInt32 { get }
  var count: UInt16 { get }
  init(start: UInt32, count: UInt16)
}

extension EncodedSlice {
  func write(to writer: inout FactsWriter) {
    writer.number(start)
    writer.number(UInt32(count))
  }

  init(from reader: inout FactsReader) {
    self.init(start: reader.number(), count: UInt16(truncatingIfNeeded: reader.number()))
  }
}

extension ArgumentList: EncodedSlice {}
extension PartList: EncodedSlice {}
extension TypeList: EncodedSlice {}
