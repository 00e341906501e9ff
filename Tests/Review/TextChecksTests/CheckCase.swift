import Testing

@testable import TextChecks

/// A proposal for a source text, and what one check says about it.
struct CheckCase: CustomTestStringConvertible, Sendable {
  let check: String
  let source: String?
  let proposal: String
  var locale = "da-DK"
  var key = "title"
  var otherForm: String?
  var isOtherFormUnknown = false
  var current = ""
  var maximumLength: Int?
  /// The sentences of the findings, each beginning with the part of the text.
  var expected: [String]

  init(
    _ check: String, _ source: String?, _ proposal: String, locale: String = "da-DK", key: String = "title",
    otherForm: String? = nil, isOtherFormUnknown: Bool = false, current: String = "", maximumLength: Int? = nil,
    _ expected: String...
  ) {
    self.check = check
    self.source = source
    self.proposal = proposal
    self.locale = locale
    self.key = key
    self.otherForm = otherForm
    self.isOtherFormUnknown = isOtherFormUnknown
    self.current = current
    self.maximumLength = maximumLength
    self.expected = expected
  }

  var testDescription: String { "\(check): \(source ?? "no source") → \(proposal) [\(locale) \(key)]" }

  /// Runs the check, and compares its findings with the expected ones.
  func verify() throws {
    let rule = try #require(StandardChecks.all.first { $0.id == check })
    let text = CheckedText(
      proposal, source: source, locale: locale, section: "login", key: key, otherForm: otherForm,
      isOtherFormUnknown: isOtherFormUnknown, currentValue: current, maximumLength: maximumLength)
    let sentences = rule.findings(text).map { finding in (finding.token.map { "\($0): " } ?? "") + finding.message }
    #expect(sentences == expected)
  }
}

/// The id of a check, which makes cases of it.
struct CheckName: ExpressibleByStringLiteral {
  private let id: String

  init(stringLiteral id: String) { self.id = id }

  func callAsFunction(
    _ source: String?, _ proposal: String, locale: String = "da-DK", key: String = "title", otherForm: String? = nil,
    isOtherFormUnknown: Bool = false, current: String = "", _ expected: String...
  ) -> CheckCase {
    var example = CheckCase(
      id, source, proposal, locale: locale, key: key, otherForm: otherForm, isOtherFormUnknown: isOtherFormUnknown,
      current: current)
    example.expected = expected
    return example
  }
}
