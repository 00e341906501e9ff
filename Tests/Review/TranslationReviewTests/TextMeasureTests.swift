import ReviewReports
import Testing
import TranslationReview

struct TextMeasureTests {
  @Test(arguments: [
    ("", 0, 0), ("  \n\t", 0, 0), ("Log in", 2, 5), ("Don't go – it’s late!", 4, 17), ("e-mail", 2, 6),
    ("1,234.5 kg", 2, 9), ("one.two", 2, 7), ("'quoted'", 1, 8), ("snake_case", 1, 10), ("…", 0, 1), ("👩‍👩‍👧 Hi", 1, 3),
    ("e\u{301}te\u{301}", 1, 3), ("Größe", 1, 5), ("مغلق اليوم", 2, 9), ("로그인 하기", 2, 5),
    // Invisible characters do not count, and do not divide words.
    ("Donau\u{AD}dampf", 1, 10), ("a\u{2060}b", 1, 2), ("שלום\u{200F}עולם", 1, 8), ("Aktua&shy;lisierung", 1, 14),
    ("می\u{200C}خواهم", 1, 7), ("one\u{200B}two", 2, 6), ("\u{FEFF}one\u{200E} two\u{202C}", 2, 6), ("\u{200E}", 0, 0),
    // In scripts without spaces each character is a word.
    ("お買い物かご", 6, 6), ("支払い、終了。", 5, 7), ("iPhoneを使う", 4, 9), ("ปิด", 2, 2),
    // Placeholders, tags and entities do not count.
    ("%d items in {name}", 2, 7), ("%1$@", 0, 0), ("100 % of", 2, 6), ("<b>Bo</b>ld <i>word</i>", 2, 8),
    ("one<br>two<br/>three", 3, 11), ("<p>one</p><p>two</p>", 2, 6), ("<None> is text", 3, 12),
    ("a&nbsp;b &amp; c", 3, 3), ("R&D; x", 2, 2), ("AT&T", 2, 4), (#"<a href="{url}">link</a>"#, 1, 4),
  ]) func `Words and characters are counted`(text: String, words: Int, characters: Int) {
    let measure = TextMeasure(of: text)
    #expect(measure.words == words)
    #expect(measure.characters == characters)
  }
}
