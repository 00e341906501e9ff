import Testing

@testable import HTTPCurl
@testable import HTTPMessages

struct ProxySettingsTests {
  @Test(arguments: [
    ("http://proxy.example:3128", "proxy.example", 3128, nil), ("proxy.example:3128", "proxy.example", 3128, nil),
    ("http://proxy.example", "proxy.example", 80, nil), ("HTTP://u:p%3A@[::1]:8080/", "[::1]", 8080, "u:p:"),
  ]) func `A proxy's URL names host, port and user`(url: String, host: String, port: Int, user: String?) throws {
    let settings = try ProxySettings(url: url)
    #expect(settings.host == host)
    #expect(settings.port == port)
    #expect(settings.authorization?.reveal() == user)
  }

  @Test(arguments: ["https://proxy.example", "socks5://proxy.example", "http://", "", "http://u:secret@/", "proxy:0"])
  func `A proxy's URL that cannot be used is refused without showing it`(url: String) {
    let error = #expect(throws: TransportError.self) { try ProxySettings(url: url) }
    #expect(error?.code == .configuration)
    #expect(error?.description.contains("secret") == false)
  }

  @Test(arguments: [
    "https://nstack.io": true, "https://api.example.com": false, "https://example.com": false,
    "https://badexample.com": true, "https://10.0.0.1:8443": false, "https://10.0.0.1": true,
    "http://127.0.0.1:99": false, "http://localhost": false, "http://it.localhost:8000": false,
    "http://it.localhost.com": true,
  ]) func `Exceptions and loopback are reached directly`(url: String, applies: Bool) throws {
    let settings = try ProxySettings(url: "proxy.example:3128", exceptions: "Example.com, 10.0.0.1:8443 ,.other.test")
    let target = try #require(HTTPURL(url))
    #expect(settings.applies(to: target) == applies)
    #expect(try !ProxySettings(url: "proxy.example:1", exceptions: "*").applies(to: target))
  }
}
