#if canImport(CLibCurl)
  import Basics
  import CLibCurl

  /// One exchange on the thread of a ``CurlLoop``: libcurl's handle, and what came so far.
  final class CurlTransfer {
    /// The most bytes that are kept of a refusal that comes instead of a file.
    private static let longestRefusal = 1 << 20

    let easy: UnsafeMutableRawPointer
    private let exchange: CurlExchange
    private let continuation: CheckedContinuation<CurlLoop.Outcome, Never>
    private let deadline: ContinuousClock.Instant
    private var headers: UnsafeMutablePointer<curl_slist>?
    private let words: UnsafeMutablePointer<CChar>

    private var lastByte: ContinuousClock.Instant?
    private var isBodyTaken = false
    private var bodyOffset = 0
    private var response = TransportResponse(status: 0)
    private var isHeadWhole = false
    private var count = 0
    /// Why this side ended the exchange; nil if it did not.
    private var ending: Ending?

    private enum Ending {
      case failed(CurlFailure.Reason)
      /// What came of a refusal is enough.
      case enough
    }

    /// Nil if libcurl has no memory.
    init?(_ exchange: CurlExchange, _ continuation: CheckedContinuation<CurlLoop.Outcome, Never>) {
      guard let easy = curl_easy_init() else { return nil }
      (self.easy, self.exchange, self.continuation) = (easy, exchange, continuation)
      words = .allocate(capacity: Int(CURL_ERROR_SIZE))
      words.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
      deadline = .now + min(exchange.request.timeout, .longest)
      guard setUp() else { return nil }
    }

    deinit {
      curl_easy_cleanup(easy)
      curl_slist_free_all(headers)
      words.deallocate()
    }

    // MARK: - Time

    func isLate(_ now: ContinuousClock.Instant) -> Bool { now >= deadline }

    /// Whether the server has been silent for too long. Until the request is sent, libcurl counts the time to connect.
    func isIdle(_ now: ContinuousClock.Instant) -> Bool { idleEnd.map { now >= $0 } ?? false }

    private var idleEnd: ContinuousClock.Instant? { lastByte.map { $0 + min(exchange.options.idleTimeout, .longest) } }

    /// How long nothing need be looked at if nothing comes.
    func wait(_ now: ContinuousClock.Instant) -> Duration { max(.zero, min(deadline, idleEnd ?? deadline) - now) }

    // MARK: - The end

    func end(_ result: CURLcode) {
      switch ending {
      case .enough: continuation.resume(returning: .success(response))
      case .failed(let reason): end(reason)
      case nil where result == CURLE_OK && isHeadWhole: continuation.resume(returning: .success(response))
      // libcurl takes a head that breaks off for a whole one.
      case nil: end(.curl(result == CURLE_OK ? CURLE_GOT_NOTHING : result))
      }
    }

    func end(_ reason: CurlFailure.Reason) {
      var failure = CurlFailure(reason)
      failure.isBegun = lastByte != nil
      failure.isBodyTaken = isBodyTaken
      failure.systemError = Int32(clamping: nstack_curl_long(easy, CURLINFO_OS_ERRNO))
      failure.proxyStatus = nstack_curl_long(easy, CURLINFO_HTTP_CONNECTCODE)
      failure.words = String(cString: words)
      continuation.resume(returning: .failure(failure))
    }

    // MARK: - Setting up

    private func setUp() -> Bool {
      let request = exchange.request
      var isSet = true
      func set(_ option: CURLoption, _ value: Int) {
        isSet = nstack_curl_set_long(easy, option, value) == CURLE_OK && isSet
      }
      func set(_ option: CURLoption, _ value: String) {
        isSet = nstack_curl_set_text(easy, option, value) == CURLE_OK && isSet
      }
      set(CURLOPT_URL, request.url)
      // The path goes out byte for byte.
      set(CURLOPT_PATH_AS_IS, 1)
      set(CURLOPT_NOSIGNAL, 1)
      set(CURLOPT_CONNECTTIMEOUT_MS, Int(exchange.options.connectTimeout.milliseconds))
      set(CURLOPT_MAXAGE_CONN, 60)
      set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
      set(CURLOPT_ACCEPT_ENCODING, "gzip, deflate")
      // Variables such as http_proxy have no say here.
      set(CURLOPT_PROXY, exchange.proxy.map { "http://\($0.host):\($0.port)" } ?? "")
      set(CURLOPT_NOPROXY, "")
      set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
      if let secret = exchange.proxy?.authorization?.reveal() {
        let parts = secret.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        set(CURLOPT_PROXYUSERNAME, String(parts[0]))
        set(CURLOPT_PROXYPASSWORD, parts.count > 1 ? String(parts[1]) : "")
      }
      if let path = exchange.certificates {
        set(CURLOPT_CAINFO, path)
        isSet = nstack_curl_set_pointer(easy, CURLOPT_CAPATH, nil) == CURLE_OK && isSet
      }
      let context = Unmanaged.passUnretained(self).toOpaque()
      for option in [CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_READDATA, CURLOPT_PREREQDATA] {
        isSet = nstack_curl_set_pointer(easy, option, context) == CURLE_OK && isSet
      }
      isSet = nstack_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, words) == CURLE_OK && isSet
      setFunctions()
      if request.method == "HEAD" { set(CURLOPT_NOBODY, 1) }
      if exchange.hasBody || ["POST", "PUT", "PATCH"].contains(request.method) {
        set(CURLOPT_POST, 1)
        let size = curl_off_t(request.body?.count ?? 0)
        isSet = nstack_curl_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, size) == CURLE_OK && isSet
      }
      set(CURLOPT_CUSTOMREQUEST, request.method)
      return isSet && setHeaders()
    }

    private func setFunctions() {
      _ = nstack_curl_set_bytes(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
        let isWanted = CurlTransfer.of(context)?.receiveHead(UnsafeRawBufferPointer(start: bytes, count: size * count))
        return isWanted == true ? size * count : size * count + 1
      }
      _ = nstack_curl_set_bytes(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
        // Any other count than that of the bytes ends the exchange.
        let isWanted = CurlTransfer.of(context)?.receiveBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
        return isWanted == true ? size * count : size * count + 1
      }
      _ = nstack_curl_set_bytes(easy, CURLOPT_READFUNCTION) { bytes, size, count, context in
        CurlTransfer.of(context)?.giveBody(UnsafeMutableRawBufferPointer(start: bytes, count: size * count)) ?? 0
      }
      _ = nstack_curl_set_before_request(easy) { context, _, _, _, _ in
        CurlTransfer.of(context)?.begin() == true ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
      }
    }

    /// The transfer of a callback, which libcurl was given for it.
    private static func of(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
      context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    private func setHeaders() -> Bool {
      let request = exchange.request
      let own = Set(request.headers.map { $0.name.lowercased() })
      // What libcurl would add of its own is left out: a name without a value.
      var lines = ["Accept", "Content-Type", "Expect"].filter { !own.contains($0.lowercased()) }.map { "\($0):" }
      lines += request.headers.filter { $0.name.lowercased() != "accept-encoding" }.map { header in
        header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)"
      }
      for line in lines {
        guard let longer = curl_slist_append(headers, line) else { return false }
        headers = longer
      }
      return nstack_curl_set_pointer(easy, CURLOPT_HTTPHEADER, headers) == CURLE_OK
    }

    // MARK: - On the way

    /// Called when the connection is made and nothing of the request is sent. libcurl would send a request again where a
    /// connection that it used before breaks without an answer. Whoever called decides about that.
    private func begin() -> Bool {
      guard lastByte == nil else { return false }
      lastByte = .now
      return true
    }

    private func giveBody(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
      guard let body = exchange.request.body else { return 0 }
      isBodyTaken = true
      lastByte = .now
      let count = min(buffer.count, body.count - bodyOffset)
      body.withUnsafeBytes {
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[bodyOffset..<bodyOffset + count]))
      }
      bodyOffset += count
      return count
    }

    private func receiveHead(_ bytes: UnsafeRawBufferPointer) -> Bool {
      lastByte = .now
      let line = String(decoding: bytes, as: UTF8.self).prefix { !$0.isNewline }
      if line.hasPrefix("HTTP/") {
        // A head of 100 to 199 comes before that of the answer.
        let words = line.split(separator: " ")
        response = TransportResponse(status: words.count > 1 ? Int(words[1]) ?? 0 : 0)
        isHeadWhole = false
      } else if line.isEmpty {
        isHeadWhole = response.status >= 200
        reserve()
      } else if !isHeadWhole {
        // What comes after the body are trailers.
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        if let colon = line.firstIndex(of: ":") {
          let value = line[line.index(after: colon)...].trimming(isSpace)
          response.headers.append((name: String(line[..<colon]), value: String(value)))
        }
      }
      return ending == nil
    }

    private var isRefusal: Bool { exchange.consume != nil && !response.isPassedOn }

    private func reserve() {
      guard let declared = response.header("Content-Length").flatMap({ Int($0) }), !isRefusal else { return }
      if declared > exchange.request.maximumResponseSize {
        ending = .failed(.tooLarge)
      } else if exchange.consume == nil {
        response.body.reserveCapacity(declared)
      }
    }

    private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
      lastByte = .now
      if ending != nil { return false }
      if isRefusal {
        response.body.append(contentsOf: bytes.prefix(Self.longestRefusal - response.body.count))
        if response.body.count >= Self.longestRefusal { ending = .enough }
      } else {
        count += bytes.count
        let isPacked = response.header("Content-Encoding") != nil
        if count > exchange.request.maximumResponseSize || isPacked && count > exchange.options.decompressedSize {
          ending = .failed(.tooLarge)
        } else if let consume = exchange.consume {
          if !consume(Array(bytes)) { ending = .failed(.cancelled) }
        } else {
          response.body.append(contentsOf: bytes)
        }
      }
      return ending == nil
    }
  }

  extension Duration {
    /// The duration in whole milliseconds, rounded up; at most 24 days, which is the most that libcurl takes.
    var milliseconds: Int32 { Int32((min(max(self, .zero), .seconds(2_000_000)) / .milliseconds(1)).rounded(.up)) }
  }
#endif
