import Cache
import Foundation
import Testing

/// What is kept is there again, and what cannot be kept or read is as if it had never been.
struct RecordFolderTests {
  private let path = FileManager.default.temporaryDirectory.appendingPathComponent("nitless-records-\(UUID().uuidString)").path
  private let stamp = String(repeating: "a", count: 32)

  private func key(_ number: Int, _ kind: RecordKey.Kind = .facts) throws -> RecordKey {
    let digits = String(number, radix: 16)
    return try #require(RecordKey(kind, of: String(repeating: "0", count: 40 - digits.count) + digits))
  }

  private func text(_ number: Int, in folder: RecordFolder, _ kind: RecordKey.Kind = .facts) throws -> String? {
    folder.withRecord(try key(number, kind)) { String(decoding: $0, as: UTF8.self) }
  }

  private func keep(_ numbers: Range<Int>, in folder: RecordFolder, needed: Range<Int>? = nil) throws {
    let new = try numbers.map { (try key($0), Array("record \($0)".utf8)) }
    folder.keep(Dictionary(uniqueKeysWithValues: new), needed: Set(try (needed ?? numbers).map { try key($0) }))
  }

  private var packs: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path + "/" + stamp)) ?? []).filter { $0.hasSuffix(".pack") }
  }

  private func removed(_ body: () throws -> Void) rethrows {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body()
  }

  @Test func `What one run keeps another one finds`() throws {
    try removed {
      try keep(0..<100, in: RecordFolder(at: path, stamp: stamp))
      let folder = RecordFolder(at: path, stamp: stamp)
      for number in 0..<100 { #expect(try text(number, in: folder) == "record \(number)") }
      #expect(try text(100, in: folder) == nil)
      #expect(try text(5, in: folder, .outline) == nil)
      let account = RecordFolder.account(of: path)
      #expect(account.records == 100 && account.versions == 1 && account.size > 900)
      #expect(RecordFolder.clear(path) && !FileManager.default.fileExists(atPath: path))
    }
  }

  @Test func `Many small runs leave few packs, with all the records in them`() throws {
    try removed {
      for number in 0..<200 { try keep(number..<number + 1, in: RecordFolder(at: path, stamp: stamp)) }
      let folder = RecordFolder(at: path, stamp: stamp)
      for number in 0..<200 { #expect(try text(number, in: folder) == "record \(number)") }
      #expect(packs.count < 10)
    }
  }

  @Test func `Equal records make equal packs, in whatever order they come`() throws {
    try removed {
      try keep(0..<50, in: RecordFolder(at: path, stamp: stamp))
      let first = packs
      try keep(0..<50, in: RecordFolder(at: path, stamp: stamp))
      #expect(packs == first && first.count == 1)
    }
  }

  @Test func `Runs at once lose nothing that one of them keeps last`() async throws {
    let folder = (path, stamp)
    await withTaskGroup(of: Void.self) { group in
      for run in 0..<8 {
        group.addTask {
          for round in 0..<10 {
            let records = RecordFolder(at: folder.0, stamp: folder.1)
            let digits = String(run * 16 + round, radix: 16)
            guard let key = RecordKey(.facts, of: String(repeating: "0", count: 40 - digits.count) + digits) else { continue }
            records.keep([key: Array(digits.utf8)], needed: [key])
          }
        }
      }
    }
    try removed {
      let records = RecordFolder(at: path, stamp: stamp)
      for number in 0..<128 {
        let found = try text(number, in: records)
        #expect(found == nil || found == String(number, radix: 16))
      }
    }
  }

  @Test func `Damage is as if nothing had been kept`() throws {
    try removed {
      try keep(0..<20, in: RecordFolder(at: path, stamp: stamp))
      let pack = path + "/" + stamp + "/" + packs[0]
      let whole = Array(try Data(contentsOf: URL(fileURLWithPath: pack)))
      for place in stride(from: 0, to: whole.count, by: 7) {
        var bytes = whole
        bytes[place] ^= 0x40
        try Data(bytes).write(to: URL(fileURLWithPath: pack))
        let folder = RecordFolder(at: path, stamp: stamp)
        for number in 0..<20 {
          let found = try text(number, in: folder)
          #expect(found == nil || found == "record \(number)")
        }
      }
      for length in [0, 5, 23, 24, 100, whole.count - 1] {
        #expect(RecordFolder.clear(path))
        try FileManager.default.createDirectory(atPath: path + "/" + stamp, withIntermediateDirectories: true)
        try Data(whole.prefix(length)).write(to: URL(fileURLWithPath: pack))
        let folder = RecordFolder(at: path, stamp: stamp)
        #expect(try text(19, in: folder) == nil)
        try keep(19..<20, in: folder)
        #expect(try text(19, in: RecordFolder(at: path, stamp: stamp)) == "record 19")
      }
    }
  }

  @Test func `Nothing is written where nothing may be`() throws {
    try removed {
      try keep(0..<5, in: RecordFolder(at: path, stamp: stamp, isReadOnly: true))
      #expect(!FileManager.default.fileExists(atPath: path))
      try keep(0..<5, in: RecordFolder(at: path, stamp: stamp))
      let before = packs
      let folder = RecordFolder(at: path, stamp: stamp, isReadOnly: true)
      try keep(5..<9, in: folder)
      #expect(try packs == before && text(3, in: folder) == "record 3")
    }
  }

  @Test func `Another version's records are not read, and neither is what is no folder`() throws {
    try removed {
      try keep(0..<5, in: RecordFolder(at: path, stamp: stamp))
      #expect(try text(3, in: RecordFolder(at: path, stamp: String(repeating: "b", count: 32))) == nil)
      #expect(try text(3, in: RecordFolder(at: "/dev/null", stamp: stamp)) == nil)
      try keep(0..<5, in: RecordFolder(at: "/dev/null", stamp: stamp))
    }
  }

  @Test func `What somebody else has sealed is not read, and does not stay in the way`() throws {
    let seals = [Seal.open] + (try (1...2).map { try #require(Seal(secret: Array(repeating: $0, count: Seal.length))) })
    #expect(Seal(secret: [1, 2, 3]) == nil)
    for (stranger, user) in [(0, 1), (1, 2), (2, 0)] {
      try removed {
        let forged = RecordFolder(at: path, stamp: stamp, seal: seals[stranger])
        forged.keep([try key(3): Array("forged".utf8)], needed: [])
        #expect(try text(3, in: RecordFolder(at: path, stamp: stamp, seal: seals[user])) == nil)
        #expect(RecordFolder.account(of: path, seal: seals[user]).records == 0)
        try keep(3..<4, in: RecordFolder(at: path, stamp: stamp, seal: seals[user]))
        #expect(try text(3, in: RecordFolder(at: path, stamp: stamp, seal: seals[user])) == "record 3")
      }
    }
  }

  @Test func `A record, a key and a length that are put into a sealed pack are not taken from it`() throws {
    let seal = try #require(Seal(secret: Array(1...16)))
    try removed {
      try keep(0..<20, in: RecordFolder(at: path, stamp: stamp, seal: seal))
      let pack = path + "/" + stamp + "/" + packs[0]
      let whole = Array(try Data(contentsOf: URL(fileURLWithPath: pack)))
      // One key takes the place of another's, and one record that of another of the same length.
      for (place, other, length) in [(24, 24 + 48, 24), (whole.count - 9, whole.count - 18, 9), (24 + 24, 24 + 72, 24)] {
        var bytes = whole
        bytes.replaceSubrange(place..<place + length, with: whole[other..<other + length])
        try Data(bytes).write(to: URL(fileURLWithPath: pack))
        let folder = RecordFolder(at: path, stamp: stamp, seal: seal)
        for number in 0..<20 {
          let found = try text(number, in: folder)
          #expect(found == nil || found == "record \(number)")
        }
      }
    }
  }

  @Test func `Where it grows too large, what the last run did not need goes`() throws {
    try removed {
      try keep(0..<1_000, in: RecordFolder(at: path, stamp: stamp, limit: 20_000))
      try keep(1_000..<1_010, in: RecordFolder(at: path, stamp: stamp, limit: 20_000), needed: 990..<1_010)
      let folder = RecordFolder(at: path, stamp: stamp)
      #expect(try text(5, in: folder) == nil)
      #expect(try text(995, in: folder) == "record 995" && text(1_005, in: folder) == "record 1005")
      #expect(RecordFolder.account(of: path).records == 20)
    }
  }
}
