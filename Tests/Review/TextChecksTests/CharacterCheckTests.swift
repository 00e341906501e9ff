import Testing

@testable import TextChecks

private let mojibakeCase: CheckName = "character.mojibake"

private let half = "This is half of a character that a program could not keep, such as an emoji. Type it again."
private let invisible = "The text contains this invisible character. Remove it unless it is meant."
private let wrong =
  "A program seems to have read the text in the wrong encoding. Type the text again, or save it as UTF-8."

struct CharacterCheckTests {
  @Test(arguments: [
    CheckCase(
      "character.control", "a", "b\u{8}",
      "The proposal contains the character U+0008, which no text needs. Type it again."),
    CheckCase("character.control", "a", "b\n\tc"), CheckCase("character.control", "a", "\u{85}", current: "x\u{85}"),
    CheckCase(
      "character.replacement", "a", "b\u{FFFD}",
      "The proposal contains U+FFFD, which programs write for characters that they cannot read. Type the text again."),
    CheckCase("character.replacement", "a", "b\u{FFFD}", current: "\u{FFFD}"),
    CheckCase("character.surrogate", "a", "b \\ud83d \\uDE00", "\\ud83d: \(half)", "\\uDE00: \(half)"),
    CheckCase("character.surrogate", "a", "_xD83D_", "_xD83D_: \(half)"),
    CheckCase("character.surrogate", "a", "_x0041_ \\u00e9 \\ud83 _xD83D 😀"),
    CheckCase(
      "text.key", "Welcome", "__title", "__title: This is what NStack serves for a missing text. Write the text itself."
    ),
    CheckCase(
      "text.key", nil, "__login.title",
      "__login.title: This is what NStack serves for a missing text. Write the text itself."),
    CheckCase(
      "character.control", "a", "b\u{1FFFE}",
      "The proposal contains the character U+1FFFE, which no text needs. Type it again."),
    CheckCase("text.key", "x", "__titles"),
  ]) func `what is never meant`(example: CheckCase) throws { try example.verify() }

  @Test(arguments: [
    CheckCase(
      "character.bidi", "a", "\u{202B}ב", locale: "he",
      "\u{202B}: This invisible character changes the writing direction, and nothing ends the change. Write U+202C after the words "
        + "that it is for, or remove it."),
    CheckCase(
      "character.bidi", "a", "ב\u{2069}", locale: "he",
      "\u{2069}: This invisible character ends a change of writing direction that was not begun. Remove it."),
    CheckCase("character.bidi", "a", "\u{202B}ב\u{202C} \u{2067}ב\u{2069}", locale: "he"),
    CheckCase("character.invisible", "a", "b\u{200B}\u{AD}", "\u{200B}: \(invisible)", "\u{AD}: \(invisible)"),
    CheckCase("character.invisible", "a\u{AD}", "b\u{AD}"),
    CheckCase("character.invisible", "a", "ก\u{200B}ข", locale: "th"),
    CheckCase("character.invisible", "a", "\u{FEFF}ก", locale: "th", "\u{FEFF}: \(invisible)"),
    CheckCase("character.invisible", "a", "Donau\u{AD}dampf\u{AD} schiff", "\u{AD}: \(invisible)"),
    CheckCase("character.invisible", "a", "Donau\u{AD}dampf"),
    CheckCase(
      "character.invisible", "a", "b\u{2028}c",
      "\u{2028}: This breaks the line in some programs and shows nothing in others. Write a line break, or remove it."),
    CheckCase(
      "character.invisible", "a", "b\u{E0048}\u{E0069}",
      "\u{E0048}\u{E0069}: The text contains these invisible characters, which belong only in the flag emoji of some regions. "
        + "Remove them."),
    CheckCase(
      "character.invisible", "a", "🏴\u{E0048}\u{E007F}",
      "\u{E0048}\u{E007F}: The text contains these invisible characters, which belong only in the flag emoji of some regions. "
        + "Remove them."),
    CheckCase("character.invisible", "a", "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F} b"),
    CheckCase(
      "character.invisible", "a", "❤\u{FE0F} 1\u{FE0F}\u{20E3} 👨\u{200D}👩\u{200D}👧 🧑🏽\u{200D}🚀 🏳\u{FE0F}\u{200D}🌈"),
    CheckCase("character.invisible", "a", "می\u{200C}خواهم %@\u{200C}ها", locale: "fa"),
    CheckCase("character.invisible", "a", "क्\u{200D} क्\u{200C}ष", locale: "hi"),
    CheckCase("character.invisible", "a", "Auf\u{200C}lage"), CheckCase("character.invisible", "a", "葛\u{E0100}"),
    CheckCase("character.invisible", "a", "ש\u{5B7}\u{34F}\u{5BC} \u{200F}(ב)", locale: "he"),
    CheckCase(
      "character.invisible", "a", "b\u{200C} c\u{FE0F}\u{3164}\u{2062}", "\u{200C}: \(invisible)",
      "\u{FE0F}: \(invisible)", "\u{3164}: \(invisible)", "\u{2062}: \(invisible)"),
    CheckCase(
      "character.direction", "a", "b\u{61C}",
      "\u{61C}: No text in da-DK needs this invisible direction mark. Remove it."),
    CheckCase("character.direction", "a", "ب\u{200F}", locale: "ar-SA"),
    mojibakeCase("it's", "itâ€™s", "â€™: \(wrong)"), mojibakeCase("a", "ÐŸÑ€Ð¸Ð²ÐµÑ‚", "ÐŸ: \(wrong)"),
    mojibakeCase("a", "Ø§Ù„Ø³", "Ø§: \(wrong)"), mojibakeCase("a", "Å‚Ä…ka", "Å‚: \(wrong)"),
    mojibakeCase("a", "à¤¹à¤¿à¤¨", "à¤¹: \(wrong)"), mojibakeCase("a", "voilÃ\u{A0} tout", "Ã\u{A0}: \(wrong)"),
    mojibakeCase("a", "ï»¿Hej", "ï»¿: \(wrong)"), mojibakeCase("a", "ðŸ˜€", "ðŸ˜€: \(wrong)"),
    mojibakeCase("a", "IRMÃ\u{A0}Maria"), mojibakeCase("a", "AMANHÃ… (“Å”)"),
    mojibakeCase("a", "«\u{A0}café\u{A0}» à\u{A0}«\u{A0}Paris\u{A0}»"), mojibakeCase("a", "„Spaß“ NESCAFÉ®"),
    mojibakeCase("a", "320\u{A0}×\u{A0}180 KRÍŽOVÉ ABONNÉ·E·S Ç’po bënit? aquí……"),
    mojibakeCase("a", "×©×œ×•×", "×©: \(wrong)"), mojibakeCase("a", "â†’ videre", "â†’: \(wrong)"),
    mojibakeCase("Café", "Café â Ã ß"), mojibakeCase("Ã©", "Ã©"),
  ]) func `invisible characters`(example: CheckCase) throws { try example.verify() }

  @Test(arguments: [
    CheckCase(
      "character.script", "Save", "Gem", locale: "ru-RU",
      "The text has no letter of the script of ru-RU. Check that it is translated."),
    CheckCase("character.script", "Save", "Сохранить %@", locale: "ru-RU"),
    CheckCase("character.script", "Save", "Gem"), CheckCase("character.script", "%@: %d", "%d – %@", locale: "el"),
    CheckCase("character.script", "Save", "Sačuvaj", locale: "sr-Latn"),
  ]) func `scripts`(example: CheckCase) throws { try example.verify() }
}
