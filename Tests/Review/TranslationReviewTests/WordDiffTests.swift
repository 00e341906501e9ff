import Testing

@testable import ReviewReports
@testable import TranslationReview

struct WordDiffTests {
  private func shown(_ old: String, _ new: String) -> String {
    WordDiff(from: old, to: new).pieces.map { piece in
      switch piece.kind {
      case .same: piece.text
      case .removed: "[-\(piece.text)-]"
      case .added: "{+\(piece.text)+}"
      }
    }.joined()
  }

  @Test(arguments: [
    ("", "", ""), ("a b", "a b", "a b"), ("", "new", "{+new+}"), ("old", "", "[-old-]"),
    ("Open until 6 pm", "Open until 7 pm", "Open until [-6-]{+7+} pm"),
    ("Hello, world", "Hello world", "Hello[-,-] world"), ("a b c", "b c d", "[-a -]b c{+ d+}"),
    ("one two three", "x two y", "[-one-]{+x+} two [-three-]{+y+}"),
    ("Sold out for today", "the value of it", "[-Sold out for today-]{+the value of it+}"),
    ("今日は晴れ", "今日は雨", "今日は[-晴れ-]{+雨+}"), ("%1$@ of %2$d", "%2$d of %1$@", "[-%1$@-]{+%2$d+} of [-%2$d-]{+%1$@+}"),
    ("line one\nline two", "line one\nline 2", "line one\nline [-two-]{+2+}"),
    ("Åbent til kl. 6", "Vi har åbent til kl. 6", "[-Åbent-]{+Vi har åbent+} til kl. 6"),
    ("a b", " a c", "{+ +}a [-b-]{+c+}"), ("สวัสดีครับ", "สวัสดีค่ะ", "สวัสดี[-ครับ-]{+ค่ะ+}"),
    ("ສະບາຍດີ", "ສະບາຍດີບໍ", "ສະບາຍດີ{+ບໍ+}"), ("ｶﾀｶﾅ", "ｶﾅ", "ｶ[-ﾀｶ-]ﾅ"), ("한국어 앱", "한국어 책", "한국어 [-앱-]{+책+}"),
    ("👨‍👩‍👧 hi", "👨‍👩‍👦 hi", "[-👨‍👩‍👧-]{+👨‍👩‍👦+} hi"),
  ]) func `what was taken out stands before what was put in`(old: String, new: String, shown: String) {
    #expect(self.shown(old, new) == shown)
  }

  @Test(arguments: ["a b c d": "b d", "x": "y z", "the cat sat": "a cat sat down", "é": "e\u{301}"])
  func `the pieces give back both texts`(old: String, new: String) {
    let pieces = WordDiff(from: old, to: new).pieces
    #expect(Array(pieces.filter { $0.kind != .added }.map(\.text).joined().utf8) == Array(old.utf8))
    #expect(Array(pieces.filter { $0.kind != .removed }.map(\.text).joined().utf8) == Array(new.utf8))
  }

  @Test(arguments: [
    "ខ្មែរ": ["ខ្មែ", "រ"], "မြန်မာ": ["မြ", "န်", "မာ"], "ကမ္ဘာ": ["က", "မ္ဘာ"], "ไทย 2": ["ไ", "ท", "ย", " ", "2"],
    "e\u{301}t": ["e\u{301}t"], "日本 %d個": ["日", "本", " ", "%d", "個"],
  ]) func `words end between the characters that a reader sees`(text: String, words: [String]) {
    #expect(WordDiff.words(in: text).map { Array($0.utf8) } == words.map { Array($0.utf8) })
  }

  @Test func `thousands of placeholders are words of their own`() {
    // Comparing each with all others took seconds.
    let many = (0..<50_000).map { "{name\($0)}" }.joined(separator: " ")
    #expect(WordDiff.words(in: many).count == 99_999)
  }

  @Test func `very long texts are compared at their ends only`() {
    let old = "begin " + (0..<3_000).map { "a\($0)" }.joined(separator: " ") + " end"
    let new = "begin " + (0..<3_000).map { "b\($0)" }.joined(separator: " ") + " end"
    let pieces = WordDiff(from: old, to: new).pieces
    #expect(pieces.map(\.kind) == [.same, .removed, .added, .same])
    #expect(pieces.first?.text == "begin ")
    #expect(pieces.last?.text == " end")
  }

  @Test func `lines break between words where they can`() {
    #expect(TextColumn.lines(of: "one two three", width: 8) == ["one two", "three"])
    #expect(TextColumn.lines(of: "abcdefghij", width: 4) == ["abcd", "efgh", "ij"])
    #expect(TextColumn.lines(of: "say (\"two\") now", width: 9) == ["say", "(\"two\")", "now"])
    #expect(TextColumn.lines(of: "今日は「晴れ」。", width: 14) == ["今日は「晴", "れ」。"])
    #expect(TextColumn.lines(of: "one⏎two three", width: 20) == ["one⏎", "two three"])
    #expect(["日本 a", "e\u{301}", "กำ", "👨‍👩‍👧", "❤️", "한"].map(TextColumn.width(of:)) == [6, 1, 2, 2, 2, 2])
  }
}
