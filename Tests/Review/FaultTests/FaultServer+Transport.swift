import NStackAPI
import Synchronization

/// One client's connection to the server; it ends when the client's program dies.
struct FaultTransport: HTTPTransport {
  let server: FaultServer
  /// Whether the program is dead, and how it dies.
  var life = Life()
  /// Called with each write that arrives.
  var onArrival: @Sendable (_ text: TextIdentity?, _ id: Int?) -> Void = { _, _ in }

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    guard life.step() else { throw Self.lost(.cancelled, .notSent) }
    let call = Call(request)
    server.state.withLock { $0.inFlight += 1 }
    defer { server.state.withLock { $0.inFlight -= 1 } }
    let response = try await answer(call, request)
    guard !life.isDead else { throw Self.lost(.cancelled, .unconfirmed) }
    return response
  }

  private func answer(_ call: Call, _ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let begun = server.clock.seconds
    let action = server.state.withLock { server.action(call.method, call.text?.key, &$0) }
    if case .unreachable = action {
      try await sleep(server.latency, .notSent)
      throw Self.lost(.unreachable, .notSent)
    }
    if case .resetInRequest = action {
      try await sleep(server.latency, .unconfirmed)
      throw Self.lost(.connectionLost, .unconfirmed)
    }
    if call.isWrite {
      server.state.withLock { state in
        let key = call.lane
        state.writing[key, default: 0] += 1
        if state.writing[key, default: 0] > 1 { state.overlaps.append(key) }
        if case .status(let status, let headers, _) = action, status == 429 || (status == 503 && !headers.isEmpty) {
          state.log.append(call.event(.refused, begun))
        } else {
          state.log.append(call.event(.arrival, begun))
        }
      }
      onArrival(call.text, call.id)
    }
    defer { if call.isWrite { server.state.withLock { $0.writing[call.lane, default: 1] -= 1 } } }
    return try await perform(action, call, request, begun)
  }

  private func perform(_ action: FaultRule.Action?, _ call: Call, _ request: TransportRequest, _ begun: Double)
    async throws(TransportError) -> TransportResponse
  {
    func stall() async throws(TransportError) -> TransportResponse {
      try await sleep(request.timeout.inSeconds, .unconfirmed)
      throw Self.lost(.timeout, .unconfirmed)
    }
    switch action {
    case .status(let status, let headers, let body):
      try await sleep(server.latency, .unconfirmed)
      return TransportResponse(status: status, headers: headers, body: Array(body.utf8))
    case .stall: return try await stall()
    case .applyThenStall:
      _ = server.carryOut(call, begun)
      return try await stall()
    case .applyLate(let seconds):
      if call.method == "POST", let text = call.text, let value = call.value {
        server.state.withLock { $0.late.append((begun + seconds, call.guid, text, value)) }
      }
      return try await stall()
    case .mutateBefore(let guid, let value):
      if let text = call.text { server.state.withLock { _ = server.post(guid, text, value, at: begun, &$0) } }
    case .die(afterApplying: false):
      life.die()
      throw Self.lost(.cancelled, .unconfirmed)
    case .delay(let seconds): try await sleep(seconds, .unconfirmed)
    default: break
    }
    try await sleep(server.latency / 2, .unconfirmed)
    guard !life.isDead else { throw Self.lost(.cancelled, .unconfirmed) }
    var response = server.carryOut(call, begun)
    switch action {
    case .die(afterApplying: true):
      life.die()
      throw Self.lost(.cancelled, .unconfirmed)
    case .applyThenReset: throw Self.lost(.connectionLost, .unconfirmed)
    case .truncate(let count): response.body = Array(response.body.prefix(count))
    case .answer(let status, let body, let headers):
      response = TransportResponse(status: status, headers: headers, body: Array(body.utf8))
    case .wrongEcho:
      response.body = Array(
        #"{"data":{"id":9,"section":"other","key":"k","value":"v","locale":"da-DK","can_delete":true}}"#.utf8)
    default: break
    }
    try await sleep(server.latency / 2, .unconfirmed)
    return response
  }

  private func sleep(_ seconds: Double, _ delivery: TransportError.Delivery) async throws(TransportError) {
    do { try await server.clock.sleep(.seconds(seconds)) } catch { throw Self.lost(.cancelled, delivery) }
  }

  private static func lost(_ code: TransportError.Code, _ delivery: TransportError.Delivery) -> TransportError {
    TransportError(code, delivery: delivery, request: "transport", message: "injected")
  }
}

/// One request, understood.
struct Call: Sendable {
  let method: String
  let guid: String
  let text: TextIdentity?
  let value: String?
  let id: Int?

  var isWrite: Bool { method != "GET" }
  var lane: String { guid + " " + (text.map { "\($0.section)/\($0.key)/\($0.locale)" } ?? "id \(id ?? 0)") }

  init(_ request: TransportRequest) {
    let parts = request.url.split(separator: "?", maxSplits: 1)
    let fields = request.body.map { String(decoding: $0, as: UTF8.self) } ?? (parts.count > 1 ? String(parts[1]) : "")
    var values: [String: String] = [:]
    for field in fields.split(separator: "&") {
      let pair = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      values[String(pair[0])] = pair.count > 1 ? Self.decode(pair[1]) : ""
    }
    method = request.method
    guid = values["guid"] ?? ""
    value = values["value"]
    id = request.method == "DELETE" ? parts[0].split(separator: "/").last.flatMap { Int($0) } : nil
    if let section = values["section"], let key = values["key"], let locale = values["locale"] {
      text = TextIdentity(section: section, key: key, locale: locale)
    } else {
      text = nil
    }
  }

  private static func decode(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  func event(_ kind: FaultServer.Event.Kind, _ time: Double) -> FaultServer.Event {
    FaultServer.Event(time: time, kind: kind, guid: guid, method: method, text: text, value: value, id: id)
  }
}
