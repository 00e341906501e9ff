import Basics
import HTTPTypes
import Hummingbird

/// NStack's routes under `/api/v2`, and the sandbox's own under `/sandbox`.
struct APIRoutes: Sendable {
  /// Where the routes of texts and proposals are.
  static let base = "api/v2/content/localize"
  /// All the paths where clients look for them.
  static let bases = [base, "api/v2/localize"]

  let database: SandboxDatabase
  let requests: SandboxRequestLog
  let behavior: SandboxBehavior
  let identity: SandboxDatabase.Identity
  /// The base URL of the second server; nil if resources are served here.
  let deliveryURL: String?
  let faults: InjectsFaults

  func router() -> Router<BasicRequestContext> {
    let ownRoutes = SandboxRoutes(database: database, requests: requests, behavior: behavior).routes
    let router = Router(options: .autoGenerateHeadEndpoints)
    let own = router.group().add(middleware: AnswersErrors())
    for route in ownRoutes { route.add(to: own) }
    let routes = self.routes
    router.addServing(routes + ownRoutes, log: requests, faults: faults, behavior: behavior)
    let api = router.group().add(middleware: ChecksMetadata()).add(middleware: ChecksCredentials(identity: identity))
    for route in routes { route.add(to: api) }
    return router
  }

  private var routes: [SandboxRoute] {
    let index = IndexAnswer(database: database, behavior: behavior, deliveryURL: deliveryURL)
    let open = OpenRoute(database: database, behavior: behavior, identity: identity, index: index)
    let resource = ResourceAnswer(database: database, behavior: behavior)
    let proposals = ProposalRoutes(database: database, behavior: behavior, identity: identity)
    let localization = Self.bases.flatMap { base in
      [
        SandboxRoute(.get, "\(base)/:platform/languages") { try languages(index, $0, $1) },
        SandboxRoute(.get, "\(base)/:platform/languages/best_fit") { try bestFit(index, $0, $1) },
        SandboxRoute(.get, "\(base)/resources/platforms/:platform") { try resources(index, $0, $1) },
        SandboxRoute(.get, "\(base)/resources/:id") { request, context in
          try resource.response(name: context.parameters.get("id"), guid: nil, request)
        },
        SandboxRoute(.get, "\(base)/resources/:id/for/:guid") { request, context in
          let guid = context.parameters.get("guid").map { FormFields.decodePath($0) }
          return try resource.response(name: context.parameters.get("id"), guid: guid, request)
        },
      ] + proposals.routes(at: "\(base)/proposals")
    }
    return localization + [SandboxRoute(.post, "api/v2/open") { request, _ in try await open.respond(request) }]
  }

  private func languages(
    _ index: IndexAnswer, _ request: Request, _ context: BasicRequestContext
  ) throws -> Response {
    let languages = try database.languages(platform: try platform(context))
    let best = LanguageChoice.bestFit(request.headers[.acceptLanguage], of: languages)?.id
    return ListAnswer(behavior: behavior).response(languages.map { index.json($0, best: best) }, request)
  }

  private func bestFit(_ index: IndexAnswer, _ request: Request, _ context: BasicRequestContext) throws -> Response {
    let languages = try database.languages(platform: try platform(context))
    guard let language = LanguageChoice.bestFit(request.headers[.acceptLanguage], of: languages) else {
      throw behavior.notFound
    }
    let meta = JSONValue.object([("Accept-Language", index.acceptLanguage(request))])
    return .json(.object([("data", index.json(language, best: language.id)), ("meta", meta)]))
  }

  private func resources(
    _ index: IndexAnswer, _ request: Request, _ context: BasicRequestContext
  ) throws -> Response {
    let query = FormFields(queryOf: request)
    let question = IndexAnswer.Question(
      platform: try platform(context), since: try index.since(query), isNewest: query.isTrue("dev"),
      isFlat: query.isTrue("flat"), guid: query.text("guid"))
    return ListAnswer(behavior: behavior).response(
      try index.entries(question, request), meta: [("Accept-Language", index.acceptLanguage(request))], request)
  }

  private func platform(_ context: BasicRequestContext) throws -> String {
    let platform = FormFields.decodePath(context.parameters.get("platform") ?? "")
    guard !platform.utf8.contains(0), try database.holdsPlatform(platform) else { throw behavior.notFound }
    return platform
  }
}
