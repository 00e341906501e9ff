import Testing

@testable import TextChecks

private let byProgram =
  "A spreadsheet program wrote this in place of a value. Write the text itself; if this is it, write \"ignore: text.error\" "
  + "under Note."
private let standsIn =
  "This stands for a text that is not there. Write the text itself; if this is it, write \"ignore: text.standin\" "
  + "under Note."
private let apostrophe = "A program put this apostrophe before a text that could be a formula. Remove it."
private let quoted =
  "A spreadsheet program put quotation marks round a copied cell of several lines. Remove the outer ones, and write "
  + "those inside once."

/// Texts that nobody wrote as a translation.
struct UnmeantCheckTests {
  @Test(
    "an error of a spreadsheet program, in the languages of programs",
    arguments: [
      "#N/A", "#NV", "#N/D", "#I/T", "#N/B", "#Н/Д", "#YOK", "#NAME?", "#NOM?", "#NAVN?", "#¿NOMBRE?", "#REF!",
      "#BEZUG!", "#¡REF!", "#VALUE!", "#WERT!", "#VÆRDI!", "#DIV/0!", "#NULL!", "#NUM!", "#ZAHL!", "#SPILL!",
      "#ÜBERLAUF!", "#CALC!", "#GETTING_DATA", "#ERROR!", "Err:508", "Err:502", "Fehler:504", "###", "########",
      "Loading…", "Loading...", " #N/A ",
    ]) func errors(text: String) throws
  {
    let found = text == " #N/A " ? "#N/A" : text
    try CheckCase("Weed", text, "\(found): \(byProgram)").verify("text.error")
    try CheckCase(nil, text, "\(found): \(byProgram)").verify("text.error")
    try CheckCase(text, text).verify("text.error")
    try CheckCase("Weed", text, current: text).verify("text.error")
  }

  @Test(
    arguments: CheckCase.all([
      "text.error": [
        ["#1 in music", "#REF!"], ["Wow", "#wow!"], ["Number", "#"], ["Tag", "#Nyhed!"], ["Error 508", "Fejl 508"],
        ["Loading your data", "Loading…"], CheckCase("Wird geladen", "Loading…", locale: "en-GB"),
        ["At 5:508", "5:508"], ["Errors", "Err: mange"], ["Topic", "#VALG! i dag"],
      ]
    ])) func `a text that only looks like one`(example: CheckCase) throws
  { try example.verify() }

  @Test(
    "a stand-in",
    arguments: [
      "TBD", "tbd.", "[TBD]", "TBA", "TODO", "to do", "FIXME", "xxx", "???", "?", "-", "—", "…", "...", "n/a", "N/A",
      "see note", "See notes!", "siehe Notiz", "siehe oben", "se note", "voir note", "ver nota", "同上", "待翻译", "未翻訳",
      "same as above", "ditto", "Lorem ipsum dolor sit amet", "to be translated", "null", "undefined",
    ]) func standIns(text: String) throws
  {
    try CheckCase("Weed the beds", text, "\(text): \(standsIn)").verify("text.standin")
    try CheckCase("Weed", text, current: text).verify("text.standin")
    try CheckCase(text, text).verify("text.standin")
  }

  @Test(
    arguments: CheckCase.all([
      "text.standin": [
        ["None", "–"], ["<None>", "—"], ["Not available", "n/a"], CheckCase("TBD", "noch offen", locale: "de"),
        CheckCase("All", "Todo", locale: "es"), CheckCase("All", "Todos", locale: "pt-BR"), ["%@ items", "%@"],
        ["Times", "×"], ["See the note below", "Se noten nedenfor"], ["Like", "👍"],
        CheckCase("Trial", "Test", locale: "de"), CheckCase("Zero", "Null", locale: "de"),
        CheckCase("Still open", "Noch offen", locale: "de"), ["per", "/"], ["Password", "********"],
        CheckCase("Tasks", "Todo", locale: "de"), ["Never", "—"], ["Not provided", "–"],
        CheckCase("At", "na", locale: "cs"),
      ]
    ])) func `a text that is none`(example: CheckCase) throws
  { try example.verify() }

  @Test(
    arguments: CheckCase.all([
      "text.quoted": [
        ["-5 degrees", "'-6 grader", "'-: \(apostrophe)"],
        CheckCase(nil, "'@dig", current: "@jer", "'@: \(apostrophe)"), ["'-5'", "'-6'"], ["Minus five", "'-5'"],
        ["One\ntwo", "\"En\nto\"", "\"En\nto\": \(quoted)"],
        ["One\ntwo", "\"Sig \"\"hej\"\"\nto\"", "\"Sig \"\"hej\"\"\nto\": \(quoted)"],
        ["One two", "\"En\tto\"", "\"En\tto\": \(quoted)"], [nil, "\"a\nb\nc\"", "\"a\nb\nc\": \(quoted)"],
        ["\"One\ntwo\"", "\"En\nto\""], ["One two", "\"En to\""], ["One\ntwo", "\"En\"\n\"to\""],
        ["One\ntwo", "»En\nto«"], ["One\ntwo", "\"Hej\" sagde\nhun: \"farvel\""],
        CheckCase("One\ntwo", "\"En\nto\"", current: "\"En\ntre\""),
      ]
    ])) func `quotation marks round a copied cell`(example: CheckCase) throws
  { try example.verify() }
}
