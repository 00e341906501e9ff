import Testing

@testable import TextChecks

private let standInCase: CheckName = "text.standin"
private let errorTextCase: CheckName = "text.error"
private let quotedCase: CheckName = "text.quoted"

private let byProgram =
  "A spreadsheet program wrote this in place of a value. Write the text itself; if this is the text, write \"ignore: text.error\" "
  + "under Note."
private let standsIn =
  "This looks like a stand-in for a missing text. Write the text itself; if this is the text, write \"ignore: text.standin\" "
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
    try errorTextCase("Weed", text, "\(found): \(byProgram)").verify()
    try errorTextCase(nil, text, "\(found): \(byProgram)").verify()
    try errorTextCase(text, text).verify()
    try errorTextCase("Weed", text, current: text).verify()
  }

  @Test(arguments: [
    errorTextCase("#1 in music", "#REF!"), errorTextCase("Wow", "#wow!"), errorTextCase("Number", "#"),
    errorTextCase("Tag", "#Nyhed!"), errorTextCase("Error 508", "Fejl 508"),
    errorTextCase("Loading your data", "Loading…"), errorTextCase("Wird geladen", "Loading…", locale: "en-GB"),
    errorTextCase("At 5:508", "5:508"), errorTextCase("Errors", "Err: mange"), errorTextCase("Topic", "#VALG! i dag"),
  ]) func `a text that only looks like one`(example: CheckCase) throws { try example.verify() }

  @Test(
    "a stand-in",
    arguments: [
      "TBD", "tbd.", "[TBD]", "TBA", "TODO", "to do", "FIXME", "xxx", "???", "?", "-", "—", "…", "...", "n/a", "N/A",
      "see note", "See notes!", "siehe Notiz", "siehe oben", "se note", "voir note", "ver nota", "同上", "待翻译", "未翻訳",
      "same as above", "ditto", "Lorem ipsum dolor sit amet", "to be translated", "null", "undefined",
    ]) func standIns(text: String) throws
  {
    try standInCase("Weed the beds", text, "\(text): \(standsIn)").verify()
    try standInCase("Weed", text, current: text).verify()
    try standInCase(text, text).verify()
  }

  @Test(arguments: [
    standInCase("None", "–"), standInCase("<None>", "—"), standInCase("Not available", "n/a"),
    standInCase("TBD", "noch offen", locale: "de"), standInCase("All", "Todo", locale: "es"),
    standInCase("All", "Todos", locale: "pt-BR"), standInCase("%@ items", "%@"), standInCase("Times", "×"),
    standInCase("See the note below", "Se noten nedenfor"), standInCase("Like", "👍"),
    standInCase("Trial", "Test", locale: "de"), standInCase("Zero", "Null", locale: "de"),
    standInCase("Still open", "Noch offen", locale: "de"), standInCase("per", "/"), standInCase("Password", "********"),
    standInCase("Tasks", "Todo", locale: "de"), standInCase("Never", "—"), standInCase("Not provided", "–"),
    standInCase("At", "na", locale: "cs"),
  ]) func `a text that is none`(example: CheckCase) throws { try example.verify() }

  @Test(arguments: [
    quotedCase("-5 degrees", "'-6 grader", "'-: \(apostrophe)"),
    quotedCase(nil, "'@dig", current: "@jer", "'@: \(apostrophe)"), quotedCase("'-5'", "'-6'"),
    quotedCase("Minus five", "'-5'"), quotedCase("One\ntwo", "\"En\nto\"", "\"En\nto\": \(quoted)"),
    quotedCase("One\ntwo", "\"Sig \"\"hej\"\"\nto\"", "\"Sig \"\"hej\"\"\nto\": \(quoted)"),
    quotedCase("One two", "\"En\tto\"", "\"En\tto\": \(quoted)"),
    quotedCase(nil, "\"a\nb\nc\"", "\"a\nb\nc\": \(quoted)"), quotedCase("\"One\ntwo\"", "\"En\nto\""),
    quotedCase("One two", "\"En to\""), quotedCase("One\ntwo", "\"En\"\n\"to\""), quotedCase("One\ntwo", "»En\nto«"),
    quotedCase("One\ntwo", "\"Hej\" sagde\nhun: \"farvel\""),
    quotedCase("One\ntwo", "\"En\nto\"", current: "\"En\ntre\""),
  ]) func `quotation marks round a copied cell`(example: CheckCase) throws { try example.verify() }
}
