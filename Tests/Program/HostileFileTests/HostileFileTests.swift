import Foundation
import ProgramRuns
import Testing

/// Each file is read by the program's commands, within bounds of time and memory to which the system holds them.
struct HostileFileTests {
  private static let all = [
    ContainerSizeFiles.all, ContainerDamageFiles.all, WrongFormatFiles.all, DocumentTypeFiles.all, MarkupFloodFiles.all,
    CellFiles.all, UncertainTextFiles.all, CommentFiles.all, DelimitedFiles.all, XLIFFFiles.all, POFiles.all,
    HTMLFiles.all, ReviewSheetFiles.all,
  ].flatMap(\.self)

  @Test(arguments: all) func `a hostile file has the outcome that stands beside it`(file: HostileFile) throws {
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
