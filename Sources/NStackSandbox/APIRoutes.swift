import HTTPTypes
import Hummingbird

/// NStack's routes under `/api/v2/content/localize`, and the sandbox's own under `/sandbox`.
struct APIRoutes: Sendable {
  let database: SandboxDatabase
  let requests: SandboxRequestLog
  let behavior: SandboxBehavior
  let identity: SandboxDatabase.Identity
  /// The base URL of the second server; nil where resources are served here.
  let deliveryURL: String?
  let faults: [SandboxFault]

  func router() -> Router<BasicRequestContext> {
    let router = Router()
    router.add(middleware: AnswersErrors())
    ownRoutes(router.group("sandbox"))
    let api = router.group("api/v2/content/localize")
      .add(middleware: LogsRequests(log: requests))
      .add(middleware: InjectsFaults(faults))
      .add(middleware: ChecksCredentials(identity: identity))
    api.get(":platform/languages") { request, context in
      try languages(request, context)
    }
    api.get(":platform/languages/best_fit") { request, context in
      try bestFit(request, context)
    }
    api.get("resources/platforms/:platform") { request, context in
      try index(request, context)
    }
    api.get("resources/:id") { request, context in
      try ResourceAnswer(database: database, behavior: behavior).response(id: context.parameters.get("id"), request)
    }
    ProposalRoutes(database: database, behavior: behavior, identity: identity).add(to: api.group("proposals"))
    return router
  }

  private func languages(_ request: Request, _ context: BasicRequestContext) throws -> Response {
    try checkPlatform(context)
    let languages = try database.languages()
    let best = bestFit(of: languages, request)
    return .json(.object([("data", .array(languages.map { json($0, best: best) }))]))
  }

  private func bestFit(_ request: Request, _ context: BasicRequestContext) throws -> Response {
    try checkPlatform(context)
    let languages = try database.languages()
    let best = bestFit(of: languages, request)
    guard let language = languages.first(where: { $0.id == best }) else { throw behavior.notFound }
    return .json(.object([("data", json(language, best: best))]))
  }

  private func index(_ request: Request, _ context: BasicRequestContext) throws -> Response {
    try checkPlatform(context)
    let query = request.uri.queryParameters
    var since: Int?
    if let text = query["last_updated"], !text.isEmpty {
      guard let time = Timestamp.seconds(String(text)) else {
        throw SandboxRefusal(412, "The last updated is not a valid date.")
      }
      since = time
    }
    let entries = try database.index()
    let best = bestFit(of: entries.map(\.language), request)
    return .json(
      .object([
        (
          "data",
          .array(
            entries.map { entry in
              .object([
                ("id", behavior.identifier(entry.id)), ("url", .string(url(of: entry, request))),
                ("last_updated_at", .string(Timestamp.text(entry.lastUpdatedAt))),
                ("should_update", .bool(since.map { entry.lastUpdatedAt > $0 } ?? true)),
                ("language", json(entry.language, best: best)),
              ])
            })
        )
      ]))
  }

  /// The URL of a resource, which carries on what the index was asked for.
  private func url(of entry: SandboxDatabase.IndexEntry, _ request: Request) -> String {
    let query = request.uri.queryParameters
    var parameters: [String] = []
    if query["dev"] == "true" { parameters.append("dev=true") }
    if query["flat"] == "true" || behavior.servesFlatResources { parameters.append("flat=true") }
    if behavior.servesProposedValues, let guid = query["guid"] { parameters.append("guid=\(guid)") }
    let place =
      deliveryURL.map { "\($0)/nstack/data/localize-publishes/publish-\(entry.id).json" }
      ?? "http://\(request.head.authority ?? "")/api/v2/content/localize/resources/\(entry.id)"
    return place + (parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&"))
  }

  private func checkPlatform(_ context: BasicRequestContext) throws {
    guard context.parameters.get("platform") == identity.platform else { throw behavior.notFound }
  }

  private func json(_ language: SandboxDatabase.Language, best: Int?) -> JSONText {
    .object([
      ("id", behavior.identifier(language.id)), ("name", .string(language.name)), ("locale", .string(language.locale)),
      ("direction", .string(language.direction)), ("is_default", .bool(language.isDefault)),
      ("is_best_fit", .bool(language.id == best)),
    ])
  }

  /// The number of the language that the request likes best: the first range of `Accept-Language` with a match, as a
  /// whole or in its first part, else the default language.
  private func bestFit(of languages: [SandboxDatabase.Language], _ request: Request) -> Int? {
    let ranges = (request.headers[.acceptLanguage] ?? "").lowercased().split(separator: ",").map { range in
      range.prefix { $0 != ";" }.filter { $0 != " " }
    }
    for range in ranges {
      let exact = languages.first { $0.locale.lowercased() == range }
      let partly = languages.first { $0.locale.lowercased().hasPrefix(range.prefix { $0 != "-" } + "-") }
      if let found = exact ?? partly { return found.id }
    }
    return (languages.first(where: \.isDefault) ?? languages.first)?.id
  }

  private func ownRoutes(_ group: RouterGroup<BasicRequestContext>) {
    group.get("requests") { _, _ -> Response in
      .json(
        .object([
          ("counts", .object(requests.counts.sorted { $0.key < $1.key }.map { ($0.key, .number($0.value)) })),
          (
            "requests",
            .array(
              requests.entries.map { entry in
                .object([
                  ("method", .string(entry.method)), ("target", .string(entry.target)), ("form", .string(entry.form)),
                  ("status", .number(entry.status)),
                ])
              })
          ),
        ]))
    }
    group.delete("requests") { _, _ -> Response in
      requests.removeAll()
      return .json(.object([("message", .string("Requests forgotten"))]))
    }
    group.post("proposals/:id/accept") { _, context -> Response in
      guard let id = context.parameters.get("id", as: Int.self), try database.acceptProposal(id: id) else {
        throw behavior.notFound
      }
      return .json(.object([("message", .string("Proposal accepted"))]))
    }
    group.post("publish") { _, _ -> Response in
      try database.publish()
      return .json(.object([("message", .string("Texts published"))]))
    }
  }
}
