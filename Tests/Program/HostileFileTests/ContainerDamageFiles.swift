import ProgramRuns

/// Containers that are damaged, or want to put their entries elsewhere.
enum ContainerDamageFiles {
  static let all: [HostileFile] = {
    var files = HostileFiles()
    addChecksums(&files)
    addEscapes(&files)
    addNoise(&files)
    return files.all
  }()

  private static let normal = WorkbookFile.kept
  private static let everyPart = normal.with(strings: "<si><t>x</t></si>").with(styles: "")

  private static func addChecksums(_ files: inout HostileFiles) {
    files.refused("a wrong checksum of a large worksheet, whose rows came before", "zip.crc") {
      normal.repeating(
        "<row><c t=\"inlineStr\"><is><t>a value that must not get out</t></is></c></row>", count: 20_000,
        between: WorkbookFile.sheetStart, and: WorkbookFile.sheetEnd
      ).changing(WorkbookFile.sheet) { $0.checksum = $0.trueChecksum ^ 0x8000_0000 }.bytes
    }
  }

  /// Entries that want to get out of the file.
  private static func addEscapes(_ files: inout HostileFiles) {
    for name in [
      "../../escaped.txt", "/tmp/escaped.txt", "..\\..\\escaped.txt", "C:\\escaped.txt", "\\\\host\\share\\escaped.txt",
      "xl/../../escaped.txt",
    ] {
      files.kept("an entry that wants to get out: \(name)") {
        normal.container.with { $0.entries.append(.init(name, Array("escaped".utf8))) }.bytes
      }
    }
    var link = ZIPArchiveBuilder.Entry("xl/link", Array("/etc/passwd".utf8))
    link.externalAttributes = 0xA1FF_0000
    files.kept("an entry that is a symbolic link") { [link] in normal.container.with { $0.entries.append(link) }.bytes }
    link.name = Array(WorkbookFile.sheet.utf8)
    files.refused("a worksheet that is a symbolic link", "xml.encoding", "xml.malformed") { [link] in
      normal.container.with { $0.entries[4] = link }.bytes
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
