import Foundation
import ProgramRuns
import Testing

/// Each file is read by the program's commands, within bounds of time and memory to which the system holds them.
struct HostileFileTests {
  @Test(arguments: ContainerSizeFiles.all) func `containers that inflate to more than they should`(file: HostileFile)
    throws
  { try HostileFileCheck.run(file) }

  @Test(arguments: ContainerDamageFiles.all) func `containers that are damaged`(file: HostileFile) throws {
    try HostileFileCheck.run(file)
  }

  @Test(arguments: WrongFormatFiles.all) func `things that are no files`(file: HostileFile) throws {
    try HostileFileCheck.run(file)
  }

  @Test(arguments: DocumentTypeFiles.all) func `document types, entities and encodings`(file: HostileFile) throws {
    try HostileFileCheck.run(file)
  }

  @Test(arguments: MarkupFloodFiles.all) func `XML that is deep or long`(file: HostileFile) throws {
    try HostileFileCheck.run(file)
  }

  @Test(arguments: CellFiles.all) func `cells of which too much is told`(file: HostileFile) throws {
    try HostileFileCheck.run(file)
  }

  @Test("texts that are struck out, rounded, steered or in a hidden worksheet", arguments: UncertainTextFiles.all)
  func uncertainTexts(file: HostileFile) throws { try HostileFileCheck.run(file) }

  @Test(arguments: CommentFiles.all) func `comments on cells`(file: HostileFile) throws {
    try HostileFileCheck.run(file)
  }

  @Test("delimited text that goes on and on, read strictly and leniently", arguments: DelimitedFiles.all)
  func delimitedText(file: HostileFile) throws { try HostileFileCheck.run(file) }

  @Test(arguments: XLIFFFiles.all) func `reviews as XLIFF that want more than they may`(file: HostileFile) throws {
    try HostileFileCheck.run(file)
  }

  @Test(arguments: POFiles.all) func `reviews as PO that want more than they may`(file: HostileFile) throws {
    try HostileFileCheck.run(file)
  }

  @Test(arguments: ReviewSheetFiles.all) func `review sheets that nobody can be certain of`(file: HostileFile) throws {
    try HostileFileCheck.run(file)
  }

  @Test(
    "an error is one line that names the file and says what to do",
    arguments: [
      ("sheet.xlsx", "", "is empty"), ("sheet.xlsx", "<html>", "web page"),
      ("sheet.csv", "a,\"\u{202E}\u{1B}[2J\n", ""), ("\u{1B}[2Jsheet\nerror: all is well.xlsx", "%PDF-1.7", "PDF"),
    ]) func oneLine(name: String, content: String, says: String) throws
  {
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
