import Basics
import HTTPTypes
import Hummingbird

/// The languages and the resource index of a platform as JSON, with the best fit for a request marked.
struct IndexAnswer: Sendable {
  let database: SandboxDatabase
  let behavior: SandboxBehavior
  /// The base URL of the second server; nil if resources are served by the API.
  let deliveryURL: String?

  /// The parameters of a request for an index.
  struct Question {
    var platform: String
    /// Seconds since 1970; nil if everything counts as changed.
    var since: Int?
    var isNewest: Bool
    var isFlat: Bool
    var guid: String?
  }

  /// The resources of a platform.
  func entries(_ question: Question, _ request: Request) throws -> [JSONValue] {
    let entries = try database.index(platform: question.platform)
    let best = LanguageChoice.bestFit(request.headers[.acceptLanguage], of: entries.map(\.language))?.id
    return entries.map { entry in
      .object([
        ("id", behavior.identifier(entry.id)), ("url", .string(url(of: entry, question, request))),
        ("last_updated_at", .string(Timestamp.text(entry.lastUpdatedAt))),
        ("should_update", .boolean(question.since.map { entry.lastUpdatedAt > $0 } ?? true)),
        ("language", json(entry.language, best: best)),
      ])
    }
  }

  /// A language.
  func json(_ language: SandboxDatabase.Language, best: Int?) -> JSONValue {
    .object([
      ("id", behavior.identifier(language.id)), ("name", .string(language.name)), ("locale", .string(language.locale)),
      ("direction", .string(language.direction)), ("is_default", .boolean(language.isDefault)),
      ("is_best_fit", .boolean(language.id == best)),
    ])
  }

  /// The request's `Accept-Language`, as answers repeat it.
  func acceptLanguage(_ request: Request) -> JSONValue {
    if let header = request.headers[.acceptLanguage] { return .string(header) }
    return behavior.followsDescription ? .string("") : .null
  }

  /// Reads the time since which changes count; nil if it is not given.
  func since(_ fields: FormFields) throws(SandboxRefusal) -> Int? {
    guard let text = fields.text("last_updated"), !text.isEmpty else { return nil }
    guard let time = Timestamp.seconds(text) else {
      let message = "The last updated is not a valid date."
      throw SandboxRefusal(412, message, errors: [("last_updated", message)])
    }
    return time
  }

  /// The URL of a resource in the form that the index was asked for.
  private func url(of entry: SandboxDatabase.IndexEntry, _ question: Question, _ request: Request) -> String {
    var address = ResourceAddress(id: entry.id)
    address.isNewest = question.isNewest
    address.isFlat = question.isFlat || behavior.servesFlatResources
    if behavior.servesProposedValues { address.guid = question.guid }
    let isQueried = behavior.resourceAddress == .query
    let name = isQueried ? "\(entry.id)" : address.name
    let guidPath = isQueried ? "" : address.guidPath
    let query = isQueried ? address.query : ""
    if let deliveryURL {
      return "\(deliveryURL)/\(DeliveryRoutes.folder)\(guidPath)/publish-\(name).json\(query)"
    }
    return "http://\(request.head.authority ?? "")/\(APIRoutes.base)/resources/\(name)\(guidPath)\(query)"
  }
}
