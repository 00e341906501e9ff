import NStackAPI
import Testing

/// A table whose stage dev is on a name of this machine, and whose first country has no prefix in previews.
struct DeveloperHostTests {
  private let it: Country
  private let es: Country
  private let table: HostTable

  init() throws {
    (it, es) = (try Country("it"), try Country("es"))
    table = try HostTable(
      countries: [it, es],
      rows: [
        HostRow(.production, .web, at: "https://www.example.{domain}"),
        HostRow(.dev, at: "http://{country}-api.localhost.com:8000"),
        HostRow(.dev, .auth, at: "https://auth.localhost.com:8133"),
        HostRow(.dev, .region, at: "https://region.localhost.com:8133"),
        HostRow(.dev, .socket, at: "http://{country}-sockets.localhost.com:8177"),
        HostRow(.dev, .web, at: "http://{country}.localhost.com:8000"),
        HostRow(.preview, .web, country: it, at: "https://{name}.example.app"),
        HostRow(.preview, .web, at: "https://{country}-{name}.example.app"),
        HostRow(.preview, .auth, at: "http://{name}.auth.localhost:8133"),
      ],
      links: [
        CountryLink("terms", country: it, at: "https://www.example.it/condizioni?print=1#top"),
        CountryLink("terms", at: "https://www.example.{domain}/{country}/terms"),
        CountryLink("help", at: "https://help.example.com/{locale}"),
        CountryLink("prices", country: es, at: "https://www.example.es/precios"),
      ])
  }

  @Test(arguments: [
    ("dev", "it", "api", "http://it-api.localhost.com:8000"), ("dev", "es", "api", "http://es-api.localhost.com:8000"),
    ("dev", "any", "auth", "https://auth.localhost.com:8133"),
    ("dev", "any", "region", "https://region.localhost.com:8133"),
    ("dev", "it", "socket", "http://it-sockets.localhost.com:8177"),
    ("dev", "es", "socket", "http://es-sockets.localhost.com:8177"),
    ("dev", "it", "web", "http://it.localhost.com:8000"), ("dev", "es", "web", "http://es.localhost.com:8000"),
    ("preview/checkout-42", "it", "web", "https://checkout-42.example.app"),
    ("preview/checkout-42", "es", "web", "https://es-checkout-42.example.app"),
    ("preview/pr-7", "any", "auth", "http://pr-7.auth.localhost:8133"),
  ]) func `Each place of a developer and of a preview has its address, which is read back`(
    stage: String, country: String, service: String, address: String
  ) throws {
    let place = try HostPlace(HostStage(stage), ShopHosts.country(country), HostService(rawValue: service))
    #expect(try table.address(of: place).text == address)
    #expect(try table.place(of: address) == place)
  }

  @Test func `A preview whose name begins like another country has no address for the first`() throws {
    let error = thrown { try table.address(of: HostPlace(.preview("es-7"), it, .web)) }
    #expect(error?.message.hasSuffix("already belongs to preview/7, es, web") == true, "\(error?.message ?? "")")
  }

  @Test func `A client of a developer's host sends its credentials there, and a base URL alone may not`() async throws {
    let configuration = try NStackConfiguration(
      hosts: HostChoice(.dev, it, in: table), applicationID: Secret("a"), restAPIKey: Secret("k"), guid: "g")
    let transport = ScriptedTransport([.json(#"{"data":[]}"#)])
    _ = try await NStackClient(configuration: configuration, transport: transport).answer(to: .continents)
    #expect(transport.requests[0].url == "http://it-api.localhost.com:8000/api/v2/geographic/continents")
    #expect(transport.requests[0].headers.contains { $0.name == "X-Rest-Api-Key" && $0.value == "k" })
    let error = thrown { try BaseURL("http://it-api.localhost.com:8000") }
    #expect(error?.message.contains("is plain http") == true)
  }

  @Test(arguments: [
    ("terms", "it", "https://www.example.it/condizioni?print=1#top"),
    ("terms", "es", "https://www.example.es/es/terms"), ("help", "it", "https://help.example.com/it-IT"),
    ("help", "es", "https://help.example.com/es-ES"), ("prices", "es", "https://www.example.es/precios"),
  ]) func `A link is the country's own, or the one for all`(name: String, country: String, address: String) throws {
    #expect(try table.link(name, for: Country(country)) == address)
  }

  @Test(arguments: [
    ("term", "it", "the table of hosts has no link \"term\"; the nearest is terms; there is terms, help, prices"),
    ("prices", "it", "the table of hosts has no link \"prices\" for it; the nearest is es"),
    ("terms", "ie", "the table of hosts has no country \"ie\"; the nearest is it; there is it, es"),
  ]) func `A link that a country lacks is an error that names the nearest`(
    name: String, country: String, message: String
  ) throws {
    let error = thrown { try table.link(name, for: Country(country)) }
    #expect(error?.code == .unknownHost)
    #expect(error?.message == message)
  }

  @Test(arguments: [
    "http://www.example.com", "www.example.com", "https://www.example.com/{name}", "mailto:a@example.com",
  ]) func `A link that is not a page is refused`(address: String) throws {
    let error = thrown { try HostTable(countries: [it], rows: [], links: [CountryLink("x", at: address)]) }
    #expect(error?.code == .hostTable)
    #expect(error?.message.contains("the link x to \(address) must have https://") == true)
  }

  @Test func `A second link, and one for a country that the table lacks, are refused`() throws {
    let link = CountryLink("x", at: "https://www.example.com")
    let foreign = CountryLink("x", country: es, at: "https://www.example.com")
    for links in [[link, link], [foreign]] {
      #expect(thrown { try HostTable(countries: [it], rows: [], links: links) }?.code == .hostTable)
    }
  }

  @Test func `The associated domains of a stage are those of its countries, each once`() throws {
    #expect(
      try table.associatedDomains(of: .web, on: .production) == ["applinks:www.example.it", "applinks:www.example.es"])
    #expect(
      try table.associatedDomains(of: .auth, on: .dev, for: "webcredentials") == [
        "webcredentials:auth.localhost.com:8133?mode=developer"
      ])
    #expect(
      try table.associatedDomains(of: .web, on: .preview("pr-7")) == [
        "applinks:pr-7.example.app", "applinks:es-pr-7.example.app",
      ])
    #expect(thrown { try table.associatedDomains(of: .auth, on: .production) }?.code == .unknownHost)
  }
}

extension HostService {
  fileprivate static let auth = Self(rawValue: "auth")
  fileprivate static let region = Self(rawValue: "region")
  fileprivate static let socket = Self(rawValue: "socket")
  fileprivate static let web = Self(rawValue: "web")
}
