import Manifests
import SwiftFacts

/// The modules of a program: which files each has, and which modules each file can see.
struct ProgramModules: Sendable {
  /// As the map of the snapshot counts them.
  let map: ModuleMap
  /// By file, the modules that it is in.
  let ofFile: [[Int]]
  /// By file, whether it is for tests alone.
  let isTest: [Bool]
  /// By file, whether only tests can be linked with it: it is for tests, or it or another file of its modules imports
  /// what is internal elsewhere, which is possible in builds for tests alone.
  let needsTesting: [Bool]
  /// By file, the other modules of the program that it imports, itself or through one that exports them.
  let imported: [[Import]]
  let named: [Symbol: [Int]]
  /// By module, those that no program has besides it.
  let strangers: [Int: Set<Int>]

  struct Import: Hashable, Sendable {
    var module: Int
    /// Whether what is internal there can be seen.
    var isTestable: Bool
  }

  /// - Parameter missing: What is in no module, for it is not there.
  init(of files: [SourceFile], by map: ModuleMap, missing: Set<FileID> = []) {
    self.map = map
    let isMissing = files.indices.map { missing.contains(FileID(index: Int32($0))) }
    ofFile = zip(files, isMissing).map { $1 ? [] : map.modules(of: $0.path) }
    isTest = zip(files, isMissing).map { $1 ? false : map.isTest($0.path) }
    needsTesting = Self.needTesting(files, ofFile, isTest, map)
    var named: [Symbol: [Int]] = [:]
    for module in Set(ofFile.joined()).sorted() { named[Symbol(map.modules[module].name), default: []].append(module) }
    self.named = named
    imported = Self.imports(files, ofFile, named)
    strangers = Self.strangers(ofFile, imported, named, map)
  }

  /// The modules that nothing but tests imports, and nobody outside of the repository, are programs each by itself: two
  /// of them never meet, unless something has both.
  private static func strangers(
    _ ofFile: [[Int]], _ imported: [[Import]], _ named: [Symbol: [Int]], _ map: ModuleMap
  ) -> [Int: Set<Int>] {
    var needs: [Int: Set<Int>] = [:]
    for (own, others) in zip(ofFile, imported) {
      for module in own { needs[module, default: []].formUnion(others.map(\.module)) }
    }
    for module in Set(ofFile.joined()) {
      for name in map.modules[module].dependencies {
        needs[module, default: []].formUnion((named[Symbol(name)] ?? []).filter { $0 != module })
      }
    }
    let wanted = needs.filter { !map.modules[$0.key].isTest }.values.reduce(into: Set<Int>()) { $0.formUnion($1) }
    let programs = Set(ofFile.joined()).filter { module in
      guard case .manifest = map.modules[module].origin else { return false }
      return !map.modules[module].isTest && !map.modules[module].isOffered && !wanted.contains(module)
    }
    guard programs.count > 1 else { return [:] }
    // Tests may be linked with several.
    let together = needs.filter { map.modules[$0.key].isTest }.values.map { $0.intersection(programs) }
    var result: [Int: Set<Int>] = [:]
    for module in programs {
      let others = together.filter { $0.contains(module) }.reduce(into: Set([module])) { $0.formUnion($1) }
      result[module] = programs.subtracting(others)
    }
    return result
  }

  /// Whether two files are in one module, as far as is known. O(modules of the files).
  func areTogether(_ one: FileID, _ other: FileID) -> Bool {
    let (here, there) = (ofFile[Int(one.index)], ofFile[Int(other.index)])
    return here.isEmpty || there.isEmpty || here.contains(where: there.contains)
  }

  /// Whether some program may have both files. O(modules of the files).
  func canMeet(_ one: FileID, _ other: FileID) -> Bool {
    let (here, there) = (ofFile[Int(one.index)], ofFile[Int(other.index)])
    guard !strangers.isEmpty, !here.isEmpty, !there.isEmpty else { return true }
    return here.contains { module in
      guard let strangers = strangers[module] else { return true }
      return there.contains { !strangers.contains($0) }
    }
  }

  private static func needTesting(
    _ files: [SourceFile], _ ofFile: [[Int]], _ isTest: [Bool], _ map: ModuleMap
  ) -> [Bool] {
    let looksInside = files.map { $0.facts.importDeclarations.contains(where: \.isTestable) }
    var testing: Set<Int> = []
    // What folders suggest is one module may be several, of which one is for tests.
    for (modules, looksInside) in zip(ofFile, looksInside) where looksInside {
      testing.formUnion(
        modules.filter { if case .manifest = map.modules[$0].origin { true } else { false } })
    }
    return files.indices.map { file in
      isTest[file] || looksInside[file] || !ofFile[file].isEmpty && testing.isSuperset(of: ofFile[file])
    }
  }

  private static func imports(_ files: [SourceFile], _ ofFile: [[Int]], _ named: [Symbol: [Int]]) -> [[Import]] {
    guard named.count > 1 else { return files.map { _ in [] } }
    var exports: [Int: Set<Int>] = [:]
    for (file, modules) in zip(files, ofFile) {
      for declaration in file.facts.importDeclarations where declaration.isExported {
        for module in modules { exports[module, default: []].formUnion(named[declaration.module] ?? []) }
      }
    }
    return zip(files, ofFile).map { file, own in
      var found: [Int: Bool] = [:]
      for declaration in file.facts.importDeclarations {
        for module in named[declaration.module] ?? [] {
          found[module] = declaration.isTestable || found[module] ?? false
        }
      }
      var waiting = Array(found.keys)
      // What one file of a module hands on to whoever imports it, the others see as well.
      for other in own.flatMap({ exports[$0] ?? [] }) where found[other] == nil {
        found[other] = false
        waiting.append(other)
      }
      while let module = waiting.popLast() {
        for other in exports[module] ?? [] where found[other] == nil {
          found[other] = false
          waiting.append(other)
        }
      }
      return found.filter { !own.contains($0.key) }.map { Import(module: $0.key, isTestable: $0.value) }
        .sorted { $0.module < $1.module }
    }
  }

  /// Whether a module has this name.
  func isName(_ name: Symbol) -> Bool { named[name] != nil }

  /// Whether code outside of the repository may import what is public in a file.
  func isOffered(_ file: FileID) -> Bool {
    let own = ofFile[Int(file.index)]
    return own.isEmpty || own.contains { map.modules[$0].isOffered }
  }

  /// Whether a manifest says what a file is built for, so that what its module does not offer is its own.
  func isByManifest(_ file: FileID) -> Bool {
    ofFile[Int(file.index)].contains { if case .guessed = map.modules[$0].origin { false } else { true } }
  }

  /// The modules that a name means before a dot, as seen from a file.
  func modules(named name: Symbol, from file: FileID) -> [Int] {
    guard let modules = named[name] else { return [] }
    let index = Int(file.index)
    return modules.filter { module in ofFile[index].contains(module) || imported[index].contains { $0.module == module }
    }
  }

  /// How a file sees a declaration outside of all types, the nearest first.
  enum Sight: Int, Comparable {
    case body, file, module, imported

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// Nil where it does not see it. O(modules of a file).
  func sight(of place: Place, from file: FileID) -> Sight? {
    switch place.access {
    case .body: return place.file == file ? .body : nil
    case .file: return place.file == file ? .file : nil
    case .module, .everywhere: break
    }
    if place.file == file { return .module }
    let (here, there) = (Int(file.index), Int(place.file.index))
    // Nothing but tests knows of tests; in a module that is guessed they are beside what they test.
    if isTest[there], !isTest[here] { return nil }
    if !isTest[there], isTest[here], ofFile[there].contains(where: ofFile[here].contains) { return .imported }
    if ofFile[there].contains(where: ofFile[here].contains) { return .module }
    for other in imported[here] where ofFile[there].contains(other.module) {
      if place.access == .everywhere || other.isTestable { return .imported }
    }
    return nil
  }

  /// Where a declaration stands, and from where it can be seen.
  struct Place {
    var file: FileID
    var access: Access
  }

  /// Those of some declarations of one name that a file sees nearest; several where Swift would have to choose.
  func visible<Value>(_ candidates: [Value], from file: FileID, _ place: (Value) -> Place) -> [Value] {
    // Most names are declared once.
    if candidates.count == 1 { return sight(of: place(candidates[0]), from: file) == nil ? [] : candidates }
    var best: Sight?
    var result: [Value] = []
    for candidate in candidates {
      guard let sight = sight(of: place(candidate), from: file), best.map({ sight <= $0 }) ?? true else { continue }
      if sight != best { result = [] }
      best = sight
      result.append(candidate)
    }
    return result
  }
}

extension Program {
  /// Whether a file may use what another has for it: they are in one module, or it imports the other's.
  public func mayUse(_ other: FileID, from file: FileID) -> Bool {
    modules.ofFile[Int(other.index)].isEmpty
      || modules.sight(of: .init(file: other, access: .everywhere), from: file) != nil
  }

  /// Whether two files are in one module, as far as is known: where that is guessed, one may import the folder of the
  /// other by name.
  func areTogether(_ other: FileID, seenFrom file: FileID) -> Bool {
    guard modules.areTogether(other, file) else { return false }
    let (here, there) = (self[file], self[other])
    return !here.facts.importDeclarations.contains { declaration in
      let folder = "/\(declaration.module)/"
      return "/\(there.path)".contains(folder) && !"/\(here.path)".contains(folder)
    }
  }
}

extension Knowledge {
  /// Whether the first or the last word of a name says that what bears it is for tests: `MockStore`, `AppTests`.
  public func isTestName(_ name: String) -> Bool { isTestName(name.words) }

  /// The same, where the words of the name are known.
  func isTestName(_ words: [String]) -> Bool {
    guard let first = words.first, let last = words.last else { return false }
    return self[.tests].contains(last) || self[.tests].contains(first) && !self[.programs].contains(last)
  }
}
