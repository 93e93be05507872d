internal import Platform
internal import Synchronization

/// Records kept on the disk from one run to the next, in a folder that runs may share.
///
/// A pack that was written is never written again: a new one takes a name of its own once it is whole, and takes the
/// place of smaller ones. So runs may come at once and may be cut off anywhere, and what cannot be read is only made
/// anew.
public final class RecordFolder: Sendable {
  private let folder: PackFolder
  private let stamp: String
  private let seal: Seal
  private let isReadOnly: Bool
  private let limit: Int
  /// Nil until the first record is asked for, or kept: most commands ask for none.
  private let opened = Mutex<[Pack]?>(nil)

  /// What a folder may come to by itself, in bytes.
  public static let usualLimit = 512 << 20
  /// How long what another version of the program keeps stays unused, in seconds, before it goes: two weeks.
  private static let patience = 14 * 24 * 3_600
  /// Of how many other versions anything stays.
  private static let others = 2

  /// - Parameters:
  ///   - path: Made when something is first kept.
  ///   - stamp: The version of the program: what another one kept is not read.
  ///   - seal: Whose records are read.
  ///   - isReadOnly: Whether nothing is written, whatever is found out.
  ///   - limit: In bytes; where it is passed, what the last run did not need goes.
  public init(
    at path: String, stamp: String, seal: Seal = .open, isReadOnly: Bool = false, limit: Int = RecordFolder.usualLimit
  ) {
    folder = PackFolder(path: path)
    self.stamp = stamp
    self.seal = seal
    self.isReadOnly = isReadOnly
    self.limit = limit
  }

  private var packs: [Pack] {
    opened.withLock { opened in
      if let opened { return opened }
      let own = own
      let packs = own.names(ending: ".pack").compactMap { Pack(at: own.path + "/" + $0, seal: seal) }
      opened = packs
      return packs
    }
  }

  /// Hands a record on; nil if there is none.
  public func withRecord<Result>(_ key: RecordKey, _ body: (UnsafeRawBufferPointer) -> Result?) -> Result? {
    for pack in packs {
      if let record = pack.record(key) { return body(record) }
    }
    return nil
  }

  /// Keeps records. Says nothing where that cannot be done: nobody depends on it.
  ///
  /// - Parameter needed: The keys of what this run made use of.
  public func keep(_ new: [RecordKey: [UInt8]], needed: Set<RecordKey>) {
    guard !isReadOnly, !new.isEmpty, folder.make(), own.make() else { return }
    let old = packs.sorted { $0.size < $1.size }
    var size = Pack.size(of: new.values)
    let isTooLarge = old.reduce(size) { $0 + $1.size } > limit
    var taken: [Pack] = []
    // Each takes in those that are not much larger, so that there are never many, and no record is copied often.
    for pack in old where isTooLarge || pack.size < 2 * size {
      taken.append(pack)
      size += pack.size
    }
    guard let pack = write(new, taken, isWanted: { !isTooLarge || needed.contains($0) }) else { return }
    let gone = Set(taken.map(\.path)).subtracting([pack.path])
    for path in gone { unlink(path) }
    opened.withLock { opened in
      opened = (opened ?? []).filter { !gone.contains($0.path) && $0.path != pack.path } + [pack]
    }
    removeLeftovers()
  }

  private var own: PackFolder { PackFolder(path: folder.path + "/" + stamp) }

  private func write(_ new: [RecordKey: [UInt8]], _ taken: [Pack], isWanted: (RecordKey) -> Bool) -> Pack? {
    var old: [RecordKey: UnsafeRawBufferPointer] = [:]
    for pack in taken {
      for index in 0..<pack.count {
        let key = pack.key(at: index)
        if new[key] == nil, isWanted(key), let record = pack.record(at: index) { old[key] = record }
      }
    }
    let keys = (Array(new.keys) + old.keys).sorted()
    let entries = keys.compactMap { key in
      new[key].map { $0.withUnsafeBytes { Pack.Entry(key, $0, seal) } } ?? old[key].map { Pack.Entry(key, $0, seal) }
    }
    let (front, name) = Pack.front(of: entries, seal: seal)
    let path = own.path + "/" + name + ".pack"
    let isWritten = own.make(path) { put in
      front.withUnsafeBytes(put)
        && keys.allSatisfy { key in new[key].map { $0.withUnsafeBytes(put) } ?? old[key].map(put) ?? true }
    }
    return isWritten ? Pack(at: path, seal: seal) : nil
  }

  /// What runs left that were cut off, packs that cannot be read, and what other versions have not used for long.
  private func removeLeftovers() {
    let known = Set(packs.map(\.path))
    let now = Int(time(nil))
    for name in own.names(ending: "") {
      let path = own.path + "/" + name
      if !known.contains(path), now - own.age(of: name) > Self.patience { unlink(path) }
    }
    let others = folder.names(ending: "").filter { $0 != stamp && Self.isStamp($0) }.map { name in
      let other = PackFolder(path: folder.path + "/" + name)
      return (folder: other, used: other.names(ending: "").map(other.age).max() ?? 0)
    }
    for (place, other) in others.sorted(by: { $0.used > $1.used }).enumerated()
    where place >= Self.others || now - other.used > Self.patience {
      other.folder.remove()
    }
  }

  /// Only what looks as if this program had made it is ever removed.
  fileprivate static func isStamp(_ name: String) -> Bool {
    name.utf8.count == 32
      && name.utf8.allSatisfy {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
      }
  }
}

extension RecordFolder {
  /// What a folder holds.
  public struct Account: Equatable, Sendable {
    public var records = 0
    /// In bytes, that of other versions of the program included.
    public var size = 0
    /// How many versions of the program have something there.
    public var versions = 0
  }

  /// What a folder holds, by whichever version of the program.
  ///
  /// - Parameter seal: Whose records are counted.
  public static func account(of path: String, seal: Seal = .open) -> Account {
    var account = Account()
    let folder = PackFolder(path: path)
    for name in folder.names(ending: "") where isStamp(name) {
      account.versions += 1
      for pack in PackFolder(path: path + "/" + name).names(ending: ".pack") {
        guard let pack = Pack(at: path + "/" + name + "/" + pack, seal: seal) else { continue }
        account.records += pack.count
        account.size += pack.size
      }
    }
    return account
  }

  /// Removes all that any version of the program keeps in a folder, and the folder if nothing else is in it.
  ///
  /// Answers whether nothing is left.
  public static func clear(_ path: String) -> Bool {
    let folder = PackFolder(path: path)
    for name in folder.names(ending: "") where isStamp(name) { PackFolder(path: path + "/" + name).remove() }
    rmdir(path)
    return !folder.names(ending: "").contains(where: isStamp)
  }
}
