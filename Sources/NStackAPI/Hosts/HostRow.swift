import HTTPMessages

/// A row of a ``HostTable``: the address of one service on one stage, for one country or for all that have no row of their own.
public struct HostRow: Hashable, Sendable {
  /// The stage.
  public var stage: HostStage.Kind
  /// The service.
  public var service: HostService
  /// The country; nil for all countries of the table that have no row of their own.
  public var country: Country?
  /// The address, in which `{country}` is the country's code, `{domain}` its top-level domain, and `{name}` the name of a
  /// preview.
  public var address: String

  /// Creates a row from its parts.
  public init(_ stage: HostStage.Kind, _ service: HostService = .api, country: Country? = nil, at address: String) {
    self.stage = stage
    self.service = service
    self.country = country
    self.address = address
  }

  /// The row in words, for messages.
  var label: String { HostPlace.label(stage.rawValue, country, service) }

  /// Whether the address tells the countries apart.
  var hasCountry: Bool { address.contains("{country}") || address.contains("{domain}") }

  /// The address for a country, in which `{name}` may be left.
  func address(for country: Country?) throws(NStackError) -> String {
    var result = ""
    var rest = address[...]
    while let open = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      result += rest[..<open]
      guard rest[open] == "{", let close = rest[open...].firstIndex(of: "}") else {
        throw refusal("has a brace without its other half")
      }
      let name = rest[rest.index(after: open)..<close]
      switch name {
      case "country": result += country?.code ?? ""
      case "domain": result += country?.topLevelDomain ?? ""
      case "name" where stage == .preview: result += "{name}"
      case "name": throw refusal("has {name}, which only previews have")
      default:
        throw refusal("has {\(Excerpt.visible(String(name)))}; what it can have is {country}, {domain} and {name}")
      }
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }

  /// The error of a row whose address cannot be used.
  func refusal(_ sentence: String) -> NStackError {
    NStackError(
      .hostTable, delivery: .notSent, request: "hosts",
      message: "the address \(Excerpt.visible(BaseURL.withoutUser(address))) of \(label) \(sentence)")
  }
}
