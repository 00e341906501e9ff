import Basics
public import NStackAPI

/// The calls that a session needs; `NStackClient` has them.
public typealias TextSessionService = ProposalService & TextService

/// The texts that an app shows, kept up to date with the server: it reads them, proposes and deletes, and tells the components
/// whose texts changed.
///
/// A proposal is shown once the server has accepted it. If a call fails, the texts stay as they are.
@MainActor public final class TextSession {
  /// The texts to show; none before the first ``refresh()``.
  public private(set) var texts: LocalizedTexts { didSet { shared?.now = (texts, locale) } }
  /// The locale of what is shown by its key, in any spelling; the default language's until it is set.
  ///
  /// Set it, and each component is told the values in the new language. Texts that components show in the session's locale
  /// change with it; those in another locale stay.
  public var locale: String {
    get { chosenLocale ?? texts.defaultLanguage?.locale ?? "" }
    set {
      chosenLocale = newValue
      shared?.now = (texts, newValue)
      update()
    }
  }
  /// The components that show them.
  public let components = TextRegistry()

  private let service: any TextSessionService
  private var chosenLocale: String?
  private let locales: [String]?
  private let allowsEmpty: Bool
  private var kept: [String: TaggedResource] = [:]
  /// The texts for other threads; nil until one looks a text up.
  private var shared: SharedTexts?
  private let turns = TextTurns()
  /// Writes that the server accepted while refreshes are under way, whose readings may not include them.
  private var edits: [Edit] = []
  private var refreshesUnderWay = 0
  /// The number of the refresh that began last, and of the one that is shown.
  private var begun = 0
  private var shown = 0

  /// Creates a session without texts.
  ///
  /// - Parameters:
  ///   - service: The connection to NStack.
  ///   - locales: The locales to read, in any spelling; nil for all.
  ///   - choice: Whose proposals are shown; `none` in a released app.
  ///   - allowsEmpty: Whether to accept an application, or a language, without texts. Otherwise a refresh fails, and what
  ///     is shown stays.
  public init(
    _ service: any TextSessionService, locales: [String]? = nil, choice: ProposalChoice = .all,
    allowsEmpty: Bool = false
  ) {
    self.service = service
    self.locales = locales
    self.allowsEmpty = allowsEmpty
    texts = LocalizedTexts(choice: choice)
  }

  /// The pending proposals for the texts that components show now: this guid's first, then in the order in which the texts were
  /// shown, and the newest first for each text.
  public var shownProposals: [Proposal] {
    let found = components.shownTexts.flatMap { texts.proposals(of: $0) }
    return found.filter(\.canDelete) + found.filter { !$0.canDelete }
  }

  /// Makes a component show a text, in place of what it showed before.
  ///
  /// - Returns: The value to show now. The component is told of later values.
  @discardableResult public func show(_ text: TextIdentity, in component: any TextComponent) -> String? {
    show(text, in: component, isAdded: false)
  }

  /// Makes a component show a text beside what it shows already.
  ///
  /// - Returns: The value to show now. The component is told of later values.
  @discardableResult public func add(_ text: TextIdentity, in component: any TextComponent) -> String? {
    show(text, in: component, isAdded: true)
  }

  private func show(_ text: TextIdentity, in component: any TextComponent, isAdded: Bool) -> String? {
    let key = TextKey(section: text.section, key: text.key)
    return components.show(key, locale: text.locale, fallsBack: false, in: component, isAdded: isAdded)
  }

  /// The texts for other threads. They follow every change from now on.
  func sharing() -> SharedTexts {
    let texts = shared ?? SharedTexts(texts, locale)
    shared = texts
    return texts
  }

  /// Reads texts and proposals from the server, and notifies the components of changes.
  ///
  /// Writes that the server accepted meanwhile are kept, even if the reading lacks them. If a refresh that began later
  /// is already shown, this one changes nothing.
  ///
  /// - Throws: `noTexts` if the server has no language, none of the chosen locales, or a language without texts.
  public func refresh() async throws(NStackError) {
    begun += 1
    refreshesUnderWay += 1
    let (number, firstEdit) = (begun, edits.count)
    defer {
      refreshesUnderWay -= 1
      if refreshesUnderWay == 0 { edits = [] }
    }
    let reading = try await TextReading.fetching(
      from: service,
      TextReading.Options(
        locales: locales, choice: texts.choice, allowsEmpty: allowsEmpty, known: texts.languages, kept: kept))
    var fresh = await reading.texts(texts.choice)
    guard number > shown else { return }
    shown = number
    kept = reading.kept
    for edit in edits[firstEdit...] { edit.apply(to: &fresh) }
    texts = fresh
    update()
  }

  /// Proposes a value for a text. Once the server has accepted it, it is shown, and the components are notified.
  ///
  /// If the answer is lost, the proposals are read again: the call succeeds if the proposal is among them. With
  /// ``ProposalChoice/none`` they are not read, and an accepted value is neither shown nor listed.
  ///
  /// - Throws: `rejected` if the server refuses it, as it does if this guid already proposed the same value.
  @discardableResult public func propose(
    _ value: String, for text: TextIdentity, retries: CallRetries = .standard, pace: CallPace = .standard
  ) async throws(NStackError) -> Proposal {
    let service = service.sending(retries: retries, pace: pace)
    let text = texts.spelled(text)
    await turns.begin(text.normalized)
    defer { turns.end(text.normalized) }
    let proposal: Proposal
    do throws(NStackError) { proposal = try await service.propose(value, for: text) } catch {
      proposal = try await made(value, for: text, after: error, service)
    }
    apply(.taken(proposal))
    return proposal
  }

  /// Deletes a proposal of this guid. Once it is gone on the server, the next proposal or the published value is shown,
  /// and the components are notified.
  ///
  /// - Throws: `notOwner` if another guid made it.
  public func deleteProposal(id: Int, retries: CallRetries = .standard, pace: CallPace = .standard)
    async throws(NStackError)
  {
    let service = service.sending(retries: retries, pace: pace)
    let text = texts.proposal(withID: id)?.text
    if let text { await turns.begin(text.normalized) }
    defer { if let text { turns.end(text.normalized) } }
    do throws(NStackError) { try await service.deleteProposal(id: id) } catch {
      guard await isGone(id, after: error, service) else { throw error }
    }
    apply(.removed(id))
  }

  /// The proposal that a call made although its answer was lost.
  private func made(_ value: String, for text: TextIdentity, after error: NStackError, _ service: any ProposalService)
    async throws(NStackError) -> Proposal
  {
    guard let list = await list(after: error, service),
      let found = list.proposals.first(where: { proposal in
        proposal.canDelete && proposal.text.normalized == text.normalized && SentValue.isSame(proposal.value, as: value)
      })
    else { throw error }
    return found
  }

  /// Whether a proposal is gone although the answer to its deletion was lost.
  private func isGone(_ id: Int, after error: NStackError, _ service: any ProposalService) async -> Bool {
    guard let list = await list(after: error, service) else { return false }
    // A list that may be incomplete proves nothing about a proposal that it lacks.
    return !list.isPaged && list.unread.isEmpty && !list.proposals.contains { $0.id == id }
  }

  /// The proposals after a call whose answer was lost; nil if the answer was not lost, or if the list is not needed or cannot
  /// be read.
  private func list(after error: NStackError, _ service: any ProposalService) async -> ProposalList? {
    guard error.delivery == .unconfirmed, texts.choice != .none else { return nil }
    return try? await service.proposalList(state: .unaccepted)
  }

  private func apply(_ edit: Edit) {
    guard texts.choice != .none else { return }
    if refreshesUnderWay > 0 { edits.append(edit) }
    edit.apply(to: &texts)
    update()
  }

  private func update() { components.update(to: texts, locale: locale) }

  /// A write that the server accepted.
  private enum Edit: Sendable {
    case taken(Proposal)
    case removed(Int)

    func apply(to texts: inout LocalizedTexts) {
      switch self {
      case .taken(let proposal): texts.insert(proposal)
      case .removed(let id): texts.remove(proposalWithID: id)
      }
    }
  }
}

/// Writes about one text go out one after the other. Otherwise their answers could arrive in another order than the server
/// handled the writes.
@MainActor final class TextTurns {
  private var waiting: [TextIdentity: [CheckedContinuation<Void, Never>]] = [:]

  /// Waits until no other write about a text is under way. ``end(_:)`` must follow.
  func begin(_ text: TextIdentity) async {
    guard waiting[text] != nil else {
      waiting[text] = []
      return
    }
    await withCheckedContinuation { waiting[text]?.append($0) }
  }

  /// Lets the next write about a text go out.
  func end(_ text: TextIdentity) {
    guard var queue = waiting[text], !queue.isEmpty else {
      waiting[text] = nil
      return
    }
    let next = queue.removeFirst()
    waiting[text] = queue
    next.resume()
  }
}
