import Foundation
import Testing

@testable import NStackAPI

/// Forms in which a server may answer, from `Tests/Fixtures/answer-forms.json`, and what each is read as. The same table is
/// put to the program by `Tests/acceptance/answers.py`.
@Suite("Forms of answers")
struct AnswerFormsTests {
  /// One form: the answers that a call gets in turn, and what is to become of it.
  struct Form: Decodable, CustomTestStringConvertible, Sendable {
    struct Answer: Decodable, Sendable {
      let status: Int
      let body: String
      let headers: [String: String]?
    }

    enum Expectation: String, Decodable, Sendable {
      case read, warned, refused
    }

    let call: String
    let form: String
    let answers: [Answer]
    let expect: Expectation
    let value: String?

    var testDescription: String { "\(call): \(form)" }
  }

  static let forms: [Form] = {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Fixtures/answer-forms.json").standardized
    do {
      return try JSONDecoder().decode([Form].self, from: Data(contentsOf: path))
    } catch {
      Issue.record("the table cannot be read: \(error)")
      return []
    }
  }()

  @Test func `The table holds the forms of every call`() {
    #expect(
      Dictionary(grouping: Self.forms, by: \.call).mapValues(\.count) == [
        "proposals": 107, "languages": 12, "best_fit": 6, "index": 27, "resource": 53, "propose": 26,
        "propose lines": 8, "delete": 45,
      ])
  }

  @Test(arguments: forms)
  func `A form is read as what it says, read with a warning, or refused`(form: Form) async throws {
    let base = "https://nstack.example"
    let answers = form.answers.map { answer in
      ScriptedTransport.Answer.status(
        answer.status, answer.body.replacing("{base}", with: base),
        headers: (answer.headers ?? [:]).map { (name: $0.key, value: $0.value.replacing("{base}", with: base)) })
    }
    let log = KeptLog()
    let client = try NStackClient.scripted(ScriptedTransport(answers, repeatsLast: true), log: log)
    do throws(NStackError) {
      let (value, hasFindings) = try await Self.value(of: form.call, client)
      #expect(form.expect != .refused, "read as \(value)")
      #expect(value == form.value)
      #expect((hasFindings || log.hasWarnings) == (form.expect == .warned))
    } catch {
      #expect(form.expect == .refused, "\(error)")
      #expect(!"\(error)\(error.cause ?? "")".contains("0f8fad5b"))
    }
  }

  private static func value(
    of call: String, _ client: NStackClient
  ) async throws(NStackError) -> (value: String, hasFindings: Bool) {
    let text = TextIdentity(section: "home", key: "title", locale: "en-GB")
    switch call {
    case "proposals":
      let proposals = try await client.proposals(state: .unaccepted)
      let values = proposals.map { "\($0.id)=\($0.value)\($0.canDelete ? "*" : "")" }
      return (values.joined(separator: "|"), false)
    case "languages": return (try await client.languages().map(\.locale).joined(separator: "|"), false)
    case "best_fit": return (try await client.bestFitLanguage().locale, false)
    case "index": return (try await client.resourceIndex().map(\.language.locale).joined(separator: "|"), false)
    case "resource":
      let language = Language(
        id: 11, name: "English (UK)", locale: "en-GB", direction: .leftToRight, isDefault: true, isBestFit: true)
      let resource = try await client.resource(
        ResourceIndexEntry(
          id: 1, url: "https://nstack.example/r/en-GB", lastUpdatedAt: nil, shouldUpdate: true, language: language))
      let texts = resource.sections.flatMap { section in
        section.texts.map { "\(section.name)/\($0.key)=\($0.value ?? "")" }
      }
      return (texts.joined(separator: "|"), !resource.findings.isEmpty)
    case "delete": return (try await client.deleteProposal(id: 13) ? "deleted" : "gone", false)
    default:
      let value = call == "propose" ? "new text" : "a & b <i>\"c\"</i>\nd'e"
      let proposal = try await client.propose(value, for: text)
      return ("\(proposal.id)=\(proposal.value)", false)
    }
  }
}
