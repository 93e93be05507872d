public import SwiftFacts

/// What a body does, spelled without its layout.
extension Program {
  /// The expressions of a function, from first to last, those of its closures included.
  public func expressions(of function: FunctionID) -> Range<Int> {
    let declaration = declaration(of: function)
    return Int(declaration.firstExpression)..<Int(max(declaration.firstExpression, declaration.endExpression))
  }

  /// All functions by their last name, in the order of files. Worked out once: of the program before a change for all
  /// saves.
  package var functionsByName: [Symbol: [FunctionID]] {
    reads?.note(.everything)
    return derived.functionsByName.known { Dictionary(grouping: allFunctions, by: { declaration(of: $0).name }) }
  }

  /// The function whose code an expression of a file is; the innermost where functions nest.
  func function(holding expression: Int, in file: FileID) -> FunctionID? {
    functionPlaces(of: file).byExpression.innermost(around: Int64(expression)).map { function($0, in: file) }
  }

  /// Every expression of a body, outermost parts last, as one text; equal for bodies that do the same.
  public func bodySpelling(of function: FunctionID) -> String {
    let code = self[file(of: function)].facts.code
    return expressions(of: function).map { code.spellingOfDeed(ExpressionID(index: Int32($0))) }
      .joined(separator: "\u{1}")
  }

  /// Whether the body of a function is spelled as that of one in another program: looks no further than the first
  /// difference.
  func isSpelled(_ function: FunctionID, as other: FunctionID, in program: Program) -> Bool {
    let (here, there) = (expressions(of: function), program.expressions(of: other))
    guard here.count == there.count else { return false }
    let (code, otherCode) = (self[file(of: function)].facts.code, program[program.file(of: other)].facts.code)
    return zip(here, there).allSatisfy { one, other in
      code.spellingOfDeed(ExpressionID(index: Int32(one)))
        == otherCode.spellingOfDeed(ExpressionID(index: Int32(other)))
    }
  }

  /// Whether two functions of the program do the same by what is written in them, whether `self.` and `return` are
  /// spelled out or not.
  func doesTheSame(_ one: FunctionID, as other: FunctionID) -> Bool {
    let (here, there) = (Body(one, in: self), Body(other, in: self))
    func isSelf(_ id: ExpressionID, _ code: Code) -> Bool {
      if case .local(let local) = code[id] { code.isSelf(local) } else { false }
    }
    // Every part, for a text with interpolations is spelled without its words.
    func deeds(_ body: Body) -> [String] {
      body.expressions.filter { !isSelf($0, body.code) }.map { id in
        body.code.spelling(of: id).replacing("self.", with: "") + "\u{1}" + (body.code.words[id]?.text ?? "")
      }
    }
    func steps(_ body: Body) -> Int {
      body.statements.count { index in
        if case .leave = body.code.statement(index).kind { false } else { true }
      }
    }
    let done = deeds(here)
    return !done.isEmpty && done == deeds(there) && steps(here) == steps(there)
  }

  /// The calls and assignments of a body, each spelled.
  public func callSpellings(in function: FunctionID) -> [String] {
    let code = self[file(of: function)].facts.code
    return expressions(of: function).compactMap { index in
      let id = ExpressionID(index: Int32(index))
      switch code[id] {
      case .call, .assign, .mutate: return code.spelling(of: id)
      default: return nil
      }
    }
  }
}

extension Code {
  /// How what does something is spelled; empty for what is only a part of that.
  fileprivate func spellingOfDeed(_ id: ExpressionID) -> String {
    switch self[id] {
    case .call, .assign, .mutate, .literal: spelling(of: id)
    default: ""
    }
  }
}

extension Program {
  /// What a property starts as, in its own code; nil where nothing is written.
  func firstValue(of property: PropertyID) -> (value: ExpressionID, code: Code)? {
    let file = file(of: property)
    guard let function = declaration(of: property).initialValue else { return nil }
    let code = self[file].facts.code
    return code[declaration(of: self.function(function, in: file)).results].first.map { ($0, code) }
  }

  /// Whether production code makes a value of a type, by its name, and gives one of its properties something that will
  /// do.
  func isMade(
    _ type: NominalID, giving property: Symbol, _ willDo: (_ value: ExpressionID, _ code: Code) -> Bool
  ) -> Bool {
    functions(mentioning: [self[type].name]).contains { function in
      let code = self[file(of: function)].facts.code
      return expressions(of: function).contains { index in
        let id = ExpressionID(index: Int32(index))
        guard case .call(_, let list) = code[id], code.callee(of: id) == self[type].name else { return false }
        return code[list].contains { $0.label == property && willDo($0.value, code) }
      }
    }
  }

  /// Stored properties of a type, in the order of its declarations.
  public func storedProperties(of type: NominalID) -> [PropertyID] {
    self[type].declarations.flatMap(properties(in:)).filter {
      let property = declaration(of: $0)
      return property.isStored && !property.isStatic
    }
  }

  /// Functions and initialisers that the declaration and the extensions of a type give it.
  public func functions(of type: NominalID) -> [FunctionID] {
    self[type].declarations.flatMap(functions(in:))
  }

  /// The cases of an enum, in the order of its declaration.
  public func enumCases(of type: NominalID) -> [TypeDeclaration.EnumCase] {
    self[type].declarations.flatMap { self[$0.file].facts[$0.type].cases }
  }

  /// Where a case of an enum is declared.
  public func span(ofCase name: Symbol, of type: NominalID) -> SourceSpan? {
    for declaration in self[type].declarations {
      if let found = self[declaration.file].facts[declaration.type].cases.first(where: { $0.name == name }) {
        return SourceSpan(file: declaration.file, bytes: found.span)
      }
    }
    return nil
  }

  /// Where a type is named by its own declaration.
  public func span(of type: NominalID) -> SourceSpan? {
    self[type].declarations.first.map {
      SourceSpan(file: $0.file, bytes: self[$0.file].facts[$0.type].nameSpan)
    }
  }

  public func span(of function: FunctionID) -> SourceSpan {
    SourceSpan(file: file(of: function), bytes: declaration(of: function).nameSpan)
  }

  public func span(of property: PropertyID) -> SourceSpan {
    SourceSpan(file: file(of: property), bytes: declaration(of: property).nameSpan)
  }

  /// How the declared type of a property is spelled; nil where it is inferred.
  public func typeSpelling(of property: PropertyID) -> String? {
    declaration(of: property).type.map { self[file(of: property)].facts.code.spelling(of: $0) }
  }

  /// Whether a property is declared as an optional.
  public func isOptional(_ property: PropertyID) -> Bool {
    declaration(of: property).type.map(self[file(of: property)].facts.code.isOptional) ?? false
  }
}

extension Code {
  /// Whether a type is spelled as an optional.
  func isOptional(_ type: TypeID) -> Bool { if case .optional = self[type] { true } else { false } }
}
