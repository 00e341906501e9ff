import HTTPTypes
import Hummingbird

/// The texts of one language as an answer: the bytes as they were loaded, unless the request asks for another form.
struct ResourceAnswer: Sendable {
  let database: SandboxDatabase
  let behavior: SandboxBehavior

  func response(id: String?, _ request: Request) throws -> Response {
    let query = request.uri.queryParameters
    guard let id = id.flatMap({ Int($0) }),
      let resource = try database.resource(id: id, isNewest: query["dev"] == "true")
    else { throw behavior.notFound }
    var values: [TextName: String] = [:]
    if behavior.servesProposedValues, let guid = query["guid"] {
      values = try database.proposedValues(locale: resource.locale, guid: String(guid))
    }
    let isFlat = query["flat"] == "true"
    guard isFlat || !values.isEmpty else { return .json(resource.bytes) }
    return .json(try ResourceDocument.rewrite(resource.bytes, values: values, isFlat: isFlat))
  }
}

/// The second server, in the place of a CDN: files only, and nobody's credentials.
struct DeliveryRoutes: Sendable {
  let database: SandboxDatabase
  let requests: SandboxRequestLog
  let behavior: SandboxBehavior

  func router() -> Router<BasicRequestContext> {
    let router = Router()
    router.add(middleware: AnswersErrors())
    router.add(middleware: LogsRequests(log: requests))
    router.get("nstack/data/localize-publishes/:file") { request, context in
      guard !request.carriesCredentials else {
        throw SandboxRefusal(400, "A credential was sent to a server that is not NStack's")
      }
      let file = context.parameters.get("file") ?? ""
      guard file.hasPrefix("publish-"), file.hasSuffix(".json") else { throw behavior.notFound }
      let id = String(file.dropFirst("publish-".count).dropLast(".json".count))
      return try ResourceAnswer(database: database, behavior: behavior).response(id: id, request)
    }
    return router
  }
}
