import HTTPTypes
import Hummingbird

/// The texts of one language as an answer: the bytes as they were loaded, unless the request asks for another form.
struct ResourceAnswer: Sendable {
  let database: SandboxDatabase
  let behavior: SandboxBehavior

  /// - Parameters:
  ///   - name: What ``ResourceAddress/name`` writes.
  ///   - guid: The guid in the path; nil where it has none.
  func response(name: String?, guid: String?, _ request: Request) throws -> Response {
    let query = FormFields(queryOf: request)
    guard var address = name.flatMap({ ResourceAddress(name: $0) }) else { throw behavior.notFound }
    if query.isTrue("dev") { address.isNewest = true }
    if query.isTrue("flat") { address.isFlat = true }
    address.guid = guid ?? query.text("guid")
    guard let resource = try database.resource(id: address.id, isNewest: address.isNewest) else {
      throw behavior.notFound
    }
    var values: [TextName: String] = [:]
    if behavior.servesProposedValues, let guid = address.guid {
      values = try database.proposedValues(platform: resource.platform, locale: resource.locale, guid: guid)
    }
    guard address.isFlat || !values.isEmpty else { return .json(resource.bytes) }
    return .json(try ResourceDocument.rewrite(resource.bytes, values: values, isFlat: address.isFlat))
  }
}

/// The second server, in the place of a CDN: files only, without credentials.
struct DeliveryRoutes: Sendable {
  /// The folder of the files.
  static let folder = "nstack/data/localize-publishes"

  let database: SandboxDatabase
  let requests: SandboxRequestLog
  let behavior: SandboxBehavior
  let faults: InjectsFaults

  func router() -> Router<BasicRequestContext> {
    let routes = [
      SandboxRoute(.get, "\(Self.folder)/:file") { try answer($0, $1) },
      SandboxRoute(.get, "\(Self.folder)/for/:guid/:file") { try answer($0, $1) },
    ]
    let router = Router(options: .autoGenerateHeadEndpoints)
    router.addServing(routes, log: requests, faults: faults, behavior: behavior)
    for route in routes { route.add(to: router) }
    return router
  }

  private func answer(_ request: Request, _ context: BasicRequestContext) throws -> Response {
    guard !request.carriesCredentials else {
      throw SandboxRefusal(400, "A credential was sent to a server that is not NStack's")
    }
    let file = context.parameters.get("file") ?? ""
    guard file.hasPrefix("publish-"), file.hasSuffix(".json") else { throw behavior.notFound }
    let name = String(file.dropFirst("publish-".count).dropLast(".json".count))
    let guid = context.parameters.get("guid").map { FormFields.decodePath($0) }
    return try ResourceAnswer(database: database, behavior: behavior).response(name: name, guid: guid, request)
  }
}
