import HTTPMessages

/// The hosts of all stages, countries and services, and links that differ from country to country. It gives the address of a place, and the place of an address.
///
/// ```swift
/// let table = try HostTable(
///   countries: [Country("de"), Country("es")],
///   rows: [
///     HostRow(.production, country: Country("de"), at: "https://api.example.de"),
///     HostRow(.production, at: "https://{country}-api.example.com"),
///     HostRow(.dev, at: "http://127.0.0.1:8000"),
///   ])
/// let address = try table.address(of: HostPlace(.production, Country("es")))  // https://es-api.example.com
/// let place = try table.place(of: "https://api.example.de")  // production, de, api
/// ```
public struct HostTable: Sendable {
  /// The countries, in their order.
  package let countries: [Country]
  package let rows: [HostRow]
  let links: [CountryLink]
  /// The addresses of all rows. A row whose address depends on the country has one for each country.
  let entries: [HostEntry]

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - countries: The countries, in their order.
  ///   - rows: The rows, in any order. A row with a country takes precedence over one for all countries.
  ///   - links: Links beside the hosts, by their names. One with a country takes precedence, too.
  /// - Throws: `api.host-table` if an address cannot be used, if two rows are for the same place, or if two places have the
  ///   same address.
  public init(countries: [Country] = [], rows: [HostRow], links: [CountryLink] = []) throws(NStackError) {
    var known: Set<Country> = []
    self.countries = countries.filter { known.insert($0).inserted }
    (self.rows, self.links) = (rows, links)
    var keys: Set<[String]> = []
    for link in links {
      try link.require(for: self.countries)
      guard keys.insert(link.key).inserted else { throw link.refusal("is a second one for this name and country") }
    }
    for row in rows {
      if let country = row.country, !known.contains(country) {
        throw row.refusal("is for a country that is not one of the table's")
      }
      if row.country == nil, row.hasCountry, known.isEmpty {
        throw row.refusal("is for each country, and the table has no countries")
      }
      guard keys.insert(row.key(for: row.country)).inserted else {
        throw row.refusal("is a second one for this stage, country and service")
      }
    }
    var entries: [HostEntry] = []
    var owners: [String: HostEntry] = [:]
    for row in rows {
      let others: [Country?] =
        row.country != nil || !row.hasCountry
        ? [row.country] : self.countries.filter { !keys.contains(row.key(for: $0)) }
      for country in others {
        let entry = try HostEntry(row, for: country)
        if let owner = owners.updateValue(entry, forKey: entry.authority + entry.path) {
          throw row.refusal("also belongs to \(owner.label)")
        }
        entries.append(entry)
      }
    }
    self.entries = entries
  }

  /// The hosts of nstack.io, the only ones that come with this library.
  public static let nstack: HostTable = {
    do throws(NStackError) { return try HostTable(rows: [HostRow(.production, at: nstackAddress)]) } catch {
      // The address is a constant, so no input can make this fail.
      preconditionFailure(error.message)
    }
  }()

  static let nstackAddress = "https://nstack.io"
}

/// A row of a ``HostTable``: the address of one service on one stage, for one country or for all that have no row of their own.
public struct HostRow: Hashable, Sendable {
  package var stage: HostStage.Kind
  package var service: HostService
  /// The country; nil for all countries of the table that have no row of their own.
  package var country: Country?
  /// The address, in which `{country}` is the country's code, `{domain}` its top-level domain, `{locale}` its locale, and
  /// `{name}` the name of a preview.
  package var address: String

  /// Creates a row from its parts.
  public init(_ stage: HostStage.Kind, _ service: HostService = .api, country: Country? = nil, at address: String) {
    (self.stage, self.service, self.country, self.address) = (stage, service, country, address)
  }

  var label: String { HostPlace.label(stage.rawValue, country, service) }

  func key(for country: Country?) -> [String] { [stage.rawValue, country?.code ?? "", service.rawValue] }

  var hasCountry: Bool { Self.filled(address, for: nil) != address }

  static func filled(_ address: String, for country: Country?) -> String {
    address.replacing("{country}", with: country?.code ?? "").replacing("{locale}", with: country?.locale ?? "")
      .replacing("{domain}", with: country?.topLevelDomain ?? "")
  }

  /// The address for a country, which may still contain `{name}`.
  func address(for country: Country?) throws(NStackError) -> String {
    let address = Self.filled(address, for: country)
    let rest = address.replacing("{name}", with: "")
    if stage != .preview, rest != address { throw refusal("has {name}, which only previews have") }
    guard let open = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) else { return address }
    guard rest[open] == "{", let close = rest[open...].firstIndex(of: "}") else {
      throw refusal("has a brace without its other half")
    }
    let name = Excerpt.visible(String(rest[open...close]))
    throw refusal("has \(name); an address can have {country}, {domain}, {locale} and {name}")
  }

  func refusal(_ sentence: String) -> NStackError {
    .hostTable("the address \(Excerpt.visible(BaseURL.withoutUser(address))) of \(label) \(sentence)")
  }
}

/// A service at a host, NStack's API or another one, by its name in a ``HostTable``.
public struct HostService: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The service's name, such as `api`.
  public let rawValue: String

  /// Creates a service from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// NStack's API. Its address is the base URL.
  public static let api = Self(rawValue: "api")

  /// The service's name.
  public var description: String { rawValue }
}

/// One service of one stage and country.
public struct HostPlace: Hashable, Sendable, CustomStringConvertible {
  /// The stage.
  public var stage: HostStage
  /// The country; nil if the address is the same for all.
  public var country: Country?
  /// The service.
  public var service: HostService

  /// Creates a place from its parts.
  public init(_ stage: HostStage, _ country: Country? = nil, _ service: HostService = .api) {
    (self.stage, self.country, self.service) = (stage, country, service)
  }

  /// The place in words, such as `staging, it, api`.
  public var description: String { Self.label(stage.description, country, service) }

  static func label(_ stage: String, _ country: Country?, _ service: HostService) -> String {
    [stage, country?.code, service.rawValue].compactMap(\.self).joined(separator: ", ")
  }
}

/// A stage and country of a table of hosts: where the services of one client are.
public struct HostChoice: Sendable {
  package let table: HostTable
  package let stage: HostStage
  /// The country; nil for hosts that are the same for all countries.
  package let country: Country?

  /// Creates a choice.
  public init(_ stage: HostStage, _ country: Country? = nil, in table: HostTable = .nstack) {
    (self.table, self.stage, self.country) = (table, stage, country)
  }

  /// The address of a service.
  ///
  /// - Throws: `api.unknown-host` if the table has none.
  package func address(of service: HostService) throws(NStackError) -> BaseURL {
    try table.address(of: HostPlace(stage, country, service))
  }
}
