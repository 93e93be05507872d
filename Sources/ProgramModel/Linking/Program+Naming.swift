public import SwiftFacts

/// How declarations are called in messages and fingerprints: `Viewer.start()`, `Store.init(url:)`.
extension Program {
  /// A type with the types around it, outermost first.
  public func name(of id: NominalID) -> String {
    scopes(from: id).reversed().map { self[$0].name.text }.joined(separator: ".")
  }

  public func name(of function: FunctionID) -> String {
    let declaration = declaration(of: function)
    let outer = owner(of: function).map { name(of: $0) + "." } ?? ""
    switch declaration.kind {
    case .function, .initializer, .subscript:
      return outer + declaration.fullName
    case .deinitializer, .getter, .setter, .observer, .initialValue: return "\(outer)\(declaration.name)"
    case .topLevel: return "main"
    }
  }

  public func name(of property: PropertyID) -> String {
    (owner(of: property).map { name(of: $0) + "." } ?? "") + declaration(of: property).name.text
  }

  /// As the slot's owner declares it: `Downloader.onDone`; the bare name where no owner is known.
  public func name(of slot: Slot) -> String {
    (slot.owner.map { self[$0].name.text + "." } ?? "") + slot.name.text
  }

  public func name(of type: Type) -> String {
    switch type {
    case .nominal(let id, _): name(of: id)
    case .foreign(let name): name.text
    case .array(let element): "[\(name(of: element))]"
    case .composition(let types): types.map(name(of:)).joined(separator: " & ")
    default: "its type"
    }
  }

  /// The function whose code a byte of a file belongs to; the innermost where functions nest.
  public func function(at byte: UInt32, in file: FileID) -> FunctionID? {
    functionPlaces(of: file).byByte.innermost(around: Int64(byte)).map { function($0, in: file) }
  }

  /// The type whose braces a byte of a file stands in, the innermost.
  public func type(at byte: UInt32, in file: FileID) -> NominalID? {
    let types = self[file].facts.types
    var best: Int?
    for (index, type) in types.enumerated() where type.span.start <= byte && byte < type.span.end {
      if let known = best, types[known].span.start >= type.span.start { continue }
      best = index
    }
    return best.map { nominal(of: TypeIndex(index: Int32($0)), in: file) }
  }

  /// The declaration around a byte: a function or property, or else a type; the file's own level is empty.
  public func declarationName(at byte: UInt32, in file: FileID) -> String {
    if let function = function(at: byte, in: file) { return name(of: function) }
    let facts = self[file].facts
    for (index, property) in facts.properties.enumerated() where property.span.start <= byte && byte < property.span.end
    {
      return name(of: self.property(PropertyIndex(index: Int32(index)), in: file))
    }
    return type(at: byte, in: file).map(name(of:)) ?? ""
  }

  /// The name of a property's type.
  public func typeName(of property: PropertyID) -> String {
    name(of: Inference(program: self).type(of: property))
  }

  /// The property that a name leads to on a type.
  public func property(named name: Symbol, of owner: NominalID) -> PropertyID? {
    if case .property(let property)? = member(name, of: owner) { property } else { nil }
  }
}

extension FunctionDeclaration {
  /// With its labels: `start()`, `init(url:)`.
  public var fullName: String { name.called(with: parameters.map(\.label)) }
}

extension Symbol {
  /// The name of a function with its labels: `gate(_:didOpen:)`.
  func called(with labels: [Symbol?]) -> String { "\(text)(\(labels.map { "\($0?.text ?? "_"):" }.joined()))" }
}
