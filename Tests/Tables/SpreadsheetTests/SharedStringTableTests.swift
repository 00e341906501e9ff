import ProgramRuns
import Testing

@testable import Spreadsheet

/// A table whose texts are `texts`, with two pages of each kind in memory.
private func table(of texts: [String], folder: String) throws -> SharedStringTable {
  let table = SharedStringTable(fileSize: 1, frames: 2, folder: folder)
  for text in texts {
    let start = table.textCount
    let isKept = Array(text.utf8).withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { table.append($0, count: bytes.count) } ?? true
    }
    table.decodeEscapes(since: start)
    if !isKept || !table.endText() { throw table.error }
  }
  try table.seal()
  return table
}

private func text(at index: Int, of table: SharedStringTable) throws -> String {
  let row = Row()
  guard let text = table.append(textAt: index, to: row.storage) else { throw table.error }
  #expect(text.length == row.storage.pointee.byteCount)
  let bytes = UnsafeBufferPointer(start: row.storage.pointee.bytes, count: text.length)
  return String(decoding: bytes, as: UTF8.self) + (text.flags.contains(.damaged) ? " (damaged)" : "")
}

struct SharedStringTableTests {
  @Test func `Takes no more than a file of its size deserves`() {
    let table = SharedStringTable(fileSize: 1)
    let piece = [UInt8](repeating: 120, count: 1 << 20)
    for _ in 0..<128 { #expect(table.append(piece, count: piece.count)) }
    #expect(!table.endText())
    #expect(table.error.code == "limit.shared-strings")
  }

  @Test func `Gives every text in any order, from memory and from the file, and leaves nothing behind`() throws {
    // Lengths from nothing to more than a page: some texts end at the end of a page, some lie across two or three.
    let texts = (0..<20_000).map { number in
      number % 1_000 == 999 ? String(repeating: "\(number) ", count: 6_000) : "text \(number)".prefix(number % 12) + "ä"
    }
    let folder = try Folder()
    let table = try table(of: texts, folder: folder.path)
    #expect(table.count == 20_000)
    #expect(try folder.names() == [])
    for index in texts.indices where try text(at: index, of: table) != texts[index] {
      Issue.record("text \(index), in order")
    }
    for index in texts.indices.reversed() where try text(at: index, of: table) != texts[index] {
      Issue.record("text \(index), backwards")
    }
    for step in texts.indices {
      let index = step * 7_919 % texts.count
      if try text(at: index, of: table) != texts[index] { Issue.record("text \(index), out of order") }
    }
  }

  @Test func `Decodes escapes and keeps which texts were damaged, in the file too`() throws {
    let texts = (0..<9_000).map { $0 % 100 == 0 ? "_x0041_\($0)_xD800_" : "\($0)" }
    let folder = try Folder()
    let table = try table(of: texts, folder: folder.path)
    #expect(try text(at: 0, of: table) == "A0\u{FFFD} (damaged)")
    #expect(try text(at: 1, of: table) == "1")
    #expect(try text(at: 8_900, of: table) == "A8900\u{FFFD} (damaged)")
    #expect(try text(at: 8_901, of: table) == "8901")
    #expect(try text(at: 100, of: table) == "A100\u{FFFD} (damaged)")
  }

  @Test func `Needs no folder as long as the texts find room in memory`() throws {
    let table = try table(of: ["one", "", "three"], folder: "/nowhere/at/all")
    #expect(try text(at: 2, of: table) == "three")
    #expect(try text(at: 1, of: table) == "")
  }

  @Test func `Says which folder is missing when they do not`() throws {
    let texts = Array(repeating: String(repeating: "x", count: 1_000), count: 100)
    let error = spreadsheetError { try table(of: texts, folder: "/nowhere/at/all") }
    #expect(error?.code == "io.temporary")
    #expect(
      error?.message == "the folder for temporary files, \"/nowhere/at/all\", can't be used: No such file or directory."
    )
  }

  @Test func `Keeps of a text that no cell may have only what shows that`() throws {
    let folder = try Folder()
    let table = try table(of: [String(repeating: "_x0041_", count: 100_000), "next"], folder: folder.path)

    let length = try text(at: 0, of: table).utf16.count
    #expect(length > SpreadsheetLimits.cellTextUnits)
    #expect(length < 40_000)
    #expect(try text(at: 1, of: table) == "next")
  }
}
