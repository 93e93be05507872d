import SwiftFacts

/// A closure that is put into a list which lasts, each time anew, and that nothing takes out again.
public struct AddedHandler: Hashable, Sendable {
  /// The call that puts it there.
  public var span: SourceSpan
  /// The type whose objects do so.
  public var type: NominalID
  public var host: NominalID
  public var list: PropertyID
  /// Whether the list lasts as long as the process; otherwise as long as the object that adds to it, at least.
  public var lasts: Bool
  /// Whether it is added each time that somebody has the object do so, and not only as a screen appears.
  public var isByCall = false
  /// Where the function that is called puts it into the list.
  public var site: SourceSpan
}

extension Program {
  /// Closures that keep no object of the program's and pile up in lists of what lives as long as the process, or of
  /// what the object has for good and adds to each time that it appears; in the order of files.
  public func addedHandlers(threads: Int) -> [AddedHandler] {
    let lists = closureLists()
    guard !lists.isEmpty else { return [] }
    let inference = Inference(program: self)
    var result: [AddedHandler] = []
    for function in functions(mentioning: Set(lists.keys.map { declaration(of: $0).name })) {
      let declaration = declaration(of: function)
      // What runs once for each object adds one for each object.
      guard let type = owner(of: function), !inherits(type, fromAny: .previewProtocol), !isTest(file(of: function))
      else { continue }
      if inherits(type, fromAny: .viewProtocol), self[type].kind == .struct {
        result += addedWhenShown(by: type, in: function, lists, inference)
        continue
      }
      var isSetting = false
      if case .observer = declaration.kind { isSetting = true }
      guard declaration.kind == .function || isSetting, self[type].kind == .class else { continue }
      let frame = Frame(function, in: self)
      let code = frame.facts.code
      for index in expressions(of: function) {
        let call = ExpressionID(index: Int32(index))
        guard case .call(let callee, let list) = code[call], case .member(let base, _) = code[callee],
          code[list].contains(where: { isWeak(code.closure($0.value), code) }),
          case .functions(let targets) = inference.target(of: call, in: frame).kind, targets.count == 1,
          let taker = lists[targets[0]], let host = owner(of: taker.list),
          case let lasts = self.lasts(base, in: frame, inference),
          lasts ? comesAgain(declaration) : isKeptForGood(base, in: frame)
        else { continue }
        let isShown = appears(declaration) || isCalledWhenShown(declaration, type)
        // What there is one of may add once what it adds by a call.
        guard isShown || !livesForever(type) else { continue }
        let appears = lasts || isShown
        guard appears || isSetting || isSetAnew(by: function, type) else { continue }
        result.append(
          AddedHandler(
            span: SourceSpan(file: frame.file, bytes: code.span(of: call)), type: type, host: host, list: taker.list,
            lasts: lasts, isByCall: !appears, site: taker.site))
      }
    }
    return result
  }

  /// What a view adds to lists that last as long as the process, in closures that run each time it comes up.
  ///
  /// A view is a value: nothing keeps it, however its closures hold it.
  private func addedWhenShown(
    by type: NominalID, in function: FunctionID, _ lists: [FunctionID: ClosureList], _ inference: Inference
  ) -> [AddedHandler] {
    let frame = Frame(function, in: self)
    let code = frame.facts.code
    let range = Int32(expressions(of: function).lowerBound)..<Int32(expressions(of: function).upperBound)
    return range.compactMap { index in
      let call = ExpressionID(index: index)
      guard case .call(let callee, let list) = code[call], case .member(let base, _) = code[callee],
        code[list].contains(where: { code.closure($0.value) != nil }),
        case .functions(let targets) = inference.target(of: call, in: frame).kind, targets.count == 1,
        let taker = lists[targets[0]], let host = owner(of: taker.list), lasts(base, in: frame, inference),
        // Last: it goes through all that the view declares.
        code.closures(around: call, within: range).contains(where: { runsWhenShown($0, code) })
          || isNamedWhenShown(declaration(of: function), type)
      else { return nil }
      return AddedHandler(
        span: SourceSpan(file: frame.file, bytes: code.span(of: call)), type: type, host: host, list: taker.list,
        lasts: true, site: taker.site)
    }
  }

  private func runsWhenShown(_ closure: ClosureID, _ code: Code) -> Bool {
    code[closure].call.flatMap { code.callee(of: $0) }.map(knowledge[.runsWhenShown].contains) == true
  }

  /// Whether a view calls one of its methods each time it comes up, or hands it over for that.
  private func isNamedWhenShown(_ method: FunctionDeclaration, _ type: NominalID) -> Bool {
    method.kind == .function
      && functions(of: type).contains { function in
        let body = Body(function, in: self)
        let code = body.code
        let range = Int32(body.range.lowerBound)..<Int32(body.range.upperBound)
        return body.expressions.contains { id in
          guard code.ownProperty(id) == method.name else { return false }
          return code.closures(around: id, within: range).contains { runsWhenShown($0, code) }
            || body.parent(of: id).flatMap { code.callee(of: $0) }.map(knowledge[.runsWhenShown].contains) == true
        }
      }
  }

  /// Whether a screen calls one of its methods each time that it appears.
  private func isCalledWhenShown(_ method: FunctionDeclaration, _ type: NominalID) -> Bool {
    !method.isOverride
      && functions(of: type).contains { function in
        guard appears(declaration(of: function)) else { return false }
        let body = Body(function, in: self)
        return body.expressions.contains { id in
          guard case .call(let callee, _) = body.code[id], !body.isInClosure(id) else { return false }
          return body.code.ownProperty(callee) == method.name
        }
      }
  }

  /// Whether a function puts something else in the place of what its object is about, or a person sets it off, or what
  /// keeps the object calls it as it is shown.
  private func isSetAnew(by function: FunctionID, _ type: NominalID) -> Bool {
    let declaration = declaration(of: function)
    if declaration.attributes.contains(where: knowledge[.setOffByPerson].contains) { return true }
    let code = self[file(of: function)].facts.code
    let given = Set(declaration.parameters.map(\.local))
    let replaces = expressions(of: function).contains { index in
      guard case .assign(let target, let value) = code.expressions[index], case .local(let local) = code[value],
        given.contains(local), let name = code.ownProperty(target), let property = property(named: name, of: type)
      else { return false }
      return self.declaration(of: property).isStored && self.declaration(of: property).initialValue != nil
    }
    return callsOnKept(named: declaration.name, of: type).contains { caller in
      let called = self.declaration(of: caller)
      return appears(called) || replaces && called.kind == .function && !called.isOverride
    }
  }

  /// The functions that call a method of a type on what their own object keeps: a property, or an element of a list.
  private func callsOnKept(named method: Symbol, of type: NominalID) -> [FunctionID] {
    let inference = Inference(program: self)
    let declares = allFunctions.count { declaration(of: $0).name == method }
    return functions(mentioning: [method]).filter { function in
      let body = Body(function, in: self)
      let frame = Frame(function, in: self)
      return !isTest(body.file)
        && body.expressions.contains { id in
          guard case .call(let callee, _) = body.code[id], case .member(let base, method) = body.code[callee],
            isKept(base, body.code)
          else { return false }
          // Of what goes through several lists at once it is not known what it hands out.
          let known = inference.type(of: base, in: frame)
          return known.nominal == type || known.isUnknown && declares == 1
        }
    }
  }

  private func isKept(_ base: ExpressionID, _ code: Code) -> Bool {
    if code.ownProperty(base) != nil { return true }
    guard case .local(let local) = code[base], let value = code[local].initializer else { return false }
    func isOfOwn(_ id: ExpressionID) -> Bool {
      code.ownProperty(id) != nil || code.children(of: id).contains(where: isOfOwn)
    }
    switch code[value] {
    case .element(let list): return isOfOwn(list)
    default: return false
    }
  }

  /// Whether a function comes more than once for one object, by what the system does.
  private func comesAgain(_ declaration: FunctionDeclaration) -> Bool {
    !declaration.isOverride || appears(declaration)
  }

  /// Whether the system calls a function each time that its screen appears.
  private func appears(_ declaration: FunctionDeclaration) -> Bool {
    declaration.isOverride && knowledge[.appears].contains(declaration.name)
  }

  /// Whether an object is one that the function's own object has from the first to the last.
  private func isKeptForGood(_ base: ExpressionID, in frame: Frame) -> Bool {
    guard let name = frame.facts.code.ownProperty(base), let type = frame.context,
      let property = property(named: name, of: type)
    else { return false }
    let declaration = declaration(of: property)
    return declaration.isStored && declaration.isLet && declaration.strength == .strong
  }

  private func isWeak(_ closure: ClosureID?, _ code: Code) -> Bool {
    guard let closure else { return false }
    return code[closure].captureList.contains { local in
      guard case .capture(.weak, let value) = code[local].kind else { return false }
      return code.isSelf(value)
    }
  }

  /// Whether an object is what a static constant holds.
  private func lasts(_ base: ExpressionID, in frame: Frame, _ inference: Inference) -> Bool {
    guard case .member(let outer, let name) = frame.facts.code[base],
      case .metatype(.nominal(let type, _)) = inference.type(of: outer, in: frame),
      let property = property(named: name, of: type)
    else { return false }
    return declaration(of: property).isStatic && declaration(of: property).isLet
  }

  private typealias ClosureList = (list: PropertyID, site: SourceSpan)

  /// The functions that put a closure into a list of their object, out of which nothing is ever taken.
  private func closureLists() -> [FunctionID: ClosureList] {
    let adders = knowledge[.addsElement].names
    var result: [FunctionID: ClosureList] = [:]
    for function in functions(mentioning: adders) {
      let declaration = declaration(of: function)
      guard declaration.kind == .function, let owner = owner(of: function),
        self[owner].kind == .class || self[owner].kind == .protocol
      else { continue }
      let code = self[file(of: function)].facts.code
      let closures = Set(declaration.parameters.filter { $0.isEscaping && $0.closureKind != .never }.map(\.local))
      guard !closures.isEmpty else { continue }
      for index in expressions(of: function) {
        let id = ExpressionID(index: Int32(index))
        guard case .call(let callee, let list) = code[id], case .member(let base, let name) = code[callee],
          adders.contains(name), let own = code.ownProperty(code.container(base)),
          let property = property(named: own, of: owner),
          isStoredList(property, of: owner), list.count == 1, let value = code[list].first?.value,
          case .local(let local) = code[value], closures.contains(local),
          !isTakenOut(of: property, owner)
        else { continue }
        result[function] = (property, SourceSpan(file: file(of: function), bytes: code.span(of: id)))
      }
    }
    return result
  }

  /// Whether a property holds its list itself; one that a protocol asks for, with whatever conforms.
  private func isStoredList(_ property: PropertyID, of owner: NominalID) -> Bool {
    guard declaration(of: property).isRequirement else { return declaration(of: property).isStored }
    let behind = properties(behind: property, of: owner)
    return !behind.isEmpty && behind.allSatisfy { declaration(of: $0).isStored }
  }

  /// Whether something assigns to a list, or calls anything on it but what adds and what goes through it: the type
  /// itself, or whoever else can come to it.
  private func isTakenOut(of list: PropertyID, _ owner: NominalID) -> Bool {
    let name = declaration(of: list).name
    let isPrivate = declaration(of: list).isPrivate
    // Who else may change it is not in sight.
    guard isPrivate || !declaration(of: list).isPublic && self[owner].access < .everywhere else { return true }
    let users = isPrivate ? functions(of: owner) : functions(mentioning: [name]).filter { !isTest(file(of: $0)) }
    return users.contains { function in
      let body = Body(function, in: self)
      func isList(_ id: ExpressionID) -> Bool {
        if body.code.ownProperty(id) == name { return true }
        if !isPrivate, case .member(_, name) = body.code[id] { return true }
        return false
      }
      return body.expressions.contains { id in
        switch body.code[id] {
        case .assign(let target, _), .mutate(let target, _): return isList(body.code.container(target))
        case .call(let callee, _):
          guard case .member(let base, let called) = body.code[callee], isList(body.code.container(base)) else {
            return false
          }
          return knowledge[.takesOut].begins(called)
            || !knowledge[.addsElement].contains(called) && !knowledge[.handsOutElements].contains(called)
        default: return isList(id) && body.code.marks(of: id).contains(.inout)
        }
      }
    }
  }
}
