import Basics
import HTTPTypes
import Hummingbird
import Resources

extension LocalizationRoutes {
  func proposals(_ request: Request) throws -> Response {
    let query = FormFields(queryOf: request)
    let isAccepted: Bool?
    // The published description has both as headers, but clients send them in the query.
    switch query.text("state") ?? request.headers[.state] ?? "unaccepted" {
    case "unaccepted": isAccepted = false
    case "accepted": isAccepted = true
    case "all": isAccepted = nil
    default: throw SandboxRefusal(fields: [("state", "The selected state is invalid.")])
    }
    let guid = query.text("guid") ?? request.headers[.guid]
    let proposals = try database.proposals(isAccepted: isAccepted, platform: query.text("platform"))
    return list(proposals.map { json($0, asSeenBy: guid) }, request)
  }

  func postProposal(_ request: Request) async throws -> Response {
    let form = try ProposalForm(try await FormFields(bodyOf: request), trims: scenario.has(.trimmedValues))
    guard try database.holdsPlatform(form.platform) else { throw scenario.notFound }
    let languages = try database.languages(platform: form.platform)
    guard let locale = LanguageChoice.language(form.locale, of: languages)?.locale else {
      throw SandboxRefusal(fields: [("locale", "The selected locale is invalid.")])
    }
    let text = SandboxDatabase.TextAddress(
      platform: form.platform, section: form.section, key: form.key, locale: locale)
    if !scenario.has(.unknownTexts), try !database.holds(text) { throw scenario.notFound }
    guard let proposal = try database.post(form.value, for: text, guid: form.guid, scenario) else {
      let status = scenario.has(.sameValueConflict) ? 409 : scenario.has(.sameValueUnprocessable) ? 422 : 412
      throw SandboxRefusal(status, "The same value is already proposed")
    }
    return .json(["data": json(proposal, asSeenBy: form.guid)], status: scenario.has(.created200) ? 200 : 201)
  }

  func deleteProposal(_ request: Request, _ parameters: SandboxRoute.Parameters) throws -> Response {
    guard let id = parameters["id"].flatMap({ Int($0) }) else { throw scenario.notFound }
    guard let guid = FormFields(queryOf: request).text("guid") else {
      throw SandboxRefusal(fields: [("guid", "The guid field is required.")])
    }
    switch try database.deleteProposal(id: id, guid: guid) {
    case .notFound: throw scenario.notFound
    case .foreignGuid: throw SandboxRefusal(401, "Invalid guid")
    case .deleted(let proposal):
      let message: JSONValue = ["message": "Proposal deleted"]
      if scenario.has(.publishedDescription) { return .json(json(proposal, asSeenBy: guid)) }
      return .json(scenario.has(.bareDeletions) ? message : ["data": message])
    }
  }

  private func json(_ proposal: SandboxDatabase.Proposal, asSeenBy guid: String?) -> JSONValue {
    let json: JSONValue = [
      "id": scenario.identifier(proposal.id), "application_id": scenario.identifier(identity.applicationNumber),
      "key": proposal.text.key, "section": proposal.text.section, "locale": proposal.text.locale,
      "value": proposal.value, "can_delete": guid == proposal.guid, "platform": proposal.text.platform,
    ]
    return scenario.has(.shownGuids) || scenario.has(.publishedDescription) ? json.with(["guid": proposal.guid]) : json
  }
}

private struct ProposalForm {
  let section: String
  let key: String
  let value: String
  let locale: String
  let platform: String
  let guid: String

  init(_ fields: FormFields, trims: Bool) throws(SandboxRefusal) {
    var checks = FieldChecks(fields)
    section = checks.required("section")
    key = checks.required("key")
    let value = checks.required("value")
    locale = checks.required("locale")
    platform = checks.required("platform")
    guid = checks.required("guid")
    let names = [("section", section), ("key", key), ("locale", locale), ("platform", platform), ("guid", guid)]
    for (name, text) in names where text.utf8.contains(0) { checks.refuse(name, "The \(name) contains a NUL.") }
    self.value = trims ? String(value.unicodeScalars.trimming(\.properties.isWhitespace)) : value
    if !value.isEmpty, self.value.isEmpty { checks.refuse("value", "The value field is required.") }
    try checks.finish()
  }
}

extension HTTPField.Name {
  fileprivate static let state = HTTPField.Name("State") ?? .te
  fileprivate static let guid = HTTPField.Name("Guid") ?? .te
}
