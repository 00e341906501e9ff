import NStackAPI
import Synchronization
import Testing

@testable import ReviewSheets

/// A server that answers by path, as it is told.
private struct AnswersByPath: HTTPTransport {
  let answers: @Sendable (_ path: String) -> String

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let path = request.url.split(separator: "/").last.map { $0.prefix { $0 != "?" } } ?? ""
    return TransportResponse(status: 200, body: Array(answers(String(path)).utf8))
  }
}

struct CatalogFetchingTests {
  private static func entry(_ locale: String) -> String {
    #"{"id":1,"url":"https://nstack.example/\#(locale)","language":{"id":1,"name":"n","locale":"\#(locale)","direction":"LRM"}}"#
  }

  private func client(_ answers: [String: String], clock: RetryClock = .system) throws -> NStackClient {
    let configuration = try NStackConfiguration(
      baseURL: "https://nstack.example", applicationID: Secret("a"), restAPIKey: Secret("k"), guid: "g")
    let transport = AnswersByPath { answers[$0] ?? #"{"data":[]}"# }
    return NStackClient(configuration: configuration, transport: transport, clock: clock)
  }

  private func fetch(_ answers: [String: String], allowsEmpty: Bool = false) async throws -> Result<
    Catalog, NStackError
  > {
    let client = try client(answers)
    do throws(NStackError) { return .success(try await Catalog.fetching(from: client, allowsEmpty: allowsEmpty)) } catch
    { return .failure(error) }
  }

  private static let texts = #"{"data":{"home":{"title":"Hello"}}}"#
  private static let index = #"{"data":[\#(entry("en-GB")),\#(entry("da-DK"))]}"#

  @Test(
    "an application, or a language, without texts is an error unless it is allowed",
    arguments: [
      ([:], 0, "the index lists no language"), (["mobile": index], 2, "no language has a text"),
      (["mobile": index, "en-GB": texts], 2, "the index lists da-DK, but its resource contains no texts"),
      (
        ["mobile": index, "en-GB": texts, "da-DK": #"{"data":{"home":[]}}"#], 2,
        "the index lists da-DK, but its resource contains no texts"
      ),
    ] as [([String: String], Int, String)]) func empty(answers: [String: String], languages: Int, message: String)
    async throws
  {
    guard case .failure(let error) = try await fetch(answers) else {
      Issue.record("read")
      return
    }
    #expect(error.code == .noTexts)
    #expect(error.message == message)
    #expect(try await fetch(answers, allowsEmpty: true).get().languages.count == languages)
  }

  @Test func `a catalog knows when its reading began, and its index`() async throws {
    // Each look at the clock takes a second, so that only the first one says 1.
    let looks = Mutex(Duration.zero)
    let clock = RetryClock(
      now: {
        looks.withLock { looks in
          looks += .seconds(1)
          return looks
        }
      }, calendarNow: { 0 }, sleep: { _ in }, random: { 0 })
    let answers = ["mobile": Self.index, "en-GB": Self.texts, "da-DK": Self.texts]
    let catalog = try await Catalog.fetching(from: client(answers, clock: clock))
    #expect(catalog.reading?.begun == .seconds(1))
    #expect(catalog.reading?.resourceIndex.map(\.language.locale) == ["en-GB", "da-DK"])
  }

  @Test func `texts that are not translated are texts`() async throws {
    let catalog = try await fetch([
      "mobile": #"{"data":[\#(Self.entry("en-GB"))]}"#, "en-GB": #"{"data":{"home":{"title":"__title"}}}"#,
    ]).get()
    #expect(catalog.keys.map(\.key) == ["title"])
  }

  @Test func `what of the lists cannot be read is named`() async throws {
    let catalog = try await fetch([
      "mobile": #"{"data":[\#(Self.entry("en-GB")),{"id":2,"language":{"locale":"da-DK"}}]}"#, "en-GB": Self.texts,
      "proposals":
        #"{"data":[{"id":3,"section":"home","key":"title","locale":"en-GB","value":"Hi"},{"id":4,"value":7}]}"#,
    ]).get()
    #expect(catalog.languages.map(\.locale) == ["en-GB"])
    #expect(catalog.proposals.values.joined().map(\.id) == [3])
    #expect(catalog.unread.map(\.kind) == ["resource", "proposal"])
    #expect(catalog.unread.map(\.id) == [2, 4])
    #expect(catalog.unread.map(\.locale) == ["da-DK", nil])
  }
}
