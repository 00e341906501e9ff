/// A punctuation mark at the end of a text, in the forms that it has in different languages.
struct EndMark: Sendable {
  let id: String
  let severity: Severity
  /// The characters that are the mark in every language.
  let forms: Set<Unicode.Scalar>
  /// The characters that are the mark in one language.
  let formsByLanguage: [String: Set<Unicode.Scalar>]
  /// The languages that do not write the mark at the end.
  let languagesWithout: Set<String>

  private init(
    _ id: String, severity: Severity = .warning, forms: String, byLanguage: [String: String] = [:],
    languagesWithout: Set<String> = []
  ) {
    self.id = id
    self.severity = severity
    self.forms = Set(forms.unicodeScalars)
    formsByLanguage = byLanguage.mapValues { Set($0.unicodeScalars) }
    // Thai and Lojban have no punctuation of this kind.
    self.languagesWithout = languagesWithout.union(["th", "jbo"])
  }

  /// The marks, in the order of their checks.
  static let all = [
    EndMark(
      "end.question", forms: "?？؟⁇⸮", byLanguage: ["el": ";\u{37E}", "hy": "՞", "am": "፧", "ka": "?"],
      languagesWithout: ["hy"]),
    EndMark("end.exclamation", forms: "!！‼", byLanguage: ["hy": "՜", "my": "။"], languagesWithout: ["hy"]),
    EndMark("end.colon", forms: ":：፦︓", byLanguage: ["hy": "՝"], languagesWithout: ["hy"]),
    EndMark("end.ellipsis", forms: "…⋯"),
    EndMark(
      "end.stop", severity: .info, forms: ".。．｡।۔։።။។", byLanguage: ["hy": ":"], languagesWithout: ["lo", "km", "my"]),
  ]

  /// Whether a text ends in the mark, ignoring closing quotes, brackets, tags and spaces.
  func ends(_ end: TextEnd, language: String) -> Bool {
    guard let last = end.last else { return false }
    if end.isEllipsis { return id == "end.ellipsis" }
    return forms.contains(last) || formsByLanguage[language]?.contains(last) == true
  }
}

extension Check {
  /// The check that a text ends in a mark if its source text does, and only then.
  static func end(_ mark: EndMark) -> Check {
    Check(mark.id, mark.severity) { text in
      guard let source = text.translatedSource, !source.bytes.isEmpty, let wanted = text.sourceEnd,
        !mark.languagesWithout.contains(text.language)
      else { return [] }
      let found = text.proposalEnd
      let isWanted = mark.ends(wanted, language: "")
      guard isWanted != mark.ends(found, language: text.language) else { return [] }
      return [
        CheckFinding(
          isWanted ? "check.end.missing" : "check.end.extra", token: (isWanted ? wanted : found).last.map { String($0) }
        )
      ]
    }
  }
}
