import Foundation
import ProgramRuns
import Testing

/// Each file is read by the program's commands, within bounds of time and memory: in a ``SharedProcess``, or where it may explode
/// in a process of its own.
@Suite("Files from strangers")
struct HostileFileTests {
  @Test("containers that inflate to more than they should", arguments: ContainerSizeFiles.all)
  func containerSizes(file: HostileFile) throws { try HostileFileCheck.run(file, alone: true) }

  @Test("containers that are cut off or damaged", arguments: ContainerDamageFiles.all)
  func containerDamage(file: HostileFile) throws { try HostileFileCheck.run(file) }

  @Test("containers whose records contradict each other", arguments: ContainerLieFiles.all)
  func containerLies(file: HostileFile) throws { try HostileFileCheck.run(file) }

  @Test("things that are no workbook and no table", arguments: WrongFormatFiles.all)
  func wrongFormats(file: HostileFile) throws { try HostileFileCheck.run(file) }

  @Test("workbooks written in unusual ways", arguments: LegalOddityFiles.all)
  func legalOddities(file: HostileFile) throws { try HostileFileCheck.run(file) }

  @Test("document types, entities and encodings", arguments: DocumentTypeFiles.all)
  func documentTypes(file: HostileFile) throws { try HostileFileCheck.run(file) }

  @Test("relationships that lead elsewhere", arguments: RelationshipFiles.all)
  func relationships(file: HostileFile) throws { try HostileFileCheck.run(file) }

  @Test("XML that is deep, long or broken", arguments: MarkupFloodFiles.all)
  func markupFloods(file: HostileFile) throws { try HostileFileCheck.run(file, alone: true) }

  @Test("cells that stand where they can't or hold what they can't", arguments: CellFiles.all)
  func cells(file: HostileFile) throws { try HostileFileCheck.run(file) }

  @Test("texts that are escaped, mixed, invisible or long", arguments: CellTextFiles.all)
  func cellTexts(file: HostileFile) throws { try HostileFileCheck.run(file) }

  @Test("text where no program shows it", arguments: HiddenContentFiles.all)
  func hiddenContent(file: HostileFile) throws { try HostileFileCheck.run(file) }

  @Test("texts that are struck out, rounded, steered or in a hidden worksheet", arguments: UncertainTextFiles.all)
  func uncertainTexts(file: HostileFile) throws { try HostileFileCheck.run(file) }

  @Test("comments on cells", arguments: CommentFiles.all)
  func comments(file: HostileFile) throws { try HostileFileCheck.run(file) }

  @Test("delimited text, read strictly and leniently", arguments: DelimitedFiles.all)
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

  @Test(
    "a command that dies or hangs in a shared process is told, and the next one runs",
    .enabled(if: SharedProcess.isThere))
  func deaths() throws {
    let folder = try Folder()
    for (command, ending) in [("die", ProgramRun.Ending.killed(SIGABRT)), ("hang", .timedOut), ("check", .exited(64))] {
      let seconds = command == "hang" ? 10.0 : 600
      #expect(try SharedProcess.run([command], in: folder, wallSeconds: seconds).ending == ending)
    }
  }
}
