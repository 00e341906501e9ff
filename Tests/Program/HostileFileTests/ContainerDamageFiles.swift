import ProgramRuns

/// Containers that are damaged, or want to put their entries elsewhere.
enum ContainerDamageFiles {
  static let all: [HostileFile] = {
    var files = HostileFiles()
    addChecksums(&files)
    addEscapes(&files)
    return files.all
  }()

  private static let normal = WorkbookFile.kept

  private static func addChecksums(_ files: inout HostileFiles) {
    files.refused("a wrong checksum of a large worksheet, whose rows came before", "zip.crc") {
      normal.repeating(
        "<row><c t=\"inlineStr\"><is><t>a value that must not get out</t></is></c></row>", count: 20_000,
        between: WorkbookFile.sheetStart, and: WorkbookFile.sheetEnd
      ).changing(WorkbookFile.sheet) { $0.checksum = $0.trueChecksum ^ 0x8000_0000 }
    }
  }

  /// Entries that want to get out of the file.
  private static func addEscapes(_ files: inout HostileFiles) {
    for name in [
      "../../escaped.txt", "/tmp/escaped.txt", "..\\..\\escaped.txt", "C:\\escaped.txt", "\\\\host\\share\\escaped.txt",
      "xl/../../escaped.txt",
    ] {
      files.kept("an entry that wants to get out: \(name)") {
        normal.container.with { $0.entries.append(.init(name, Array("escaped".utf8))) }
      }
    }
    var link = ZIPArchiveBuilder.Entry("xl/link", Array("/etc/passwd".utf8))
    link.externalAttributes = 0xA1FF_0000
    files.kept("an entry that is a symbolic link") { [link] in normal.container.with { $0.entries.append(link) } }
    link.name = Array(WorkbookFile.sheet.utf8)
    files.refused("a worksheet that is a symbolic link", "xml.encoding", "xml.malformed") { [link] in
      normal.container.with { $0.entries[4] = link }
    }
  }
}
