import Basics
import HTTPTypes
import Hummingbird

/// `POST open`: the request of an app when it starts. The answer has the index of resources.
extension LocalizationRoutes {
  /// The names of the systems that apps run on. These are not platforms of texts.
  private static let systems: Set<String> = ["ios", "android", "windows"]

  func open(_ request: Request) async throws -> Response {
    let form = try await FormFields(bodyOf: request)
    let query = FormFields(queryOf: request)
    var checks = FieldChecks(form)
    let system = checks.required("platform")
    _ = checks.required("guid")
    if !system.isEmpty, system != "web" { _ = checks.required("version") }
    let platform = try platform(of: system)
    if !system.isEmpty, platform == nil { checks.refuse("platform", "The selected platform is invalid.") }
    try checks.finish()
    let question = IndexQuestion(
      platform: platform ?? identity.platform, since: try form.since,
      isNewest: form.isTrue("dev") || query.isTrue("dev"), isFlat: form.isTrue("flat") || query.isTrue("flat"),
      guid: form.text("guid"))
    let update = behavior.has(.publishedDescription) ? [("newer_version", Self.noNewerVersion)] : []
    var data: [(String, JSONValue)] = [
      ("count", .integer(1)), ("update", .object(update)),
      ("localize", .array(try index(question, request))), ("platform", .string(system)),
      ("created_at", .string(Timestamp.now)), ("last_updated", .optional(form.text("last_updated"))),
    ]
    if behavior.has(.publishedDescription) { data.append(("rate_reminder", Self.rateReminder)) }
    return .json(.object([("data", .object(data)), ("meta", .object([("accept_Language", acceptLanguage(request))]))]))
  }

  /// The platform whose texts an app gets: the one with the app's own name, or `mobile` for an app on a phone.
  private func platform(of system: String) throws -> String? {
    if try database.holdsPlatform(system) { return system }
    if system == "web" { return identity.platform }
    guard Self.systems.contains(system) else { return nil }
    return try database.holdsPlatform("mobile") ? "mobile" : identity.platform
  }

  /// The client for iOS cannot read an answer with an empty URL.
  private static let link = "https://nstack.io"

  private static var noNewerVersion: JSONValue {
    .object([
      ("state", .string("no")), ("last_id", .integer(0)), ("version", .string("")), ("link", .string(link)),
      (
        "translate",
        .object([
          ("title", .string("")), ("message", .string("")), ("positiveBtn", .string("")), ("negativeBtn", .string("")),
          ("submitBtn", .string("")),
        ])
      ),
    ])
  }

  private static var rateReminder: JSONValue {
    .object(["title", "body", "yesBtn", "laterBtn", "noBtn"].map { ($0, .string("")) } + [("link", .string(link))])
  }
}
