import NStackAPI
import Testing

struct NStackConfigurationTests {
  @Test(arguments: [
    "https://nstack.io", "https://nstack.example:8443/prefix/", "HTTPS://NSTACK.EXAMPLE", "http://127.0.0.1:8080",
    "http://localhost", "http://[::1]:99", "http://it-api.localhost:8000",
  ]) func `A base URL is https, or http on loopback`(url: String) throws {
    #expect(try !make(baseURL: url).baseURL.hasSuffix("/"))
  }

  @Test(arguments: [
    "http://nstack.io", "http://localhost.com:8000", "http://127.0.0.1.evil.example", "http://127.evil.example",
    "ftp://nstack.io", "nstack.io", "", "https://", "https://user:word@nstack.io", "https://nstack.io?x=1",
    "https://nstack.io#x", "https://nstack.io:0", "https://nstack.io:99999", "https://nstäck.io",
    "https://nstack.io/ a", "https://nstack.io\\@evil.example",
  ]) func `Any other base URL is refused`(url: String) {
    let error = thrown { try make(baseURL: url) }
    #expect(error?.code == .configuration)
  }

  @Test func `An identifier that breaks a header is refused and not shown`() {
    let error = thrown { try make(key: "secret\r\nX: y") }
    #expect(error?.code == .configuration)
    #expect(error?.description.contains("secret") == false)
  }

  @Test func `A secret shows nothing however it is printed`() {
    let secret = Secret("open sesame")
    var dumped = ""
    dump(secret, to: &dumped)
    #expect("\(secret)" == "***")
    #expect(String(reflecting: secret) == "***")
    #expect(!dumped.contains("sesame"))
    #expect(secret.reveal() == "open sesame")
  }

  private func make(baseURL: String = "https://nstack.io", key: String = "k") throws(NStackError) -> NStackConfiguration
  { try NStackConfiguration(baseURL: baseURL, applicationID: Secret("a"), restAPIKey: Secret(key), guid: "g") }
}
