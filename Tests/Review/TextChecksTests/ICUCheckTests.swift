import Basics
import Testing

@testable import TextChecks

private let syntaxCase: CheckName = "icu.syntax"
private let argumentCase: CheckName = "icu.argument"

private let mixed = "{count, plural, one {# item} other {{count} items}}"
private let plural = "{count, plural, one {# file} other {# files}}"

struct ICUCheckTests {
  @Test(arguments: [
    syntaxCase(plural, "{count, plural, one {# fil} other {# filer}}"),
    syntaxCase(
      plural, "{count, plural, one {# fil} other {# filer}",
      "{count, plural, one {# fil} other {# fil: The brace that begins here is not closed. Write its closing brace."),
    syntaxCase(
      plural, "{count, plural, one # fil other {# filer}}",
      "one # fil other {# filer}}: The selector one has no text in braces. Write one {…}."),
    syntaxCase(
      plural, "{count, flertal, one {# fil} other {# filer}}",
      "{count, flertal, one {# fil} other {# fi: flertal is not a type with texts in braces. Write plural, select or "
        + "selectordinal, as in the source text."),
    syntaxCase(
      plural, "{count, plural}", "{count, plural}: A comma is missing after plural. Write it as in the source text."),
    syntaxCase(plural, "filer}", "}: This brace closes nothing. Remove it, or write '}' for a brace in the text."),
    syntaxCase(
      plural, "{, plural, other {x}}",
      "{, plural, other {x}}: A name is missing after the brace. Write it as in the source text."),
    syntaxCase("{n, number}", "{n, }", "{n, }: A type, such as plural, is missing after the comma."),
    syntaxCase("{n, number, ::currency/DKK}", "{n, number, #,##0.00}"),
    syntaxCase(plural, "Don't {count, plural, offset:1 =0 {a'b} other {'{'#'}' it''s}}"),
    syntaxCase("Hello {name}", "Hej {name"),
  ]) func `syntax`(example: CheckCase) throws { try example.verify() }

  @Test func `messages nested without end are refused, not read until memory ends`() throws {
    let text = String(repeating: "{a, select, other {", count: 5_000)
    let error = #expect(throws: ICUSyntaxError.self) { try ICUMessageReader.read(Array(text.utf8)) }
    #expect(error.map { "\($0.reason)" } == "The messages are nested too deeply. Remove one level.")
  }

  @Test(arguments: [
    argumentCase(
      plural, "{antal, plural, one {# fil} other {# filer}}",
      "{count, plural}: The source text has this argument, and the proposal does not. Write it where the value belongs.",
      "{antal, plural}: The source text does not have this argument; it has {count, plural}. Do not translate names "
        + "and types."), argumentCase(mixed, "{count, plural, one {# ting} other {# ting}}"),
    argumentCase(plural, "{count, plural, one {en fil} other {{count, number} filer}}"),
    argumentCase("{a, number} of {count} files", "{a, number} af {count, plural, one {# fil} other {# filer}}"),
    argumentCase(
      mixed, "{count, plural, one {en} other {flere}}",
      "#: The source text shows the number count here, and the proposal does not. Write it where it belongs.",
      "{count}: The source text has this argument, and the proposal does not. Write it where the value belongs."),
    argumentCase(plural, "{count} ファイル", locale: "ja"),
    argumentCase(
      "{g, select, male {he} other {they}}", "{g, select, male {han} other {de {g}}}",
      "{g}: The source text does not have this argument; it has {g, select}. Do not translate names and types."),
    argumentCase(
      "{d, date, short}", "{d, number}",
      "{d, date}: The source text has this argument, and the proposal does not. Write it where the value belongs.",
      "{d, number}: The source text does not have this argument; it has {d, date}. Do not translate names "
        + "and types."),
    argumentCase(
      "{n, plural, other {{who}}}", "{n, plural, other {x}}",
      "{who}: The source text has this argument, and the proposal does not. Write it where the value belongs."),
    CheckCase(
      "icu.selector", plural, "{count, plural, un {uno} otros {#}}", locale: "es",
      "un: This is not a plural category. Write zero, one, two, few, many, other, or a number as in =0.",
      "otros: This is not a plural category. Write zero, one, two, few, many, other, or a number as in =0."),
    CheckCase(
      "icu.selector", "{g, select, male {he} other {they}}", "{g, select, mand {han} other {de}}",
      "mand: The source text does not have this choice of g; it has male, other. Do not translate choices."),
    CheckCase(
      "icu.other", plural, "{count, plural, one {én}}",
      "{count, plural}: The selector other is missing. Add other {…} as the last one."),
    CheckCase(
      "icu.selector", plural, "{count, plural, one {én} one {en} other {#}}",
      "one: count has this selector more than once. Keep one of them."),
    CheckCase(
      "icu.other", plural, "{count, plural, one {l'#} other {d'#}}", locale: "fr-FR",
      "{count, plural}: The selector other is missing. Add other {…} as the last one. The apostrophe before # quotes "
        + "the text after it, up to the next one: write ’ or two apostrophes."),
    syntaxCase(
      plural, "{count, plural, other {l'#}}", locale: "fr-FR",
      "{count, plural, other {l'#}}: The brace that begins here is not closed. Write its closing brace. The apostrophe "
        + "before # quotes the text after it, up to the next one: write ’ or two apostrophes."),
    syntaxCase(plural, "{count, plural, other {l''# l’# '{'}}", locale: "fr-FR"),
    CheckCase(
      "icu.other", "{g, select, male {he} other {they}}", "{g, select, male {han}}",
      "{g, select}: The selector other is missing. Add other {…} as the last one."),
  ]) func `arguments, selectors and other`(example: CheckCase) throws { try example.verify() }

  @Test(arguments: [
    CheckCase(
      "icu.category", plural, "{count, plural, one {#} few {#} other {#}}", locale: "pl-PL",
      "many: In pl-PL, some values of count use the form many; without it, the app shows other. Add many {…}."),
    CheckCase(
      "icu.category", plural, "{count, plural, one {#} other {#}}", locale: "ja",
      "one: In ja, no value of count uses this form. Remove it."),
    CheckCase("icu.category", plural, "{count, plural, one {#} other {#}}", locale: "fr-FR"),
    CheckCase("icu.category", plural, "{count, plural, one {#} few {#} many {#} other {#}}", locale: "lt"),
    CheckCase("icu.category", plural, "{count, plural, =1 {#} other {#}}"),
    CheckCase("icu.category", plural, "{count, plural, one {#} other {#}}", locale: "tlh"),
    CheckCase(
      "icu.category", "{n, selectordinal, one {#st} other {#th}}", "{n, selectordinal, one {1:a} few {x} other {#:e}}",
      locale: "sv", "few: In sv, no value of n uses this form. Remove it."),
  ]) func `the plural categories of the locale`(example: CheckCase) throws { try example.verify() }
}
