#if canImport(CLibCurl)
  import Basics
  import CLibCurl
  import Dispatch
  public import HTTPMessages
  import Synchronization

  /// Sends requests through libcurl, with the system's TLS. It follows no redirect, repeats nothing, and bounds
  /// every wait and every size.
  ///
  /// Call ``shutdown()`` after the last call.
  public final class CurlTransport: HTTPTransport {
    /// The settings of a transport.
    public struct Options: Sendable {
      /// The longest time to reach a server: 10 seconds.
      package var connectTimeout: Duration
      /// The longest time without a byte of an answer: 15 seconds.
      package var idleTimeout: Duration
      /// The most connections to one host: 64.
      package var connectionsPerHost: Int
      /// The most bytes of an answer after decompression: 256 MiB.
      package var decompressedSize: Int
      /// The proxy; nil for direct connections.
      package var proxy: ProxySettings?
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

    private let options: Options
    private let certificates: CurlExchange.Certificates
    private let loop: CurlLoop

    /// Creates a transport with connections of its own, which are opened with the first request.
    ///
    /// - Throws: `configuration` if the certificate file cannot be read.
    public init(options: Options = Options()) throws(TransportError) {
      self.options = options
      certificates =
        if let path = options.certificateFile { .bytes(try CertificateFile.bytes(of: path)) } else {
          CertificateFile.system.map { .file($0) } ?? .standard
        }
      loop = CurlLoop(connectionsPerHost: max(1, options.connectionsPerHost))
    }

    deinit { loop.stop() }

    /// Closes all connections. Calls in flight fail; later ones fail as not sent.
    public func shutdown() async { await loop.end() }

    /// Sends a request and waits for the whole answer.
    ///
    /// - Throws: `unreachable`, `tls`, `timeout`, `connectionLost`, `tooLarge`, `cancelled`, `configuration`, `memory`.
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
      try request.requireLines()
      let exchange = CurlExchange(
        request: request, options: options, proxy: options.proxy.flatMap { $0.applies(to: url) ? $0 : nil },
        certificates: certificates, consume: consume)
      // Checked before a connection is made, because an unreachable server would hide that certificates are missing.
      let isBare = url.origin.scheme == "https" && options.certificateFile == nil && CertificateFile.isSystemBare
      let outcome = isBare ? .failure(CurlFailure(.curl(CURLE_SSL_CACERT_BADFILE))) : await loop.run(exchange)
      do { return try outcome.get() } catch {
        throw TransportErrors(url: url, exchange: exchange).error(for: error, label: "\(request.method) \(url.path)")
      }
    }

    /// The addresses that the system has for a URL's host now; empty if a proxy resolves names.
    public func addresses(of url: String) async -> [String] {
      guard let url = HTTPURL(url), options.proxy?.applies(to: url) != true else { return [] }
      // The system's resolver may block for seconds, which must not happen on Swift's own threads.
      return await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: HostAddress.all(of: url.origin.host)) }
      }
    }
  }

  /// One exchange: the request, its settings, and the consumer of the answer.
  struct CurlExchange: Sendable {
    enum Certificates {
      /// libcurl's built-in location.
      case standard
      case file(String)
      case bytes([UInt8])
    }

    let request: TransportRequest
    let options: CurlTransport.Options
    /// The proxy of this request; nil for a direct connection.
    let proxy: ProxySettings?
    let certificates: Certificates
    let consume: (@Sendable (_ piece: [UInt8]) -> Bool)?

    var hasBody: Bool { request.body?.isEmpty == false }
  }
#endif
