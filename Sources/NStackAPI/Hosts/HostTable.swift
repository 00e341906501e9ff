/// The hosts of all stages, countries and services, from which every address is built and by which it is read back.
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
  public let countries: [Country]
  /// The rows.
  public let rows: [HostRow]
  /// The addresses of all rows, with one for each country of a row that tells them apart.
  package let entries: [HostEntry]

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - countries: The countries that rows without a country are for.
  ///   - rows: The rows, in any order. A row with a country comes before one for all countries.
  /// - Throws: `api.host-table` if an address cannot be used, if two rows are for the same place, or if two places have the
  ///   same address.
  public init(countries: [Country] = [], rows: [HostRow]) throws(NStackError) {
    var known: Set<Country> = []
    self.countries = countries.filter { known.insert($0).inserted }
    self.rows = rows
    var places: Set<RowPlace> = []
    for row in rows {
      if let country = row.country, !known.contains(country) {
        throw row.refusal("is for a country that is not one of the table's")
      }
      if row.country == nil, row.hasCountry, known.isEmpty {
        throw row.refusal("is for each country, and the table has no countries")
      }
      guard places.insert(RowPlace(row, row.country)).inserted else { throw row.refusal("is the second one there") }
    }
    var entries: [HostEntry] = []
    var owners: [String: HostEntry] = [:]
    for row in rows {
      let others: [Country?] =
        row.country != nil || !row.hasCountry
        ? [row.country] : self.countries.filter { !places.contains(RowPlace(row, $0)) }
      for country in others {
        let entry = try HostEntry(row, for: country)
        if let owner = owners.updateValue(entry, forKey: entry.pattern) {
          throw row.refusal("is also the one of \(owner.label)")
        }
        entries.append(entry)
      }
    }
    self.entries = entries
  }

  /// Where a row of a table is.
  private struct RowPlace: Hashable {
    let stage: HostStage.Kind
    let service: HostService
    let country: Country?

    init(_ row: HostRow, _ country: Country?) {
      (stage, service, self.country) = (row.stage, row.service, country)
    }
  }

  /// The hosts of nstack.io, the only ones that come with this library.
  public static let nstack = HostTable(onlyRow: HostRow(.production, at: nstackAddress))

  /// The address of NStack's own cloud.
  static let nstackAddress = "https://nstack.io"

  private init(onlyRow row: HostRow) {
    countries = []
    rows = [row]
    entries = [HostEntry(fixed: row)]
  }
}
