import Basics
import HTTPTypes
import Hummingbird

/// Answers with the texts of one language: the bytes as loaded, unless the request asks for another form.
struct ResourceAnswer: Sendable {
  let database: SandboxDatabase
  let behavior: SandboxBehavior

  /// - Parameters:
  ///   - name: What ``ResourceAddress/name`` writes.
  ///   - guid: The guid in the path; nil if it has none.
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
