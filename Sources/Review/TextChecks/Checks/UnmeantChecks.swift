import Basics

/// Checks for texts that nobody intended as a translation.
extension Check {
  static let unmeant: [Check] = [spreadsheetError, standIn, pseudoText, actionWord, quotedCell, filledDown]

  // MARK: - Errors of spreadsheet programs

  /// Refuses a spreadsheet program's error value, such as `#REF!`, that was saved as text.
  private static let spreadsheetError = Check("text.error", .error) { text in
    let found = trimmed(text.proposal)
    guard found.utf8.count <= longestError, isError(found, in: text),
      !text.baseTexts.map(trimmed).contains(where: { isMarked($0) || $0 == found })
    else { return [] }
    return [CheckFinding("check.text.error", token: found)]
  }

  private static let longestError = 40

  /// The error values without a final `!` or `?`, in several languages.
  private static let unmarkedErrors = Set(
    """
    #N/A, #NV, #N/D, #I/T, #N/B, #Н/Д, #YOK, #GETTING_DATA, #ERROR, #NENÍ_K_DISPOZICI, #HIÁNYZIK, #N/A N/A
    """.commaSeparated)
  /// The words that LibreOffice writes before an error number, in several languages.
  private static let errorWords = Set("err, error, fehler, erreur, fejl, fel, fout, erro, errore".commaSeparated)
  /// What spreadsheet programs show while they load a value.
  private static let waits: Set = ["Loading…", "Loading..."]

  private static func isError(_ found: String, in text: CheckedText) -> Bool {
    if waits.contains(found) {
      return text.language != "en" && !text.baseTexts.contains { $0.lowercased().contains("load") }
    }
    if let colon = found.firstIndex(of: ":") {
      let digits = found[found.index(after: colon)...]
      return digits.utf8.count == 3 && Digits.integer(digits.utf8) != nil
        && errorWords.contains(trimmed(String(found[..<colon])).lowercased())
    }
    guard isMarked(found) else { return false }
    if found.utf8.allSatisfy({ $0 == UInt8(ascii: "#") }) { return found.utf8.count > 2 }
    // #NAME?, #DIV/0!, #¿NOMBRE?, #ÜBERLAUF!
    let name = found.dropFirst()
    let isNamed =
      name.first?.isLetter == true || name.first == "¡" || name.first == "¿"
      ? name.allSatisfy { $0.isUppercase || $0.isNumber || "/_!?¡¿".contains($0) } : false
    return unmarkedErrors.contains(found) || isNamed && (name.last == "!" || name.last == "?")
  }

  private static func isMarked(_ text: String) -> Bool { text.utf8.first == UInt8(ascii: "#") }

  // MARK: - Stand-ins

  /// Refuses what people write in place of a translation that is not done yet, or is elsewhere.
  private static let standIn = Check("text.standin", .error) { text in
    let found = trimmed(text.proposal)
    guard found.utf8.count <= longestStandIn, isStandIn(found, text.language),
      !text.baseTexts.contains(where: { isStandIn(trimmed($0), nil) || meaningNothing.contains(words(of: $0)) })
    else { return [] }
    return [CheckFinding("check.text.standin", token: found)]
  }

  private static let longestStandIn = 60

  /// Source texts for which a dash or `n/a` is a translation.
  private static let meaningNothing = Set(
    """
    none, nothing, do nothing, empty, blank, unknown, no value, not available, unavailable, not applicable,
    not set, not specified, not provided, no data, missing, same, never, not a number, to do, todo, tasks,
    to-do list, to do list, coming soon, zero
    """.commaSeparated)
  /// Words that people write in place of a translation, in the languages of review sheets.
  private static let standIns = Set(
    """
    tbd, tba, tbc, todo, to do, fixme, xxx, xxxx, n/a, n.a, null, nil, nan, undefined, see note, see notes,
    see comment, see comments, see above, see below, see mail, see email, see e-mail, same as above, as above,
    ditto, idem, dito, lorem ipsum, untranslated, not translated, no translation, translation missing,
    missing translation, to be translated, to be defined, to be decided, to be confirmed, to be done,
    to be announced, to be determined, siehe notiz, siehe anmerkung, siehe kommentar, siehe oben, siehe unten,
    wie oben, k.a, s.o, nicht übersetzt, übersetzung fehlt, noch zu übersetzen, se note, se noter, se noten,
    se kommentar, se bemærkning, se ovenfor, som ovenfor, samme som ovenfor, ikke oversat, mangler oversættelse,
    voir note, voir la note, voir commentaire, voir remarque, voir ci-dessus, voir plus haut, à traduire,
    à définir, non traduit, traduction manquante, ver nota, ver comentario, véase nota, ver arriba, ídem,
    por traducir, por definir, sin traducir, sin traducción, ver comentário, ver acima, a traduzir,
    por traduzir, a definir, não traduzido, sem tradução, 未定, 未翻訳, 同上, 備考参照, コメント参照, 上記参照, 翻訳待ち, 待定, 待翻译, 待翻譯,
    未翻译, 未翻譯, 见备注, 見備註, 见上, 同前, انظر الملاحظة, انظر أعلاه, كما سبق, غير مترجم, يحدد لاحقا
    """.commaSeparated)
  /// Languages in which `todo` is a word: "all".
  private static let sayingTodo: Set = ["es", "pt", "gl", "ast", "an", "lad", "ext"]

  /// - Parameter language: The language of the text; nil if it may be any.
  private static func isStandIn(_ text: String, _ language: String?) -> Bool {
    guard !text.isEmpty, text.utf8.count <= longestStandIn else { return false }
    if text.unicodeScalars.allSatisfy({ "-–—‐‑−_.…?？¿!！~".unicodeScalars.contains($0) }) { return true }
    let words = words(of: text)
    if words == "todo", let language, sayingTodo.contains(language) { return false }
    return standIns.contains(words) || words.hasPrefix("lorem ipsum ")
  }

  /// A text in lower case with single spaces, without brackets around it and punctuation at its end.
  private static func words(of text: String) -> String {
    guard text.utf8.count <= longestStandIn else { return "" }
    let plain = text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let isMark: (Character) -> Bool = { "[](){}<>\"'.:!?…。".contains($0) }
    return String(plain.drop(while: isMark).reversed().drop(while: isMark).reversed())
  }

  // MARK: - Texts in another form

  /// Refuses a text that this program pseudo-localised.
  private static let pseudoText = Check("text.pseudo", .error) { text in
    let start = String(text.proposal.prefix(longestError))
    if text.isAmongCapitals { return [CheckFinding("check.text.capitals", token: start)] }
    guard PseudoLocalization.form(of: text.proposal) != nil,
      !text.baseTexts.contains(where: { PseudoLocalization.form(of: $0) != nil })
    else { return [] }
    return [CheckFinding("check.text.pseudo", token: start)]
  }

  // MARK: - Slips in a sheet

  /// Refuses a word that belongs under `Action`.
  private static let actionWord = Check("text.action", .error) { text in
    text.isActionWord ? [CheckFinding("check.text.action", token: text.proposal)] : []
  }

  /// Refuses the quotation marks that spreadsheet programs put around a copied cell of several lines, and the
  /// apostrophe that they and po2csv put before a text that could be a formula.
  private static let quotedCell = Check("text.quoted", .error) { text in
    if text.proposal.hasPrefix("'"), let sign = text.proposal.dropFirst().first, "=+-@".contains(sign),
      text.baseTexts.contains(where: { $0.first == sign }), !text.baseTexts.contains(where: { $0.hasPrefix("'") })
    {
      return [CheckFinding("check.text.apostrophe", token: "'\(sign)")]
    }
    guard isQuoted(text.proposal), !text.baseTexts.contains(where: isQuoted) else { return [] }
    return [CheckFinding("check.text.quoted", token: String(text.proposal.prefix(longestError)))]
  }

  private static func isQuoted(_ text: String) -> Bool {
    let utf8 = text.utf8
    let quote = UInt8(ascii: "\"")
    guard utf8.count > 2, utf8.first == quote, utf8.last == quote,
      utf8.contains(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\t") })
    else { return false }
    // In a quoted cell, quotation marks are doubled.
    return utf8.dropFirst().dropLast().split(omittingEmptySubsequences: false) { $0 != quote }.allSatisfy {
      $0.count.isMultiple(of: 2)
    }
  }

  /// Warns of the same new text in consecutive rows with different source texts, as after filling a column down.
  private static let filledDown = Check("text.repeated", .warning) { text in
    text.repeatedRows > 0 ? [CheckFinding("check.text.repeated", counts: text.repeatedRows)] : []
  }

  private static func trimmed(_ text: String) -> String {
    let isSpace: (Character) -> Bool = { $0.isWhitespace || $0 == "\u{FEFF}" }
    guard text.first.map(isSpace) == true || text.last.map(isSpace) == true else { return text }
    return String(text.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }
}

extension CheckedText {
  /// The source text and the value to replace. If one of them would be refused, the proposal is allowed to look the same.
  fileprivate var baseTexts: [String] { isOwnSource ? [proposal] : [source, currentValue].compactMap(\.self) }
}
