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
    try CheckCase("text.error", "Weed", text, "\(found): \(byProgram)").verify()
    try CheckCase("text.error", nil, text, "\(found): \(byProgram)").verify()
    try CheckCase("text.error", text, text).verify()
    try CheckCase("text.error", "Weed", text, current: text).verify()
  }

  @Test(arguments: [
    CheckCase("text.error", "#1 in music", "#REF!"), CheckCase("text.error", "Wow", "#wow!"),
    CheckCase("text.error", "Number", "#"), CheckCase("text.error", "Tag", "#Nyhed!"),
    CheckCase("text.error", "Error 508", "Fejl 508"), CheckCase("text.error", "Loading your data", "Loading…"),
    CheckCase("text.error", "Wird geladen", "Loading…", locale: "en-GB"), CheckCase("text.error", "At 5:508", "5:508"),
    CheckCase("text.error", "Errors", "Err: mange"), CheckCase("text.error", "Topic", "#VALG! i dag"),
  ]) func `a text that only looks like one`(example: CheckCase) throws { try example.verify() }

  @Test(
    "a stand-in",
    arguments: [
      "TBD", "tbd.", "[TBD]", "TBA", "TODO", "to do", "FIXME", "xxx", "???", "?", "-", "—", "…", "...", "n/a", "N/A",
      "see note", "See notes!", "siehe Notiz", "siehe oben", "se note", "voir note", "ver nota", "同上", "待翻译", "未翻訳",
      "same as above", "ditto", "Lorem ipsum dolor sit amet", "to be translated", "null", "undefined",
    ]) func standIns(text: String) throws
  {
    try CheckCase("text.standin", "Weed the beds", text, "\(text): \(standsIn)").verify()
    try CheckCase("text.standin", "Weed", text, current: text).verify()
    try CheckCase("text.standin", text, text).verify()
  }

  @Test(arguments: [
    CheckCase("text.standin", "None", "–"), CheckCase("text.standin", "<None>", "—"),
    CheckCase("text.standin", "Not available", "n/a"), CheckCase("text.standin", "TBD", "noch offen", locale: "de"),
    CheckCase("text.standin", "All", "Todo", locale: "es"), CheckCase("text.standin", "All", "Todos", locale: "pt-BR"),
    CheckCase("text.standin", "%@ items", "%@"), CheckCase("text.standin", "Times", "×"),
    CheckCase("text.standin", "See the note below", "Se noten nedenfor"), CheckCase("text.standin", "Like", "👍"),
    CheckCase("text.standin", "Trial", "Test", locale: "de"), CheckCase("text.standin", "Zero", "Null", locale: "de"),
    CheckCase("text.standin", "Still open", "Noch offen", locale: "de"), CheckCase("text.standin", "per", "/"),
    CheckCase("text.standin", "Password", "********"), CheckCase("text.standin", "Tasks", "Todo", locale: "de"),
    CheckCase("text.standin", "Never", "—"), CheckCase("text.standin", "Not provided", "–"),
    CheckCase("text.standin", "At", "na", locale: "cs"),
  ]) func `a text that is none`(example: CheckCase) throws { try example.verify() }

  @Test(arguments: [
    CheckCase("text.quoted", "-5 degrees", "'-6 grader", "'-: \(apostrophe)"),
    CheckCase("text.quoted", nil, "'@dig", current: "@jer", "'@: \(apostrophe)"),
    CheckCase("text.quoted", "'-5'", "'-6'"), CheckCase("text.quoted", "Minus five", "'-5'"),
    CheckCase("text.quoted", "One\ntwo", "\"En\nto\"", "\"En\nto\": \(quoted)"),
    CheckCase("text.quoted", "One\ntwo", "\"Sig \"\"hej\"\"\nto\"", "\"Sig \"\"hej\"\"\nto\": \(quoted)"),
    CheckCase("text.quoted", "One two", "\"En\tto\"", "\"En\tto\": \(quoted)"),
    CheckCase("text.quoted", nil, "\"a\nb\nc\"", "\"a\nb\nc\": \(quoted)"),
    CheckCase("text.quoted", "\"One\ntwo\"", "\"En\nto\""), CheckCase("text.quoted", "One two", "\"En to\""),
    CheckCase("text.quoted", "One\ntwo", "\"En\"\n\"to\""), CheckCase("text.quoted", "One\ntwo", "»En\nto«"),
    CheckCase("text.quoted", "One\ntwo", "\"Hej\" sagde\nhun: \"farvel\""),
    CheckCase("text.quoted", "One\ntwo", "\"En\nto\"", current: "\"En\ntre\""),
  ]) func `quotation marks round a copied cell`(example: CheckCase) throws { try example.verify() }
}
