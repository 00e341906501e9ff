import NStackAPI
import Testing

struct HostRowTests {
  @Test(
    arguments: [
      (.production, "http://api.example.com", "plain http"), (.staging, "http://localhost.com:8000", "plain http"),
      (.staging, "http://127.0.0.1.evil.com", "plain http"), (.preview, "http://{name}.example.com", "plain http"),
      (.production, "https://user:word@example.com", "no user name"),
      (.dev, "http://user:word@example.com", "no user name"), (.production, "https://api..example.com", "cannot exist"),
      (.production, "https://api.example.com.", "cannot exist"),
      (.production, "https://-api.example.com", "cannot exist"), (.production, "https://[example.com]", "cannot exist"),
      (.production, "api.example.com", "must have https://"),
      (.production, "https://äpi.example.com", "must have https://"),
      (.production, "https://{countri}.example.com", "an address can have {country}, {domain}, {locale} and {name}"),
      (.production, "https://{country.example.com", "has a brace without its other half"),
      (.production, "https://{name}.example.com", "which only previews have"),
      (.preview, "https://example.com", "must have {name} once"),
      (.preview, "https://{name}.{name}.example.com", "must have {name} once"),
      (.preview, "https://example.com/{name}", "must have {name} in its host"),
    ] as [(HostStage.Kind, String, String)]) func `An address that cannot be used is refused with its row`(
      stage: HostStage.Kind, address: String, reason: String
    ) throws
  {
    let row = HostRow(stage, at: address)
    let error = try #require(throws: NStackError.self) { try HostTable(countries: [Country("it")], rows: [row]) }
    #expect(error.code == .hostTable)
    #expect(error.message.contains(reason), "\(error.message)")
    #expect(!error.message.contains("word"))
  }

  @Test func `Two rows for one place, or two places with one address, are refused`() throws {
    let first = HostRow(.production, at: "https://api.example.com")
    let twice = try #require(throws: NStackError.self) {
      try HostTable(rows: [first, HostRow(.production, at: "https://other.example.com")])
    }
    #expect(
      twice.message
        == "the address https://other.example.com of production, api is a second one for this stage, country and service"
    )
    let same = try #require(throws: NStackError.self) {
      try HostTable(rows: [first, HostRow(.staging, at: "https://API.example.com:443/")])
    }
    #expect(same.message.hasSuffix("of staging, api also belongs to production, api"))
  }

  @Test func `A row for a country that the table lacks, or for each country of none, is refused`() throws {
    for row in [
      HostRow(.production, country: try Country("it"), at: "https://api.example.it"),
      HostRow(.production, at: "https://{country}.example.com"),
      HostRow(.production, at: "https://api.example.{domain}"),
    ] {
      let error = try #require(throws: NStackError.self) { try HostTable(rows: [row]) }
      #expect(error.code == .hostTable)
    }
  }

  @Test(arguments: ["production", "staging", "dev", "preview/a", "preview/checkout-42"])
  func `A stage is read as it is written`(text: String) throws { #expect(try HostStage(text).description == text) }

  @Test(arguments: [
    "stagin": "did you mean staging?", "Production": "did you mean production?", "prevew/x": "preview/NAME",
    "preview": "has no name", "preview/": "cannot name a preview", "preview/A": "cannot name a preview",
    "preview/-a": "cannot name a preview", "preview/a--b": "cannot name a preview",
    "preview/a.evil.com": "cannot name a preview", "preview/a/b": "cannot name a preview", "dev/x": "did you mean dev?",
    "": "the stages are",
  ]) func `What is no stage is an error that says what is near`(text: String, expected: String) {
    let error = thrown { try HostStage(text) }
    #expect(error?.code == .unknownHost)
    #expect(error?.message.contains(expected) == true, "\(error?.message ?? "")")
  }

  @Test func `The name of a preview never leads out of its label`() throws {
    let table = try HostTable(rows: [HostRow(.preview, at: "https://{name}.example.com")])
    let long = String(repeating: "a", count: 63)
    #expect(try table.address(of: HostPlace(.preview(long))).text == "https://\(long).example.com")
    for name in ["evil.com/", "a.b", "a@b", "a:1", "", "A", "\(long)a", "ä"] {
      let error = thrown { try table.address(of: HostPlace(.preview(name))) }
      #expect(error?.code == .unknownHost)
    }
    let two = try HostTable(
      countries: [Country("it")], rows: [HostRow(.preview, at: "https://{name}-{country}.example.com")])
    let error = thrown { try two.address(of: HostPlace(.preview(long), Country("it"))) }
    #expect(error?.message.contains("too long for a host") == true)
  }
}

struct CountryTests {
  @Test(arguments: [
    ("gb", "gb", "co.uk", "en-GB"), ("co.uk", "gb", "co.uk", "en-GB"), ("COM", "us", "com", "en-US"),
    ("de", "de", "de", "de-DE"), ("IT", "it", "it", "it-IT"), ("no", "no", "no", "nb-NO"), ("ph", "ph", "ph", "fil-PH"),
  ]) func `A country is found by its code or its top-level domain, and has a locale`(
    text: String, code: String, domain: String, locale: String
  ) throws {
    let country = try Country(text)
    #expect(country.description == code)
    #expect(country.topLevelDomain == domain)
    #expect(country.locale == locale)
  }

  @Test(arguments: ["uk": "gb is near", "dee": "de is near"]) func `What is no code is an error that names the nearest`(
    code: String, near: String
  ) {
    let error = thrown { try Country(code) }
    #expect(error?.code == .unknownHost)
    #expect(error?.message.hasSuffix(near) == true, "\(error?.message ?? "")")
  }
}
