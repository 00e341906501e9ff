import HTTPMessages

/// A link that an app shows or opens, and that differs from country to country, such as the terms of sale. No credentials go
/// there.
public struct CountryLink: Hashable, Sendable {
  let name: String
  let country: Country?
  let address: String

  /// Creates a link.
  ///
  /// - Parameters:
  ///   - name: The name by which ``HostTable/link(_:for:)`` finds it.
  ///   - country: The country; nil for all countries that have no link of their own.
  ///   - address: An `https` address, with the gaps `{country}`, `{domain}` and `{locale}`. It may have a query and a fragment.
  public init(_ name: String, country: Country? = nil, at address: String) {
    (self.name, self.country, self.address) = (name, country, address)
  }

  var key: [String] { ["link", name, country?.code ?? ""] }

  /// Refuses an address that is not one of a web page for some country.
  func require(for countries: [Country]) throws(NStackError) {
    if let country, !countries.contains(country) { throw refusal("is for a country that is not one of the table's") }
    for country in self.country.map({ [$0] }) ?? countries {
      let address = HostRow.filled(address, for: country)
      guard let url = HTTPURL(address), url.origin.scheme == "https", !address.contains(where: { "{}".contains($0) })
      else { throw refusal("must have https://, a host, and no gaps but {country}, {domain} and {locale}") }
    }
  }

  func refusal(_ sentence: String) -> NStackError {
    .hostTable("the link \(Excerpt.visible(name)) to \(Excerpt.visible(address)) \(sentence)")
  }
}

extension HostTable {
  /// The address of a link for a country.
  ///
  /// - Throws: `api.unknown-host` if the table has no such link or country. The message names the nearest.
  public func link(_ name: String, for country: Country) throws(NStackError) -> String {
    guard countries.contains(country) else {
      throw Self.lack("country \"\(country)\"", country.code, countries.map(\.code))
    }
    let named = links.filter { $0.name == name }
    guard let link = named.first(where: { $0.country == country }) ?? named.first(where: { $0.country == nil }) else {
      let what = named.isEmpty ? "link \"\(Excerpt.visible(name))\"" : "link \"\(name)\" for \(country)"
      throw Self.lack(
        what, named.isEmpty ? name : country.code, named.isEmpty ? links.map(\.name) : named.compactMap(\.country?.code)
      )
    }
    return HostRow.filled(link.address, for: country)
  }

  /// The entries of an app's entitlement `com.apple.developer.associated-domains` for a service on a stage: each host once, in
  /// the order of the countries. Entries of the stage `dev` are for devices in developer mode.
  ///
  /// - Parameters:
  ///   - service: The service whose links open the app.
  ///   - stage: The stage.
  ///   - kind: What the entries are for, such as `applinks` or `webcredentials`.
  /// - Throws: `api.unknown-host` if a country has no such host.
  public func associatedDomains(of service: HostService, on stage: HostStage, for kind: String = "applinks")
    throws(NStackError) -> [String]
  {
    var entries: [String] = []
    for country in countries.isEmpty ? [nil] : countries.map(Optional.some) {
      let host = try address(of: HostPlace(stage, country, service)).url.origin.shortName
      let entry = "\(kind):\(host)\(stage == .dev ? "?mode=developer" : "")"
      if !entries.contains(entry) { entries.append(entry) }
    }
    return entries
  }
}
