import Basics
import Exchange
import Foundation
import GRDB
import NStackAPI
import TranslationMemory
import TranslationReview

/// What a text's last call left on the server. Only calls that were carried out count.
enum LastCall: Hashable {
  /// A proposal with a value.
  case proposed(String)
  /// No proposal by the caller.
  case removed

  /// - Returns: Nil for a call that was not carried out, or whose outcome is not known.
  init?(_ operation: Changeset.Change.Operation, _ outcome: ChangeOutcome) {
    switch (operation, outcome) {
    case (.propose(let value), .applied), (.propose(let value), .alreadyThere): self = .proposed(value)
    case (_, .applied), (_, .alreadyThere), (_, .overridden): self = .removed
    default: return nil
    }
  }
}

/// A proposal that an import is about to make. It becomes an entry of a memory, and is offered once it was carried out.
struct MemoryCandidate {
  /// The text, with its locale in the normalized spelling.
  let text: TextIdentity
  let unit: TranslationUnit
  let value: String
}

/// The journal and the application of a profile, which memories use to tell entries apart.
struct JournalScope: Hashable, Sendable {
  /// The name of the journal's file. Memories are in the same state folder.
  let journal: String
  let scope: String

  /// - Returns: Nil if the profile has no journal.
  init?(_ profile: ReviewProfile) {
    guard let name = profile.journalPath?.split(separator: "/").last else { return nil }
    (journal, scope) = (String(name), profile.scope.hash.text)
  }

  fileprivate var arguments: StatementArguments { [journal, scope] }
}

// MARK: - The entries of imports

extension StoredMemory {
  /// Whether the memory has entries from imports of a journal.
  func hasProposals(of home: JournalScope) throws -> Bool { try has("proposal", home) }

  /// Whether calls of a journal were prepared since the memory was last compared with the journal.
  func isUnreconciled(with home: JournalScope) throws -> Bool { try has("unreconciled", home) }

  private func has(_ table: String, _ home: JournalScope) throws -> Bool {
    try read { database in
      try Row.fetchOne(
        database, sql: "SELECT 1 FROM \(table) WHERE journal = ? AND scope = ? LIMIT 1", arguments: home.arguments)
        != nil
    }
  }

  /// Records that calls of a journal are about to be made, and what an import is about to propose. These proposals are
  /// not offered before ``reconcile(with:_:)``.
  func prepare(_ candidates: [MemoryCandidate], ofImport id: String?, time: Int, in home: JournalScope) throws {
    try write { database in
      try database.execute(
        sql: "INSERT INTO unreconciled (journal, scope) VALUES (?, ?) ON CONFLICT DO NOTHING", arguments: home.arguments
      )
      guard let id, !candidates.isEmpty else { return }
      let origin = try Self.origin(id, isImport: true, database)
      for candidate in candidates {
        let text = candidate.text
        let proposal = [home.journal, home.scope, text.section, text.key, text.locale]
        guard let entry = try Self.insert(candidate.unit, from: origin, time: time, proposal: proposal, database) else {
          continue
        }
        try database.cachedStatement(
          sql: "INSERT INTO proposal (entry, journal, scope, section, key, locale, value) VALUES (?, ?, ?, ?, ?, ?, ?)"
        ).execute(arguments: [
          entry, home.journal, home.scope, Data(text.section.utf8), Data(text.key.utf8), text.locale,
          Data(candidate.value.utf8),
        ])
      }
    }
  }

  /// Offers an entry from an import only if the last call about its text proposed the entry's value.
  ///
  /// - Parameter lastCalls: The last calls about texts. Entries of a text without a call stay as they are.
  /// - Returns: How many entries are newly offered, and how many are no longer offered.
  func reconcile(with home: JournalScope, _ lastCalls: (Set<TextIdentity>) throws -> [TextIdentity: LastCall]) throws
    -> (added: Int, removed: Int)
  {
    try write { database in
      let proposals = try Row.fetchAll(
        database, sql: "SELECT entry, section, key, locale, value FROM proposal WHERE journal = ? AND scope = ?",
        arguments: home.arguments
      ).map { row in
        let (section, key, value): (Data, Data, Data) = (row[1], row[2], row[4])
        let text = TextIdentity(
          section: String(decoding: section, as: UTF8.self), key: String(decoding: key, as: UTF8.self), locale: row[3])
        return (entry: row[0] as Int64, text: text, value: String(decoding: value, as: UTF8.self))
      }
      let calls = try lastCalls(Set(proposals.map(\.text)))
      let statement = try database.cachedStatement(
        sql: "UPDATE entry SET isOffered = ? WHERE id = ? AND isOffered <> ?")
      var (added, removed) = (0, 0)
      for proposal in proposals {
        guard let call = calls[proposal.text] else { continue }
        var isOffered = false
        if case .proposed(let last) = call { isOffered = ExactText(last) == ExactText(proposal.value) }
        try statement.execute(arguments: [isOffered, proposal.entry, isOffered])
        if isOffered { added += database.changesCount } else { removed += database.changesCount }
      }
      try database.execute(sql: "DELETE FROM unreconciled WHERE journal = ? AND scope = ?", arguments: home.arguments)
      return (added, removed)
    }
  }
}

extension ReviewJournal {
  /// The last call about each of some texts. Only calls that were carried out count. The imports are read from the
  /// newest on, until every text has a call.
  ///
  /// - Parameter texts: The texts, with their locales in the normalized spelling.
  func lastCalls(about texts: Set<TextIdentity>, in scope: TextHash) throws(JournalError) -> [TextIdentity: LastCall] {
    var calls: [TextIdentity: LastCall] = [:]
    for kept in try imports().reversed() where kept.scope == scope && calls.count < texts.count {
      let (record, steps) = try record(ofImport: kept.id)
      let outcomes = SubmissionReport(record, steps).outcomes
      for (change, outcome) in zip(record.changeset.changes, outcomes).reversed() {
        let text = change.text.normalized
        guard texts.contains(text), calls[text] == nil else { continue }
        calls[text] = LastCall(change.operation, outcome)
      }
    }
    return calls
  }
}

// MARK: - Comparing with the journal

extension ReviewProfile {
  /// Compares one memory with the journal, if a process ended before it could do so.
  func reconcileMemory(_ name: String, _ dialog: any ImportDialog) throws {
    guard let home = JournalScope(self), try withMemory(name, for: .reading, { try $0.isUnreconciled(with: home) })
    else { return }
    dialog.reporting(ImportEvent.memoryFailed) { try readingJournal { reconcileMemory(name, with: $0, home, dialog) } }
  }

  func reconcileMemory(_ name: String, with journal: ReviewJournal, _ home: JournalScope, _ dialog: any ImportDialog) {
    dialog.reporting(ImportEvent.memoryFailed) {
      try withMemory(name, for: .writing) { memory in
        guard try memory.isUnreconciled(with: home) else { return }
        let changed = try memory.reconcile(with: home) { try journal.lastCalls(about: $0, in: scope.hash) }
        if changed != (0, 0) { dialog.note(.memoryChanged(name, added: changed.added, removed: changed.removed)) }
      }
    }
  }

  /// The names of the memories that have entries from a journal. If one cannot be read, the dialog receives the error.
  func namesOfMemories(with home: JournalScope, _ dialog: any ImportDialog) throws -> [String] {
    guard memoriesFolder != nil else { return [] }
    return try NamedMemories(folder: memoriesFolder).names().filter { name in
      dialog.reporting(ImportEvent.memoryFailed) {
        try withMemory(name, for: .reading) { try $0.hasProposals(of: home) }
      } ?? false
    }
  }

  func withMemory<Value>(_ name: String, for access: StoredMemory.Access, _ body: (StoredMemory) throws -> Value) throws
    -> Value
  { try NamedMemories(folder: memoriesFolder).with(name, for: access, body) }
}
