import Testing

@testable import Spreadsheet

/// A workbook whose one worksheet holds `hello` in A1.
private let hello = XLSXReadingPackage("<row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>hello</t></is></c></row>")
private let sheet = "xl/worksheets/sheet1.xml"

/// A change to the container of the workbook.
struct ArchiveChange: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let change: @Sendable (inout ZIPArchiveBuilder) -> Void

  init(_ description: String, _ change: @escaping @Sendable (inout ZIPArchiveBuilder) -> Void) {
    testDescription = description
    self.change = change
  }

  var bytes: [UInt8] {
    var archive = hello.archive
    change(&archive)
    return archive.bytes
  }
}

@Suite("ZIP containers")
struct ZIPArchiveTests {
  @Test(
    "Whatever the format allows is read",
    arguments: [
      ArchiveChange("stored") { _ in },
      ArchiveChange("a comment at the end") { $0.comment = Array("a comment with PK\u{5}\u{6} in it".utf8) },
      ArchiveChange("comments and extra fields of entries") {
        $0.change(sheet) {
          $0.comment = Array("why".utf8)
          $0.extra = [0x55, 0x54, 2, 0, 1, 2]
          $0.localExtra = [0x55, 0x54, 5, 0, 1, 2, 3, 4, 5]
        }
      },
      ArchiveChange("entries in another order") { $0.entries.reverse() },
      ArchiveChange("entries for folders") { $0.entries.insert(.init("xl/", []), at: 0) },
      ArchiveChange("other bytes in front") { $0.prefix = Array("#!/bin/sh\nexit\n".utf8) },
      ArchiveChange("other bytes behind") { $0.suffix = [0, 0, 0] },
      ArchiveChange("names in other case") {
        $0.change(sheet) { $0.name = Array("XL/Worksheets/Sheet1.XML".utf8) }
      },
      ArchiveChange("names with backslashes") { archive in
        for index in archive.entries.indices {
          archive.entries[index].name = archive.entries[index].name.map {
            $0 == UInt8(ascii: "/") ? UInt8(ascii: "\\") : $0
          }
        }
      },
      ArchiveChange("deflated") {
        $0.change(sheet) {
          $0.method = 8
          $0.compressed = ZIPArchiveBuilder.deflated($0.data)
        }
      },
      ArchiveChange("sizes behind the data, with a signature") {
        $0.change(sheet) {
          $0.flags = 8
          let size = UInt32($0.data.count)
          $0.trailer = little(0x0807_4B50 as UInt32) + little($0.trueChecksum) + little(size) + little(size)
        }
      },
      ArchiveChange("sizes behind the data, without a signature") {
        $0.change(sheet) {
          $0.flags = 8
          let size = UInt32($0.data.count)
          $0.trailer = little($0.trueChecksum) + little(size) + little(size)
        }
      },
      ArchiveChange("sizes in ZIP64 fields") {
        $0.change(sheet) {
          let size = little(UInt64($0.data.count))
          $0.size = .max
          $0.compressedSize = .max
          $0.extra = little(1 as UInt16) + little(16 as UInt16) + size + size
          $0.localExtra = $0.extra
        }
      },
      ArchiveChange("a ZIP64 end record") { $0.usesZIP64EndRecord = true },
      ArchiveChange("a ZIP64 end record behind other bytes") {
        $0.usesZIP64EndRecord = true
        $0.prefix = [1, 2, 3]
      },
      ArchiveChange("an entry compressed in an odd way that is not needed") {
        $0.entries.append(.init("thumbnail.jpeg", [1, 2, 3]))
        $0.change("thumbnail.jpeg") { $0.method = 14 }
      },
    ])
  func reads(change: ArchiveChange) throws {
    #expect(try XLSXReadingPackage.cells(of: change.bytes) == ["A1 text hello"])
  }

  @Test(
    "Whatever contradicts itself is refused by name",
    arguments: [
      (
        "zip.entry-mismatch",
        ArchiveChange("another name") { $0.change(sheet) { $0.localName = Array("xl/worksheets/sheet2.xml".utf8) } }
      ),
      ("zip.entry-mismatch", ArchiveChange("another method") { $0.change(sheet) { $0.localMethod = 8 } }),
      ("zip.entry-mismatch", ArchiveChange("another size") { $0.change(sheet) { $0.localSize = 7 } }),
      ("zip.crc", ArchiveChange("another checksum") { $0.change(sheet) { $0.checksum = 7 } }),
      (
        "zip.size-mismatch",
        ArchiveChange("one byte fewer than claimed") { $0.change(sheet) { $0.size = UInt32($0.data.count + 1) } }
      ),
      (
        "zip.size-mismatch",
        ArchiveChange("one byte more than claimed") { $0.change(sheet) { $0.size = UInt32($0.data.count - 1) } }
      ),
      (
        "zip.size-mismatch",
        ArchiveChange("four gigabytes claimed") {
          $0.change(sheet) {
            $0.method = 8
            $0.compressed = ZIPArchiveBuilder.deflated($0.data)
            $0.size = .max - 1
          }
        }
      ),
      (
        "zip.size-mismatch",
        ArchiveChange("2^63 bytes claimed") {
          $0.change(sheet) {
            $0.size = .max
            $0.extra = little(1 as UInt16) + little(8 as UInt16) + little(1 << 63 as UInt64)
            $0.localExtra = $0.extra
          }
        }
      ),
      ("zip.bad-directory", ArchiveChange("ZIP64 fields left out") { $0.change(sheet) { $0.size = .max } }),
      (
        "zip.corrupt-data",
        ArchiveChange("broken compressed data") {
          $0.change(sheet) {
            $0.method = 8
            $0.compressed = [1] + little(5 as UInt16) + little(5 as UInt16) + [1, 2, 3, 4, 5]
          }
        }
      ),
      (
        "zip.corrupt-data",
        ArchiveChange("compressed data that breaks off") {
          $0.change(sheet) {
            $0.method = 8
            $0.compressed = Array(ZIPArchiveBuilder.deflated($0.data).dropLast(9))
          }
        }
      ),
      (
        "zip.corrupt-data",
        ArchiveChange("bytes behind the compressed data") {
          $0.change(sheet) {
            $0.method = 8
            $0.compressed = ZIPArchiveBuilder.deflated($0.data) + [0]
          }
        }
      ),
      ("zip.unsupported-method", ArchiveChange("BZIP2") { $0.change(sheet) { $0.method = 12 } }),
      ("file.password-protected", ArchiveChange("encrypted") { $0.change(sheet) { $0.flags = 1 } }),
      ("zip.duplicate-entry", ArchiveChange("a part twice") { $0.entries.append($0.entries[4]) }),
      (
        "zip.duplicate-entry",
        ArchiveChange("a part twice in other case") {
          $0.entries.append($0.entries[4])
          $0.entries[5].name = Array("xl/worksheets/SHEET1.xml".utf8)
        }
      ),
      ("zip.bad-directory", ArchiveChange("NUL in a name") { $0.change(sheet) { $0.name += [0] } }),
      ("zip.bad-directory", ArchiveChange("an empty name") { $0.change(sheet) { $0.name = [] } }),
      ("zip.bad-directory", ArchiveChange("more entries claimed") { $0.claimedCount = 6 }),
      ("zip.bad-directory", ArchiveChange("fewer entries claimed") { $0.claimedCount = 4 }),
      ("zip.bad-directory", ArchiveChange("one of several volumes") { $0.disk = 1 }),
      ("zip.bad-directory", ArchiveChange("entries in another volume") { $0.entryDisk = 1 }),
      ("zip.bad-header", ArchiveChange("an offset into data") { $0.change(sheet) { $0.headerOffset = 7 } }),
      ("zip.bad-directory", ArchiveChange("an offset beyond") { $0.change(sheet) { $0.headerOffset = .max - 1 } }),
      (
        "zip.entry-mismatch", ArchiveChange("an offset of another entry") { $0.change(sheet) { $0.headerOffset = 0 } }
      ),
      (
        "zip.overlap",
        ArchiveChange("two entries on the same bytes") {
          var second = $0.entries[0]
          second.headerOffset = 0
          $0.entries.append(second)
        }
      ),
      (
        "zip.overlap",
        ArchiveChange("data that runs into the directory") {
          $0.entries.append(.init("last", [1, 2, 3]))
          $0.change("last") {
            $0.size = 9
            $0.compressedSize = 9
          }
        }
      ),
      ("file.unsupported-format", ArchiveChange("no entries") { $0.entries = [] }),
    ])
  func refuses(code: String, change: ArchiveChange) {
    #expect(XLSXReadingPackage.failure(of: change.bytes)?.code.rawValue == code)
  }

  @Test("A file that ends early is refused wherever it ends")
  func truncation() {
    let bytes = hello.archive.bytes
    var codes: Set<String> = []
    for count in bytes.indices {
      let failure = XLSXReadingPackage.failure(of: Array(bytes[..<count]))
      codes.insert(failure?.code.rawValue ?? "read in full with \(count) bytes")
    }
    #expect(codes == ["file.empty", "file.unsupported-format", "zip.truncated"])
  }

  @Test("A flipped bit anywhere is refused, or changes nothing that is read")
  func flippedBits() {
    let bytes = hello.archive.bytes
    for index in bytes.indices {
      var flipped = bytes
      flipped[index] ^= 1 << UInt8(index % 8)
      if let cells = try? XLSXReadingPackage.cells(of: flipped) { #expect(cells == ["A1 text hello"], "byte \(index)") }
    }
  }

  @Test("A part that gives more than it claims is stopped there", arguments: [(-1, "more than"), (1, "fewer than")])
  func sizeMismatch(difference: Int, words: String) {
    var archive = hello.archive
    archive.change(sheet) { $0.size = UInt32($0.data.count + difference) }
    let failure = XLSXReadingPackage.failure(of: archive.bytes)
    #expect(failure?.code.rawValue == "zip.size-mismatch")
    #expect(failure?.message.contains(words) == true)
  }

  @Test("Damage in a part is told as damage and not as broken XML")
  func damage() {
    var archive = hello.archive
    archive.change(sheet) {
      // Longer than what is inflated at once, so that the broken XML is met first.
      $0.data += Array(repeating: UInt8(ascii: " "), count: 200_000)
      $0.checksum = $0.trueChecksum
      $0.data[5] = UInt8(ascii: "<")
    }
    #expect(XLSXReadingPackage.failure(of: archive.bytes)?.code.rawValue == "zip.crc")
    archive.change(sheet) { $0.checksum = nil }
    #expect(XLSXReadingPackage.failure(of: archive.bytes)?.code.rawValue == "xml.malformed")
  }

  @Test("Rows come before the damage at the end of their part is found, and then the reading throws")
  func damageAtEnd() throws {
    var archive = hello.archive
    archive.change(sheet) { $0.checksum = 7 }
    let file = try TemporaryFile(archive.bytes)
    let workbook = try XLSXWorkbook(path: file.path)
    #expect(throws: SpreadsheetError.self) { try workbook.readRows(ofWorksheetAt: 0) { _ in } }
  }

  @Test("An error names the file and the part")
  func place() throws {
    var archive = hello.archive
    archive.change(sheet) { $0.checksum = 7 }
    let file = try TemporaryFile(archive.bytes)
    let error = #expect(throws: SpreadsheetError.self) {
      let workbook = try XLSXWorkbook(path: file.path)
      try workbook.readRows(ofWorksheetAt: 0) { _ in }
    }
    #expect(error?.place == .init(file: file.path, part: sheet, worksheet: "Review"))
    #expect(
      error?.description
        == "\(file.path): worksheet \"Review\": the file is damaged: the checksum of the part is wrong. "
        + "Download or copy it again, or ask for a new copy.")
  }
}
