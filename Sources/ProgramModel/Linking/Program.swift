public import Manifests
public import SwiftFacts
import Synchronization

/// One file of a program: where it lies and what its source says.
public struct SourceFile: Sendable {
  public var path: String
  public var facts: FileFacts

  public init(path: String, facts: FileFacts) {
    self.path = path
    self.facts = facts
  }
}

/// The linked facts of those files of a snapshot that can reach each other. Immutable; safe to question from any
/// thread.
public final class Program: Sendable {
  public let knowledge: Knowledge
  let functionNumbers: Numbering
  let propertyNumbers: Numbering
  let typeNumbers: TypeNumbering
  /// Where a program that is compared with it has a file and it has none: there it has an empty one, which is nothing
  /// but a place, so that files have the same numbers in both.
  let missing: Set<FileID>
  let modules: ProgramModules
  /// Names of functions of which a table says that something keeps an object.
  let keepingNames: Set<Symbol>
  /// Names of functions of which a table says what becomes of a closure that they are given.
  let closureNames: Set<Symbol>
  /// Names of functions of which a table says that what they are called on lets go.
  let clearingNames: Set<Symbol>
  /// Names under which a table knows some property.
  let knownPropertyNames: Set<Symbol>
  /// Names under which some property that a table knows does not keep what it is given.
  let leftNames: Set<Symbol>
  /// By name, the types of which all properties of that name keep what they are given, as the tables have them.
  let typesKeptUnder: [Symbol: Set<Symbol>]
  /// The functions that do not return.
  let ending: EndingFunctions
  let linked: Linker.Linked
  /// By type, itself and what it inherits.
  let lineages: [[NominalID]]
  /// By type, itself and the types around it.
  let surroundings: [[NominalID]]
  /// By type, what inherits from it.
  let heirs: [NominalID: [NominalID]]
  let allFiles: [SourceFile]
  /// By file.
  private let memberTables: [MemberTable]
  /// What is made when it is first asked for.
  let derived: Derived
  /// Where what is asked is noted; only one thread questions a program that notes.
  nonisolated(unsafe) let reads: Reads?

  final class Derived: Sendable {
    let calls = Mutex<CallIndex?>(nil)
    let production = Mutex<[FunctionID]?>(nil)
    let examples = Mutex<Set<FileID>?>(nil)
    let names = Mutex<NameIndex?>(nil)
    let workedOut = Mutex<Set<Symbol>?>(nil)
    let propertyTypes = PropertyTypes()
    let conformances = Mutex<[Conformance]?>(nil)
    let shadowings = Mutex<[(conformance: Conformance, isAlone: Bool)]?>(nil)
    let doubles = Mutex<SymbolSet?>(nil)
    let previews = Mutex<SymbolSet?>(nil)
    let closureTakers = Mutex<SymbolSet?>(nil)
    let typesByName = Mutex<[Symbol: [NominalID]]?>(nil)
    let unwrapsByNameAlone = Mutex<Bool?>(nil)
    let references = Mutex<References?>(nil)
    let propertyUses = Mutex<PropertyUses?>(nil)
    let interfaces = Mutex<InterfaceOrigins?>(nil)
    let unnamedMakings = Mutex<UnnamedMakings?>(nil)
    let makings = Mutex<Makings.Tables?>(nil)
    let unmade = Mutex<UnmadeTypes?>(nil)
    let unused = Mutex<UnusedTypes?>(nil)
    let beginning = Mutex<Bool?>(nil)
    let lasting = Mutex<ProcessLifetime?>(nil)
    let heap = Mutex<SummaryFixpoint?>(nil)
    let ownership = Mutex<Ownership?>(nil)
    let executed = Mutex<ExecutedProgram?>(nil)
    let payloads = Mutex<Payloads.Traffic?>(nil)
    let storedTypes = Mutex<StoredTypes.Found?>(nil)
    let functionsByName = Mutex<[Symbol: [FunctionID]]?>(nil)
    let found = Mutex<[LocalAnalysis: any Sendable]>([:])
    let memory = Mutex<Memory?>(nil)
    let changes = Mutex<Changes?>(nil)
    let earlyChanges = Mutex<Changes?>(nil)
    let answers = Mutex<[WholeAnswer.Question: WholeAnswer]>([:])
    /// By file.
    let functionPlaces = Mutex<[FileID: FunctionPlaces]>([:])
    /// What becomes of the values of long functions, which each fix in one asks anew.
    let longUses = Mutex<[FunctionID: [ExpressionID: Frame.Use]]>([:])
  }

  /// Links files into a program. O(declarations); the files need not be sorted.
  ///
  /// - Parameters:
  ///   - map: Which file is in which module; nil where no manifest says so.
  ///   - others: The files of a program that is compared with it: for what these declare it has numbers to spare.
  ///   - earlier: One that it may take over from, and whose numbers it keeps where it can.
  public init(
    files unsorted: [SourceFile], knowledge: Knowledge, modules map: ModuleMap? = nil,
    beside others: [SourceFile] = [], like earlier: Program? = nil
  ) {
    let map =
      map ?? ModuleMap(manifests: [], paths: unsorted.map(\.path).sorted(), isTestName: knowledge.isTestName)
    let (files, missing) = Self.withPlaces(for: others, among: unsorted)
    let modules = ProgramModules(of: files, by: map, missing: missing)
    let facts = Dictionary(others.map { ($0.path, $0.facts) }) { first, _ in first }
    let linker = Linker(
      files: files, knowledge: knowledge, modules: modules, beside: files.map { facts[$0.path] }, like: earlier)
    let linked = linker.link()
    self.missing = missing
    typeNumbers = linker.typeNumbers
    self.modules = modules
    allFiles = files
    self.knowledge = knowledge
    keepingNames = Set(knowledge.objects.keys.map(\.name)).union(knowledge.keptResults.keys.map(\.name))
    closureNames = Set(knowledge.closures.keys.map(\.name))
    clearingNames = Set(knowledge.clears.map(\.name))
    knownPropertyNames = Set(knowledge.properties.keys.map(\.name))
    (leftNames, typesKeptUnder) = knowledge.namesByHolding
    memberTables = files.map { MemberTable($0.facts) }
    self.linked = linked
    functionNumbers = linker.functionNumbers
    propertyNumbers = linker.propertyNumbers
    (lineages, heirs) = linked.ancestry
    surroundings = linked.surroundings
    ending = EndingFunctions(files, knowledge)
    derived = Derived()
    reads = nil
    if let earlier, let examples = earlier.derived.examples.withLock({ $0 }),
      earlier.modules.map.modules == map.modules, earlier.modules.ofFile == modules.ofFile,
      zip(earlier.allFiles, files).allSatisfy({ $0.path == $1.path })
    {
      derived.examples.withLock { $0 = examples }
    }
    if let earlier { takeOverNames(from: earlier) }
  }

  /// The same program, seen by somebody of whom is noted what is asked.
  private init(_ program: Program, noting reads: Reads?) {
    knowledge = program.knowledge
    functionNumbers = program.functionNumbers
    propertyNumbers = program.propertyNumbers
    typeNumbers = program.typeNumbers
    missing = program.missing
    modules = program.modules
    keepingNames = program.keepingNames
    closureNames = program.closureNames
    clearingNames = program.clearingNames
    knownPropertyNames = program.knownPropertyNames
    leftNames = program.leftNames
    typesKeptUnder = program.typesKeptUnder
    ending = program.ending
    linked = program.linked
    lineages = program.lineages
    surroundings = program.surroundings
    heirs = program.heirs
    allFiles = program.allFiles
    memberTables = program.memberTables
    derived = program.derived
    self.reads = reads
  }

  func noting(_ reads: Reads) -> Program { Program(self, noting: reads) }

  /// The same program, of which nothing is noted.
  var unnoted: Program { reads == nil ? self : Program(self, noting: nil) }

  /// Where the functions of a file are.
  func functionPlaces(of file: FileID) -> FunctionPlaces {
    let facts = self[file].facts
    return derived.functionPlaces.withLock { known in
      if let places = known[file] { return places }
      let places = facts.derived { FunctionPlaces(facts.functions) }
      known[file] = places
      return places
    }
  }

  /// Sorted by path, those included that are missing; what they say is nothing.
  public var files: [SourceFile] {
    reads?.note(.everything)
    return allFiles
  }

  /// The files that are there, sorted by path.
  public var presentFiles: [SourceFile] {
    reads?.note(.everything)
    if missing.isEmpty { return allFiles }
    return allFiles.enumerated().filter { !missing.contains(FileID(index: Int32($0.offset))) }.map(\.element)
  }

  /// The types that it declares or extends, in order. What it says nothing of, the tables have alone.
  public var declaredTypes: [NominalID] {
    reads?.note(.everything)
    return linked.declared
  }

  /// The types of a name, wherever they are declared, and the one that the tables have, in order.
  public func types(named name: Symbol) -> [NominalID] {
    if reads != nil { return asking("types of a name", about: [name]) { $0.types(named: name) } }
    let byName = derived.typesByName.known {
      Dictionary(grouping: declaredTypes, by: { linked.nominals[Int($0.index)].name })
    }
    let declared = byName[name] ?? []
    guard let known = linked.known.byName[name], declared.first != known else { return declared }
    return [known] + declared
  }

  /// Where names lead that are looked up from outside any type.
  var names: LinkedNames { LinkedNames(program: self) }

  /// The types that conform to or inherit from each nominal, transitively, in order.
  var descendants: LinkedHeirs { LinkedHeirs(heirs: heirs, reads: reads) }

  struct LinkedHeirs {
    fileprivate let heirs: [NominalID: [NominalID]]
    fileprivate let reads: Reads?

    subscript(type: NominalID) -> [NominalID]? {
      reads?.note(.descendants(type))
      return heirs[type]
    }
  }

  /// A table of names; which name is asked for is noted.
  struct LinkedNames {
    fileprivate let program: Program

    struct Column<Value> {
      fileprivate let values: [Symbol: Value]
      fileprivate let reads: Reads?

      subscript(name: Symbol) -> Value? {
        reads?.note(.name(name))
        return values[name]
      }
    }

    var types: Column<[NominalID]> { Column(values: program.linked.names.types, reads: program.reads) }
    var foreign: Column<NominalID> { Column(values: program.linked.names.foreign, reads: program.reads) }
    var functions: Column<[FunctionID]> { Column(values: program.linked.names.functions, reads: program.reads) }
    var properties: Column<[PropertyID]> { Column(values: program.linked.names.properties, reads: program.reads) }
    var stored: Column<[PropertyID]> { Column(values: program.linked.names.stored, reads: program.reads) }
    var aliases: Column<[AliasReference]> { Column(values: program.linked.names.aliases, reads: program.reads) }
    var cases: Column<[CaseReference]> { Column(values: program.linked.names.cases, reads: program.reads) }
  }

  @inline(__always) public subscript(id: NominalID) -> Nominal {
    reads?.note(.nominal(id))
    return linked.nominals[Int(id.index)]
  }

  @inline(__always) public subscript(id: FileID) -> SourceFile {
    reads?.note(.file(id))
    return allFiles[Int(id.index)]
  }

  /// In the order of files.
  public var allFunctions: [FunctionID] {
    reads?.note(.everything)
    return functionNumbers.given.map { FunctionID(index: $0) }
  }

  /// In the order of files.
  public var allProperties: [PropertyID] {
    reads?.note(.everything)
    return propertyNumbers.given.map { PropertyID(index: $0) }
  }

  // Where a thing is that one has got is nothing to note: whoever gave it was asked.
  @inline(__always) public func file(of function: FunctionID) -> FileID { functionNumbers.file(of: function.index) }
  @inline(__always) public func file(of property: PropertyID) -> FileID { propertyNumbers.file(of: property.index) }

  @inline(__always) public func declaration(of function: FunctionID) -> FunctionDeclaration {
    let file = functionNumbers.file(of: function.index)
    return self[file].facts.functions[Int(function.index - functionNumbers.offsets[Int(file.index)])]
  }

  @inline(__always) public func declaration(of property: PropertyID) -> PropertyDeclaration {
    let file = propertyNumbers.file(of: property.index)
    return self[file].facts.properties[Int(property.index - propertyNumbers.offsets[Int(file.index)])]
  }

  public func function(_ index: FunctionIndex, in file: FileID) -> FunctionID {
    FunctionID(index: functionNumbers.offsets[Int(file.index)] + index.index)
  }

  public func property(_ index: PropertyIndex, in file: FileID) -> PropertyID {
    PropertyID(index: propertyNumbers.offsets[Int(file.index)] + index.index)
  }

  /// Which members the types of a file have.
  func memberTable(of file: FileID) -> MemberTable {
    reads?.note(.file(file))
    return memberTables[Int(file.index)]
  }

  public func nominal(of type: TypeIndex, in file: FileID) -> NominalID {
    let nominal = linked.nominalOfDeclaration[Int(file.index)][Int(type.index)]
    reads?.note(.nominal(nominal))
    return nominal
  }

  /// The type that a function is a member of.
  public func owner(of function: FunctionID) -> NominalID? {
    declaration(of: function).parent.map { nominal(of: $0, in: file(of: function)) }
  }

  public func owner(of property: PropertyID) -> NominalID? {
    declaration(of: property).parent.map { nominal(of: $0, in: file(of: property)) }
  }

  /// Whether a file belongs to test targets alone, or where no manifest says so, lies in a folder for tests.
  public func isTest(_ file: FileID) -> Bool { isTestFile[Int(file.index)] }

  /// Whether only tests can be linked with a file, so that nothing of a product ever meets what it declares.
  func needsTesting(_ file: FileID) -> Bool { modules.needsTesting[Int(file.index)] }

  /// Whether a type's first declaration lies in such a file; true for a type that no source declares.
  func needsTesting(_ type: NominalID) -> Bool { self[type].declarations.first.map { needsTesting($0.file) } ?? true }

  /// Whether a type's first declaration lies in a file for tests; true for a type that no source declares.
  func isTest(_ type: NominalID) -> Bool { self[type].declarations.first.map { isTest($0.file) } ?? true }

  /// By file.
  var isTestFile: [Bool] { modules.isTest }

  /// Works out what most analyses ask for, before several of them ask at once.
  package func prepare(threads: Int) {
    _ = calls(threads: threads)
    _ = nameIndex
    _ = changes(threads: threads)
  }

  /// The same for what is asked for by who judges which objects keep each other, and by others as well.
  package func prepareOwnership(threads: Int) {
    let calls = calls(threads: threads)
    _ = processLifetime(calls, threads: threads)
    _ = references(calls)
    _ = unmadeTypes(calls, threads: threads)
  }

  /// The same for what is asked of each finding: whether its code ever runs.
  package func prepareIdle() { _ = unusedTypes(calls(threads: 1)) }

  /// Which functions call what, by name.
  func calls(threads: Int) -> CallIndex {
    derived.calls.known {
      let earlier = derived.memory.withLock { $0?.earlier }
      let known = earlier.flatMap { earlier in earlier.derived.calls.withLock { $0 }.map { ($0, earlier) } }
      return CallIndex(unnoted, like: known, threads: threads)
    }.noting(reads)
  }

  /// The files in a target or a folder that shows how to use a library.
  var exampleFiles: Set<FileID> {
    derived.examples.known {
      let words = knowledge[.isExample]
      let targets = modules.map.modules.map { $0.name.words.contains(where: words.contains) }
      // Most files lie in one folder with others.
      var folders: [Substring: Bool] = [:]
      func isExample(_ folder: Substring) -> Bool {
        if let known = folders[folder] { return known }
        let isNamedSo = String(folder).words.contains(where: words.contains)
        folders[folder] = isNamedSo
        return isNamedSo
      }
      return Set(
        allFiles.indices.filter { index in
          modules.ofFile[index].contains { targets[$0] }
            || allFiles[index].path.split(separator: "/").dropLast().contains(where: isExample)
        }.map { FileID(index: Int32($0)) })
    }
  }

  /// In which functions of production code each name stands. Which name is asked for is for who asks to note.
  var nameIndex: NameIndex { derived.names.known { NameIndex(self) } }

  /// The names of the properties that have a getter.
  var namesWorkedOut: Set<Symbol> {
    if reads != nil { return asking("names with a getter") { $0.namesWorkedOut } }
    return derived.workedOut.known {
      Set(allFiles.flatMap { $0.facts.properties.filter { $0.getter != nil }.map(\.name) })
    }
  }

  /// Whether its compiler takes `guard let x else` for `guard let x = x else`: its manifests say so, or it does it
  /// somewhere already.
  public var unwrapsByNameAlone: Bool {
    if reads != nil { return asking("unwraps by name alone") { $0.unwrapsByNameAlone } }
    return derived.unwrapsByNameAlone.known {
      modules.map.swift.map { $0 >= .unwrapsByNameAlone } ?? false
        || allFiles.contains { $0.facts.code.unwrapsByNameAlone }
    }
  }

  /// Where the names of functions and types stand without being called.
  func references(_ calls: CallIndex) -> References {
    derived.references.known { References(self) }.noting(reads)
  }

  /// Where the names of properties stand to be given something.
  func propertyUses(_ calls: CallIndex) -> PropertyUses {
    derived.propertyUses.known { PropertyUses(self) }.noting(reads)
  }

  /// What storyboards and xibs make.
  func interfaceOrigins(_ calls: CallIndex) -> InterfaceOrigins {
    if reads != nil { return asking("what storyboards make") { $0.interfaceOrigins($0.calls(threads: 1)) } }
    return derived.interfaces.known { InterfaceOrigins(self, calls) }
  }

  /// The views and screens that nobody makes.
  func unmadeTypes(_ calls: CallIndex, threads: Int = 1) -> UnmadeTypes {
    if reads != nil { return asking("types that nobody makes") { $0.unmadeTypes($0.calls(threads: 1)) } }
    return derived.unmade.known { UnmadeTypes(self, calls, threads: threads) }
  }

  /// The types that nothing names.
  func unusedTypes(_ calls: CallIndex) -> UnusedTypes {
    if reads != nil { return asking("types that nothing names") { $0.unusedTypes($0.calls(threads: 1)) } }
    return derived.unused.known { UnusedTypes(self, calls, threads: 1) }
  }

  /// Which types' objects live as long as the process.
  func processLifetime(_ calls: CallIndex, threads: Int = 1) -> ProcessLifetime {
    if reads != nil { return asking("types that last") { $0.processLifetime($0.calls(threads: 1)) } }
    return derived.lasting.known { ProcessLifetime(self, calls: calls, threads: threads) }
  }

  /// Whether objects of a type live as long as the process.
  func livesForever(_ type: NominalID) -> Bool {
    guard let reads else { return processLifetime(calls(threads: 1)).lasts(type) }
    reads.note(.lasting(type))
    // Known before anything is noted.
    return derived.lasting.withLock { $0?.lasts(type) ?? false }
  }

  /// Whether the system, a static or a global keeps an object of a type, whoever else refers to it.
  func isKeptAnyhow(_ type: NominalID) -> Bool {
    guard let reads else { return processLifetime(calls(threads: 1)).keptAnyhow.contains(type) }
    reads.note(.lasting(type))
    // Known before anything is noted.
    return derived.lasting.withLock { $0?.keptAnyhow.contains(type) ?? false }
  }

  /// What every function does to who keeps whom.
  func heap(threads: Int) -> SummaryFixpoint {
    reads?.note(.everything)
    return derived.heap.known {
      let calls = calls(threads: threads)
      // Many functions ask for it at once.
      _ = processLifetime(calls, threads: threads)
      let evaluations = changes(threads: threads).map { Evaluations(since: $0.since, isKept: $0.isKept) }
      return SummaryFixpoint(of: self, calls: calls, evaluations: evaluations, threads: threads)
    }
  }

  /// Who keeps whom.
  func ownership(threads: Int) -> Ownership {
    reads?.note(.everything)
    return derived.ownership.known { Ownership(workingOut: self, threads: threads) }
  }

  /// The type and what it inherits, itself first, nearest first.
  public func lineage(of id: NominalID) -> [NominalID] {
    reads?.note(.nominal(id))
    return lineages[Int(id.index)]
  }
}

extension Program {
  /// The file with a path. O(log files).
  public func file(at path: String) -> FileID? {
    var low = 0
    var high = files.count
    while low < high {
      let middle = (low + high) / 2
      if files[middle].path < path { low = middle + 1 } else { high = middle }
    }
    let found = FileID(index: Int32(low))
    return low < files.count && files[low].path == path && !missing.contains(found) ? found : nil
  }
}

extension Mutex {
  /// What is there, or is made now: twice where two threads ask at once, and the same.
  func known<Made: Sendable>(_ make: () -> Made) -> Made where Value == Made? {
    if let known = withLock({ $0 }) { return known }
    let made = make()
    withLock { $0 = made }
    return made
  }
}
