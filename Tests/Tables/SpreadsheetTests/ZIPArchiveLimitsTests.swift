import ProgramRuns
import Testing

@testable import Spreadsheet

/// A worksheet of 20,173 bytes, deflated to 177: 20,000 times `a` in A1.
private let deflatedSheet: [UInt8] = hex(
  "eddc410ac2301085e1ab941cc051172e240d08dec013841a6db1494a32508f6f74211ec1c5ffc184e485b9c2b36b2e8f3a86a0dd33cea9f66654"
    + "5d8e22751843f475939790dacf2d97e8b53dcb5dea5282bf7e96e22cfbedf620d14fc938fbc9ce5ebdb325af5de9cdaea5c3fb72da994e7b33a5"
    + "794ae1a2a5e55375569d0700000000000000000000000000000000000000000000000000000000fc052beaacbcbbe2646853f2dace9fa239f936"
    + "d8b917")

struct ZIPArchiveLimitsTests {
  private var bytes: [UInt8] {
    var archive = WorkbookFile("").archive
    archive.change("xl/worksheets/sheet1.xml") {
      $0.method = 8
      $0.compressed = deflatedSheet
      $0.checksum = 0x62B4_A34A
      $0.size = 20_173
    }
    return archive.bytes
  }

  @Test func `A part within all limits is read`() throws {
    let text = String(repeating: "a", count: 20_000)
    #expect(try WorkbookFile.cells(of: bytes) == ["A1 text \(text)"])
  }

  @Test(arguments: [
    LimitCase("limit.part-size", "20172", "partSize") { $0.partSize = 20_172 },
    LimitCase("limit.total-size", "21000", "totalSize") { $0.totalSize = 21_000 },
    LimitCase("limit.ratio", "100", "inflationRatio") {
      $0.inflationRatio = 100
      $0.ratioFloor = 10_000
    }, LimitCase("limit.entries", "4", "zipEntries") { $0.zipEntries = 4 },
  ]) func `Each limit has its code, its number and its name in the error`(limit: LimitCase) {
    limit.expect(in: WorkbookFile.failure(of: bytes, limits: limit.limits))
  }

  @Test func `Below its floor the ratio does not count, nor above it when it is kept`() {
    var limits = SpreadsheetLimits()
    limits.inflationRatio = 100
    limits.ratioFloor = 20_173
    #expect(WorkbookFile.failure(of: bytes, limits: limits) == nil)
    limits.inflationRatio = 114
    limits.ratioFloor = 0
    #expect(WorkbookFile.failure(of: bytes, limits: limits) == nil)
  }

  /// Reads entries of a container, one after the other.
  private func read(_ names: [String], of builder: ZIPArchiveBuilder, limits: SpreadsheetLimits) throws {
    let file = try TemporaryFile(builder.bytes)
    let archive = try ZIPArchive(InputFile(path: file.path), limits: limits)
    for (index, name) in names.enumerated() {
      let entry = try #require(archive.entry(named: name))
      let reader = try archive.reader(of: entry, partSize: 1 << 20)
      defer { archive.count(reader.count, of: entry) }
      do { try reader.drain() } catch {
        #expect(index == names.count - 1)
        throw error
      }
    }
  }

  @Test func `All entries together have a ratio too, once they gave four times what one of them may`() throws {
    let entries = ["a", "b", "c", "d", "e"].map { name in
      var entry = ZIPArchiveBuilder.Entry(name, [])
      entry.method = 8
      entry.compressed = deflatedSheet
      entry.checksum = 0x62B4_A34A
      entry.size = 20_173
      return entry
    }
    var limits = SpreadsheetLimits()
    limits.inflationRatio = 100
    limits.ratioFloor = 20_173
    let error = spreadsheetError {
      try read(["a", "b", "c", "d", "a", "e"], of: ZIPArchiveBuilder(entries), limits: limits)
    }
    #expect(error?.code == "limit.ratio")
  }

  @Test func `All entries together count, each once`() throws {
    let data = [UInt8](repeating: 1, count: 100)
    var limits = SpreadsheetLimits()
    limits.totalSize = 250
    let error = spreadsheetError {
      try read(
        ["a", "a", "a", "b", "a", "b", "c"], of: ZIPArchiveBuilder(["a", "b", "c"].map { .init($0, data) }),
        limits: limits)
    }
    #expect(error?.code == "limit.total-size")
  }
}

extension ZIPEntryReader {
  /// Reads the rest, to verify it.
  fileprivate func drain() throws(SpreadsheetError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { buffer.deallocate() }
    while !isAtEnd { _ = try read(into: buffer) }
  }
}
