import Basics
import NStackAPI
import ReviewJournal
import TranslationReview

/// A review that is open on pages: what they show, the file of drafts, and the connection.
actor OpenReview {
  /// The most earlier decisions about one text that can be returned to.
  private static let mostPast = 50

  nonisolated let profile: ReviewProfile
  nonisolated let settings: ReviewSettings
  private let dialog: any ImportDialog
  private let file: DraftFile
  private(set) var board: ReviewBoard
  private(set) var given: GivenSheets?
  private(set) var readAt: Double
  /// Why the server could not be read again after the last Send; nil if it was read since.
  private(set) var readingRemark: String?
  /// What the terminal and every page say: of the file of drafts, and of a Send that was cut off.
  private(set) var warnings: [String] = []
  private let warned: @Sendable (_ warning: String) -> Void
  private var readings = ReadingOrder()
  private(set) var sending = Sending()
  private var sendingTask: Task<Void, Never>?
  /// What was sent since the server was last read. Texts that were edited meanwhile are no conflicts with it.
  private var sent: [TextIdentity: Draft.Wish] = [:]
  private var closingTask: Task<Void, Never>?
  private var watchingTask: Task<Void, Never>?
  /// The earlier drafts of each text, the newest last; nil for none.
  private var past: [TextIdentity: [Draft?]] = [:]
  /// Whether the given files were part of a Send, so that the register of sheets has their return.
  private var areFilesRegistered = false

  /// Reads the server and the drafts, and merges the given sheets with both.
  ///
  /// - Parameter warned: Takes each warning.
  /// - Throws: ``ReviewPageError``, `NStackError`, `JournalError`, `SelectionError` for a source locale that the
  ///   application does not have, and what the plan of the sheets throws.
  init(
    _ profile: ReviewProfile, _ settings: ReviewSettings, _ dialog: any ImportDialog,
    warned: @escaping @Sendable (_ warning: String) -> Void
  ) async throws {
    self.warned = warned
    self.profile = profile
    self.settings = settings
    self.dialog = dialog
    let file = try DraftFile(in: settings.draftsFolder, profile.scope, profile: profile.name)
    self.file = file
    var (book, remark) = try file.read()
    // At once: the next run finds no damage any more, whatever becomes of this one.
    if let remark {
      warnings.append(remark)
      warned(remark)
    }
    async let returned = settings.sheets()
    let catalog: Catalog
    do {
      catalog = try await profile.readCatalog(dialog)
    } catch {
      // An error of the sheets is told first: it is there whatever the server answers.
      _ = try await returned
      throw error
    }
    if let source = settings.sourceLocale {
      var choice = ReviewSelection()
      choice.locales = [source]
      _ = try choice.languages(of: catalog)
    }
    readAt = profile.date()
    var board = ReviewBoard(catalog, book, scope: profile.scope, settings)
    if let sheets = try await returned {
      var options = settings.planning
      options.onConflict = .skip
      let plan = try await profile.plan(.sheets(sheets, options), against: catalog, dialog)
      let given = GivenSheets(plan.changeset, rules: board.rules, book: book)
      guard book.drafts.count + given.steps.count <= DraftBook.most else { throw Self.tooMany }
      for step in given.steps { book.take(step) }
      try file.append(given.steps, leadingTo: book)
      board.take(given.steps)
      self.given = given
    }
    self.board = board
    takeCutOffSends()
    try knowWhatWasSent()
    try dropSettled()
    closeCutOffSends()
    watchingTask = Task { [weak self] in
      while (try? await Task.sleep(for: .seconds(1))) != nil { await self?.watchFile() }
    }
  }

  /// Ends what goes on in the background, and lets another process have the drafts.
  func close() async {
    watchingTask?.cancel()
    closingTask?.cancel()
    await sendingTask?.value
    await closingTask?.value
    file.release()
  }

  private func warn(_ warning: String) {
    guard !warnings.contains(warning) else { return }
    warnings.append(warning)
    warned(warning)
  }

  // MARK: - The file

  /// Makes sure that the drafts are on the disk, where something else may have removed or changed their file.
  func assureFile() throws(ReviewPageError) {
    if let remark = try file.append([], leadingTo: board.book) { warn(remark) }
  }

  private func watchFile() {
    do throws(ReviewPageError) {
      try assureFile()
    } catch {
      warn(error.message)
    }
  }

  // MARK: - Sends that were cut off

  /// Says that a Send of an earlier run was cut off.
  private func takeCutOffSends() {
    do {
      let sends = try profile.cutOffSends()
      for kept in sends {
        for result in Sending.results(of: try profile.report(ofImport: kept.id), canonical: board.catalog.canonical) {
          sent[result.text] = result.wish
        }
      }
      guard let last = sends.last else { return }
      let message = Self.cutOffMessage(last, settleTime: profile.settleTime)
      sending = Sending(cutOff: message)
      warned(message)
    } catch {
      warn("It is not known whether a Send was cut off: \(PageFailure(error).message)")
    }
  }

  private static func cutOffMessage(_ kept: KeptImport, settleTime: Duration) -> String {
    let done = ["applied", "already-there"].reduce(0) { $0 + (kept.outcomes[$1] ?? 0) }
    let doubts = kept.outcomes["in-doubt"] ?? 0
    return
      "The Send of \(UTCTime.text(kept.startedAt)) was cut off. Of its \(Counted.text(kept.changes, "call")), \(done) "
      + "\(done == 1 ? "is" : "are") known to be carried out"
      + (doubts > 0 ? " and \(doubts) \(doubts == 1 ? "is" : "are") in doubt" : "")
      + ". What the server does not have is still a draft. Send the drafts to go on: nothing is sent twice. A draft that you "
      + "discard is not sent by nstack-review import --resume either"
      + (doubts > 0
        ? ", once this program has run for \(Int(settleTime.inSeconds)) seconds and nothing is in doubt." : ".")
  }

  /// Closes the Sends that were cut off in the journal, because the drafts are what they left undone.
  private func closeCutOffSends() {
    guard profile.stop.reason == nil else { return }
    closingTask = Task { [profile, dialog] in
      do {
        guard try !profile.cutOffSends().isEmpty else { return }
        try await ImportSession.closeCutOffSends(profile, dialog)
      } catch is CancellationError {
      } catch {
        warn(
          "nstack-review import --resume would still send what the Send that was cut off left undone, also what was "
            + "discarded since: \(PageFailure(error).message)")
      }
    }
  }

  // MARK: - Deciding

  /// Keeps a decision, which is on the disk when this returns.
  func decide(_ decision: Decision, about text: TextIdentity) throws(ReviewPageError) {
    let text = board.catalog.canonical(text)
    let before = board.book.drafts[text]
    if case .undo = decision {
      guard let earlier = past[text]?.last else {
        throw ReviewPageError(.nothingToUndo, "There is no earlier decision about this text.")
      }
      try keep([earlier.map(DraftStep.drafted) ?? .cleared(text)])
      past[text]?.removeLast()
      return
    }
    let step = try board.step(for: decision, about: text)
    if case .drafted = step, before == nil, board.book.drafts.count >= DraftBook.most { throw Self.tooMany }
    try keep([step])
    past[text, default: []].append(before)
    if past[text, default: []].count > Self.mostPast { past[text]?.removeFirst() }
  }

  private static var tooMany: ReviewPageError {
    ReviewPageError(.tooManyDrafts, "There are \(DraftBook.most) drafts already. Send them before you decide more.")
  }

  private func keep(_ steps: [DraftStep]) throws(ReviewPageError) {
    var book = board.book
    for step in steps { book.take(step) }
    if let remark = try file.append(steps, leadingTo: book) { warn(remark) }
    board.take(steps)
  }

  /// Brings drafts that were edited while others were sent up to date with what was sent for their texts.
  private func knowWhatWasSent() throws(ReviewPageError) {
    let steps = sent.compactMap { text, wish -> DraftStep? in
      guard let draft = board.book.drafts[text], draft.wish != wish, !draft.wish.isWithdrawal else { return nil }
      let pending = board.catalog.pendingProposals(of: text)
      let now = RowBase(of: text, in: board.catalog, scope: profile.scope)
      switch wish {
      case .propose(let value):
        let own = pending.first { $0.id == now.proposalID && ExactText($0.value) == value }
        return own.map { .drafted(draft.knowing($0, now)) }
      case .withdraw(let id, _):
        guard draft.base.proposalID == id, !pending.contains(where: { $0.id == id }) else { return nil }
        return .drafted(draft.knowing(nil, now))
      }
    }
    if !steps.isEmpty { try keep(steps) }
    sent = [:]
  }

  /// Removes the drafts for which nothing is left to do.
  private func dropSettled() throws(ReviewPageError) {
    let steps = board.settledSteps
    guard !steps.isEmpty else { return }
    try keep(steps)
    for step in steps { past[step.text] = nil }
  }

  // MARK: - Reading

  /// Reads the server again.
  func refresh() async throws {
    guard sending.state != .sending else { throw Self.isSending }
    try await readAgain()
  }

  private func readAgain() async throws {
    while true {
      let number = readings.begin()
      let catalog = try await profile.readCatalog(dialog)
      switch readings.end(number) {
      case .current:
        board.read(catalog)
        readAt = profile.date()
        readingRemark = nil
        try knowWhatWasSent()
        return try dropSettled()
      case .overtaken: return
      case .outdated: continue
      }
    }
  }

  /// The texts that a page asks for: the place of their language, and their keys in order.
  ///
  /// - Throws: ``ReviewPageError`` `review.unknown-text` if the application does not have the locale any more.
  func list(_ query: TextQuery) throws(ReviewPageError) -> (language: Int, keys: [Int]) { try board.list(query) }

  // MARK: - Sending

  private static var isSending: ReviewPageError {
    ReviewPageError(.sending, "Drafts are being sent. Wait until that has ended.")
  }

  /// Begins to send the drafts, if the plan is the one that the person has seen.
  ///
  /// - Parameters:
  ///   - proposals: The number of proposals in that plan.
  ///   - deletes: The number of deletes in that plan.
  ///   - revision: The revision of that plan. Every change of a draft and every reading has another one.
  func send(proposals: Int, deletes: Int, revision: Int) throws(ReviewPageError) {
    guard sending.state != .sending else { throw Self.isSending }
    let counts = board.counts
    guard board.revision == revision, counts.proposals == proposals, counts.deletes == deletes else {
      throw ReviewPageError(
        .planChanged,
        "Nothing was sent, because the drafts have changed: there are now \(counts.proposals) to propose, "
          + "\(counts.deletes) to delete. Look at them again.")
    }
    guard proposals + deletes > 0 else {
      throw ReviewPageError(.nothingToSend, "There is no draft that can be sent.")
    }
    sending = Sending(beginning: proposals + deletes)
    let drafts = board.book.inOrder
    let numbers = board.book.numbers
    let dialog = SendingDialog(calls: board.rules.calls(of: drafts), terminal: dialog) { step, done in
      Task { await self.advance(step, done) }
    }
    sendingTask = Task { await self.run(drafts, numbers, dialog) }
  }

  /// Waits until nothing is being sent.
  func waitUntilSent() async {
    await sendingTask?.value
  }

  /// Notes that a page was told how the last Send ended.
  func noteTold() {
    sending.isNews = false
  }

  private func advance(_ step: Sending.Step, _ done: Int?) {
    guard sending.state == .sending else { return }
    sending.step = step
    if let done { sending.done = max(sending.done, done) }
  }

  private func run(_ drafts: [Draft], _ numbers: [TextIdentity: Int], _ dialog: SendingDialog) async {
    var ended = sending
    do {
      // The import itself waits for what is in doubt, and closes what was cut off.
      closingTask?.cancel()
      await closingTask?.value
      var options = ImportOptions()
      options.areDrafts = true
      let request = try ImportRequest(
        .sheets(sheet(of: drafts), DraftRules.options(settings.planning)), options: options)
      let outcome = try await ImportSession.open(profile, dialog) { try await $0.run(request) }
      areFilesRegistered = true
      // A plan without any call was never asked about.
      if outcome.report.changeset.changes.isEmpty { try dialog.check(outcome.report.changeset) }
      ended.end(outcome.report, canonical: board.catalog.canonical)
    } catch {
      let shown = PageFailure(error)
      ended.fail(code: shown.code, message: shown.message)
    }
    // A reading that began before the calls were made does not know what they did.
    readings.outdateAll()
    do {
      try takeResults(of: ended.results, numbers)
      // A person who interrupts the program wants to leave.
      if profile.stop.reason == nil, ended.code != ReviewPageError.Code.draftsUnwritten.rawValue {
        try await readAgain()
      }
    } catch {
      readingRemark =
        (ended.state == .done ? "The drafts were sent, but " : "")
        + "the server could not be read again, so the page shows its texts as they were before. Read it again. The reason: "
        + PageFailure(error).message
    }
    ended.done = ended.state == .done ? ended.total : ended.done
    sending = ended
    closeCutOffSends()
  }

  /// The drafts as a returned sheet. The files that were given are part of it once, so that they count as
  /// returned, and their sign-offs are kept.
  private func sheet(of drafts: [Draft]) -> ReturnedSheet {
    let used = Set(drafts.compactMap { $0.origin?.file })
    let files = (given?.files ?? []).filter { !areFilesRegistered || used.contains($0.path) }
    var sheet = board.rules.sheet(of: drafts, files: files)
    guard let given, files.count == given.files.count else { return sheet }
    sheet.notes = given.notes
    // A text that the page decides otherwise is not signed off.
    let decided = Set(drafts.map(\.text))
    sheet.rows += given.signOffs.filter { !decided.contains(board.catalog.canonical($0.text)) }
    return sheet
  }

  /// Removes the drafts that were carried out, unless they were changed meanwhile.
  private func takeResults(of results: [Sending.Result], _ numbers: [TextIdentity: Int]) throws(ReviewPageError) {
    let current = results.filter { board.book.numbers[$0.text] == numbers[$0.text] }
    let done = current.filter(\.isDone)
    try keep(done.map { .cleared($0.text) })
    for result in done { past[result.text] = nil }
    for result in results { sent[result.text] = result.wish }
    for result in current where !result.isDone { board.outcomes[result.text] = result.outcome }
  }
}
