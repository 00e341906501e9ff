import Basics
import NStackAPI
import ReviewJournal
import ReviewReports
import TranslationReview

extension OpenReview {
  static var isSending: ReviewPageError {
    ReviewPageError(.sending, "Drafts are being sent. Wait until that has ended.")
  }

  /// Begins to send the drafts if the plan is the one that the person has seen. That is so if the numbers of proposals
  /// and deletes are the same, and no draft was changed and nothing was read since.
  func send(proposals: Int, deletes: Int, revision: Int) throws(ReviewPageError) {
    guard sending.state != .sending else { throw Self.isSending }
    let counts = board.counts
    guard board.revision == revision, counts.proposals == proposals, counts.deletes == deletes else {
      throw ReviewPageError(
        .planChanged,
        "Nothing was sent, because the drafts have changed: there are now \(counts.proposals) to propose, "
          + "\(counts.deletes) to delete. Look at them again.")
    }
    guard proposals + deletes + counts.rejections + counts.signOffs + counts.notes > 0 else {
      throw ReviewPageError(.nothingToSend, "There is no draft that can be sent.")
    }
    sending = Sending(beginning: proposals + deletes)
    let book = board.book
    let plan = board.rules.plan(book.inOrder, notes: book.notes)
    let dialog = SendingDialog(plan: plan, terminal: dialog) { step, done in Task { await self.advance(step, done) } }
    sendingTask = Task { await self.run(book, dialog) }
  }

  func waitUntilSent() async { await sendingTask?.value }

  private func advance(_ step: Sending.Step, _ done: Int?) {
    guard sending.state == .sending else { return }
    sending.step = step
    if let done { sending.done = max(sending.done, done) }
  }

  private func run(_ book: DraftBook, _ dialog: SendingDialog) async {
    var ended = sending
    do {
      // The import itself waits for unconfirmed calls, and closes interrupted Sends.
      closingTask?.cancel()
      await closingTask?.value
      var options = ImportOptions()
      options.areDrafts = true
      let request = try ImportRequest(.sheets(sheet(of: book), DraftRules.options(settings.planning)), options: options)
      let outcome = try await ImportSession.open(profile, dialog) { try await $0.run(request) }
      areFilesRegistered = true
      // A plan without calls needs no consent.
      if outcome.report.changeset.changes.isEmpty { try dialog.check(outcome.report.changeset) }
      ended.end(outcome, canonical: board.catalog.canonical)
      if !book.notes.isEmpty { try keepNotes(of: book) }
    } catch {
      let shown = PageFailure(error)
      ended.fail(code: shown.code, message: shown.message)
    }
    // A reading that began before the calls were made does not show their effect.
    readings.outdateAll()
    do {
      try takeResults(of: ended.results, book.numbers)
      // A user who interrupts the program does not want to wait.
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

  /// The drafts and notes as a returned sheet. It includes all given files until a Send has registered them as
  /// returned.
  private func sheet(of book: DraftBook) -> ReturnedSheet {
    let drafts = book.inOrder
    let used = Set(drafts.compactMap { $0.origin?.place.file })
    let files = (given?.files ?? []).filter { !areFilesRegistered || used.contains($0.path) }
    var sheet = board.rules.sheet(of: drafts, notes: book.notes, files: files)
    if let given, files.count == given.files.count { sheet.notes = given.notes }
    let noted = book.notes.filter { !$0.value.isEmpty }.map { text, note in
      (place: board.index.place(of: text).map { ($0.language, $0.key) } ?? (.max, 0), text: text, note: note)
    }.sorted { $0.place < $1.place }
    sheet.rows += board.rules.rows(
      of: noted.map(\.text).filter { book.drafts[$0] == nil }, from: drafts.count + 1, fileIndex: files.count)
    let place = RowPlace(fileIndex: files.count, file: RowPlace.reviewPage, worksheet: nil, row: 0)
    sheet.notes += noted.map { ReturnedSheet.Note(place: place, text: $0.text, note: $0.note) }
    return sheet
  }

  /// Moves notes into the register, where exports find them, except notes that were changed meanwhile.
  private func keepNotes(of book: DraftBook) throws {
    try profile.register?.append([.noted(book.notes, time: UTCTime.text(profile.date()))], scope: profile.scope.hash)
    try keep(book.notes.filter { board.book.notes[$0.key] == $0.value }.map { .noted($0.key, nil) })
  }

  /// Removes the drafts that were carried out, unless they were changed meanwhile.
  private func takeResults(of results: [Sending.Result], _ numbers: [TextIdentity: Int]) throws(ReviewPageError) {
    let current = results.filter { board.book.numbers[$0.text] == numbers[$0.text] }
    let done = current.filter(\.isDone)
    try keep(done.map { .cleared($0.text) })
    for result in done { past[result.text] = nil }
    for result in results { sent[result.text] = result.request }
    for result in current where !result.isDone { board.outcomes[result.text] = result.outcome }
  }

  /// Updates the base of drafts that were edited during the Send, so that what was sent for their texts is no conflict.
  func knowWhatWasSent() throws(ReviewPageError) {
    let steps = sent.compactMap { text, request -> DraftStep? in
      guard let draft = board.book.drafts[text], draft.request != request, draft.request.withdrawnID == nil else {
        return nil
      }
      let pending = board.catalog.pendingProposals(of: text)
      let now = RowBase(of: text, in: board.catalog, scope: profile.scope)
      switch request {
      case .propose(let value):
        let own = pending.first { $0.id == now.proposalID && ExactText($0.value) == value }
        return own.map { .drafted(draft.knowing($0, now)) }
      case .withdraw(let id, _):
        guard draft.base.proposalID == id, !pending.contains(where: { $0.id == id }) else { return nil }
        return .drafted(draft.knowing(nil, now))
      case .signOff: return nil
      }
    }
    if !steps.isEmpty { try keep(steps) }
    sent = [:]
  }

  // MARK: - Sends that were cut off

  func reportCutOffSends() {
    do {
      let sends = try profile.cutOffSends()
      for kept in sends {
        for result in Sending.results(of: try profile.report(ofImport: kept.id), canonical: board.catalog.canonical) {
          sent[result.text] = result.request
        }
      }
      guard let last = sends.last else { return }
      let message = Self.cutOffMessage(last, settleTime: profile.settleTime)
      sending = Sending(cutOff: message)
      warned(message)
    } catch { warn("It is not known whether a Send was cut off: \(PageFailure(error).message)") }
  }

  private static func cutOffMessage(_ kept: KeptImport, settleTime: Duration) -> String {
    let done = ["applied", "already-there"].reduce(0) { $0 + (kept.outcomes[$1] ?? 0) }
    let unconfirmed = kept.outcomes["unconfirmed"] ?? 0
    return
      "The Send of \(UTCTime.text(kept.startedAt)) was cut off. Of its \(Counted.text(kept.changes, "call")), \(done) "
      + "\(done == 1 ? "is" : "are") known to be carried out"
      + (unconfirmed > 0 ? " and \(unconfirmed) \(unconfirmed == 1 ? "is" : "are") unconfirmed" : "")
      + ". What the server does not have is still a draft. Send the drafts to go on: nothing is sent twice. A draft that you "
      + "discard is not sent when that import is resumed either"
      + (unconfirmed > 0
        ? ", once this program has run for \(Int(settleTime.inSeconds)) seconds and nothing is unconfirmed." : ".")
  }

  /// Closes interrupted Sends in the journal, because the drafts still have what was left undone.
  func closeCutOffSends() {
    guard profile.stop.reason == nil else { return }
    closingTask = Task { [profile, dialog] in
      do {
        guard try !profile.cutOffSends().isEmpty else { return }
        try await ImportSession.closeCutOffSends(profile, dialog)
      } catch is CancellationError {} catch {
        warn(
          "If that import is resumed, it would still send what the interrupted Send left undone, even what was discarded "
            + "since: \(PageFailure(error).message)")
      }
    }
  }
}
