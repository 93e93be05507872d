import SwiftFacts

/// The numbers of the types that files declare, counted through all files in their order: of each file a block, with
/// room at its end, and in it where another program has a type that this one has not. So a type has one number in
/// programs that follow one another, and what is known by numbers can be taken over.
struct TypeNumbering: Sendable {
  /// By file, the first number of its block, counted from none.
  let offsets: [Int32]
  /// By file and declared type, its place in the block; one that only extends another has none.
  let places: [[Int32]]
  /// Above all numbers.
  let end: Int32
  /// By file, what is declared there; by the facts of it, as most files are the same in the next program.
  private let files: [SourceFile]

  private static let room: Int32 = 4
  /// So many types of one file are put in order along those of another; with more, each is given a place by itself.
  private static let mostInOrder = 400

  /// What tells one type of a file from another, as far as the next program has to know it again.
  private struct Name: Hashable {
    var name: Symbol
    var kind: TypeDeclaration.Kind
    var parent: Symbol?
  }

  /// - Parameters:
  ///   - others: What the files at the same paths are in a program that is compared with this one; nil where there is
  ///     none.
  ///   - earlier: Of a program whose numbers are kept, if its files are at the same paths and there is room.
  init(_ files: [SourceFile], beside others: [FileFacts?], like earlier: TypeNumbering?) {
    self.files = files
    if let earlier, let places = Self.places(files, like: earlier) {
      (offsets, end) = (earlier.offsets, earlier.end)
      self.places = places
      return
    }
    var offsets: [Int32] = []
    var places: [[Int32]] = []
    var end: Int32 = 0
    for (file, other) in zip(files, others) {
      let (own, width) = Self.places(file.facts, beside: other)
      offsets.append(end)
      places.append(own)
      end += (width / Self.room + 1) * Self.room
    }
    (self.offsets, self.places, self.end) = (offsets, places, end)
  }

  private static func names(_ facts: FileFacts) -> [(at: Int, name: Name)] {
    facts.types.enumerated().compactMap { at, type in
      if type.kind == .extension { return nil }
      return (at, Name(name: type.name, kind: type.kind, parent: type.parent.map { facts[$0].name }))
    }
  }

  /// The places of the types of a file in a block in which those of another have theirs as well, and how wide it is.
  private static func places(_ facts: FileFacts, beside other: FileFacts?) -> (places: [Int32], width: Int32) {
    var places = [Int32](repeating: -1, count: facts.types.count)
    let own = names(facts)
    var next: Int32 = 0
    guard let other, other !== facts, case let others = names(other), !others.isEmpty,
      max(own.count, others.count) <= mostInOrder
    else {
      for (at, _) in own {
        places[at] = next
        next += 1
      }
      return (places, next)
    }
    let (gone, come) = changes(from: own.map(\.name), to: others.map(\.name))
    var (here, there) = (0, 0)
    while here < own.count || there < others.count {
      if here < own.count, gone.contains(here) {
        places[own[here].at] = next
        here += 1
      } else if there < others.count, come.contains(there) {
        there += 1
      } else {
        if here < own.count { places[own[here].at] = next }
        here += 1
        there += 1
      }
      next += 1
    }
    return (places, next)
  }

  /// Which of some names are gone from a list, and which have come to be another.
  private static func changes(from old: [Name], to new: [Name]) -> (gone: Set<Int>, come: Set<Int>) {
    var (gone, come): (Set<Int>, Set<Int>) = ([], [])
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): gone.insert(offset)
      case .insert(let offset, _, _): come.insert(offset)
      }
    }
    return (gone, come)
  }

  /// The places of all types where those that were there before have theirs as before; nil where there is no room.
  private static func places(_ files: [SourceFile], like earlier: TypeNumbering) -> [[Int32]]? {
    guard files.count == earlier.files.count else { return nil }
    var result: [[Int32]] = []
    for index in files.indices {
      let (file, old) = (files[index], earlier.files[index])
      guard file.path == old.path else { return nil }
      if file.facts === old.facts {
        result.append(earlier.places[index])
        continue
      }
      let end = index + 1 < files.count ? earlier.offsets[index + 1] : earlier.end
      guard let own = places(file.facts, like: old.facts, earlier.places[index], below: end - earlier.offsets[index])
      else { return nil }
      result.append(own)
    }
    return result
  }

  /// The same of one file.
  private static func places(
    _ facts: FileFacts, like old: FileFacts, _ oldPlaces: [Int32], below end: Int32
  ) -> [Int32]? {
    let (own, others) = (names(facts), names(old))
    var places = [Int32](repeating: -1, count: facts.types.count)
    guard max(own.count, others.count) <= mostInOrder else { return nil }
    let (gone, come) = changes(from: others.map(\.name), to: own.map(\.name))
    let kept = others.indices.filter { !gone.contains($0) }.map { oldPlaces[others[$0].at] }
    var next = 0
    var last: Int32 = -1
    for index in own.indices {
      if come.contains(index) {
        last += 1
        guard last < (next < kept.count ? kept[next] : end) else { return nil }
      } else {
        guard next < kept.count, kept[next] > last else { return nil }
        last = kept[next]
        next += 1
      }
      places[own[index].at] = last
    }
    return places
  }
}
