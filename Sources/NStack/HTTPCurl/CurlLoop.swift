#if canImport(CLibCurl)
  import Basics
  import CLibCurl
  import HTTPMessages
  import Synchronization

  /// The thread on which libcurl works: it begins with the first exchange, and ends with ``stop()``.
  ///
  /// Only this thread uses libcurl's handles. Other threads queue their requests and wake it.
  final class CurlLoop: Sendable {
    typealias Outcome = Result<TransportResponse, CurlFailure>

    private struct Wish {
      let id: Int
      let exchange: CurlExchange
      let continuation: CheckedContinuation<Outcome, Never>
    }

    private struct State {
      var multi: Multi?
      var lastID = 0
      var wishes: [Wish] = []
      /// Exchanges whose task was cancelled, until their outcome is taken.
      var cancelled: Set<Int> = []
      var isStopped = false
      /// Whether the thread works, or still closes its connections.
      var isWorking = false
      /// The callers that wait for the thread to end.
      var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// libcurl's handle for several exchanges. Other threads may only wake the working thread.
    private struct Multi: @unchecked Sendable { let handle: UnsafeMutableRawPointer }

    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private let connectionsPerHost: Int
    private let state = Mutex(State())

    init(connectionsPerHost: Int) { self.connectionsPerHost = connectionsPerHost }

    /// Runs an exchange, and returns how it ended. A cancelled task ends it at once.
    func run(_ exchange: CurlExchange) async -> Outcome {
      let id = state.withLock { state in
        state.lastID += 1
        return state.lastID
      }
      let outcome = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          add(Wish(id: id, exchange: exchange, continuation: continuation))
        }
      } onCancel: {
        state.withLock { _ = $0.cancelled.insert(id) }
        wake()
      }
      state.withLock { _ = $0.cancelled.remove(id) }
      return outcome
    }

    /// Ends all exchanges, and returns when all connections are closed.
    func end() async {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          state.isStopped = true
          if state.isWorking { state.waiting.append(continuation) }
          return !state.isWorking
        }
        if isOver { continuation.resume() } else { wake() }
      }
    }

    /// Begins to end all exchanges and to close all connections.
    func stop() {
      state.withLock { $0.isStopped = true }
      wake()
    }

    private func wake() { state.withLock { state in if let multi = state.multi { curl_multi_wakeup(multi.handle) } } }

    private func add(_ wish: Wish) {
      let refusal = state.withLock { state -> CurlFailure? in
        if state.isStopped { return CurlFailure(.stopped) }
        guard state.multi != nil || startThread(&state) else { return CurlFailure(.noMemory) }
        state.wishes.append(wish)
        return nil
      }
      if let refusal { wish.continuation.resume(returning: .failure(refusal)) } else { wake() }
    }

    private func startThread(_ state: inout State) -> Bool {
      guard Self.isReady, let handle = curl_multi_init() else { return false }
      _ = nstack_curl_multi_set_long(handle, CURLMOPT_MAX_HOST_CONNECTIONS, connectionsPerHost)
      guard WorkerThread({ [self] in work() }) != nil else {
        curl_multi_cleanup(handle)
        return false
      }
      state.multi = Multi(handle: handle)
      state.isWorking = true
      return true
    }

    // MARK: - On the thread

    private func work() {
      guard let multi = state.withLock({ $0.multi })?.handle else { return }
      defer {
        state.withLock { $0.multi = nil }
        curl_multi_cleanup(multi)
        let waiting = state.withLock { state in
          defer { state.waiting = [] }
          state.isWorking = false
          return state.waiting
        }
        for continuation in waiting { continuation.resume() }
      }
      // Writing to a connection that the server closed must not end the program: OpenSSL writes without MSG_NOSIGNAL.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      var transfers: [Int: CurlTransfer] = [:]
      while true {
        let (wishes, cancelled, isStopped) = state.withLock { state in
          defer { state.wishes = [] }
          return (state.wishes, state.cancelled, state.isStopped)
        }
        for wish in wishes {
          if isStopped || cancelled.contains(wish.id) {
            wish.continuation.resume(returning: .failure(CurlFailure(isStopped ? .stopped : .cancelled)))
            continue
          }
          let transfer = CurlTransfer(wish.exchange, wish.continuation)
          guard let transfer, curl_multi_add_handle(multi, transfer.easy) == CURLM_OK else {
            wish.continuation.resume(returning: .failure(CurlFailure(.noMemory)))
            continue
          }
          transfers[wish.id] = transfer
        }
        var running: Int32 = 0
        curl_multi_perform(multi, &running)
        let ended = endedHandles(multi)
        let now = ContinuousClock.now
        for (id, transfer) in transfers {
          let failure: CurlFailure.Reason? =
            isStopped ? .stopped : cancelled.contains(id) ? .cancelled : transfer.isLate(now) ? .late : nil
          guard let result = ended[transfer.easy] else {
            guard let failure = transfer.isIdle(now) && failure == nil ? .idle : failure else { continue }
            curl_multi_remove_handle(multi, transfer.easy)
            transfers[id] = nil
            transfer.end(failure)
            continue
          }
          curl_multi_remove_handle(multi, transfer.easy)
          transfers[id] = nil
          transfer.end(result)
        }
        // After the stop, nothing is added.
        if isStopped, transfers.isEmpty { return }
        let wait = transfers.values.map { $0.wait(now) }.min() ?? .seconds(600)
        curl_multi_poll(multi, nil, 0, wait.milliseconds, nil)
      }
    }

    private func endedHandles(_ multi: UnsafeMutableRawPointer) -> [UnsafeMutableRawPointer: CURLcode] {
      var ended: [UnsafeMutableRawPointer: CURLcode] = [:]
      var left: Int32 = 0
      while let message = curl_multi_info_read(multi, &left) {
        if message.pointee.msg == CURLMSG_DONE { ended[message.pointee.easy_handle] = message.pointee.data.result }
      }
      return ended
    }
  }

  /// Why an exchange has no answer.
  struct CurlFailure: Error {
    enum Reason {
      /// libcurl's own result.
      case curl(CURLcode)
      /// The transport was shut down.
      case stopped
      /// The task was cancelled, or the rest of the answer is not wanted.
      case cancelled
      /// The whole exchange took too long.
      case late
      /// No byte arrived within the idle time.
      case idle
      /// The answer is larger than the limit.
      case tooLarge
      /// The system provides no memory or thread for the exchange.
      case noMemory
    }

    let reason: Reason
    /// Whether the connection was made and libcurl began to send the request.
    var isBegun = false
    /// Whether libcurl took the body of the request.
    var isBodyTaken = false
    /// The system's number of the error; 0 for none.
    var systemError: Int32 = 0
    /// The status with which the proxy answered `CONNECT`; 0 for none.
    var proxyStatus = 0
    /// libcurl's own message.
    var words = ""

    init(_ reason: Reason) { self.reason = reason }
  }
#endif
