import Basics
import Foundation
import Testing

/// The sentences of reasons, each a code with its values.
struct ReasonTests {
  private static let drift = Reason("drift.sinceExport", .reason(Reason("drift.value", "Ny titel")))

  @Test(
    arguments: [
      (.none, ""), (Reason("row.pending"), "This value is already pending as a proposal of this profile."),
      (drift, "Changed since the export: the server's current value is now \"Ny titel\"."),
      (
        Reason("note.inSpiteOfConflict", .reason(drift)),
        "Proposed in spite of a conflict: Changed since the export: the server's current value is now \"Ny titel\"."
      ),
      // The first number chooses the form.
      (Reason("ignore.more", .count(1)), "Note asks to ignore 1 more thing that is not the id of a check."),
      (Reason("ignore.more", .count(2)), "Note asks to ignore 2 more things that are not ids of checks."),
      (
        Reason("undo.staysDeleted", .count(1), .text("1")),
        "The import deleted 1 proposal of the text. NStack keeps one proposal per user, so this will stay deleted: 1."
      ),
      (
        Reason("row.ofOtherRow", .count(1)),
        "This proposal was exported in another row. The same holds for 1 rows, so one column was sorted, shifted or filled "
          + "without the others. Restore the column."
      ),
      // What a value says is no place for another one, and shows what cannot be seen.
      (Reason("cell.holds", "{1}", "{0}"), "\"{1}\" holds \"{0}\""),
      (Reason("cell.holds", "a\nb", "\u{202E}"), "\"a⏎b\" holds \"<U+202E>\""),
      (Reason("cell.holds", "a"), "\"a\" holds \"{1}\""), (Reason(verbatim: ""), ""),
      (Reason(verbatim: "No {0}\nhere"), "No {0}\nhere"),
      // Sentences follow each other, and clauses are a list.
      (
        Reason("row.emptied") + Reason("row.writeText"),
        "The proposal was emptied; an empty text cannot be proposed. Write a text, or empty the cell."
      ),
      (
        Reason(
          "row.onlyCellChanged", .reason(Reason([Reason("cell.changed", "Key", "a"), Reason("cell.holds", "B", "b")]))),
        "Only cells that are not for editing were changed in the row: \"Key\" now holds \"a\"; \"B\" holds \"b\"."
      ),
      (
        Reason([Reason(verbatim: "No such check. Did you mean it?"), .none, Reason("row.writeText")]),
        "No such check. Did you mean it? Write a text, or empty the cell."
      ),
      (
        Reason([Reason(verbatim: "no answer"), Reason("row.writeText")]), "no answer; Write a text, or empty the cell."
      ),
    ] as [(Reason, String)]) func `a reason is rendered in English`(reason: Reason, text: String)
  {
    #expect(reason.description == text)
    #expect(Words.english[reason] == text)
  }

  @Test func `a value is cut to 80 characters, or to 1,000 where the sentence may be long`() {
    let long = String(repeating: "a", count: 2_000)
    #expect(
      Reason("note.replaces", long).description == "It replaces the proposal \"\(long.prefix(80))…\" of this profile.")
    #expect(Reason("note.sheetHas", long).description == "The sheet has \"\(long.prefix(1_000))…\".")
    #expect(Reason("note.ignored", .reason(Reason(verbatim: long))).description == "Ignored, as Note asks: \(long)")
  }

  @Test(arguments: Words.languages) func `every language has the values, and leaves the words of others as they are`(
    language: String
  ) throws {
    let words = try #require(Words(in: language))
    #expect(words[Self.drift].contains("Ny titel"))
    #expect(words[Reason(verbatim: "In its own words.")] == "In its own words.")
  }

  @Test func `codes are those of its own sentences, and what is said within is contained too`() {
    let reason = Reason("note.inSpiteOfConflict", .reason(Self.drift)) + Reason("note.noBase")
    #expect(reason.codes == ["note.inSpiteOfConflict", "note.noBase"])
    #expect(reason.contains(Self.drift) && reason.contains(Reason("drift.value", "Ny titel")))
    #expect(reason.contains(Reason("note.noBase")) && reason.contains(reason))
    #expect(!reason.contains(Reason("drift.value", "Ny")) && !reason.contains(.none))
    #expect(Reason.none.isEmpty && Reason([]).isEmpty && Reason(verbatim: "").isEmpty && !reason.isEmpty)
  }

  @Test(
    arguments: [
      (.none, "[]"), (Reason("row.pending"), #"[["row.pending"]]"#),
      (
        Reason("undo.staysDeleted", .count(3), .reason(Reason("request.text", "5") + Reason("request.text", "å")))
          + Reason(verbatim: "x"),
        #"[["undo.staysDeleted",3,[["request.text","5"],["request.text","å"]]],["verbatim","x"]]"#
      ),
      (Reason("note.keptServer") + drift, #"[["note.keptServer"],["drift.sinceExport",[["drift.value","Ny titel"]]]]"#),
    ] as [(Reason, String)]) func `a file keeps the codes and the values`(reason: Reason, json: String) throws
  {
    #expect(String(decoding: try JSONEncoder().encode(reason), as: UTF8.self) == json)
    #expect(try JSONDecoder().decode(Reason.self, from: Data(json.utf8)) == reason)
  }

  @Test(arguments: [
    #""row.pending""#, #"["row.pending"]"#, "[[]]", "[[1]]", #"[["row.pending",null]]"#, #"[["a",1.5]]"#,
  ]) func `what is no reason is not read as one`(json: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Reason.self, from: Data(json.utf8)) }
  }
}
