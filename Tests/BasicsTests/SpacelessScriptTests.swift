import Basics
import Testing

/// Scripts without spaces between words.
@Suite("Scripts without spaces between words")
struct SpacelessScriptTests {
  @Test(
    "are those in which words follow each other directly",
    arguments: ["ส", "ລ", "བ", "မ", "ក", "日", "か", "カ", "ｶ", "ㄅ", "ꀀ", "ᦀ", "ꦏ", "ꪀ", "𠀀", "豈"] as [Character])
  func spaceless(character: Character) {
    #expect(SpacelessScript.contains(character))
  }

  @Test(
    "are not Hangul and the scripts of India and Ethiopia, nor signs that all scripts share",
    arguments: ["a", "é", "ж", "ش", "ש", "क", "த", "ა", "አ", "한", "ᄀ", "1", " ", "、", "。", "😀", "–"] as [Character])
  func spaced(character: Character) {
    #expect(!SpacelessScript.contains(character))
  }
}
