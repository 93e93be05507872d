// Parses every Swift file of a revision and does nothing else: what an audit's time is measured against.
//
//     swift run -c release RawParse REPOSITORY REVISION THREADS

import Foundation
import Git
import ProgramModel
import ReviewModel
import SwiftParser
import SwiftSyntax

let arguments = CommandLine.arguments
guard arguments.count == 4, let threads = Int(arguments[3]) else {
  FileHandle.standardError.write(Data("usage: RawParse REPOSITORY REVISION THREADS\n".utf8))
  exit(2)
}
do {
  let repository = try Repository(at: arguments[1])
  let files = try repository.snapshot(of: arguments[2]).files
  let start = Date()
  let statements = Workers.map(count: files.count, threads: threads, state: { () }) { _, index -> Int in
    guard let content = try? repository.content(of: files[index].blob) else { return 0 }
    return content.withUnsafeBufferPointer { Parser.parse(source: $0).statements.count }
  }
  let seconds = Date().timeIntervalSince(start)
  print("\(files.count) files, \(statements.reduce(0, +)) statements, \(Int(seconds * 1000)) ms on \(threads) threads")
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(2)
}
