import NStackAPI

/// A table of hosts with everything that a table can have: a legacy host, a top-level domain for each country, a port for each
/// service of a machine, and previews whose hosts carry the country.
enum ShopHosts {
  static func table() throws -> HostTable {
    try HostTable(
      countries: [Country("de"), Country("it"), Country("gb")],
      rows: [
        HostRow(.production, country: Country("de"), at: "https://api.example.de"),
        HostRow(.production, at: "https://{country}-api.example.com"),
        HostRow(.production, .shop, at: "https://www.example.{domain}"),
        HostRow(.production, .files, at: "https://files.example.com"),
        HostRow(.staging, at: "https://{country}-api.staging.example.com"),
        HostRow(.staging, .shop, at: "https://{country}.staging.example.com"),
        HostRow(.staging, .files, at: "https://files.staging.example.com:8443"),
        HostRow(.dev, at: "http://127.0.0.1:8000"), HostRow(.dev, .shop, at: "https://localhost:8001"),
        HostRow(.dev, .files, at: "http://[::1]:8002"), HostRow(.preview, at: "https://{name}-{country}.example.app"),
        HostRow(.preview, .shop, at: "https://{name}-{country}.example.app/shop"),
        HostRow(.preview, .files, at: "https://{name}.example.app/files"),
      ])
  }

  /// The country that a line of the table names; nil for `any`.
  static func country(_ word: String) throws -> Country? { word == "any" ? nil : try Country(word) }
}

extension HostService {
  static let shop = Self(rawValue: "shop")
  static let files = Self(rawValue: "files")
}
