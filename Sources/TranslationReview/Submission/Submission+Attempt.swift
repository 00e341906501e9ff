import NStackAPI

extension Submission {
  /// Brings one change a step further: keeps the intent, makes the call, notes the outcome.
  ///
  /// - Parameter unkept: Outcomes that the journal does not hold yet.
  /// - Returns: Whether the lane may go on.
  func attempt(_ index: Int, _ unkept: inout [JournalEntry]) async -> Bool {
    let change = changes[index]
    if change.isDelete, !options.allowsDelete {
      await settle(
        index, .notAttempted(reason: "Deletes were not allowed; --allow-delete allows them."), &unkept)
      return true
    }
    guard await stopReason == nil else { return false }
    do throws(NStackError) {
      if let outcome = try await outcomeByMovedProposals(of: index) {
        await settle(index, outcome, &unkept)
        return true
      }
    } catch {
      guard error.code != .cancelled else {
        await state.stop(Self.cancelled)
        return false
      }
      await state.note(error, isDelete: false)
      let wasInDoubt = await state.progress.states[index].wasInDoubt
      await settle(
        index,
        wasInDoubt
          ? .inDoubt(code: error.code.rawValue, message: "\(error)")
          : .failed(code: error.code.rawValue, message: "\(error)"), &unkept)
      return !wasInDoubt
    }
    guard await keepIntent(index, &unkept) else { return false }
    guard await stopReason == nil else {
      await withdraw(index, &unkept)
      return false
    }
    let outcome = await call(change, index)
    if case .failed(NStackError.Code.cancelled.rawValue, _) = outcome {
      // Whoever cancelled it wants no further one.
      await state.stop(Self.cancelled)
      await withdraw(index, &unkept)
      return false
    }
    await settle(index, outcome, &unkept)
    if case .inDoubt = outcome { return false }
    return true
  }

  private static let cancelled = "The calls were cancelled, so nothing further was sent."

  private func settle(_ index: Int, _ outcome: ChangeOutcome, _ unkept: inout [JournalEntry]) async {
    let entry = JournalEntry.outcome(change: index, outcome, time: clock.calendarNow())
    unkept.append(entry)
    await state.take(entry)
  }

  /// Takes back an intent whose call never left, or the next run would take the call for lost.
  private func withdraw(_ index: Int, _ unkept: inout [JournalEntry]) async {
    let outcome =
      await state.progress.states[index].doubt ?? .notAttempted(reason: "The import ended before this call.")
    unkept.append(.outcome(change: index, outcome, time: clock.calendarNow()))
    await state.withdrawAttempt(index)
  }

  private func keepIntent(_ index: Int, _ unkept: inout [JournalEntry]) async -> Bool {
    let intent = JournalEntry.intent(
      change: index, attempt: await state.progress.states[index].attempts + 1, time: clock.calendarNow(),
      moment: clock.moment())
    let entries = unkept + [intent]
    unkept = []
    do throws(JournalError) {
      try await journal.record(entries)
    } catch {
      await loseTrack(of: entries, error)
      return false
    }
    await state.take(intent)
    return true
  }

  private func call(_ change: Changeset.Change, _ index: Int) async -> ChangeOutcome {
    let wasInDoubt = await state.progress.states[index].wasInDoubt
    await state.noteSending(index, at: clock.now())
    do throws(NStackError) {
      switch change.operation {
      case .propose(let value):
        let kept = try await service.propose(value, for: change.text)
        return .applied(
          proposalID: kept.id, altered: ExactText(kept.value) == ExactText(value) ? nil : kept.value)
      case .delete(let id, _):
        // Gone after an attempt whose answer was lost is that attempt's work.
        return try await service.deleteProposal(id: id) || wasInDoubt
          ? .applied(proposalID: id, altered: nil) : .alreadyThere
      }
    } catch {
      await state.note(error, isDelete: change.isDelete)
      return Self.outcome(of: error, wasInDoubt: wasInDoubt, isDelete: change.isDelete)
    }
  }

  private static func outcome(of error: NStackError, wasInDoubt: Bool, isDelete: Bool) -> ChangeOutcome {
    let code = error.code.rawValue
    switch (error.delivery, error.code) {
    case (.inDoubt, _): return .inDoubt(code: code, message: "\(error)")
    // This attempt was refused, or did not leave, but what became of the earlier one is still open.
    case _ where wasInDoubt: return .inDoubt(code: code, message: "\(error)")
    // With other credentials the same call may be carried out.
    case (_, .unauthorized): return .failed(code: code, message: "\(error)")
    case (_, .forbidden) where !isDelete: return .failed(code: code, message: "\(error)")
    case (_, .rejected), (_, .notOwner), (_, .forbidden), (_, .notFound):
      return .refused(code: code, message: "\(error)")
    default: return .failed(code: code, message: "\(error)")
    }
  }

  // MARK: - What moved since the plan

  /// What a change comes to where the server's proposals are no longer as they were; nil where the call is to be made.
  private func outcomeByMovedProposals(of index: Int) async throws(NStackError) -> ChangeOutcome? {
    let now = clock.now()
    if let planned = options.plannedAt, now - planned <= options.snapshotLifetime { return nil }
    let snapshot = try await reading.snapshot(begunAtOrAfter: now - options.snapshotLifetime)
    let change = changes[index]
    let wasInDoubt = await state.progress.states[index].wasInDoubt
    switch change.operation {
    case .propose(let value):
      if let done = snapshot.completion(of: change) { return wasInDoubt ? done : .alreadyThere }
      if let overtaken = overtaken(change, snapshot, wasInDoubt) { return overtaken }
      guard let pending = change.pending, !options.proposesInConflict else { return nil }
      let gone = await state.deletedBefore(index, changes)
      return conflict(of: value, before: pending.filter { !gone.contains($0.id) }, snapshot, change, wasInDoubt)
    case .delete(let id, let value):
      guard let proposal = snapshot.proposal(withID: id) else {
        return wasInDoubt ? .applied(proposalID: id, altered: nil) : .alreadyThere
      }
      if let overtaken = overtaken(change, snapshot, wasInDoubt) { return overtaken }
      guard ExactText(proposal.value) != ExactText(value) else { return nil }
      return .conflict(message: "Proposal \(id) is now \"\(Visible.text(proposal.value))\", not what the plan saw.")
    }
  }

  /// What a change comes to where another import touched its text since: what that one left is not undone.
  private func overtaken(
    _ change: Changeset.Change, _ snapshot: ProposalSnapshot, _ wasInDoubt: Bool
  ) -> ChangeOutcome? {
    guard options.textsTouchedLater.contains(change.text) else { return nil }
    if wasInDoubt { return .overridden(seen: Verification.seen(instead: change, by: snapshot)) }
    return .conflict(message: "Another import has touched this text since; nothing was sent.")
  }

  private func conflict(
    of value: String, before: [Proposal], _ snapshot: ProposalSnapshot, _ change: Changeset.Change, _ wasInDoubt: Bool
  ) -> ChangeOutcome? {
    let own = snapshot.own(change.text).first
    let ownBefore = before.first(where: \.canDelete)
    if own.map({ ExactText($0.value) }) != ownBefore.map({ ExactText($0.value) }) {
      // After a lost answer nobody can tell whether ours stood there before.
      if wasInDoubt, let own { return .overridden(seen: own.value) }
      return .conflict(
        message: own.map {
          "Since the plan the proposal of this profile became \"\(Visible.text($0.value))\"; nothing was sent."
        } ?? "Since the plan the proposal of this profile was taken away; nothing was sent.")
    }
    let values = Dictionary(before.map { ($0.id, $0.value) }, uniquingKeysWith: { first, _ in first })
    let others = snapshot.proposals(of: change.text).filter { !$0.canDelete }
    if let other = others.first(where: { values[$0.id].map(ExactText.init) != ExactText($0.value) }) {
      return .conflict(
        message: "Since the plan somebody else proposed \"\(Visible.text(other.value))\"; nothing was sent.")
    }
    return nil
  }
}
