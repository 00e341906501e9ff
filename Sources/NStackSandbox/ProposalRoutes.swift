import HTTPTypes
import Hummingbird

/// The routes under `proposals`.
struct ProposalRoutes: Sendable {
  let database: SandboxDatabase
  let behavior: SandboxBehavior
  let identity: SandboxDatabase.Identity

  func add(to group: RouterGroup<BasicRequestContext>) {
    group.get { request, _ in try list(request) }
    group.post { request, _ in try await post(request) }
    group.delete(":id") { request, context in try delete(request, context) }
  }

  private func list(_ request: Request) throws -> Response {
    let query = request.uri.queryParameters
    let isAccepted: Bool?
    switch query["state"] ?? "unaccepted" {
    case "unaccepted": isAccepted = false
    case "accepted": isAccepted = true
    case "all": isAccepted = nil
    default: throw SandboxRefusal(412, "The selected state is invalid.")
    }
    let guid = query["guid"].map { String($0) }
    let proposals = try database.proposals(isAccepted: isAccepted)
    return .json(.object([("data", .array(proposals.map { json($0, asSeenBy: guid) }))]))
  }

  private func post(_ request: Request) async throws -> Response {
    let form = try await ProposalForm(request)
    guard !(form.section + form.key + form.locale + form.guid).utf8.contains(0) else {
      throw SandboxRefusal(412, "The form holds a NUL outside of its value.")
    }
    guard form.platform == identity.platform else { throw behavior.notFound }
    guard try database.languages().contains(where: { $0.locale == form.locale }) else {
      throw SandboxRefusal(412, "The selected locale is invalid.")
    }
    if behavior.refusesUnknownTexts, try !database.holdsText(section: form.section, key: form.key) {
      throw behavior.notFound
    }
    let value = behavior.trimsValues ? form.value.trimmed : form.value
    let result = try database.post(
      section: form.section, key: form.key, locale: form.locale, value: value, guid: form.guid, behavior: behavior)
    switch result {
    case .kept(let proposal):
      return .json(
        .object([("data", json(proposal, asSeenBy: form.guid))]), status: .init(code: behavior.createdStatus))
    case .sameValue:
      throw SandboxRefusal(behavior.sameValueStatus, "The same value is already proposed")
    }
  }

  private func delete(_ request: Request, _ context: BasicRequestContext) throws -> Response {
    guard let id = context.parameters.get("id", as: Int.self) else { throw behavior.notFound }
    guard let guid = request.uri.queryParameters["guid"] else {
      throw SandboxRefusal(412, "The guid field is required.")
    }
    switch try database.deleteProposal(id: id, guid: String(guid)) {
    case .notFound: throw behavior.notFound
    case .foreignGuid: throw SandboxRefusal(401, "Invalid guid")
    case .deleted:
      let message = JSONText.object([("message", .string("Proposal deleted"))])
      return .json(behavior.deletionAnswer == .bare ? message : .object([("data", message)]))
    }
  }

  private func json(_ proposal: SandboxDatabase.Proposal, asSeenBy guid: String?) -> JSONText {
    .object([
      ("id", behavior.identifier(proposal.id)), ("application_id", behavior.identifier(identity.applicationNumber)),
      ("key", .string(proposal.key)), ("section", .string(proposal.section)), ("locale", .string(proposal.locale)),
      ("value", .string(proposal.value)), ("can_delete", .bool(guid == proposal.guid)),
    ])
  }
}

/// The fields of a posted proposal, all of them there.
private struct ProposalForm {
  let section: String
  let key: String
  let value: String
  let locale: String
  let platform: String
  let guid: String

  init(_ request: Request) async throws {
    let body = try await request.body.collect(upTo: 1 << 20)
    let fields: [String: String]
    do {
      fields = try URLEncodedFormDecoder().decode([String: String].self, from: String(buffer: body))
    } catch {
      throw SandboxRefusal(412, "The form cannot be read.")
    }
    func field(_ name: String) throws -> String {
      guard let value = fields[name], !value.isEmpty else {
        throw SandboxRefusal(412, "The \(name) field is required.")
      }
      return value
    }
    section = try field("section")
    key = try field("key")
    value = try field("value")
    locale = try field("locale")
    platform = try field("platform")
    guid = try field("guid")
  }
}

extension String {
  fileprivate var trimmed: String {
    var scalars = self[...].unicodeScalars
    while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    return String(scalars)
  }
}
