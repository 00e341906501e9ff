import Basics
import NStackAPI
import ProgramRuns
import Synchronization

/// A server in memory with a model of proposals, a log of everything that happened, and faults by rule.
final class FaultServer: Sendable {
  struct Kept: Hashable, Sendable {
    var id: Int
    var guid: String
    var text: TextIdentity
    var value: String
  }

  /// One thing that happened.
  struct Event: Sendable {
    enum Kind: Sendable { case arrival, refused, applied, deleted, read }
    let time: Double
    let kind: Kind
    let guid: String
    let method: String
    let text: TextIdentity?
    let value: String?
    let id: Int?
    /// When the request of a reading arrived.
    var begun = 0.0
  }

  struct State {
    var proposals = ProposalStore()
    var nextID = 100
    var log: [Event] = []
    var rules: [FaultRule] = []
    var matches: [Int] = []
    var uses: [Int] = []
    /// What posted values took the place of.
    var taken: [(by: String, kept: Kept)] = []
    var late: [(due: Double, guid: String, text: TextIdentity, value: String)] = []
    var random: SeededNumbers
    var inFlight = 0
    var writing: [String: Int] = [:]
    var overlaps: [String] = []
  }

  static let host = "http://127.0.0.1:8080"

  let state: Mutex<State>
  let clock: RetryClock
  let latency: Double
  /// The status of the answer to a value that stands already.
  let sameValueStatus: Int
  let keepsIDs: Bool
  /// Whether another value overrides everybody's.
  let overridesEverybody: Bool

  init(
    clock: RetryClock, seed: UInt64 = 1, latency: Double = 0.05, rules: [FaultRule] = [], sameValueStatus: Int = 412,
    keepsIDs: Bool = true, overridesEverybody: Bool = false
  ) {
    var state = State(random: SeededNumbers(seed: seed))
    state.rules = rules
    state.matches = [Int](repeating: 0, count: rules.count)
    state.uses = state.matches
    self.state = Mutex(state)
    self.clock = clock
    self.latency = latency
    self.sameValueStatus = sameValueStatus
    self.keepsIDs = keepsIDs
    self.overridesEverybody = overridesEverybody
  }

  func heal() { state.withLock { $0.rules = [] } }

  func addRules(_ rules: [FaultRule]) {
    state.withLock { state in
      state.rules += rules
      state.matches += [Int](repeating: 0, count: rules.count)
      state.uses += [Int](repeating: 0, count: rules.count)
    }
  }

  var log: [Event] { state.withLock(\.log) }
  var proposals: [Kept] {
    state.withLock { state in
      applyLate(&state)
      return state.proposals.all
    }
  }

  /// Writes a proposal as somebody else would.
  func seed(_ text: TextIdentity, _ value: String, guid: String) -> Int {
    state.withLock { state in
      state.nextID += 1
      state.proposals.add(Kept(id: state.nextID, guid: guid, text: text, value: value))
      return state.nextID
    }
  }

  /// The proposals as a catalogue of one guid would hold them.
  func catalog(for guid: String) -> [Proposal] {
    proposals.map { Proposal(id: $0.id, text: $0.text, value: $0.value, canDelete: $0.guid == guid) }
  }

  // MARK: - The model

  /// Does what is due late; called before anything is looked at.
  func applyLate(_ state: inout State) {
    let now = clock.seconds
    for late in state.late.filter({ $0.due <= now }).sorted(by: { $0.due < $1.due }) {
      _ = post(late.guid, late.text, late.value, at: late.due, &state)
    }
    state.late.removeAll { $0.due <= now }
  }

  /// - Returns: The proposal; nil where the same value stands already.
  func post(_ guid: String, _ text: TextIdentity, _ value: String, at time: Double, _ state: inout State) -> Kept? {
    let own = state.proposals.own(guid, text)
    if let own, ExactText(own.value) == ExactText(value) { return nil }
    if overridesEverybody { state.taken += state.proposals.removeAll(of: text, but: guid).map { (value, $0) } }
    state.nextID += 1
    var kept = Kept(id: state.nextID, guid: guid, text: text, value: value)
    if let own {
      if keepsIDs { kept.id = own.id }
      state.proposals.remove(own.id)
      state.taken.append((value, own))
    }
    state.proposals.add(kept)
    state.log.append(
      Event(time: time, kind: .applied, guid: guid, method: "POST", text: text, value: value, id: kept.id))
    return kept
  }

  /// Finds the rule for a call.
  func action(_ method: String, _ key: String?, _ state: inout State) -> FaultRule.Action? {
    for index in state.rules.indices {
      let rule = state.rules[index]
      if let wanted = rule.method, wanted != method { continue }
      if let wanted = rule.key, wanted != key { continue }
      defer { state.matches[index] += 1 }
      if let nth = rule.nth, state.matches[index] != nth { continue }
      if let every = rule.every, state.matches[index] % every != 0 { continue }
      guard state.uses[index] < rule.most else { continue }
      if rule.probability < 1, state.random.unit() >= rule.probability { continue }
      state.uses[index] += 1
      return rule.action
    }
    return nil
  }
}
