import Basics
import HTTPTypes
import Hummingbird
import NStackAPI
import Resources

/// NStack's routes under `/api/v2`, the sandbox's own under `/sandbox`, and those of the second server, which acts as a CDN.
struct LocalizationRoutes: Sendable {
  /// Where the routes of texts and proposals are.
  static let base = "api/v2/content/localize"
  static let deliveryFolder = "nstack/data/localize-publishes"

  let database: SandboxDatabase
  let requests: SandboxRequestLog
  let scenario: Scenario
  let identity: SandboxDatabase.Identity
  /// The base URL of the second server; nil if resources are served by the API.
  var deliveryURL: String?

  // MARK: - The API

  var api: [SandboxRoute] {
    let localization = [Self.base, "api/v2/localize"].flatMap { base in
      [
        SandboxRoute(.get, "\(base)/resources/platforms/:platform") { try resources($0, $1) },
        SandboxRoute(.get, "\(base)/resources/:id") { try resource($1["id"], $0, $1) },
        SandboxRoute(.get, "\(base)/resources/:id/for/:guid") { try resource($1["id"], $0, $1) },
        SandboxRoute(.get, "\(base)/:platform/languages") { try languages($0, $1) },
        SandboxRoute(.get, "\(base)/:platform/languages/best_fit") { try bestFit($0, $1) },
        SandboxRoute(.get, "\(base)/proposals") { request, _ in try proposals(request) },
        SandboxRoute(.post, "\(base)/proposals") { request, _ in try await postProposal(request) },
        SandboxRoute(.delete, "\(base)/proposals/:id") { try deleteProposal($0, $1) },
      ]
    }
    let routes = localization + [SandboxRoute(.post, "api/v2/open") { request, _ in try await open(request) }]
    return routes.map { route in
      route.checked { [identity] request in
        try request.checkMetadata()
        try request.requireCredentials(of: identity)
      }
    }
  }

  private func languages(_ request: Request, _ parameters: SandboxRoute.Parameters) throws -> Response {
    let languages = try database.languages(platform: try platform(parameters))
    let best = LanguageChoice.bestFit(request.headers[.acceptLanguage], of: languages)?.id
    return list(languages.map { json($0, best: best) }, request)
  }

  private func bestFit(_ request: Request, _ parameters: SandboxRoute.Parameters) throws -> Response {
    let languages = try database.languages(platform: try platform(parameters))
    guard let language = LanguageChoice.bestFit(request.headers[.acceptLanguage], of: languages) else {
      throw scenario.notFound
    }
    return .json(["data": json(language, best: language.id), "meta": meta(request)])
  }

  private func resources(_ request: Request, _ parameters: SandboxRoute.Parameters) throws -> Response {
    let query = FormFields(queryOf: request)
    let address = ResourceAddress(isNewest: query.isTrue("dev"), isFlat: query.isTrue("flat"), guid: query.text("guid"))
    let index = try index(platform: try platform(parameters), since: try query.since, address, request)
    return list(index, meta: meta(request), request)
  }

  private func meta(_ request: Request) -> JSONValue { ["Accept-Language": acceptLanguage(request)] }

  private func platform(_ parameters: SandboxRoute.Parameters) throws -> String {
    let platform = FormEncoding.decode(String(parameters["platform"] ?? ""))
    guard !platform.utf8.contains(0), try database.holdsPlatform(platform) else { throw scenario.notFound }
    return platform
  }

  /// The texts of one language: the bytes as loaded, unless the request asks for another form.
  private func resource(_ name: Substring?, _ request: Request, _ parameters: SandboxRoute.Parameters) throws
    -> Response
  {
    let query = FormFields(queryOf: request)
    guard var address = name.flatMap({ ResourceAddress(name: $0) }) else { throw scenario.notFound }
    if query.isTrue("dev") { address.isNewest = true }
    if query.isTrue("flat") { address.isFlat = true }
    address.guid = parameters["guid"].map { FormEncoding.decode(String($0)) } ?? query.text("guid")
    guard let resource = try database.resource(id: address.id, isNewest: address.isNewest) else {
      throw scenario.notFound
    }
    var values: [TextName: String] = [:]
    if scenario.has(.proposedValues), let guid = address.guid {
      values = try database.proposedValues(platform: resource.platform, locale: resource.locale, guid: guid)
    }
    guard address.isFlat || !values.isEmpty else { return .json(resource.bytes) }
    return .json(try ResourceDocument.rewrite(resource.bytes, values: values, isFlat: address.isFlat))
  }

  // MARK: - The second server

  /// The routes of the second server: files only, without credentials.
  var delivery: [SandboxRoute] {
    ["\(Self.deliveryFolder)/:file", "\(Self.deliveryFolder)/for/:guid/:file"].map { path in
      SandboxRoute(.get, path) { request, parameters in
        guard !request.carriesCredentials else {
          throw SandboxRefusal(400, "A credential was sent to a server that is not NStack's")
        }
        let file = parameters["file"] ?? ""
        guard file.hasPrefix("publish-"), file.hasSuffix(".json") else { throw scenario.notFound }
        return try resource(file.dropFirst("publish-".count).dropLast(".json".count), request, parameters)
      }
    }
  }

  // MARK: - The sandbox's own

  /// The routes that NStack does not have: the requests that arrived, and what an editor does.
  var own: [SandboxRoute] {
    [
      SandboxRoute(.get, "sandbox/requests") { _, _ in .json(listedRequests) },
      SandboxRoute(.delete, "sandbox/requests") { _, _ in
        requests.removeAll()
        return .message("Requests forgotten")
      },
      SandboxRoute(.post, "sandbox/proposals/:id/accept") { _, parameters in
        guard let id = parameters["id"].flatMap({ Int($0) }), try database.acceptProposal(id: id) else {
          throw scenario.notFound
        }
        return .message("Proposal accepted")
      },
      SandboxRoute(.post, "sandbox/publish") { _, _ in
        try database.publish()
        return .message("Texts published")
      },
    ]
  }

  private var listedRequests: JSONValue {
    let entries = requests.entries.map { entry in
      JSONValue.members(["method": entry.method, "target": entry.target, "form": entry.form, "status": entry.status])
    }
    return ["counts": JSONValue.counts(requests.counts), "requests": entries]
  }
}
