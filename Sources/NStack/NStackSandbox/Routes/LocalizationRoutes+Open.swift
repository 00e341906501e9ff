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
    let address = ResourceAddress(
      isNewest: form.isTrue("dev") || query.isTrue("dev"), isFlat: form.isTrue("flat") || query.isTrue("flat"),
      guid: form.text("guid"))
    let index = try index(platform: platform ?? identity.platform, since: try form.since, address, request)
    let isWhole = scenario.has(.publishedDescription)
    let update: JSONValue = isWhole ? ["newer_version": Self.noNewerVersion] : [:]
    var data: JSONValue = [
      "count": 1, "update": update, "localize": index, "platform": system, "created_at": Timestamp.now,
      "last_updated": form.text("last_updated"),
    ]
    if isWhole { data = data.with(["rate_reminder": Self.rateReminder]) }
    let meta: JSONValue = ["accept_Language": acceptLanguage(request)]
    return .json(["data": data, "meta": meta])
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
    [
      "state": "no", "last_id": 0, "version": "", "link": link,
      "translate": empty(["title", "message", "positiveBtn", "negativeBtn", "submitBtn"]),
    ]
  }

  private static var rateReminder: JSONValue {
    empty(["title", "body", "yesBtn", "laterBtn", "noBtn"]).with(["link": link])
  }

  private static func empty(_ names: [String]) -> JSONValue { .object(names.map { ($0, .string("")) }) }
}
