// Type-checked and tried on Linux against FoundationNetworking; not tried on Apple's systems.
#if canImport(Darwin)
  import Basics
  import Dispatch
  import Foundation
  import Synchronization

  /// Sends requests through `URLSession`, for apps on Apple's systems. It follows no redirect, and bounds time and size.
  ///
  /// `URLSession` does not say when a request goes out, so the outcome of a call that fails after the connection is made is
  /// unconfirmed. It may repeat a `GET` by itself. Proxies and certificates are the system's.
  public final class URLSessionTransport: HTTPTransport {
    /// The most bytes kept of an error answer to the request for a file.
    private static let longestRefusal = 1 << 20

    private let session: URLSession
    private let exchanges = SessionExchanges()

    /// Creates a transport with a session of its own, which keeps neither cookies nor answers.
    ///
    /// - Parameter idleTimeout: The longest time without a byte of an answer: 15 seconds.
    public init(idleTimeout: Duration = .seconds(15)) {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.timeoutIntervalForRequest = min(idleTimeout, .longest).inSeconds
      configuration.httpCookieStorage = nil
      configuration.urlCredentialStorage = nil
      configuration.urlCache = nil
      session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    deinit { session.finishTasksAndInvalidate() }

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

    /// The addresses that the system has for a URL's host now. A proxy may use others.
    public func addresses(of url: String) async -> [String] {
      guard let url = HTTPURL(url) else { return [] }
      // The system's resolver may block for seconds, which must not happen on Swift's own threads.
      return await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: HostAddress.all(of: url.origin.host)) }
      }
    }

    private func sendAndReceive(_ request: TransportRequest, passing consume: (@Sendable (_ piece: [UInt8]) -> Bool)?)
      async throws(TransportError) -> TransportResponse
    {
      guard let url = HTTPURL(request.url), let address = URL(string: request.url) else {
        throw .unusable("\(Excerpt.visible(request.url)) is not an absolute http or https URL", request: request.method)
      }
      try request.requireLines()
      var outgoing = URLRequest(url: address)
      outgoing.httpMethod = request.method
      outgoing.httpBody = request.body.map { Data($0) }
      for header in request.headers { outgoing.addValue(header.value, forHTTPHeaderField: header.name) }
      let task = session.dataTask(with: outgoing)
      let outcome = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          exchanges.add(
            SessionExchange(
              consume: consume, maximumSize: request.maximumResponseSize, longestRefusal: Self.longestRefusal,
              continuation: continuation), for: task)
          task.resume()
          // If the task already ended, this does nothing.
          DispatchQueue.global().asyncAfter(deadline: .now() + min(request.timeout, .longest).inSeconds) {
            [exchanges, weak task] in if let task, exchanges.note(.late, task) { task.cancel() }
          }
        }
      } onCancel: {
        task.cancel()
      }
      switch outcome {
      case .success(let response): return response
      case .failure(let failure):
        throw failure.transportError(host: url.origin.shortName, label: "\(request.method) \(url.path)", request)
      }
    }
  }

  /// Why an exchange of a session has no answer.
  private struct SessionFailure: Error {
    enum Ending { case late, tooLarge, unwanted, enough }

    let ending: Ending?
    let error: (any Error)?

    func transportError(host: String, label: String, _ request: TransportRequest) -> TransportError {
      let reason = (error as? URLError)?.code
      let words = error.map { Excerpt.visible($0.localizedDescription) }
      func made(_ code: TransportError.Code, _ delivery: TransportError.Delivery, _ message: String) -> TransportError {
        TransportError(code, delivery: delivery, request: label, message: message, cause: words)
      }
      switch (ending, reason) {
      case (.late, _):
        return made(.timeout, .unconfirmed, "no complete answer from \(host) within \(request.timeout.inSeconds) s")
      case (.tooLarge, _):
        let delivery: TransportError.Delivery = request.method == "GET" ? .definite : .unconfirmed
        return made(.tooLarge, delivery, "the answer has more than \(request.maximumResponseSize) bytes")
      case (.unwanted, _), (_, .cancelled): return made(.cancelled, .unconfirmed, "the call was cancelled")
      case (_, .cannotFindHost), (_, .dnsLookupFailed):
        return made(.unreachable, .notSent, "\(host) cannot be reached: no address is known for this name")
      case (_, .cannotConnectToHost), (_, .notConnectedToInternet):
        return made(.unreachable, .notSent, "\(host) cannot be reached: \(words ?? "")")
      case (_, .secureConnectionFailed), (_, .serverCertificateUntrusted), (_, .serverCertificateHasBadDate),
        (_, .serverCertificateHasUnknownRoot), (_, .serverCertificateNotYetValid):
        return made(.tls, .notSent, "no TLS connection to \(host) could be made: \(words ?? "")")
      case (_, .timedOut): return made(.timeout, .unconfirmed, "\(host) stopped answering")
      default: return made(.connectionLost, .unconfirmed, "the connection to \(host) broke: \(words ?? "")")
      }
    }
  }

  private struct SessionExchange {
    let consume: (@Sendable (_ piece: [UInt8]) -> Bool)?
    let maximumSize: Int
    let longestRefusal: Int
    let continuation: CheckedContinuation<Result<TransportResponse, SessionFailure>, Never>
    var response = TransportResponse(status: 0)
    var count = 0
    var ending: SessionFailure.Ending?

    /// Takes a piece of the body; returns whether more is wanted.
    mutating func receive(_ data: Data) -> Bool {
      if consume != nil, !response.isPassedOn {
        response.body.append(contentsOf: data.prefix(longestRefusal - response.body.count))
        if response.body.count >= longestRefusal { ending = .enough }
      } else {
        count += data.count
        if count > maximumSize {
          ending = .tooLarge
        } else if let consume {
          if !consume(Array(data)) { ending = .unwanted }
        } else {
          response.body.append(contentsOf: data)
        }
      }
      return ending == nil
    }
  }

  /// The exchanges of a session, by the numbers of their tasks.
  private final class SessionExchanges: NSObject, URLSessionDataDelegate, Sendable {
    private let open = Mutex<[Int: SessionExchange]>([:])

    func add(_ exchange: sending SessionExchange, for task: URLSessionTask) {
      let number = task.taskIdentifier
      open.withLock { $0[number] = exchange }
    }

    /// Records why this side ends an exchange. Returns false if the exchange is already over.
    func note(_ ending: SessionFailure.Ending, _ task: URLSessionTask) -> Bool {
      open.withLock { open in
        guard open[task.taskIdentifier] != nil else { return false }
        open[task.taskIdentifier]?.ending = ending
        return true
      }
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) { completionHandler(nil) }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
      let answer = response as? HTTPURLResponse
      open.withLock { open in
        open[dataTask.taskIdentifier]?.response = TransportResponse(
          status: answer?.statusCode ?? 0,
          headers: (answer?.allHeaderFields ?? [:]).map { (name: "\($0.key)", value: "\($0.value)") })
      }
      completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      let wantsMore = open.withLock { $0[dataTask.taskIdentifier]?.receive(data) }
      if wantsMore == false { dataTask.cancel() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      guard let exchange = open.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
      let isWhole =
        exchange.ending == .enough || exchange.ending == nil && error == nil && exchange.response.status != 0
      exchange.continuation.resume(
        returning: isWhole
          ? .success(exchange.response) : .failure(SessionFailure(ending: exchange.ending, error: error)))
    }
  }
#endif
