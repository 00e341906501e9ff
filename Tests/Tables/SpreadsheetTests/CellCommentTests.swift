import Basics
import ProgramRuns
import Testing

@testable import Spreadsheet

struct CellCommentTests {
  let threads = "http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"
  let microsoft = "http://schemas.microsoft.com/office/2017/10/relationships"

  /// The comments of a workbook with these parts, each as `A1 author: text`.
  func comments(notes: String? = nil, posts: String? = nil, persons: String? = nil) throws -> [String] {
    var package = WorkbookFile("<row r='1'><c r='A1' t='str'><v>x</v></c></row>")
    var targets = ""
    if let notes {
      targets += WorkbookFile.relationship("rId1", "comments", "../comments1.xml")
      package["xl/comments1.xml"] = "<comments xmlns=\"\(WorkbookFile.main)\">\(notes)</comments>"
    }
    if let posts {
      targets += "<Relationship Id=\"rId2\" Type=\"\(microsoft)/threadedComment\" Target=\"/xl/posts.xml\"/>"
      package["xl/posts.xml"] = "<ThreadedComments xmlns=\"\(threads)\">\(posts)</ThreadedComments>"
    }
    if let persons {
      package["xl/persons.xml"] = "<personList xmlns=\"\(threads)\">\(persons)</personList>"
      package = package.with(
        relationship: "<Relationship Id=\"rId9\" Type=\"\(microsoft)/person\" Target=\"persons.xml\"/>")
    }
    package["xl/worksheets/_rels/sheet1.xml.rels"] = WorkbookFile.relationships(targets)
    return try package.workbook().comments(ofWorksheetAt: 0).map {
      "\(CellName.cell(row: $0.row, column: $0.column)) \($0.author ?? "-"): \($0.text)"
    }
  }

  @Test func `notes are read with their authors, runs joined, readings left out, escapes decoded`() throws {
    let found = try comments(
      notes: """
        <authors><author>Anna</author><author>B_x0026_o</author></authors><commentList>
        <comment ref="B3" authorId="1"><text><r><rPr><b/></rPr><t>one </t></r><r><t>two_x000A_three</t></r></text></comment>
        <comment ref="A1" authorId="0"><text><t>東京</t><rPh sb="0" eb="2"><t>とうきょう</t></rPh></text></comment>
        <comment ref="C9" authorId="7"><text><t>nobody</t></text></comment>
        </commentList>
        """)
    #expect(found == ["B3 B&o: one two\nthree", "A1 Anna: 東京", "C9 -: nobody"])
  }

  @Test func `posts are read with the names of persons, and a note that only repeats them is left out`() throws {
    let mirror = "[Threaded comment]\n\nYour version of Excel allows …\n\nComment:\n    why?"
    let notes = """
      <authors><author>tc={2}</author><author>Anna</author></authors><commentList>
      <comment ref="B3" authorId="0"><text><t>\(mirror)</t></text></comment>
      <comment ref="B4" authorId="0"><text><t>\(mirror)</t></text></comment>
      <comment ref="B3" authorId="1"><text><t>my own</t></text></comment></commentList>
      """
    let posts = """
      <threadedComment ref="B3" personId="{AB}" id="{2}"><text>why?</text></threadedComment>
      <threadedComment ref="B3" personId="{C}" id="{3}" parentId="{2}"><text>because &amp; so</text><mentions/></threadedComment>
      """
    let persons = "<person displayName=\"Anna &amp; Co\" id=\"{ab}\"/>"
    // Without its conversation, which LibreOffice drops, the note that repeats it is all that is left.
    #expect(
      try comments(notes: notes, posts: posts, persons: persons) == [
        "B3 Anna & Co: why?", "B3 -: because & so", "B4 -:     why?", "B3 Anna: my own",
      ])
  }

  @Test(
    "of a note that repeats a conversation, what was said is kept, in whatever language Excel wrote it",
    arguments: [
      "[Threaded comment]\n\nYour version of Excel allows …\n\nComment:\n    why?\nReply:\n    because":
        "    why?\n    because",
      "[Kommentartråd]\n\nDin version af Excel …\n\nKommentar:\n    Se her:\nog her:\nSvar:\n    ok":
        "    Se her:\nog her:\n    ok", "[スレッド コメント]\n\nお使いの …\n\nコメント：\n    短く": "    短く",
      "[Threaded comment] x": "[Threaded comment] x",
    ]) func repeatedConversation(mirror: String, said: String) throws
  {
    let notes =
      "<authors><author>tc={2}</author></authors><commentList>"
      + "<comment ref=\"B4\" authorId=\"0\"><text><t>\(mirror)</t></text></comment></commentList>"
    #expect(try comments(notes: notes) == ["B4 -: \(said)"])
  }

  @Test func `a worksheet without comments has none`() throws { #expect(try comments() == []) }
}
