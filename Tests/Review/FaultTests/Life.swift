import Synchronization
import TranslationReview

/// Whether a program lives, and the step at which it dies. Steps are writings of the journal and sendings of requests, and
/// each of them may be the last: before it takes effect, or right after.
final class Life: Sendable {
  private let state: Mutex<(steps: Int, dieAt: Int?, isDead: Bool)>

  init(dieAt: Int? = nil) { state = Mutex((0, dieAt, false)) }

  var isDead: Bool { state.withLock(\.isDead) }
  var steps: Int { state.withLock(\.steps) }

  func die() { state.withLock { $0.isDead = true } }

  /// Takes a step; false where the program is dead, or dies of it.
  func step() -> Bool {
    state.withLock { state in
      guard !state.isDead else { return false }
      state.steps += 1
      if state.steps == state.dieAt { state.isDead = true }
      return !state.isDead
    }
  }
}

/// What a program's disk holds: it stays when the program dies, and can be full or broken.
final class DiskJournal: SubmissionJournal {
  let kept: InMemoryJournal
  let life: Life
  /// The writing at which the disk is full, counted from one.
  let fullAt: Int?
  private let writings = Mutex(0)

  /// - Parameter kept: What an earlier program left on the disk.
  init(_ kept: InMemoryJournal = InMemoryJournal(), life: Life = Life(), fullAt: Int? = nil) {
    self.kept = kept
    self.life = life
    self.fullAt = fullAt
  }

  func begin(_ record: SubmissionRecord) async throws(JournalError) { try write { kept.begin(record) } }

  func append(_ entries: [JournalEntry]) async throws(JournalError) {
    await Task.yield()
    try write { kept.append(entries) }
  }

  private func write(_ body: () -> Void) throws(JournalError) {
    guard life.step() else { throw JournalError(.unusable, "dead") }
    let number = writings.withLock { number in
      number += 1
      return number
    }
    if let fullAt, number >= fullAt { throw JournalError(.noSpace, "The disk with the journal is full.") }
    body()
    // The writing took effect; the program may die before it learns of it.
    guard life.step() else { throw JournalError(.unusable, "dead") }
  }
}
