import NStackAPI
import Synchronization
import TextStore

/// A server in memory, with what it does and has seen as members. Its proposals are all own ones unless their numbers are below ten.
@dynamicMemberLookup final class FakeServer: ProposalService, TextService {
  struct State {
    var resources = TextSamples.resources
    var held: [Proposal] = []
    var nextID = 10
    /// Failures of the next writes, and whether each takes effect all the same.
    var failures: [(error: NStackError, isDone: Bool)] = []
    /// The failure of readings; nil for none.
    var readingFailure: NStackError?
    var resourceReadings = 0
    var listings = 0
    var tags: [String?] = []
    /// The failure of each resource; nil for none.
    var resourceFailure: NStackError?
    /// Whether resources have tags.
    var isTagged = true
    /// Whether every resource is called unchanged, even one that was never read.
    var isUnchanged = false
    /// What of the lists cannot be read.
    var unreadEntries: [UnreadItem] = []
    var unreadProposals: [UnreadItem] = []
    /// Whether the list of proposals comes in pages.
    var isPaged = false
    /// Of each write that a session asked for, whether it was to be sent once and at once.
    var sentOnce: [Bool] = []
  }

  private let state = Mutex(State())
  /// Runs after the list of proposals was read, and before it is answered.
  let afterListing = Mutex<(@Sendable () async -> Void)?>(nil)
  /// Runs before a proposal is taken, with its value.
  let beforeProposal = Mutex<(@Sendable (String) async -> Void)?>(nil)

  subscript<Value: Sendable>(dynamicMember member: WritableKeyPath<State, Value>) -> Value {
    get { state.withLock { $0[keyPath: member] } }
    set { state.withLock { $0[keyPath: member] = newValue } }
  }

  static func error(_ code: NStackError.Code, _ delivery: NStackError.Delivery = .definite) -> NStackError {
    NStackError(code, delivery: delivery, request: "test", message: "refused by the test")
  }

  func resourceIndex() async throws(NStackError) -> [ResourceIndexEntry] {
    if let error = self.readingFailure { throw error }
    return state.withLock { state in
      state.resources.enumerated().map { place, resource in
        ResourceIndexEntry(
          id: place, url: "https://nstack.example/\(place)", lastUpdatedAt: nil, shouldUpdate: true,
          language: resource.language)
      }
    }
  }

  func wholeResourceIndex(updatedSince: String?) async throws(NStackError) -> ResourceIndex {
    ResourceIndex(entries: try await resourceIndex(), unread: self.unreadEntries)
  }

  func proposalList(state wanted: ProposalState) async throws(NStackError) -> ProposalList {
    let proposals = try await proposals(state: wanted)
    return ProposalList(proposals: proposals, unread: self.unreadProposals, isPaged: self.isPaged)
  }

  func resource(_ entry: ResourceIndexEntry, unlessTagged entityTag: String?) async throws(NStackError)
    -> TaggedResource?
  {
    if let error = self.resourceFailure { throw error }
    return state.withLock { state in
      if state.isUnchanged { return nil }
      state.tags.append(entityTag)
      if entityTag == "tag", state.isTagged { return nil }
      state.resourceReadings += 1
      return TaggedResource(resource: state.resources[entry.id], entityTag: "tag")
    }
  }

  func proposals(state wanted: ProposalState) async throws(NStackError) -> [Proposal] {
    state.withLock { $0.listings += 1 }
    if let error = self.readingFailure { throw error }
    let proposals = self.held
    if let wait = afterListing.withLock({ $0 }) { await wait() }
    return proposals
  }

  func propose(_ value: String, for text: TextIdentity) async throws(NStackError) -> Proposal {
    if let wait = beforeProposal.withLock({ $0 }) { await wait(value) }
    let failure = takeFailure()
    if let failure, !failure.isDone { throw failure.error }
    let proposal = state.withLock { state in
      state.held.removeAll { $0.canDelete && $0.text == text }
      let proposal = Proposal(id: state.nextID, text: text, value: value, canDelete: true)
      state.nextID += 1
      state.held.append(proposal)
      return proposal
    }
    if let failure { throw failure.error }
    return proposal
  }

  func deleteProposal(id: Int) async throws(NStackError) -> Bool {
    let failure = takeFailure()
    if let failure, !failure.isDone { throw failure.error }
    if id < 10 { throw Self.error(.notOwner) }
    state.withLock { $0.held.removeAll { $0.id == id } }
    if let failure { throw failure.error }
    return true
  }

  func writing(while isWanted: @escaping @Sendable () -> Bool) -> any ProposalService { self }

  func sending(retries: CallRetries, pace: CallPace) -> any ProposalService {
    state.withLock { $0.sentOnce.append(retries == .none && pace == .none) }
    return self
  }

  private func takeFailure() -> (error: NStackError, isDone: Bool)? {
    state.withLock { $0.failures.isEmpty ? nil : $0.failures.removeFirst() }
  }
}

/// A gate at which calls wait until it is opened.
actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var arrivals: [CheckedContinuation<Void, Never>] = []
  private var hasArrived = false

  /// Waits until the gate is open.
  func pass() async {
    hasArrived = true
    for arrival in arrivals { arrival.resume() }
    arrivals = []
    if isOpen { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Waits until a call has come to the gate.
  func arrival() async {
    if hasArrived { return }
    await withCheckedContinuation { arrivals.append($0) }
  }

  func open() {
    isOpen = true
    for call in waiting { call.resume() }
    waiting = []
  }
}
