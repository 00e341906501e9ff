import ProgramRuns

/// Reviews as PO that never end, that are cut off, or that are something else.
enum POFiles {
  static let all: [HostileFile] = {
    var files = HostileFiles()
    files.fileName = "review.po"
    files.reading = .reviewSheet
    addFloods(&files)
    addForms(&files)
    return files.all
  }()

  private static let whole =
    "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n\nmsgid \"a\"\nmsgstr \"b\"\n"

  private static func addFloods(_ files: inout HostileFiles) {
    files.refused("an entry of 32 MiB", "limit.unit") {
      "msgid \"\"\n" + String(repeating: "\"\("x".repeated(1 << 20))\"\n", count: 32)
    }
    files.refused("comments of 32 MiB", "limit.unit") { "# xxxxxxxxxxxxxx\n".repeated(2 << 20) }
    files.refused("a million entries of nobody", "sheet.no-header") {
      "msgid \"a\"\nmsgstr \"b\"\n".repeated(1_000_000)
    }
    files.refused("a million plural forms of one number", "exchange.format") {
      "msgid \"a\"\nmsgid_plural \"b\"\n" + "msgstr[0] \"x\"\n".repeated(1_000_000)
    }
    files.refused("a plural form with a large number", "exchange.format") {
      "msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[9223372036854775807] \"x\"\n"
    }
  }

  private static func addForms(_ files: inout HostileFiles) {
    files.refused("UTF-32", "sheet.no-header", "exchange.encoding") {
      [0xFF, 0xFE, 0, 0] + whole.unicodeScalars.flatMap { [UInt8($0.value & 0xFF), UInt8($0.value >> 8), 0, 0] }
    }
    files.refused("a name of points", "sheet.no-header") {
      "msgctxt \"" + ".".repeated(4 << 20) + "\"\n" + "msgid \"a\"\nmsgstr \"b\"\n"
    }
    files.refused("a workbook by another name", "exchange.format") { WorkbookFile.kept }
  }
}
