public import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL

/// Sends requests through async-http-client. It follows no redirect, repeats nothing, and bounds every wait and every size.
///
/// Call ``shutdown()`` after the last call.
public final class AsyncHTTPClientTransport: HTTPTransport {
  /// The settings of a transport.
  public struct Options: Sendable {
    /// The longest time to reach a server: 10 seconds.
    public var connectTimeout: Duration
    /// The longest time without a byte of an answer: 15 seconds.
    public var idleTimeout: Duration
    /// The most connections to one host: 64.
    public var connectionsPerHost: Int
    /// The most bytes of an answer after decompression: 256 MiB.
    public var decompressedSize: Int
    /// The proxy; nil for direct connections.
    public var proxy: ProxySettings?
    /// A PEM file with the certificates to trust instead of the system's; nil for the system's.
    public var certificateFile: String?

    /// Creates options; each has a default.
    public init(
      connectTimeout: Duration = .seconds(10), idleTimeout: Duration = .seconds(15), connectionsPerHost: Int = 64,
      decompressedSize: Int = 256 << 20, proxy: ProxySettings? = nil, certificateFile: String? = nil
    ) {
      (self.connectTimeout, self.idleTimeout) = (connectTimeout, idleTimeout)
      (self.connectionsPerHost, self.decompressedSize) = (connectionsPerHost, decompressedSize)
      (self.proxy, self.certificateFile) = (proxy, certificateFile)
    }
  }

  /// The most bytes that are kept of a refusal that comes instead of a file.
  private static let longestRefusal = 1 << 20

  private let proxy: ProxySettings?
  private let direct: HTTPClient
  private let proxied: HTTPClient?
  private let ownsClients: Bool
  private let asksForCompression: Bool
  private let resolvesNames: Bool

  /// Creates a transport with connections of its own, which are opened with the first request.
  ///
  /// - Throws: `configuration` if the certificate file cannot be read, `memory`.
  public init(options: Options = Options()) throws(TransportError) {
    let tls = try Self.tls(options)
    proxy = options.proxy
    direct = HTTPClient(eventLoopGroupProvider: .singleton, configuration: Self.configuration(options, tls, proxy: nil))
    proxied = options.proxy.map {
      HTTPClient(eventLoopGroupProvider: .singleton, configuration: Self.configuration(options, tls, proxy: $0))
    }
    (ownsClients, asksForCompression, resolvesNames) = (true, true, true)
  }

  /// Creates a transport that uses an existing client, which stays the caller's: neither ``shutdown()`` nor the end of the
  /// transport shuts it down.
  ///
  /// The client's own timeouts, proxy and certificates apply. The request bounds each exchange besides. Answers are
  /// compressed only if the client decompresses them.
  ///
  /// - Throws: `configuration` if the client follows redirects, or if that cannot be found out: it would send the keys to
  ///   every server that a redirect names. Create it with `redirectConfiguration: .disallow`.
  public init(client: HTTPClient) throws(TransportError) {
    let configuration = try ForeignClient.configuration(of: client)
    (proxy, direct, proxied, ownsClients) = (nil, client, nil, false)
    asksForCompression = if case .enabled = configuration.decompression { true } else { false }
    resolvesNames = configuration.proxy == nil
  }

  deinit {
    guard ownsClients else { return }
    // After `shutdown()` both calls do nothing; without it they keep async-http-client from trapping.
    direct.shutdown { _ in }
    proxied?.shutdown { _ in }
  }

  /// Closes all connections, unless the client is the caller's. Calls in flight fail; later ones fail as not sent.
  public func shutdown() async {
    guard ownsClients else { return }
    // The only error is that it is shut down already.
    try? await direct.shutdown()
    try? await proxied?.shutdown()
  }

  /// Sends a request and waits for the whole answer.
  ///
  /// - Throws: `unreachable`, `tls`, `timeout`, `connectionLost`, `tooLarge`, `cancelled`, `configuration`.
  public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    try await sendAndReceive(request, passing: nil)
  }

  /// Sends a request, and passes the body of an answer with the status 200 or 206 on piece by piece.
  ///
  /// - Throws: As ``send(_:)``.
  public func send(_ request: TransportRequest, passing consume: @escaping @Sendable (_ piece: [UInt8]) -> Bool)
    async throws(TransportError) -> TransportResponse
  { try await sendAndReceive(request, passing: consume) }

  private func sendAndReceive(_ request: TransportRequest, passing consume: (@Sendable (_ piece: [UInt8]) -> Bool)?)
    async throws(TransportError) -> TransportResponse
  {
    guard let url = HTTPURL(request.url) else {
      throw .unusable("\(Excerpt.visible(request.url)) is not an absolute http or https URL", request: request.method)
    }
    let label = "\(request.method) \(url.path)"
    let isProxied = proxy?.applies(to: url) ?? false
    let client = isProxied ? proxied ?? direct : direct
    let progress = ExchangeProgress(hasBody: request.body?.isEmpty == false)
    do {
      return try await withTimeout(request.timeout) { try await self.exchange(request, client, progress, consume) }
    } catch {
      throw TransportErrors.error(
        for: error, progress: progress, url: url, proxy: isProxied ? proxy : nil, label: label, request: request)
    }
  }

  /// The addresses that the system has for a URL's host now; empty if a proxy resolves names.
  public func addresses(of url: String) async -> [String] {
    guard resolvesNames, let url = HTTPURL(url), proxy?.applies(to: url) != true else { return [] }
    let host = url.origin.host
    return (try? await NIOThreadPool.singleton.runIfActive { HostNames.addresses(of: host) }) ?? []
  }

  private func exchange(
    _ request: TransportRequest, _ client: HTTPClient, _ progress: ExchangeProgress,
    _ consume: (@Sendable (_ piece: [UInt8]) -> Bool)?
  ) async throws -> TransportResponse {
    var outgoing = HTTPClientRequest(url: request.url)
    outgoing.method = HTTPMethod(rawValue: request.method)
    for header in request.headers { outgoing.headers.add(name: header.name, value: header.value) }
    outgoing.headers.replaceOrAdd(name: "Accept-Encoding", value: asksForCompression ? "gzip, deflate" : "identity")
    if let body = request.body, !body.isEmpty {
      outgoing.body = .stream(progress.observed(body), length: .known(Int64(body.count)))
    }
    // This deadline ends when the head of the answer comes. The caller counts the time for the whole exchange.
    let answer = try await client.execute(outgoing, deadline: .now() + TimeAmount(min(request.timeout, .longest)))
    var response = TransportResponse(
      status: Int(answer.status.code), headers: answer.headers.map { (name: $0.name, value: $0.value) })
    // Of an answer that takes the place of a file, a refusal's length is enough.
    let isRefusal = consume != nil && !response.isPassedOn
    let consume = response.isPassedOn ? consume : nil
    var count = 0
    let declared = answer.headers.first(name: "Content-Length").flatMap { Int($0) } ?? 0
    guard declared <= request.maximumResponseSize || isRefusal else { throw ExchangeProgress.TooLarge() }
    if consume == nil, !isRefusal { response.body.reserveCapacity(declared) }
    for try await chunk in answer.body {
      if isRefusal {
        response.body.append(contentsOf: chunk.readableBytesView.prefix(Self.longestRefusal - response.body.count))
        guard response.body.count < Self.longestRefusal else { break }
        continue
      }
      count += chunk.readableBytes
      guard count <= request.maximumResponseSize else { throw ExchangeProgress.TooLarge() }
      guard let consume else {
        response.body.append(contentsOf: chunk.readableBytesView)
        continue
      }
      guard consume(Array(chunk.readableBytesView)) else { throw CancellationError() }
    }
    // In a cancelled task the body ends early, as if it were complete.
    try Task.checkCancellation()
    return response
  }

  private static func tls(_ options: Options) throws(TransportError) -> TLSConfiguration {
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.minimumTLSVersion = .tlsv12
    guard let path = options.certificateFile else { return tls }
    tls.trustRoots = .certificates(try CertificateFile.certificates(at: path))
    return tls
  }

  private static func configuration(_ options: Options, _ tls: TLSConfiguration, proxy: ProxySettings?)
    -> HTTPClient.Configuration
  {
    var configuration = HTTPClient.Configuration(
      tlsConfiguration: tls, redirectConfiguration: .disallow,
      timeout: .init(
        connect: TimeAmount(min(options.connectTimeout, .longest)), read: TimeAmount(min(options.idleTimeout, .longest))
      ),
      connectionPool: .init(
        idleTimeout: .seconds(60), concurrentHTTP1ConnectionsPerHostSoftLimit: max(1, options.connectionsPerHost)),
      proxy: proxy.map { proxy in
        .server(
          host: proxy.host, port: proxy.port,
          authorization: proxy.authorization.map { secret in
            let parts = secret.reveal().split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            return .basic(username: String(parts[0]), password: parts.count > 1 ? String(parts[1]) : "")
          })
      }, decompression: .enabled(limit: .size(options.decompressedSize)))
    // Otherwise a refused connection would be tried again until the connect timeout. Clients repeat calls themselves.
    configuration.connectionPool.retryConnectionEstablishment = false
    return configuration
  }
}
