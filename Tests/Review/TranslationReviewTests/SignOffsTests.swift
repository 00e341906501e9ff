import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing

@testable import ReviewReports
@testable import TranslationReview

/// Sign-offs that are kept, merged and exchanged.
struct SignOffsTests {
  private func signOff(_ key: String, _ value: String, _ pending: [String] = [], locale: String = "da-DK") -> SignOff {
    SignOff(
      text: Fixture.text(key, locale), currentValue: TextHash(value), source: ("en-GB", TextHash("Welcome")),
      pending: pending.map(TextHash.init))
  }

  private func entry(_ key: String, _ value: String, _ day: Int, locale: String = "da-DK") -> SignOffs.Entry {
    SignOffs.Entry(signOff(key, value, locale: locale), at: "2026-01-0\(day)T00:00:00Z")
  }

  private func merged(_ entries: [SignOffs.Entry]) -> SignOffs {
    var signOffs = SignOffs()
    for entry in entries { _ = signOffs.add(entry) }
    return signOffs
  }

  @Test func `the last one of a text counts, in whatever order they are merged`() {
    let entries = [
      entry("title", "a", 1), entry("title", "b", 3), entry("title", "c", 2), entry("title", "d", 3),
      entry("button", "e", 1), entry("title", "a", 3, locale: "da_dk"),
    ]
    let all = merged(entries).entries
    #expect(all.map(\.signOff.text.key) == ["button", "title"])
    for first in entries.indices {
      let turned = Array(entries[first...] + entries[..<first])
      #expect(merged(turned).entries == all)
      #expect(merged(turned.reversed() + turned).entries == all)
    }
  }

  @Test func `a new sign-off replaces one of a person whose clock is ahead`() {
    let ahead = merged([entry("title", "a", 9), entry("button", "b", 9)])
    let new = SignOffs([signOff("title", "c"), signOff("button", "b")], at: "2026-01-05T10:00:00Z", replacing: ahead)
    #expect(new.entries.map(\.time) == ["2026-01-05T10:00:00Z", "2026-01-09T00:00:01Z"])
    var merged = ahead
    let (result, news) = merged.merge(new)
    #expect([result.renewed, result.known] == [1, 1])
    #expect(news.map(\.signOff) == [signOff("title", "c")])
  }

  @Test func `a merge says what was new`() {
    var signOffs = merged([entry("title", "a", 1), entry("button", "b", 2)])
    let other = merged([entry("title", "b", 2), entry("button", "c", 1), entry("hint", "d", 1)])
    let (result, news) = signOffs.merge(other)
    #expect([result.added, result.renewed, result.known] == [1, 1, 1])
    #expect(news.map(\.signOff.text.key) == ["hint", "title"])
    #expect(signOffs.merge(other).news == [])
    #expect(signOffs.locales.map(\.count) == [3] && signOffs.locales.map(\.last) == ["2026-01-02T00:00:00Z"])
  }

  @Test func `lines are read again as they were, and an incomplete or foreign one is not`() {
    let entries = [
      entry("title", "a", 1), SignOffs.Entry(signOff("b\u{2028}\"", "", ["x", "y"]), at: "2026-01-01T00:00:00Z"),
      SignOffs.Entry(
        SignOff(text: Fixture.text("plain"), currentValue: .empty, source: nil, pending: []), at: "2026-01-02T00:00:00Z"
      ),
    ]
    let lines = SignOffs.lines(of: entries, scope: Fixture.scope.hash)
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { !$0.contains("\n") })
    let read = lines.flatMap { SignOffs.entries(line: $0[...], scope: Fixture.scope.hash) ?? [] }
    #expect(read == entries)
    #expect(SignOffs.entries(line: lines[0].dropLast(3), scope: Fixture.scope.hash) == nil)
    #expect(SignOffs.entries(line: lines[0][...], scope: EditRuleTests.other.hash) == nil)
    let newer = lines[0].replacing("\"reviewed\":1", with: "\"reviewed\":2")
    #expect(SignOffs.entries(line: newer[...], scope: Fixture.scope.hash) == nil)
  }

  @Test func `a file is read again as it was, and has no text`() throws {
    let signOffs = merged([entry("title", "Velkommen", 1), entry("button", "Log ind", 2)])
    let file = SignOffFile(signOffs, scope: Fixture.scope, provenance: Fixture.provenance)
    #expect(!file.text.contains("Velkommen"))
    let read = try SignOffFile(text: file.text)
    #expect(read.signOffs.entries == signOffs.entries)
    try read.refuseOther(than: Fixture.scope)
    #expect(throws: SpreadsheetError.self) { try read.refuseOther(than: EditRuleTests.other) }
  }

  @Test(
    arguments: [
      ("[]", "shared.malformed"), ("{", "shared.malformed"),
      ("{\"format\":\"nstack-review reviewed\",\"version\":2}", "shared.version"),
      ("{\"format\":\"nstack-review reviewed\",\"version\":1}", "shared.malformed"),
      (text(time: "2026-01-01T00:00:00Z"), nil), (text(time: "9"), "shared.malformed"),
      (text(time: "9999-99-99T99:99:99Z"), "shared.malformed"),
      (text(time: "9999-12-31T23:59:59Z"), "shared.malformed"),
      (text(time: "2026-01-01 00:00:00Z"), "shared.malformed"),
      (text(time: "2026-01-01T00:00:00Z", current: "?"), "shared.malformed"),
    ] as [(String, String?)]) func `a file of another kind is refused`(text: String, code: String?)
  {
    var found: String?
    do { _ = try SignOffFile(text: text) } catch { found = error.code.rawValue }
    #expect(found == code)
  }

  private static func text(time: String, current: String = "aaaaaaaaaa") -> String {
    """
    {"format": "nstack-review reviewed", "version": 1, "for": {"scope": "aaaaaaaaaa"}, "texts": [
    {"section": "s", "key": "k", "locale": "da-DK", "currentValue": "\(current)", "pending": [], "time": "\(time)"}]}
    """
  }

  @Test func `a row says no more than a kept sign-off only beside the same source value`() throws {
    let catalog = SignOffTests.two
    let signOffs = SignOffs([try SignOffTests.signOff(of: "title", in: catalog)], at: "2026-01-01T00:00:00Z")
    let row = try Fixture.exportedRow("title", of: catalog)
    #expect(signOffs.contains(Fixture.returned(row) { $0.action = "ok" }))
    let moved = Fixture.returned(row) { ($0.action, $0.sourceText) = ("ok", "Welcome here") }
    #expect(!signOffs.contains(moved))
  }

  @Test func `an export can leave out the texts whose sign-off holds`() throws {
    let catalog = SignOffTests.two
    let signOffs = SignOffs(
      try ["title", "button"].map { try SignOffTests.signOff(of: $0, in: catalog) }, at: "2026-01-01T00:00:00Z")
    func keys(of catalog: Catalog, in states: Set<ReviewSelection.State> = []) throws -> [String] {
      var extras = ReviewSheet.Extras()
      extras.leftOut = signOffs.texts(of: catalog)
      var selection = ReviewSelection()
      (selection.locales, selection.states) = (["da-DK"], states)
      let sheet = try ReviewSheet(catalog: catalog, scope: Fixture.scope, selection: selection, extras: extras)
      return Fixture.rows(of: sheet).map(\.text.key)
    }
    #expect(try keys(of: catalog) == ["hint"])
    #expect(try keys(of: catalog, in: [.proposed]) == [])
    #expect(try keys(of: SignOffTests.mine, in: [.proposed]) == ["title"])
  }
}
