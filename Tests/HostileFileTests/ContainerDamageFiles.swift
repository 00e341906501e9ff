/// Containers that are cut off or damaged.
enum ContainerDamageFiles {
  static let all: [HostileFile] = {
    var files = HostileFiles()
    addTruncations(&files)
    addChecksums(&files)
    addNoise(&files)
    return files.all
  }()

  private static let normal = WorkbookFile()
  private static let everyPart = WorkbookFile().with(strings: "<si><t>x</t></si>")
    .with(WorkbookFile.styles, "<styleSheet xmlns=\"\(WorkbookFile.main)\"/>")
    .with(
      WorkbookFile.workbookRelationships,
      WorkbookFile.targets(
        more: WorkbookFile.relationship("rId2", "sharedStrings", "sharedStrings.xml")
          + WorkbookFile.relationship("rId3", "styles", "styles.xml")))

  private static func addTruncations(_ files: inout HostileFiles) {
    files.refused("an empty file", "file.empty") { [] }
    files.refused("half of a download filled up with NUL bytes", "zip.truncated") {
      let bytes = normal.bytes
      return bytes.prefix(bytes.count / 2) + [UInt8](repeating: 0, count: bytes.count / 2)
    }
    files.refused("only the end record", "file.unsupported-format", "zip.truncated", "zip.bad-directory") {
      Array(normal.bytes.suffix(22))
    }
    files.refused("a container without its first 100 bytes", "zip.bad-directory", "zip.bad-header") {
      Array(normal.bytes.dropFirst(100))
    }
    for count in 1...3 {
      files.bounded("the first \(count) bytes of a container") { Array(normal.bytes.prefix(count)) }
    }
    for count in [4, 29, 30, 31, 100, 500, 1_000] {
      files.refused("the first \(count) bytes of a container", "zip.truncated") { Array(normal.bytes.prefix(count)) }
    }
    for count in [1, 4, 12, 21, 22, 23, 60, 200] {
      files.refused("a container without its last \(count) bytes", "zip.truncated") {
        Array(normal.bytes.dropLast(count))
      }
    }
  }

  private static func addChecksums(_ files: inout HostileFiles) {
    for (part, _) in everyPart.parts where part != WorkbookFile.strings {
      files.refused("a wrong checksum of \(part)", "zip.crc", mentions: ["checksum"]) {
        everyPart.container.changing(part) { $0.checksum ^= 1 }.bytes
      }
    }
    files.refused("a wrong checksum of the shared strings", "zip.crc") {
      WorkbookFile(rows: "<row><c t=\"s\"><v>0</v></c></row>").with(strings: "<si><t>x</t></si>")
        .container.changing(WorkbookFile.strings) { $0.checksum ^= 1 }.bytes
    }
    files.refused("a wrong checksum of a large worksheet, whose rows came before", "zip.crc") {
      normal.repeating(
        "<row><c t=\"inlineStr\"><is><t>a value that must not get out</t></is></c></row>", count: 20_000,
        between: WorkbookFile.sheetStart, and: WorkbookFile.sheetEnd
      ).changing(WorkbookFile.sheet) { $0.checksum ^= 0x8000_0000 }.bytes
    }
    files.refused("a changed byte of a stored worksheet", "zip.crc") {
      var container = normal.container
      container.entries[4] = ZIPContainer.Entry(WorkbookFile.sheet, normal.parts[4].bytes, isDeflated: false)
      return container.changing(WorkbookFile.sheet) { $0.data[$0.data.count - 60] ^= 1 }.bytes
    }
    files.kept("a wrong checksum of a picture that nobody reads") {
      normal.with("xl/media/image1.png", [1, 2, 3]).container
        .changing("xl/media/image1.png") { $0.checksum ^= 1 }.bytes
    }
  }

  private static func addNoise(_ files: inout HostileFiles) {
    for seed in 1...24 {
      files.bounded("a workbook with flipped bits, seed \(seed)") {
        var numbers = SeededNumbers(seed: UInt64(seed))
        var bytes = everyPart.bytes
        for _ in 0..<(1 + seed / 4) {
          bytes[Int.random(in: 0..<bytes.count, using: &numbers)] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
        }
        return bytes
      }
    }
    for seed in 1...8 {
      files.bounded("XML with changed bytes in a sound container, seed \(seed)") {
        var numbers = SeededNumbers(seed: UInt64(seed) << 32)
        var sheet = normal.parts[4].bytes
        for _ in 0..<seed {
          sheet[Int.random(in: 60..<sheet.count, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
        }
        return normal.with(WorkbookFile.sheet, sheet).bytes
      }
    }
    for seed in 1...4 {
      files.refused("noise behind the signature of a container, seed \(seed)", "zip.truncated") {
        var numbers = SeededNumbers(seed: UInt64(seed) << 48)
        return [0x50, 0x4B, 3, 4] + numbers.bytes(20_000)
      }
    }
  }
}
