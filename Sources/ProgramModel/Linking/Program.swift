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
  /// Sorted by path.
  public let files: [SourceFile]
  public let knowledge: Knowledge
  public let nominals: [Nominal]

  let names: NameTable
  let functionOffsets: [Int32]
  let propertyOffsets: [Int32]
  /// For each function and property, the file it is in.
  let functionFiles: [FileID]
  let propertyFiles: [FileID]
  /// The nominal that each type declaration belongs to, by file.
  let nominalOfDeclaration: [[NominalID]]
  /// The types that conform to or inherit from each nominal, transitively, in order.
  let descendants: [NominalID: [NominalID]]
  let modules: ProgramModules
  /// Names of functions of which a table says that something keeps an object.
  let keepingNames: Set<Symbol>
  /// The names of functions that do not return.
  let endingFunctions: Set<Symbol>
  private let lineages: [[NominalID]]
  /// Made when it is first asked for.
  private let callIndex = Mutex<CallIndex?>(nil)
  private let lasting = Mutex<ProcessLifetime?>(nil)
  private let heapOfAll = Mutex<SummaryFixpoint?>(nil)

  /// Links files into a program. O(declarations); the files need not be sorted.
  ///
  /// - Parameter map: Which file is in which module; nil where no manifest says so.
  public init(files unsorted: [SourceFile], knowledge: Knowledge, modules map: ModuleMap? = nil) {
    let files = unsorted.sorted { $0.path < $1.path }
    let modules = ProgramModules(
      of: files, by: map ?? ModuleMap(manifests: [], paths: files.map(\.path), isTestName: knowledge.isTestName))
    let linked = Linker(files: files, knowledge: knowledge, modules: modules).link()
    self.modules = modules
    self.files = files
    self.knowledge = knowledge
    keepingNames = Set(knowledge.objects.keys.map(\.name)).union(knowledge.keptResults.keys.map(\.name))
    nominals = linked.nominals
    names = linked.names
    nominalOfDeclaration = linked.nominalOfDeclaration
    functionOffsets = Self.offsets(files.map(\.facts.functions.count))
    propertyOffsets = Self.offsets(files.map(\.facts.properties.count))
    functionFiles = Self.owners(files.map(\.facts.functions.count))
    propertyFiles = Self.owners(files.map(\.facts.properties.count))
    lineages = linked.nominals.indices.map { Self.lineage(of: NominalID(index: Int32($0)), in: linked.nominals) }
    descendants = Self.descendants(lineages)
    endingFunctions = Self.endingFunctions(files, knowledge)
  }

  private static func endingFunctions(_ files: [SourceFile], _ knowledge: Knowledge) -> Set<Symbol> {
    var result = knowledge[.neverReturns].names
    for file in files {
      for function in file.facts.functions {
        if let type = function.result, case .named("Never", _) = file.facts.code[type] { result.insert(function.name) }
      }
    }
    return result
  }

  @inline(__always) public subscript(id: NominalID) -> Nominal { nominals[Int(id.index)] }
  @inline(__always) public subscript(id: FileID) -> SourceFile { files[Int(id.index)] }

  public var functionCount: Int { functionFiles.count }

  @inline(__always) public func file(of function: FunctionID) -> FileID { functionFiles[Int(function.index)] }
  @inline(__always) public func file(of property: PropertyID) -> FileID { propertyFiles[Int(property.index)] }

  @inline(__always) public func declaration(of function: FunctionID) -> FunctionDeclaration {
    let file = functionFiles[Int(function.index)]
    return files[Int(file.index)].facts.functions[Int(function.index - functionOffsets[Int(file.index)])]
  }

  @inline(__always) public func declaration(of property: PropertyID) -> PropertyDeclaration {
    let file = propertyFiles[Int(property.index)]
    return files[Int(file.index)].facts.properties[Int(property.index - propertyOffsets[Int(file.index)])]
  }

  public func function(_ index: FunctionIndex, in file: FileID) -> FunctionID {
    FunctionID(index: functionOffsets[Int(file.index)] + index.index)
  }

  public func property(_ index: PropertyIndex, in file: FileID) -> PropertyID {
    PropertyID(index: propertyOffsets[Int(file.index)] + index.index)
  }

  public func nominal(of type: TypeIndex, in file: FileID) -> NominalID {
    nominalOfDeclaration[Int(file.index)][Int(type.index)]
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

  private static func offsets(_ counts: [Int]) -> [Int32] {
    var sum: Int32 = 0
    return counts.map { count in
      defer { sum += Int32(count) }
      return sum
    }
  }

  private static func owners(_ counts: [Int]) -> [FileID] {
    counts.enumerated().flatMap { index, count in
      repeatElement(FileID(index: Int32(index)), count: count)
    }
  }

  private static func lineage(of id: NominalID, in nominals: [Nominal]) -> [NominalID] {
    var result = [id]
    var index = 0
    while index < result.count {
      for next in nominals[Int(result[index].index)].supertypes where !result.contains(next) { result.append(next) }
      index += 1
    }
    return result
  }

  private static func descendants(_ lineages: [[NominalID]]) -> [NominalID: [NominalID]] {
    var result: [NominalID: [NominalID]] = [:]
    for lineage in lineages {
      for ancestor in lineage.dropFirst() { result[ancestor, default: []].append(lineage[0]) }
    }
    return result
  }

  /// Works out what most analyses ask for, before several of them ask at once.
  package func prepare(threads: Int) { _ = calls(threads: threads) }

  /// Which functions call what, by name.
  func calls(threads: Int) -> CallIndex {
    if let known = callIndex.withLock({ $0 }) { return known }
    let made = CallIndex(self, threads: threads)
    callIndex.withLock { $0 = made }
    return made
  }

  /// Which types' objects live as long as the process.
  func processLifetime(_ calls: CallIndex) -> ProcessLifetime {
    if let known = lasting.withLock({ $0 }) { return known }
    let made = ProcessLifetime(self, calls: calls)
    lasting.withLock { $0 = made }
    return made
  }

  /// What every function does to who keeps whom.
  func heap(threads: Int) -> SummaryFixpoint {
    if let known = heapOfAll.withLock({ $0 }) { return known }
    let calls = calls(threads: threads)
    // Many functions ask for it at once.
    _ = processLifetime(calls)
    let made = SummaryFixpoint(of: self, calls: calls, threads: threads)
    heapOfAll.withLock { $0 = made }
    return made
  }

  /// The type and what it inherits, itself first, nearest first.
  public func lineage(of id: NominalID) -> [NominalID] { lineages[Int(id.index)] }
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
    return low < files.count && files[low].path == path ? FileID(index: Int32(low)) : nil
  }
}
