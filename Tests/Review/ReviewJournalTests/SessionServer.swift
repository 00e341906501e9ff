import Foundation
import NStackAPI
import Synchronization

/// A server in memory: `login/title` and `login/button` in English and Danish, and proposals of two people.
final class SessionServer: HTTPTransport, Sendable {
  static let guid = "g-1"

  struct Kept: Sendable {
    var id: Int
    var key: String
    var value: String
    var guid: String
  }

  private struct State {
    var kept: [Kept] = []
    var nextID = 1
    var writes: [String] = []
    var onWrite: @Sendable () -> Void = {}
    var title = "Welcome"
  }

  private let state = Mutex(State())

  /// The proposals as `key: value`, those of other people with their guid.
  var proposals: [String] {
    state.withLock { state in
      state.kept.map { "\($0.key): \($0.value)" + ($0.guid == Self.guid ? "" : " (\($0.guid))") }.sorted()
    }
  }

  /// The calls that asked for a change, in order.
  var writes: [String] { state.withLock(\.writes) }

  /// Calls a closure with each call that asks for a change, before it is answered.
  func onWrite(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.onWrite = body } }

  /// Changes the English text of `login/title`.
  func setTitle(_ text: String) { state.withLock { $0.title = text } }

  /// Removes all proposals, as an administrator may.
  func removeAll() { state.withLock { $0.kept = [] } }

  /// Adds a proposal for a Danish text.
  func add(_ key: String, _ value: String, guid: String = SessionServer.guid) {
    state.withLock { _ = Self.add(key, value, guid, &$0) }
  }

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let name = request.url.prefix { $0 != "?" }.split(separator: "/").last.map(String.init) ?? ""
    switch (request.method, name) {
    case ("GET", "mobile"): return Self.answer(#"{"data":[\#(Self.entry(1, "en-GB")),\#(Self.entry(2, "da-DK"))]}"#)
    case ("GET", "en-GB"):
      return Self.answer(#"{"data":{"login":{"title":"\#(state.withLock(\.title))","button":"Log in"}}}"#)
    case ("GET", "da-DK"): return Self.answer(#"{"data":{"login":{"title":"Velkommen","button":"Log ind"}}}"#)
    case ("GET", _): return list(request.url)
    case ("POST", _): return post(Self.fields(request.body ?? []))
    default: return delete(Int(name) ?? 0)
    }
  }

  private func list(_ url: String) -> TransportResponse {
    let items = state.withLock { state in state.kept.map { Self.json($0, isOwn: url.contains("guid=\($0.guid)")) } }
    return Self.answer("{\"data\":[\(items.joined(separator: ","))]}")
  }

  private func post(_ fields: [String: String]) -> TransportResponse {
    let (key, value, guid) = (fields["key"] ?? "", fields["value"] ?? "", fields["guid"] ?? "")
    note("propose \(key): \(value)")
    let kept = state.withLock { Self.add(key, value, guid, &$0) }
    return Self.answer("{\"data\":\(Self.json(kept, isOwn: true))}", status: 201)
  }

  private func delete(_ id: Int) -> TransportResponse {
    note("delete \(id)")
    state.withLock { $0.kept.removeAll { $0.id == id } }
    return Self.answer(#"{"message":"Proposal deleted"}"#)
  }

  private func note(_ write: String) {
    let onWrite = state.withLock { state in
      state.writes.append(write)
      return state.onWrite
    }
    onWrite()
  }

  @discardableResult private static func add(_ key: String, _ value: String, _ guid: String, _ state: inout State)
    -> Kept
  {
    if let index = state.kept.firstIndex(where: { $0.key == key && $0.guid == guid }) {
      state.kept[index].value = value
      return state.kept[index]
    }
    let kept = Kept(id: state.nextID, key: key, value: value, guid: guid)
    state.nextID += 1
    state.kept.append(kept)
    return kept
  }

  private static func json(_ kept: Kept, isOwn: Bool) -> String {
    #"{"id":\#(kept.id),"application_id":1,"section":"login","key":"\#(kept.key)","locale":"da-DK","#
      + #""value":"\#(kept.value)","can_delete":\#(isOwn)}"#
  }

  private static func entry(_ id: Int, _ locale: String) -> String {
    #"{"id":\#(id),"url":"https://nstack.example/\#(locale)","language":{"id":\#(id),"name":"\#(locale)","#
      + #""locale":"\#(locale)","direction":"LRM","is_default":\#(id == 1)}}"#
  }

  /// The fields of a form. A `+` stays.
  private static func fields(_ body: [UInt8]) -> [String: String] {
    var fields: [String: String] = [:]
    for field in String(decoding: body, as: UTF8.self).split(separator: "&") {
      let parts = field.split(separator: "=", maxSplits: 1).map(String.init)
      fields[parts[0]] = parts.count > 1 ? parts[1].removingPercentEncoding : ""
    }
    return fields
  }

  private static func answer(_ text: String, status: Int = 200) -> TransportResponse {
    TransportResponse(status: status, body: Array(text.utf8))
  }
}
