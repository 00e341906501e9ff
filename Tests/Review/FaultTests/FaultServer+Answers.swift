import Basics
import NStackAPI
import Synchronization
import TranslationReview

extension FaultServer {
  /// Does what a call asks for, and answers as NStack does.
  func carryOut(_ call: Call, _ begun: Double) -> TransportResponse {
    state.withLock { state in
      applyLate(&state)
      switch call.method {
      case "POST": return post(call, &state)
      case "DELETE": return delete(call, &state)
      default:
        var event = call.event(.read, clock.seconds)
        event.begun = begun
        state.log.append(event)
        let list = state.proposals.all.map { Self.json($0, for: call.guid) }
        return Self.answer(200, .object([("data", .array(list))]))
      }
    }
  }

  private func post(_ call: Call, _ state: inout State) -> TransportResponse {
    guard let text = call.text, let value = call.value else {
      return Self.answer(412, .object([("message", .string("missing field"))]))
    }
    guard let kept = post(call.guid, text, value, at: clock.seconds, &state) else {
      return Self.answer(sameValueStatus, .object([("message", .string("the same value again"))]))
    }
    return Self.answer(201, .object([("data", Self.json(kept, for: call.guid))]))
  }

  private func delete(_ call: Call, _ state: inout State) -> TransportResponse {
    guard let id = call.id, let kept = state.proposals[id] else {
      return Self.answer(445, .object([("message", .string("entity not found"))]))
    }
    guard kept.guid == call.guid else { return Self.answer(401, .object([("message", .string("Invalid guid"))])) }
    state.proposals.remove(id)
    state.log.append(
      Event(
        time: clock.seconds, kind: .deleted, guid: call.guid, method: "DELETE", text: kept.text, value: kept.value,
        id: kept.id))
    return Self.answer(200, .object([("message", .string("Proposal deleted"))]))
  }

  private static func json(_ kept: Kept, for guid: String) -> JSONValue {
    .object([
      ("id", .integer(kept.id)), ("application_id", .integer(1)), ("section", .string(kept.text.section)),
      ("key", .string(kept.text.key)), ("locale", .string(kept.text.locale)), ("value", .string(kept.value)),
      ("can_delete", .boolean(kept.guid == guid)),
    ])
  }

  private static func answer(_ status: Int, _ json: JSONValue) -> TransportResponse {
    TransportResponse(
      status: status, headers: [(name: "Content-Type", value: "application/json")], body: Array(json.text.utf8))
  }
}
