import ProgramRuns

/// Review sheets with comments on their cells.
enum CommentFiles {
  static let all: [HostileFile] = {
    var files = HostileFiles()
    files.reading = .reviewSheet
    addSound(&files)
    addBroken(&files)
    addFloods(&files)
    return files.all
  }()

  private static let notesPart = "xl/comments1.xml"
  private static let postsPart = "xl/threadedComments/threadedComment1.xml"
  private static let personsPart = "xl/persons/person.xml"
  private static let sheetTargets = "xl/worksheets/_rels/sheet1.xml.rels"
  private static let threads = "http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"

  /// A sheet without an edit whose worksheet names parts with comments.
  private static func sheet(_ targets: String) -> WorkbookFile {
    WorkbookFile(ReviewRows.start + ReviewRows.row("")).with(sheetTargets, WorkbookFile.relationships(targets))
  }

  private static let notesTarget = WorkbookFile.relationship("rId1", "comments", "../comments1.xml")
  private static let postsTarget =
    "<Relationship Id=\"rId2\" Type=\"http://schemas.microsoft.com/office/2017/10/relationships/threadedComment\""
    + " Target=\"../threadedComments/threadedComment1.xml\"/>"

  private static func notes(_ comments: String, authors: String = "<author>Anna</author>") -> WorkbookFile {
    sheet(notesTarget).with(notesPart, notesXML(comments, authors: authors))
  }

  private static func notesXML(_ comments: String, authors: String = "<author>Anna</author>") -> String {
    "<comments xmlns=\"\(WorkbookFile.main)\"><authors>\(authors)</authors><commentList>\(comments)</commentList></comments>"
  }

  private static func posts(_ posts: String) -> WorkbookFile {
    sheet(postsTarget).with(postsPart, "<ThreadedComments xmlns=\"\(threads)\">\(posts)</ThreadedComments>")
  }

  private static func note(_ cell: String, _ text: String = "<t>please shorten</t>") -> String {
    "<comment ref=\"\(cell)\" authorId=\"0\"><text>\(text)</text></comment>"
  }

  private static func addSound(_ files: inout HostileFiles) {
    for (what, comments) in [
      ("a note on a range", note("E2:F3")), ("a note without a text", "<comment ref=\"E2\" authorId=\"0\"/>"),
      ("no comments at all in their part", ""),
    ] { files.found(what, mentions: ["\"edited\": 0"]) { notes(comments) } }
    files.found("notes on the header and on nothing", mentions: ["sheet.comments-elsewhere", "cell E1", "2 comments"]) {
      notes(note("E1") + note("A1048576"))
    }
  }

  private static func addBroken(_ files: inout HostileFiles) {
    files.refused("a part of notes that is cut off", "xml.malformed", mentions: ["comments1.xml"]) {
      sheet(notesTarget).with(notesPart, String(notesXML(note("E2")).dropLast(20)))
    }
    files.refused("a part of notes that holds something else", "xlsx.bad-part", mentions: ["comments1.xml"]) {
      sheet(notesTarget).with(notesPart, WorkbookFile.worksheet(""))
    }
    files.refused("a part of notes that is not there", "xlsx.bad-relationship", mentions: ["comments"]) {
      sheet(notesTarget)
    }
    files.refused("a part of persons that is broken", "xml.malformed", mentions: ["person.xml"]) {
      posts("<threadedComment ref=\"E2\" personId=\"{1}\" id=\"{2}\"><text>why?</text></threadedComment>").with(
        personsPart, "<personList"
      ).with(
        relationship: "<Relationship Id=\"rId9\" Target=\"persons/person.xml\""
          + " Type=\"http://schemas.microsoft.com/office/2017/10/relationships/person\"/>")
    }
    for reference in ["", "E1048577"] {
      files.refused(
        "a note on the cell \(reference.debugDescription)", "xlsx.cell-reference", mentions: ["comments1.xml"]
      ) { notes(note(reference)) }
    }
    files.refused("broken notes in a worksheet without the header", "sheet.no-header") {
      WorkbookFile.kept.with(sheetTargets, WorkbookFile.relationships(notesTarget)).with(notesPart, "<")
    }
  }

  private static func addFloods(_ files: inout HostileFiles) {
    let start = notesXML("", authors: "<author>Anna</author>").replacing("</commentList></comments>", with: "")
    files.refused("100,001 notes on one cell", "limit.comments", mentions: ["comments1.xml", "100000"]) {
      notes(String(repeating: note("E2"), count: 100_001))
    }
    files.refused("a note of 1 MiB", "limit.cell-text", mentions: ["32767"]) {
      notes(note("E2", "<t>" + "xy".repeated(1 << 19) + "</t>"))
    }
    files.refused("notes of 32 MiB", "limit.comments", "limit.ratio", mentions: ["comments1.xml"]) {
      sheet(notesTarget).with(notesPart, "").repeating(
        note("E2", "<t>" + "x".repeated(32_000) + "</t>"), count: 1_000, between: start,
        and: "</commentList></comments>", in: notesPart)
    }
    files.found("10,000 notes of an author with a name of 1 MiB", mentions: ["\"edited\": 0"]) {
      notes(String(repeating: note("E2"), count: 10_000), authors: "<author>\("Anna".repeated(1 << 18))</author>")
    }
    files.refused("100,001 authors", "limit.comments") { notes("", authors: "<author/>".repeated(100_001)) }
    files.refused("100,001 posts", "limit.comments", mentions: ["threadedComment1.xml"]) {
      posts("<threadedComment ref=\"E2\"><text>x</text></threadedComment>".repeated(100_001))
    }
    files.refused("notes that are nested 100 deep", "limit.xml-depth") {
      notes(note("E2", "<t>".repeated(100) + "</t>".repeated(100)))
    }
  }
}
