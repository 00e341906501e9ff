import Foundation
import ProgramRuns
import Testing

/// Each file is read by the program's commands, within bounds of time and memory to which the system holds them.
@Suite("Files from strangers")
struct HostileFileTests {
  @Test("containers that inflate to more than they should", arguments: ContainerSizeFiles.all)
  func containerSizes(file: HostileFile) throws { try HostileFileCheck.run(file) }

  @Test("containers that are damaged", arguments: ContainerDamageFiles.all)
  func containerDamage(file: HostileFile) throws { try HostileFileCheck.run(file) }

  @Test("things that are no files", arguments: WrongFormatFiles.all)
  func wrongFormats(file: HostileFile) throws { try HostileFileCheck.run(file) }

  @Test("document types, entities and encodings", arguments: DocumentTypeFiles.all)
  func documentTypes(file: HostileFile) throws { try HostileFileCheck.run(file) }

  @Test("XML that is deep or long", arguments: MarkupFloodFiles.all)
  func markupFloods(file: HostileFile) throws { try HostileFileCheck.run(file) }

  @Test("cells of which too much is told", arguments: CellFiles.all)
  func cells(file: HostileFile) throws { try HostileFileCheck.run(file) }

  @Test("texts that are struck out, rounded, steered or in a hidden worksheet", arguments: UncertainTextFiles.all)
  func uncertainTexts(file: HostileFile) throws { try HostileFileCheck.run(file) }

  @Test("comments on cells", arguments: CommentFiles.all)
  func comments(file: HostileFile) throws { try HostileFileCheck.run(file) }

  @Test("delimited text that goes on and on, read strictly and leniently", arguments: DelimitedFiles.all)
  func delimitedText(file: HostileFile) throws { try HostileFileCheck.run(file) }

  @Test("reviews as XLIFF that want more than they may", arguments: XLIFFFiles.all)
  func reviewsAsXLIFF(file: HostileFile) throws { try HostileFileCheck.run(file) }

  @Test("reviews as PO that want more than they may", arguments: POFiles.all)
  func reviewsAsPO(file: HostileFile) throws { try HostileFileCheck.run(file) }

  @Test("review sheets that nobody can be certain of", arguments: ReviewSheetFiles.all)
  func reviewSheets(file: HostileFile) throws { try HostileFileCheck.run(file) }

  @Test(
    "an error is one line that names the file and says what to do",
    arguments: [
      ("sheet.xlsx", "", "is empty"), ("sheet.xlsx", "<html>", "web page"),
      ("sheet.csv", "a,\"\u{202E}\u{1B}[2J\n", ""),
      ("\u{1B}[2Jsheet\nerror: all is well.xlsx", "%PDF-1.7", "PDF"),
    ])
  func oneLine(name: String, content: String, says: String) throws {
    let folder = try Folder()
    try Folder.write(Array(content.utf8), to: "\(folder.path)/\(name)")
    let run = try HostileFileCheck.run(["check", name], in: folder)
    let errors = String(decoding: run.errors, as: UTF8.self)
    #expect(run.ending == .exited(1))
    #expect(run.output.isEmpty)
    #expect(errors.hasPrefix("error: ") && errors.contains("sheet") && (says.isEmpty || errors.contains(says)))
    #expect(errors.unicodeScalars.filter { $0.value < 0x20 || $0.value == 0x202E } == ["\n"])
  }
}
