import HTTPTypes
import Hummingbird

/// The routes of the second server, which plays a CDN: files only, without credentials.
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
