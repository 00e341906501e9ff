import ProgramRuns
import Testing

@testable import Spreadsheet

/// A workbook whose one worksheet holds `hello` in A1.
private let hello = WorkbookFile("<row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>hello</t></is></c></row>")
private let sheet = "xl/worksheets/sheet1.xml"

/// A container that differs from a sound one, and the code that it is refused with; none where it is read.
struct OddArchive: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let code: String?
  let bytes: [UInt8]

  init(_ what: String, _ code: String? = nil, _ change: (inout ZIPArchiveBuilder) -> Void) {
    testDescription = what
    self.code = code
    var archive = hello.archive
    change(&archive)
    bytes = archive.bytes
  }

  /// A container whose worksheet's entry differs.
  init(entry what: String, _ code: String? = nil, _ change: (inout ZIPArchiveBuilder.Entry) -> Void) {
    self.init(what, code) { $0.change(sheet, change) }
  }

  /// A container with one more entry.
  init(more name: String, _ code: String? = nil, _ change: (inout ZIPArchiveBuilder.Entry) -> Void = { _ in }) {
    self.init("one more entry \(name.debugDescription)", code) {
      $0.entries.append(.init(name, [1, 2, 3]))
      change(&$0.entries[5])
    }
  }
}

extension ZIPArchiveBuilder.Entry {
  /// Deflates the data, as a stream that something may be wrong with.
  fileprivate mutating func deflate(_ change: ([UInt8]) -> [UInt8] = { $0 }) {
    method = 8
    compressed = change(ZIPArchiveBuilder.deflated(data))
  }

  /// Tells checksum and sizes behind the data.
  fileprivate mutating func tellSizesLater(_ signature: [UInt8]) {
    flags = 8
    let size = little(UInt32(data.count))
    trailer = signature + little(trueChecksum) + size + size
  }

  /// Tells numbers in a ZIP64 field.
  fileprivate mutating func tell64(_ numbers: UInt64...) {
    extra = little(1 as UInt16) + little(UInt16(numbers.count * 8)) + numbers.flatMap { little($0) }
    localExtra = extra
  }
}

struct ZIPArchiveTests {
  @Test(arguments: [
    OddArchive("stored") { _ in },
    OddArchive("a comment") { $0.comment = Array("a comment with PK\u{5}\u{6} in it".utf8) },
    OddArchive("a comment like an end record") { $0.comment = [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 30) },
    OddArchive(entry: "comments and extra fields") {
      $0.comment = Array("why".utf8)
      $0.extra = [0x55, 0x54, 2, 0, 1, 2]
      $0.localExtra = [0x55, 0x54, 5, 0, 1, 2, 3, 4, 5]
    }, OddArchive("entries in another order") { $0.entries.reverse() },
    OddArchive("entries for folders") { $0.entries.insert(.init("xl/", []), at: 0) },
    OddArchive("other bytes in front") { $0.prefix = Array("#!/bin/sh\nexit\n".utf8) },
    OddArchive("other bytes in front that offsets count") { ($0.prefix, $0.countsPrefix) = ([1, 2, 3], true) },
    OddArchive("a gap before the directory") { $0.gap = [UInt8](repeating: 0, count: 100) },
    OddArchive("an entry that the directory doesn't list") {
      $0.entries.insert(.init(sheet, "<hidden/>"), at: 0)
      $0.entries[0].isUnlisted = true
    }, OddArchive(entry: "a name in other case") { $0.name = Array("XL/Worksheets/Sheet1.XML".utf8) },
    OddArchive(entry: "a name with backslashes") { $0.name = Array("xl\\worksheets\\sheet1.xml".utf8) },
    OddArchive(entry: "deflated") { $0.deflate() },
    OddArchive(entry: "sizes behind the data, with a signature") { $0.tellSizesLater(little(0x0807_4B50 as UInt32)) },
    OddArchive(entry: "sizes behind the data, without a signature") { $0.tellSizesLater([]) },
    OddArchive(entry: "sizes in ZIP64 fields") {
      ($0.size, $0.compressedSize) = (.max, .max)
      $0.tell64(UInt64($0.data.count), UInt64($0.data.count))
    }, OddArchive("a ZIP64 end record") { $0.usesZIP64EndRecord = true },
    OddArchive("a ZIP64 end record behind other bytes") { ($0.usesZIP64EndRecord, $0.prefix) = (true, [1, 2, 3]) },
    OddArchive(more: "compressed.jpeg") { $0.method = 14 }, OddArchive(more: "encrypted.jpeg") { $0.flags = 1 },
    OddArchive(more: "damaged.jpeg") { $0.checksum = 7 }, OddArchive(more: "xl/embeddings/book.xlsx"),
  ]) func `Whatever the format allows is read`(archive: OddArchive) throws {
    #expect(try WorkbookFile.cells(of: archive.bytes) == ["A1 text hello"])
  }

  private static let lies = [
    OddArchive(entry: "another name", "zip.entry-mismatch") { $0.localName = Array("xl/worksheets/sheet2.xml".utf8) },
    OddArchive(entry: "another method", "zip.entry-mismatch") { $0.localMethod = 8 },
    OddArchive(entry: "another size", "zip.entry-mismatch") { $0.localSize = 7 },
    OddArchive(entry: "encryption that the directory doesn't know", "zip.entry-mismatch") { $0.localFlags = 1 },
    OddArchive(entry: "an offset of another entry", "zip.entry-mismatch") { $0.headerOffset = 0 },
    OddArchive(entry: "no signature", "zip.bad-header") { $0.localSignature = 7 },
    OddArchive(entry: "an offset into data", "zip.bad-header") { $0.headerOffset = 7 },
    OddArchive(entry: "an offset beyond", "zip.bad-directory") { $0.headerOffset = .max - 1 },
    OddArchive(entry: "an offset left out", "zip.bad-directory") { $0.headerOffset = .max },
    OddArchive(entry: "an offset of 2^63", "zip.bad-directory") {
      $0.headerOffset = .max
      $0.tell64(1 << 63)
    }, OddArchive(entry: "another checksum", "zip.crc") { $0.checksum = 7 },
    OddArchive(entry: "four gigabytes claimed", "zip.size-mismatch") {
      $0.deflate()
      $0.size = .max - 1
    },
    OddArchive(entry: "2^63 bytes claimed", "zip.size-mismatch") {
      $0.size = .max
      $0.tell64(1 << 63)
    },
    OddArchive(entry: "2^63 compressed bytes claimed", "zip.bad-directory") {
      $0.compressedSize = .max
      $0.tell64(1 << 63)
    }, OddArchive(entry: "a ZIP64 field left out", "zip.bad-directory") { $0.size = .max },
    OddArchive(entry: "a ZIP64 field cut off", "zip.bad-directory") {
      ($0.size, $0.extra) = (.max, [1, 0, 4, 0, 1, 2, 3, 4])
    },
    OddArchive(entry: "an extra field longer than what holds it", "zip.bad-directory") {
      ($0.size, $0.extra) = (.max, [1, 0, 0xFF, 0xFF, 1, 2, 3])
    },
    OddArchive(entry: "broken compressed data", "zip.corrupt-data") {
      $0.deflate { _ in [1, 5, 0, 5, 0, 1, 2, 3, 4, 5] }
    }, OddArchive(entry: "compressed data that breaks off", "zip.corrupt-data") { $0.deflate { $0.dropLast(9) } },
    OddArchive(entry: "bytes behind the compressed data", "zip.corrupt-data") { $0.deflate { $0 + [0] } },
    OddArchive(entry: "a distance before the start", "zip.corrupt-data") { $0.deflate { _ in [0x4B, 4, 0x62, 0] } },
    OddArchive(entry: "BZIP2", "zip.unsupported-method") { $0.method = 12 },
    OddArchive(entry: "encrypted", "file.password-protected") { $0.flags = 1 },
    OddArchive(more: sheet, "zip.duplicate-entry"), OddArchive(more: "xl/worksheets/SHEET1.xml", "zip.duplicate-entry"),
    OddArchive(more: "xl\\worksheets\\sheet1.xml", "zip.duplicate-entry"),
    OddArchive(more: "/" + sheet, "zip.duplicate-entry"), OddArchive(more: sheet + "\0.txt", "zip.bad-directory"),
    OddArchive(more: "", "zip.bad-directory"), OddArchive(more: "xl/\u{1B}[2Jx.xml", "zip.bad-directory"),
    OddArchive(more: "xl/\u{202E}lmx.teehs", "zip.bad-header") { $0.localSignature = 7 },
    OddArchive("more entries claimed", "zip.bad-directory") { $0.claimedCount = 6 },
    OddArchive("fewer entries claimed", "zip.bad-directory") { $0.claimedCount = 4 },
    OddArchive("2^40 entries claimed", "limit.entries") {
      ($0.usesZIP64EndRecord, $0.claimedCount64) = (true, 1 << 40)
    },
    OddArchive("2^64 - 1 entries claimed", "limit.entries") {
      ($0.usesZIP64EndRecord, $0.claimedCount64) = (true, .max)
    }, OddArchive("one of several volumes", "zip.bad-directory") { $0.disk = 1 },
    OddArchive("entries in another volume", "zip.bad-directory") { $0.entryDisk = 1 },
    OddArchive("a directory of 4 GiB", "zip.bad-directory") { $0.directorySize = 0xFFFF_FFF0 },
    OddArchive("a directory behind the file", "zip.bad-directory") { $0.directoryOffset = 0x7FFF_FFFF },
    OddArchive("a directory without its signature", "zip.bad-directory") { $0.directorySignature = 7 },
    OddArchive("two entries on the same bytes", "zip.overlap") {
      $0.entries.append($0.entries[0])
      $0.entries[5].headerOffset = 0
    }, OddArchive(more: "data that runs into the directory", "zip.overlap") { ($0.size, $0.compressedSize) = (9, 9) },
    OddArchive("no entries", "file.unsupported-format") { $0.entries = [] },
  ]

  @Test(arguments: lies) func `Whatever contradicts itself is refused by name`(archive: OddArchive) {
    #expect(WorkbookFile.failure(of: archive.bytes)?.code.rawValue == archive.code)
  }

  @Test func `A file that ends early is refused wherever it ends`() {
    let bytes = hello.archive.bytes
    var codes: Set<String> = []
    for count in bytes.indices {
      let failure = WorkbookFile.failure(of: Array(bytes[..<count]))
      codes.insert(failure?.code.rawValue ?? "read in full with \(count) bytes")
    }
    #expect(codes == ["file.empty", "file.unsupported-format", "zip.truncated"])
  }

  @Test func `A flipped bit anywhere is refused, or changes nothing that is read`() {
    let bytes = hello.archive.bytes
    for index in bytes.indices {
      var flipped = bytes
      flipped[index] ^= 1 << UInt8(index % 8)
      if let cells = try? WorkbookFile.cells(of: flipped) { #expect(cells == ["A1 text hello"], "byte \(index)") }
    }
  }

  @Test(arguments: [(-1, "more than"), (1, "fewer than")])
  func `A part that gives more than it claims is stopped there`(difference: Int, words: String) {
    var archive = hello.archive
    archive.change(sheet) { $0.size = UInt32($0.data.count + difference) }
    let failure = WorkbookFile.failure(of: archive.bytes)
    #expect(failure?.code == "zip.size-mismatch")
    #expect(failure?.message.contains(words) == true)
  }

  @Test func `Damage in a part is told as damage and not as broken XML`() {
    var archive = hello.archive
    archive.change(sheet) {
      // Longer than what is inflated at once, so that the broken XML is met first.
      $0.data += Array(repeating: UInt8(ascii: " "), count: 200_000)
      $0.checksum = $0.trueChecksum
      $0.data[5] = UInt8(ascii: "<")
    }
    #expect(WorkbookFile.failure(of: archive.bytes)?.code == "zip.crc")
    archive.change(sheet) { $0.checksum = nil }
    #expect(WorkbookFile.failure(of: archive.bytes)?.code == "xml.malformed")
  }

  @Test func `An error names the file and the part`() throws {
    var archive = hello.archive
    archive.change(sheet) { $0.checksum = 7 }
    let file = try TemporaryFile(archive.bytes)
    let error = spreadsheetError {
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
