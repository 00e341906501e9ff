import Basics

extension Check {
  /// The checks of all families of placeholders.
  static let placeholders =
    [
      // A variable of an Apple stringsdict.
      placeholders("variable", .at, PrintfFormat.variables(in:)),
      placeholders("name", .brace, names(in:), inProposal: names(in:for:)),
      // `{{name}}`, as i18next and Handlebars write it, with or without spaces and a format: `{{ count, number }}`.
      placeholders("mustache", .brace) { text in
        BracedToken.all(in: text).filter { $0.form == .double && !$0.bareName.isEmpty }.map { "{{\($0.bareName)}}" }
      }, placeholders("index", .brace, indices(in:), inProposal: indices(in:for:)),
      // `${name}`, as JavaScript templates and Android's annotations write it.
      placeholders("template", .brace, templates(in:), inProposal: templates(in:for:)),
      // `%{name}`, as Ruby and Vue write it.
      placeholders("ruby", .percent) { text in
        BracedToken.all(in: text).filter { $0.form == .percent && !$0.name.isEmpty }.map { "%{\($0.name)}" }
      }, valueSign,
    ] + NamedPlaceholder.allCases.map(placeholders)

  /// The check of placeholders that a project describes by regular expressions.
  static func ownPlaceholders(_ patterns: [TextPattern]) -> Check {
    placeholders("custom", nil) { text in patterns.flatMap { $0.all(in: text.string) } }
  }

  private static func placeholders(_ family: NamedPlaceholder) -> Check {
    placeholders(family.rawValue, family.kinds, severity: family.mayBeWords ? .warning : .error, family.all(in:)) {
      proposal, source in
      // A placeholder of the source text also counts next to other letters, as in `l':name`.
      let wanted = family.all(in: source)
      let found = family.all(in: proposal)
      let others = Set(wanted)
      return wanted.filter { family.isKept($0, in: proposal) } + found.filter { !others.contains($0) }
    }
  }

  /// Requires that a proposal has the placeholders of its source text, and no others of the same family.
  ///
  /// Only a source text with a placeholder of the family is checked: in other texts, the same characters are plain text.
  ///
  /// - Parameters:
  ///   - kinds: Byte kinds that every placeholder of the family contains; nil if not known.
  ///   - find: The placeholders of a source text, each normalized for comparison, in order.
  ///   - findInProposal: The placeholders of a proposal, likewise; nil if they are found in the same way.
  private static func placeholders(
    _ family: String, _ kinds: ByteKinds?, severity: Severity = .error,
    _ find: @escaping @Sendable (ScannedText) -> [String],
    inProposal findInProposal: (@Sendable (ScannedText, ScannedText) -> [String])? = nil
  ) -> Check {
    Check("placeholder.\(family)", severity) { text in
      guard let source = text.scannedSource, kinds.map(source.has) ?? true else { return [] }
      let wanted = find(source).withoutRepeats
      guard !wanted.isEmpty else { return [] }
      let found = (findInProposal?(text.scannedProposal, source) ?? find(text.scannedProposal)).withoutRepeats
      guard found != wanted else { return [] }
      let others = text.isPluralForm ? text.otherForm.map { find(ScannedText($0)) } ?? [] : []
      let known = Set(wanted + others)
      let given = Set(found)
      let missing = wanted.filter { !given.contains($0) }
      let extra = found.filter { !known.contains($0) }
      // If a placeholder has a wrong name, the number is not spelled out.
      let lost = extra.isEmpty ? text.withoutSpelledOut(missing, isNumber: isNumber) : missing
      return lost.map { CheckFinding("check.placeholder.missing", token: $0) }
        + extra.map { CheckFinding(Reason("check.placeholder.extra") + advice(on: $0, missing, wanted), token: $0) }
    }
  }

  private static func advice(on extra: String, _ missing: [String], _ wanted: [String]) -> Reason {
    let near = missing.first { $0.lowercased() == extra.lowercased() } ?? (missing.count == 1 ? missing.first : nil)
    return near.map { Reason("check.placeholder.write", $0) } ?? Reason("check.placeholder.remove", wanted.listed)
  }

  /// Whether a placeholder shows the number of a plural, according to its name.
  private static func isNumber(_ placeholder: String) -> Bool {
    let name = placeholder.lowercased().prefix { $0 != ")" }.filter { $0.isLetter || $0.isNumber || $0 == "_" }
    return ["count", "n", "num", "number", "total", "amount", "quantity", "times"].contains(name)
      || name.hasSuffix("count")
  }

  // MARK: - `{name}`, as ICU, Flutter and Python write it

  /// The names of a text's placeholders; none in an ICU message with types.
  @Sendable private static func names(in text: ScannedText) -> [String] {
    if ICUMessage.isMessage(text) { return [] }
    return spelled(singles(in: text), isBare: singles(in: text).contains(where: \.isSpaced))
  }

  @Sendable private static func names(in proposal: ScannedText, for source: ScannedText) -> [String] {
    if let message = ICUMessage.message(in: proposal) { return message.names.map { "{\($0)}" } }
    // An app that reads `{ name }` also reads `{name}`; an app whose texts have no spaces may not read `{ name }`.
    return spelled(singles(in: proposal, for: source), isBare: singles(in: source).contains(where: \.isSpaced))
  }

  private static func singles(in text: ScannedText, for source: ScannedText? = nil) -> [BracedToken] {
    BracedToken.all(in: text, for: source ?? text).filter { $0.form == .single && $0.isName }
  }

  private static func spelled(_ tokens: [BracedToken], isBare: Bool) -> [String] {
    tokens.map { "{\(isBare ? $0.trimmedName : $0.name)}" }
  }

  // MARK: - `{0}`, as .NET and Java write it, with or without a format: `{0:N2}`; and `{}`

  @Sendable private static func indices(in text: ScannedText) -> [String] {
    ICUMessage.isMessage(text) ? [] : numbers(among: BracedToken.all(in: text))
  }

  private static func numbers(among tokens: [BracedToken]) -> [String] {
    tokens.filter { $0.form == .single && $0.bareName.utf8.allSatisfy(\.isASCIIDigit) }.map { "{\($0.bareName)}" }
  }

  @Sendable private static func indices(in proposal: ScannedText, for source: ScannedText) -> [String] {
    guard let message = ICUMessage.message(in: proposal) else {
      return numbers(among: BracedToken.all(in: proposal, for: source))
    }
    return message.names.filter { $0.utf8.allSatisfy(\.isASCIIDigit) }.map { "{\($0)}" }
  }

  // MARK: - `${name}`, and the amounts of money that look like it

  @Sendable private static func templates(in text: ScannedText) -> [String] {
    BracedToken.all(in: text).filter { $0.form == .dollar && !$0.name.isEmpty }.map { "${\($0.name)}" }
  }

  /// The tokens of a proposal. In `{price} $` the language puts the dollar sign last; in `$ {name}` a space broke a
  /// placeholder.
  @Sendable private static func templates(in proposal: ScannedText, for source: ScannedText) -> [String] {
    let bytes = proposal.bytes
    let hasSign = bytes.indices.contains { index in
      guard bytes[index] == UInt8(ascii: "$") else { return false }
      // Skips spaces, including no-break and thin ones.
      let next = bytes[(index + 1)...].first { $0 != 0x20 && $0 & 0xC0 != 0x80 && $0 != 0xC2 && $0 != 0xE2 }
      return next != UInt8(ascii: "{") || index > 0 && bytes[index - 1].isASCIILetter && proposal[index + 1] == 0x20
    }
    let amounts = hasSign ? Set(templates(in: source)) : []
    return templates(in: proposal)
      + BracedToken.all(in: proposal).filter { $0.form == .single }.map { "${\($0.name)}" }.filter(amounts.contains)
  }

  // MARK: - `{share}%` and `€{price}`, whose sign belongs to the value

  /// Warns of a sign that the source text has next to a brace and the proposal lacks.
  private static let valueSign = Check("placeholder.sign", .warning) { text in
    guard let source = text.translatedSource, source.has(.brace) else { return [] }
    let tokens = BracedToken.all(in: source)
    let signs = valueSigns.filter { sign, _ in tokens.contains { hasSign(sign, at: $0, in: source) } }
    guard !signs.isEmpty else { return [] }
    var proposal = text.proposal.lowercased()
    // The name in `{percent}` is not a word of the text, and the `%` of `%{name}` belongs to the placeholder.
    for token in tokens {
      proposal = proposal.replacing((token.form == .percent ? "%{" : "{") + token.name.lowercased() + "}", with: "")
    }
    return signs.filter { sign, words in !([sign] + words).contains { proposal.utf8Contains(Array($0.utf8)) } }.map {
      CheckFinding("check.placeholder.sign", token: $0.sign)
    }
  }

  /// The signs, with their equivalents and words.
  private static let valueSigns: [(sign: String, words: [String])] = [
    (
      "%",
      """
      ٪, ％, ﹪, pct, percent, per cent, procent, prosent, prozent, protsen, prósent, persen, peratus, pour cent, por cien,
      por cento, per cento, posto, ehuneko, процент, відсот, працэнт, százalék, yüzde, τοις εκατό, phần trăm, אחוז,
      المئة, المائة, درصد, प्रतिशत, เปอร์เซ็นต์, 百分, パーセント, 퍼센트
      """.commaSeparated
    ), ("€", "eur, евро, євро, ευρώ, ユーロ, 欧元, 歐元, 유로".commaSeparated), ("$", "＄, usd, dol, дол".commaSeparated),
    ("£", "￡, gbp".commaSeparated), ("¥", "￥, 円, 元, jpy, cny".commaSeparated),
  ]

  /// Whether a sign is next to a token, with or without a space.
  private static func hasSign(_ sign: String, at token: BracedToken, in text: ScannedText) -> Bool {
    let isSpace: (Character) -> Bool = { $0.isWhitespace && !$0.isNewline }
    var after = text.part(token.range.upperBound..<token.range.upperBound + longestSign)[...]
    if after.first.map(isSpace) == true { after.removeFirst() }
    if after.hasPrefix(sign) {
      // `%d`, `%{name}` and `$t(key)` after a token are other placeholders.
      return after.dropFirst().first.map { !$0.isLetter && !$0.isNumber && !"{(@".contains($0) } ?? true
    }
    var before = text.part(token.range.lowerBound - longestSign..<token.range.lowerBound)[...]
    if before.last.map(isSpace) == true { before.removeLast() }
    // `%` and `$` before a brace are part of a placeholder.
    return before.hasSuffix(sign) && sign != "%" && sign != "$"
  }

  /// The maximum number of bytes of a space, a sign and the character after it.
  private static let longestSign = 12
}

extension BracedToken { fileprivate var isSpaced: Bool { name.utf8.count != trimmedName.utf8.count } }
