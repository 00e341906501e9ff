#if canImport(CLibCurl)
  import Basics
  import CLibCurl
  import HTTPMessages

  /// One exchange on the thread of a ``CurlLoop``: libcurl's handle, and what has arrived so far.
  final class CurlTransfer {
    /// The most bytes kept of an error answer to the request for a file.
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
    private var hasStatus = false
    private var isHeadWhole = false
    private var inflater: BodyInflater?
    private var count = 0
    /// Why this side ended the exchange; nil if it did not.
    private var ending: Ending?

    private enum Ending {
      case failed(CurlFailure.Reason)
      /// Enough of an error answer has arrived.
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

    /// How long to sleep if nothing arrives.
    func wait(_ now: ContinuousClock.Instant) -> Duration { max(.zero, min(deadline, idleEnd ?? deadline) - now) }

    // MARK: - The end

    func end(_ result: CURLcode) {
      switch ending {
      case .enough: continuation.resume(returning: .success(response))
      case .failed(let reason): end(reason)
      case nil where result == CURLE_OK && isHeadWhole:
        // A truncated compressed body is incomplete, even if its length is right.
        if inflater?.isWhole ?? true {
          continuation.resume(returning: .success(response))
        } else {
          end(.curl(CURLE_PARTIAL_FILE))
        }
      // libcurl accepts a truncated head.
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
      // The path is sent byte for byte.
      set(CURLOPT_PATH_AS_IS, 1)
      set(CURLOPT_NOSIGNAL, 1)
      set(CURLOPT_CONNECTTIMEOUT_MS, Int(exchange.options.connectTimeout.milliseconds))
      set(CURLOPT_MAXAGE_CONN, 60)
      set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
      // Decompressed here, because libcurl accepts a truncated compressed body.
      set(CURLOPT_HTTP_CONTENT_DECODING, 0)
      // Variables such as http_proxy are ignored.
      set(CURLOPT_PROXY, exchange.proxy.map { "http://\($0.host):\($0.port)" } ?? "")
      set(CURLOPT_NOPROXY, "")
      set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
      if let secret = exchange.proxy?.authorization?.reveal() {
        let parts = secret.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        set(CURLOPT_PROXYUSERNAME, String(parts[0]))
        set(CURLOPT_PROXYPASSWORD, parts.count > 1 ? String(parts[1]) : "")
      }
      isSet = setCertificates() && nstack_curl_set_quick_exit(easy) == CURLE_OK && isSet
      let context = Unmanaged.passUnretained(self).toOpaque()
      for option in [CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_READDATA, CURLOPT_PREREQDATA] {
        isSet = nstack_curl_set_pointer(easy, option, context) == CURLE_OK && isSet
      }
      isSet = nstack_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, words) == CURLE_OK && isSet
      isSet = setFunctions() && isSet
      if request.method == "HEAD" { set(CURLOPT_NOBODY, 1) }
      if exchange.hasBody || ["POST", "PUT", "PATCH"].contains(request.method) {
        set(CURLOPT_POST, 1)
        let size = curl_off_t(request.body?.count ?? 0)
        isSet = nstack_curl_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, size) == CURLE_OK && isSet
      }
      set(CURLOPT_CUSTOMREQUEST, request.method)
      return isSet && setHeaders()
    }

    private func setCertificates() -> Bool {
      switch exchange.certificates {
      case .standard: return true
      case .file(let path):
        return nstack_curl_set_text(easy, CURLOPT_CAINFO, path) == CURLE_OK
          && nstack_curl_set_pointer(easy, CURLOPT_CAPATH, nil) == CURLE_OK
      case .bytes(let bytes):
        return nstack_curl_set_certificates(easy, bytes, bytes.count) == CURLE_OK
          && nstack_curl_set_pointer(easy, CURLOPT_CAINFO, nil) == CURLE_OK
          && nstack_curl_set_pointer(easy, CURLOPT_CAPATH, nil) == CURLE_OK
      }
    }

    /// Whether libcurl has all callbacks: before 7.80 it lacks the one before a request.
    private func setFunctions() -> Bool {
      let receivesHead = nstack_curl_set_bytes(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
        let isWanted = CurlTransfer.of(context)?.receiveHead(UnsafeRawBufferPointer(start: bytes, count: size * count))
        return isWanted == true ? size * count : size * count + 1
      }
      let receivesBody = nstack_curl_set_bytes(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
        // Returning a count other than the number of bytes ends the exchange.
        let isWanted = CurlTransfer.of(context)?.receiveBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
        return isWanted == true ? size * count : size * count + 1
      }
      let givesBody = nstack_curl_set_bytes(easy, CURLOPT_READFUNCTION) { bytes, size, count, context in
        CurlTransfer.of(context)?.giveBody(UnsafeMutableRawBufferPointer(start: bytes, count: size * count)) ?? 0
      }
      let asks = nstack_curl_set_before_request(easy) { context, _, _, _, _ in
        CurlTransfer.of(context)?.begin() == true ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
      }
      return [receivesHead, receivesBody, givesBody, asks].allSatisfy { $0 == CURLE_OK }
    }

    /// The transfer that libcurl passes to a callback.
    private static func of(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
      context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    private func setHeaders() -> Bool {
      let request = exchange.request
      let own = Set(request.headers.map { $0.name.lowercased() })
      // A name without a value removes a header that libcurl would add.
      var lines = ["Accept", "Content-Type", "Expect"].filter { !own.contains($0.lowercased()) }.map { "\($0):" }
      lines.append("Accept-Encoding: gzip, deflate")
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

    /// Called once the connection is made and before the request is sent. It keeps libcurl from sending a request again
    /// when a reused connection breaks; the caller decides about that.
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
      // Headers after the body are trailers.
      if isHeadWhole { return true }
      var line = bytes[...]
      while let last = line.last, last == 0x0A || last == 0x0D { line.removeLast() }
      if line.isEmpty {
        // Heads with the status 100 to 199 come before the answer's.
        isHeadWhole = response.status >= 200
        if isHeadWhole { prepareBody() }
        hasStatus = false
      } else if !hasStatus {
        // `HTTP/1.1 200 OK`
        let words = line.split(separator: 0x20)
        let status = words.count > 1 ? Int(String(decoding: words[1], as: UTF8.self)) : nil
        response = TransportResponse(status: status ?? 0)
        hasStatus = true
      } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
        let value = line[(colon + 1)...].trimming { $0 == 0x20 || $0 == 0x09 }
        response.headers.append(
          (name: String(decoding: line[..<colon], as: UTF8.self), value: String(decoding: value, as: UTF8.self)))
      }
      return ending == nil
    }

    private var isRefusal: Bool { exchange.consume != nil && !response.isPassedOn }

    private func prepareBody() {
      switch response.header("Content-Encoding")?.lowercased() {
      case "gzip", "x-gzip", "deflate":
        inflater = BodyInflater()
        if inflater == nil { ending = .failed(.noMemory) }
      default: break
      }
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
      guard let inflater else { return take(bytes) }
      if !inflater.inflate(bytes, to: take), ending == nil { ending = .failed(.tooLarge) }
      return ending == nil
    }

    /// Takes a piece of the decoded body; returns whether more is wanted.
    private func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
      if isRefusal {
        response.body.append(contentsOf: bytes.prefix(Self.longestRefusal - response.body.count))
        if response.body.count >= Self.longestRefusal { ending = .enough }
      } else {
        count += bytes.count
        let isPacked = inflater != nil
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
