import Basics
import NStackAPI

extension Submission {
  /// Makes the call of one change: saves the intent, makes the call, records the outcome.
  ///
  /// - Parameter unkept: The outcomes that the journal does not have yet.
  /// - Returns: Whether the lane may continue.
  func attempt(_ index: Int, _ unkept: inout [JournalEntry]) async -> Bool {
    let change = changes[index]
    if change.isDelete, !options.allowsDelete {
      await finish(index, .notAttempted(Reason("call.deletesNotAllowed")), &unkept)
      return true
    }
    // If calls wait so long that every reading is too old, the third attempt uses the newest one at any age.
    for tries in 0... {
      guard await stopReason == nil else { return false }
      let basis = await basis(of: index)
      do throws(NStackError) {
        try await proposals.refresh()
        if !change.isDelete { try await texts?.refresh() }
        if let outcome = basis.outcome(by: proposals.latest, texts?.latest) {
          await finish(index, outcome, &unkept)
          return true
        }
      } catch { return await giveUp(index, error, &unkept) }
      guard await keepIntent(index, &unkept) else { return false }
      guard await stopReason == nil else {
        await withdraw(index, &unkept)
        return false
      }
      guard let outcome = await call(index, on: basis, checksAge: tries < 2) else {
        // While the call waited for its turn, its reading became too old or the text changed. Start again.
        await withdraw(index, &unkept)
        continue
      }
      if case .failed(NStackError.Code.cancelled.rawValue, _) = outcome {
        // A cancelled task must not make further calls.
        await state.stop(Self.cancelled)
        await withdraw(index, &unkept)
        return false
      }
      await finish(index, outcome, &unkept)
      if case .unconfirmed = outcome { return false }
      return true
    }
    return false
  }

  /// Ends a change whose text could not be read.
  ///
  /// - Returns: Whether the lane may continue.
  private func giveUp(_ index: Int, _ error: NStackError, _ unkept: inout [JournalEntry]) async -> Bool {
    guard error.code != .cancelled else {
      await state.stop(Self.cancelled)
      return false
    }
    await state.note(error, isDelete: false)
    // The server would refuse the same reading for every other change.
    if !error.mayPass {
      await state.stop(
        "The server's current texts and proposals could not be read, so nothing further was sent: \(error)")
    }
    let wasUnconfirmed = await state.progress.states[index].wasUnconfirmed
    await finish(
      index,
      wasUnconfirmed
        ? .unconfirmed(code: error.code.rawValue, message: "\(error)")
        : .failed(code: error.code.rawValue, message: "\(error)"), &unkept)
    return !wasUnconfirmed
  }

  private static let cancelled = "The calls were cancelled, so nothing further was sent."

  private func finish(_ index: Int, _ outcome: ChangeOutcome, _ unkept: inout [JournalEntry]) async {
    let entry = JournalEntry.outcome(change: index, outcome, time: clock.calendarNow())
    unkept.append(entry)
    await state.apply(entry)
    listed.end(index, outcome, at: clock.now())
  }

  /// Withdraws the intent of a call that was not sent. Otherwise the next run would assume that its answer was lost.
  private func withdraw(_ index: Int, _ unkept: inout [JournalEntry]) async {
    let outcome = await state.progress.states[index].unconfirmed ?? .notAttempted(Reason("call.ended"))
    unkept.append(.outcome(change: index, outcome, time: clock.calendarNow()))
    listed.withdraw(index, wasUnconfirmed: await state.progress.states[index].wasUnconfirmed)
    await state.withdrawAttempt(index)
  }

  private func keepIntent(_ index: Int, _ unkept: inout [JournalEntry]) async -> Bool {
    let intent = JournalEntry.intent(
      change: index, attempt: await state.progress.states[index].attempts + 1, time: clock.calendarNow(),
      moment: clock.moment())
    let entries = unkept + [intent]
    unkept = []
    do throws(JournalError) { try await journal.record(entries) } catch {
      await loseTrack(of: entries, error)
      return false
    }
    await state.apply(intent)
    return true
  }

  /// Makes a call; nil if the call was withdrawn before it was sent.
  private func call(_ index: Int, on basis: CallBasis, checksAge: Bool) async -> ChangeOutcome? {
    let change = changes[index]
    let service = service.writing { mayLeave(index, on: basis, checksAge: checksAge) }
    do throws(NStackError) {
      switch change.operation {
      case .propose(let value):
        let kept = try await service.propose(value, for: change.text)
        return .applied(proposalID: kept.id, altered: ExactText(kept.value) == ExactText(value) ? nil : kept.value)
      case .delete(let id, _):
        // If the proposal is gone after an attempt whose answer was lost, that attempt deleted it.
        return try await service.deleteProposal(id: id) || basis.wasUnconfirmed
          ? .applied(proposalID: id, altered: nil) : .alreadyThere
      }
    } catch {
      if error.code == .withdrawn { return nil }
      await state.note(error, isDelete: change.isDelete)
      return Self.outcome(of: error, wasUnconfirmed: basis.wasUnconfirmed, isDelete: change.isDelete)
    }
  }

  private static func outcome(of error: NStackError, wasUnconfirmed: Bool, isDelete: Bool) -> ChangeOutcome {
    let code = error.code.rawValue
    switch (error.delivery, error.code) {
    case (.unconfirmed, _): return .unconfirmed(code: code, message: "\(error)")
    // This attempt failed, but the outcome of the earlier one is still unknown.
    case _ where wasUnconfirmed: return .unconfirmed(code: code, message: "\(error)")
    // The same call may succeed with other credentials.
    case (_, .unauthorized): return .failed(code: code, message: "\(error)")
    case (_, .forbidden) where !isDelete: return .failed(code: code, message: "\(error)")
    case (_, .rejected), (_, .notOwner), (_, .forbidden), (_, .notFound):
      return .refused(code: code, message: "\(error)")
    default: return .failed(code: code, message: "\(error)")
    }
  }
}

extension NStackError {
  /// Whether a reading that failed with this error may succeed later.
  fileprivate var mayPass: Bool {
    switch code {
    case .unreachable, .tls, .timeout, .connectionLost, .server, .badBody, .rateLimited: true
    default: false
    }
  }
}
