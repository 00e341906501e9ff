import Foundation
import Testing

@testable import NStackAPI

/// Forms in which a server may answer the calls that no command of the program makes alone, from
/// `Tests/Fixtures/answer-forms.json`, and what each is read as. The others are put to the program by
/// `Tests/acceptance/answers.py`.
struct AnswerFormsTests {
  /// One form: the answers that a call gets in turn, and what is to become of it.
  struct Form: Decodable, CustomTestStringConvertible, Sendable {
    struct Answer: Decodable, Sendable {
      let status: Int
      let body: String
      let headers: [String: String]?
    }

    enum Expectation: String, Decodable, Sendable { case read, warned, refused }

    let call: String
    let form: String
    let answers: [Answer]
    let expect: Expectation
    let value: String?

    var testDescription: String { "\(call): \(form)" }
  }

  static let forms: [Form] = {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "../../../Fixtures/answer-forms.json"
    ).standardized
    do {
      return try JSONDecoder().decode([Form].self, from: Data(contentsOf: path)).filter {
        ["languages", "best_fit"].contains($0.call)
      }
    } catch {
      Issue.record("the table cannot be read: \(error)")
      return []
    }
  }()

  @Test func `The table holds forms of both calls`() {
    #expect(Set(Self.forms.map(\.call)) == ["languages", "best_fit"])
  }

  @Test(arguments: forms) func `A form is read as what it says, read with a warning, or refused`(form: Form)
    async throws
  {
    let base = "https://nstack.example"
    let answers = form.answers.map { answer in
      ScriptedTransport.Answer.status(
        answer.status, answer.body.replacing("{base}", with: base),
        headers: (answer.headers ?? [:]).map { (name: $0.key, value: $0.value.replacing("{base}", with: base)) })
    }
    let log = KeptLog()
    let client = try NStackClient.scripted(ScriptedTransport(answers, repeatsLast: true), log: log)
    do throws(NStackError) {
      let value =
        try await form.call == "languages"
        ? client.languages().map(\.locale).joined(separator: "|") : client.bestFitLanguage().locale
      #expect(form.expect != .refused, "read as \(value)")
      #expect(value == form.value)
      #expect(log.hasWarnings == (form.expect == .warned))
    } catch {
      #expect(form.expect == .refused, "\(error)")
      #expect(!"\(error)\(error.cause ?? "")".contains("0f8fad5b"))
    }
  }
}
