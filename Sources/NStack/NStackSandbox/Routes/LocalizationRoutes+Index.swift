import Basics
import HTTPTypes
import Hummingbird
import NStackAPI
import Resources

/// The languages and the resource index of a platform as JSON, with the best fit for a request marked.
extension LocalizationRoutes {
  /// - Parameters:
  ///   - since: Seconds since 1970; nil if everything counts as changed.
  ///   - form: The form of the resources that the addresses request.
  func index(platform: String, since: Int?, _ form: ResourceAddress, _ request: Request) throws -> [JSONValue] {
    let entries = try database.index(platform: platform)
    let best = LanguageChoice.bestFit(request.headers[.acceptLanguage], of: entries.map(\.language))?.id
    return entries.map { entry in
      var address = form
      address.id = entry.id
      return [
        "id": scenario.identifier(entry.id), "url": url(address, request),
        "last_updated_at": Timestamp.text(entry.lastUpdatedAt),
        "should_update": since.map { entry.lastUpdatedAt > $0 } ?? true, "language": json(entry.language, best: best),
      ]
    }
  }

  func json(_ language: LanguageList.Language, best: Int?) -> JSONValue {
    [
      "id": scenario.identifier(language.id), "name": language.name, "locale": language.locale,
      "direction": language.direction, "is_default": language.isDefault, "is_best_fit": language.id == best,
    ]
  }

  /// The request's `Accept-Language`, as answers repeat it.
  func acceptLanguage(_ request: Request) -> JSONValue {
    if let header = request.headers[.acceptLanguage] { return .string(header) }
    return scenario.has(.publishedDescription) ? .string("") : .null
  }

  /// The URL of a resource in the form that the index was requested for.
  private func url(_ form: ResourceAddress, _ request: Request) -> String {
    var address = form
    address.isFlat = form.isFlat || scenario.has(.flatResources)
    if !scenario.has(.proposedValues) { address.guid = nil }
    let isQueried = scenario.has(.queriedAddresses)
    let name = isQueried ? "\(address.id)" : address.name
    let guidPath = isQueried ? "" : address.guidPath
    let query = isQueried ? address.query : ""
    if let deliveryURL { return "\(deliveryURL)/\(Self.deliveryFolder)\(guidPath)/publish-\(name).json\(query)" }
    return "http://\(request.head.authority ?? "")/\(Self.base)/resources/\(name)\(guidPath)\(query)"
  }
}

/// Which resource is requested, and in which form, by the path or the query of a URL. The default is the path, because
/// clients append a query of their own to a URL.
struct ResourceAddress: Hashable, Sendable {
  var id = 0
  /// Whether texts that are not yet published are requested.
  var isNewest = false
  var isFlat = false
  var guid: String?
}

extension ResourceAddress {
  /// Reads the name that ``name`` writes, such as `301-newest-flat`; nil if it is not one.
  init?(name: Substring) {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard let number = parts.first, number.allSatisfy({ $0.isASCII && $0.isNumber }), let id = Int(number) else {
      return nil
    }
    self.init(id: id)
    for part in parts.dropFirst() {
      switch part {
      case "newest" where !isNewest && !isFlat: isNewest = true
      case "flat" where !isFlat: isFlat = true
      default: return nil
      }
    }
  }

  /// The resource and its form as one part of a path. The guid is not in it.
  var name: String { "\(id)" + (isNewest ? "-newest" : "") + (isFlat ? "-flat" : "") }

  /// The form as a query, with its question mark; empty if the form is the plain one.
  var query: String {
    let parameters =
      (isNewest ? ["dev=true"] : []) + (isFlat ? ["flat=true"] : [])
      + (guid.map { ["guid=\(FormEncoding.encode($0))"] } ?? [])
    return parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&")
  }

  /// The part of a path with the guid, with its slash; empty without a guid.
  var guidPath: String { guid.map { "/for/\(FormEncoding.encode($0))" } ?? "" }
}

enum LanguageChoice {
  /// The language of a locale in any usual spelling, such as `en-GB`, `en_GB` or `en-gb`; nil if there is none.
  static func language(_ locale: String, of languages: [LanguageList.Language]) -> LanguageList.Language? {
    let name = LocaleName.normalized(locale)
    return languages.first { $0.locale == locale } ?? languages.first { LocaleName.normalized($0.locale) == name }
  }

  /// The language that a request prefers by its `Accept-Language`; the default language if none fits.
  static func bestFit(_ acceptLanguage: String?, of languages: [LanguageList.Language]) -> LanguageList.Language? {
    let best = LanguagePriorityList(acceptLanguage: acceptLanguage ?? "").bestFit(among: languages.map(\.locale))
    return best.map { languages[$0] } ?? languages.first(where: \.isDefault) ?? languages.first
  }
}
