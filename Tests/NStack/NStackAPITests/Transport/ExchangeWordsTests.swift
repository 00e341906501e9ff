import CLibCurl
import Testing

@testable import HTTPCurl
@testable import HTTPMessages

struct ExchangeWordsTests {
  private func failure(_ url: String, proxy: String? = nil) async throws -> TransportError? {
    let transport = try CurlTransport(options: .init(proxy: proxy.map { try ProxySettings(url: $0) }))
    let request = TransportRequest(method: "GET", url: url, maximumResponseSize: 100, timeout: .seconds(30))
    let error = await #expect(throws: TransportError.self) { try await transport.send(request) }
    await transport.shutdown()
    return error
  }

  @Test func `A proxy that is not there is named, and not the server`() async throws {
    let error = try await failure("https://nstack.example/r", proxy: "127.0.0.1:1")
    #expect(error?.code == .unreachable)
    #expect(error?.message == "the proxy 127.0.0.1:1 cannot be reached: Connection refused")
    #expect(error?.hint == "Check the proxy's address (HTTPS_PROXY), or leave the proxy out.")
  }

  @Test func `A proxy that wants a password says how to give it`() async throws {
    let proxy = try LoopbackServer([[.send("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")]])
    let error = try await failure("https://nstack.example/r", proxy: "127.0.0.1:\(proxy.port)")
    proxy.stop()
    #expect(error?.code == .unreachable)
    #expect(error?.message == "the proxy 127.0.0.1:\(proxy.port) requires a user name and a password")
    #expect(error?.hint?.contains("http://user:password@127.0.0.1:\(proxy.port)") == true)
  }

  @Test func `A refused connection has the system's reason alone`() async throws {
    let error = try await failure("http://127.0.0.1:1/r")
    #expect(error?.message == "127.0.0.1:1 cannot be reached: Connection refused")
    #expect(error?.hint == nil)
  }

  @Test func `A machine without certificates of authorities is told to install them`() throws {
    let url = try #require(HTTPURL("https://nstack.io/api"))
    let request = TransportRequest(
      method: "GET", url: "https://nstack.io/api", maximumResponseSize: 100, timeout: .seconds(30))
    let exchange = CurlExchange(
      request: request, options: CurlTransport.Options(), proxy: nil, certificates: .standard, consume: nil)
    let error = TransportErrors(url: url, exchange: exchange).error(
      for: CurlFailure(.curl(CURLE_SSL_CACERT_BADFILE)), label: "GET /api")
    #expect(error.code == .tls)
    #expect(error.delivery == .notSent)
    #expect(
      error.message
        == "the certificate of nstack.io cannot be checked, because no CA certificates are installed on this machine")
    #expect(error.hint?.contains("ca-certificates") == true)
  }

  @Test(arguments: [
    "https://nstack.io/api": "nstack.io", "https://nstack.io:8443/api": "nstack.io:8443",
    "http://127.0.0.1:80/": "127.0.0.1", "http://[::1]:8080/": "[::1]:8080",
  ]) func `A host is shown with a port only if it is not the scheme's own`(url: String, shown: String) {
    #expect(HTTPURL(url)?.origin.shortName == shown)
  }
}
