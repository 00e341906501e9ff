import NStackAPI
import Testing

/// Every stage × country × service with its address.
private let addresses = """
  production   de  api    https://api.example.de
  production   it  api    https://it-api.example.com
  production   gb  api    https://gb-api.example.com
  production   de  shop   https://www.example.de
  production   it  shop   https://www.example.it
  production   gb  shop   https://www.example.co.uk
  production   any files  https://files.example.com
  staging      de  api    https://de-api.staging.example.com
  staging      it  api    https://it-api.staging.example.com
  staging      gb  api    https://gb-api.staging.example.com
  staging      de  shop   https://de.staging.example.com
  staging      it  shop   https://it.staging.example.com
  staging      gb  shop   https://gb.staging.example.com
  staging      any files  https://files.staging.example.com:8443
  dev          any api    http://127.0.0.1:8000
  dev          any shop   https://localhost:8001
  dev          any files  http://[::1]:8002
  preview/pr-7 de  api    https://pr-7-de.example.app
  preview/pr-7 it  api    https://pr-7-it.example.app
  preview/pr-7 gb  api    https://pr-7-gb.example.app
  preview/pr-7 de  shop   https://pr-7-de.example.app/shop
  preview/pr-7 it  shop   https://pr-7-it.example.app/shop
  preview/pr-7 gb  shop   https://pr-7-gb.example.app/shop
  preview/pr-7 any files  https://pr-7.example.app/files
  """.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }

struct HostTableTests {
  private let table: HostTable

  init() throws { table = try ShopHosts.table() }

  @Test(arguments: addresses) func `Each stage, country and service has its address, which is read back`(line: [String])
    throws
  {
    let place = try HostPlace(HostStage(line[0]), ShopHosts.country(line[1]), HostService(rawValue: line[2]))
    #expect(try table.address(of: place).text == line[3])
    #expect(try table.place(of: line[3]) == place)
  }

  @Test func `Every combination is in the list, and a country changes nothing where all have one address`() throws {
    var covered: Set<String> = []
    for stage in ["production", "staging", "dev", "preview/pr-7"] {
      for service in [HostService.api, .shop, .files] {
        for country in table.countries {
          let address = try table.address(of: HostPlace(HostStage(stage), country, service)).text
          #expect(addresses.contains { $0[3] == address && $0[0] == stage && $0[2] == service.rawValue })
          covered.insert(address)
        }
      }
    }
    #expect(covered == Set(addresses.map { $0[3] }))
  }

  @Test(arguments: [
    "HTTPS://API.EXAMPLE.DE": "production, de, api", "https://api.example.de:443/": "production, de, api",
    "api.example.de": "production, de, api", "127.0.0.1:8000": "dev, api", "[::1]:8002": "dev, files",
    "https://gb-api.example.com/api/v2/open?x=1#top": "production, gb, api",
    "https://pr-7-it.example.app/shop/basket": "preview/pr-7, it, shop",
    "https://pr-7-it.example.app/shopping": "preview/pr-7, it, api",
    "https://a-b-it.example.app": "preview/a-b, it, api", "127.0.0.1": "dev, api", "[::1]": "dev, files",
    "Files.staging.example.com": "staging, files", "pr-7.example.app": "preview/pr-7, files",
  ]) func `A host is read however it is spelled`(address: String, place: String) throws {
    #expect(try table.place(of: address).description == place)
  }

  @Test(arguments: [
    "https://api.example.de.evil.com": "api.example.de", "https://xapi.example.de": "https://api.example.de",
    "https://api.example.de.": "https://api.example.de", "http://api.example.de": "https://api.example.de",
    "https://api.example.de:8443": "https://api.example.de", "https://fr-api.example.com": "-api.example.com",
    "https://xn--pi-8ka.example.de": "api.example.de", "https://127.0.0.1:8000": "http://127.0.0.1:8000",
    "http://127.0.0.1:8003": "http://127.0.0.1:8000", "https://-it.example.app": "{name}-it.example.app",
    "https://xn--pr-it.example.app": "example.app", "https://a.b-it.example.app": "{name}-it.example.app",
    "https://files.staging.example.com": "https://files.staging.example.com:8443",
  ]) func `A host like one of the table is not it, and the error names the nearest`(address: String, near: String) {
    let error = thrown { try table.place(of: address) }
    #expect(error?.code == .unknownHost)
    #expect(error?.message.contains("the nearest is ") == true)
    #expect(error?.message.contains(near) == true, "\(error?.message ?? "")")
  }

  @Test(arguments: [
    "https://user:word@api.example.de", "https://äpi.example.de", "https://api.example.de\\@evil.com", "", "https://",
    "https://api.example.de evil.com", "ftp://api.example.de", "https://api.example.de:99999", "https://аpi.example.de",
  ]) func `What is no host at all is an error, which shows no password`(address: String) {
    let error = thrown { try table.place(of: address) }
    #expect(error?.code == .unknownHost)
    #expect(error?.message.contains("is not a host") == true)
    #expect(error?.message.contains("word") == false)
  }

  @Test func `An unknown country, stage or service is an error that names the nearest`() throws {
    func message(_ place: HostPlace, in table: HostTable) -> String {
      do throws(NStackError) { return try table.address(of: place).text } catch {
        #expect(error.code == .unknownHost)
        return error.message
      }
    }
    #expect(
      try message(HostPlace(.production, Country("il")), in: table)
        == "the table of hosts has no country \"il\"; the nearest is it; there is de, it, gb")
    #expect(
      try message(HostPlace(.production, Country("de"), HostService(rawValue: "shpo")), in: table)
        == "the table of hosts has no service \"shpo\"; the nearest is shop; there is api, shop, files")
    #expect(
      message(HostPlace(.production), in: table)
        == "api on production has a host for each country, and no country is given; there is de, it, gb")
    #expect(
      message(HostPlace(.staging), in: .nstack) == "the table of hosts has no api on staging; the nearest is production"
    )
    #expect(
      try message(HostPlace(.production, Country("de")), in: .nstack)
        == "the table of hosts has no country \"de\"; it has none")
  }

  @Test func `NStack's own host is the only one that ships`() throws {
    #expect(HostTable.nstack.rows == [HostRow(.production, .api, at: "https://nstack.io")])
    #expect(try HostTable.nstack.address(of: HostPlace(.production)).text == "https://nstack.io")
    #expect(try HostTable.nstack.place(of: "https://nstack.io/api/v2/open") == HostPlace(.production))
  }

  @Test func `A preview with the host of another place has no address`() throws {
    let table = try HostTable(
      countries: [Country("it")],
      rows: [
        HostRow(.production, at: "https://www.example.com"), HostRow(.preview, at: "https://{name}.example.com"),
        HostRow(.preview, .shop, at: "https://{name}-{country}.example.com"),
      ])
    #expect(try table.place(of: "https://www.example.com") == HostPlace(.production))
    #expect(try table.address(of: HostPlace(.preview("pr"))).text == "https://pr.example.com")
    // The host counts, not the path.
    let versioned = try HostTable(rows: [
      HostRow(.production, at: "https://api.example.com/v1"), HostRow(.preview, at: "https://{name}.example.com"),
    ])
    #expect(throws: NStackError.self) { try versioned.address(of: HostPlace(.preview("api"))) }
    #expect(throws: NStackError.self) { try versioned.place(of: "https://api.example.com/x") }
    #expect(try versioned.place(of: "api.example.com") == HostPlace(.production))
    let two = try HostTable(rows: [
      HostRow(.dev, at: "http://127.0.0.1:8000"), HostRow(.dev, .shop, at: "http://127.0.0.1:8001"),
    ])
    let ambiguous = thrown { try two.place(of: "127.0.0.1") }
    #expect(ambiguous?.message.contains("has several places (dev, api; dev, shop); write") == true)
    #expect(throws: NStackError.self) { try two.place(of: "127.0.0.1:80") }
    // The host that is spelled out furthest counts.
    #expect(try table.place(of: "https://pr-it.example.com") == HostPlace(.preview("pr"), Country("it"), .shop))
    for place in [HostPlace(.preview("www")), HostPlace(.preview("pr-it"))] {
      let error = thrown { try table.address(of: place) }
      #expect(error?.code == .unknownHost)
      #expect(error?.message.contains("already belongs to") == true)
    }
  }
}
