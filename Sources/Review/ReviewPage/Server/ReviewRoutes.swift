import Basics
import HTTPTypes
import Hummingbird
import NStackAPI
import TranslationReview

/// The requests of a page, and the functions that answer them.
struct ReviewRoutes: Sendable {
  private static let mostTexts = 500

  let review: OpenReview
  let keys: PageKeys
  /// Called after a token was exchanged, so that the program can show the next address.
  let exchanged: @Sendable () -> Void

  var all: [PageResponder.Route] {
    [
      .init(.post, "/api/session", isOpen: true, session), .init(.get, "/api/review", overview),
      .init(.get, "/api/texts", texts), .init(.get, "/api/beside", beside), .init(.get, "/api/next", next),
      .init(.post, "/api/check", check), .init(.post, "/api/drafts", decide),
      .init(.get, "/api/plan") { _ in .init(await review.plan) }, .init(.post, "/api/send", send),
      .init(.get, "/api/send") { _ in .init(await review.reportedProgress()) }, .init(.post, "/api/refresh", refresh),
      .init(.post, "/api/leave", leave),
    ]
  }

  private func session(_ request: Request) async throws -> Response {
    let token = try await RequestBody(of: request).string("token")
    guard let key = keys.key(for: token) else {
      throw ReviewPageError(
        .token, "This address was used already, or it is incomplete. Open the last address that the program printed.")
    }
    exchanged()
    return .init(["key": key])
  }

  // MARK: - Reading

  private func overview(_ request: Request) async throws -> Response {
    .init(await review.overview(locale: PageQuery(of: request)["locale"]))
  }

  private func texts(_ request: Request) async throws -> Response {
    let fields = PageQuery(of: request)
    let query = try query(fields)
    let limit = try fields.number("limit", in: 1...Self.mostTexts, default: 100)
    let offset = try fields.number("offset", in: 0...Int(Int32.max), default: 0)
    return .init(try await review.texts(query, offset: offset, limit: limit, around: try fields.text("around")))
  }

  private func beside(_ request: Request) async throws -> Response {
    guard let text = try PageQuery(of: request).text("text") else { throw RequestBody.malformed }
    return .init(try await review.beside(text))
  }

  private func next(_ request: Request) async throws -> Response {
    let fields = PageQuery(of: request)
    return .init(
      try await review.next(try query(fields), from: try fields.text("from"), isBackwards: fields["direction"] == "-1"))
  }

  private func query(_ fields: PageQuery) throws -> TextQuery {
    guard let locale = fields["locale"] else {
      throw ReviewPageError(.request, "The request names no locale. Load the page again.")
    }
    guard let filter = fields["filter"].map(TextQuery.Filter.init(rawValue:)) ?? .all else {
      throw ReviewPageError(.request, "This filter is not known. Load the page again.")
    }
    return TextQuery(
      locale: locale, section: fields["section"], search: fields["q"] ?? "", filter: filter, check: fields["check"])
  }

  // MARK: - Deciding

  private func check(_ request: Request) async throws -> Response {
    let body = try await RequestBody(of: request)
    let text = try TextIdentity(pageID: try body.string("text"))
    return .init(try await review.check(try body.string("value"), for: text))
  }

  private func decide(_ request: Request) async throws -> Response {
    let body = try await RequestBody(of: request)
    let texts = try body.texts
    let refused = try await review.decide(try body.decision, about: texts)
    if !body.isList, let reason = refused.first?.reason { throw reason }
    return .init(await review.answer(about: texts, refused: refused))
  }

  // MARK: - Sending

  private func send(_ request: Request) async throws -> Response {
    let body = try await RequestBody(of: request)
    try await review.send(
      proposals: try body.count("proposals"), deletes: try body.count("deletes"), revision: try body.count("revision"))
    return .init(await review.progress, status: .accepted)
  }

  private func refresh(_ request: Request) async throws -> Response {
    _ = try await RequestBody(of: request)
    try await review.refresh()
    return .init(await review.numbers)
  }

  private func leave(_ request: Request) async throws -> Response {
    _ = try await RequestBody(of: request)
    try await review.assureFile()
    let counts = await review.leaving
    return .init(["drafts": counts.drafts, "proposals": counts.proposals, "mine": counts.mine])
  }
}
