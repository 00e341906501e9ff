import Testing

@testable import TextChecks

/// A proposal for a source text, and what one check says about it.
struct CheckCase: CustomTestStringConvertible, Sendable {
  private(set) var check = ""
  let source: String?
  let proposal: String
  var locale = "da-DK"
  var key = "title"
  var otherForm: String?
  var isOtherFormUnknown = false
  var current = ""
  var maximumLength: Int?
  /// The sentences of the findings, each beginning with the part of the text.
  let expected: [String]

  init(
    _ source: String?, _ proposal: String, locale: String = "da-DK", key: String = "title", otherForm: String? = nil,
    isOtherFormUnknown: Bool = false, current: String = "", maximumLength: Int? = nil, _ expected: String...
  ) {
    (self.source, self.proposal, self.locale, self.key) = (source, proposal, locale, key)
    (self.otherForm, self.isOtherFormUnknown, self.current) = (otherForm, isOtherFormUnknown, current)
    (self.maximumLength, self.expected) = (maximumLength, expected)
  }

  /// Cases by the ids of their checks. A list is a source text, a proposal, and the findings.
  static func all(_ cases: KeyValuePairs<String, [CheckCase]>) -> [CheckCase] {
    cases.flatMap { check, cases in
      cases.map { example in
        var example = example
        example.check = check
        return example
      }
    }
  }

  var testDescription: String { "\(check): \(source ?? "no source") → \(proposal) [\(locale) \(key)]" }

  /// Runs the check, and compares its findings with the expected ones.
  func verify(_ check: String? = nil) throws {
    let rule = try #require(StandardChecks.all.first { $0.id == check ?? self.check })
    let text = CheckedText(
      proposal, source: source, locale: locale, section: "login", key: key, otherForm: otherForm,
      isOtherFormUnknown: isOtherFormUnknown, currentValue: current, maximumLength: maximumLength)
    let sentences = rule.findings(text).map { finding in (finding.token.map { "\($0): " } ?? "") + finding.message }
    #expect(sentences == expected)
  }
}

extension CheckCase: ExpressibleByArrayLiteral {
  init(arrayLiteral texts: String?...) {
    (source, proposal, expected) = (texts[0], texts[1] ?? "", texts.dropFirst(2).compactMap(\.self))
  }
}
