package import Basics
package import NStackAPI
import ReviewReports
package import TranslationReview

/// Proposals that a profile has not marked as seen.
package struct NewProposals: Sendable {
  /// The proposals, in the order in which they were given.
  package let proposals: [Proposal]
  /// When the profile last marked proposals as seen, in UTC, ISO 8601; nil if it never did.
  package let since: String?

  package init(proposals: [Proposal], since: String?) { (self.proposals, self.since) = (proposals, since) }

  /// The number in words, as in `3 proposals new since 2026-01-31T10:00:00Z`.
  package var line: String { "\(Counted.text(proposals.count, "proposal")) new" + (since.map { " since \($0)" } ?? "") }

  package var json: JSONValue { ["count": proposals.count, "since": since] }
}

extension ReviewProfile {
  /// Returns the proposals that this profile has not marked as seen. A proposal whose value has changed since is new
  /// again.
  ///
  /// - Throws: The register's error, such as `SpreadsheetError` `io.read`.
  package func new(among proposals: [Proposal]) throws -> NewProposals {
    var (fingerprints, since): (Set<String>, String?) = ([], nil)
    for case .seen(let seen, name, let time) in try register?.events(in: scope.hash) ?? [] {
      fingerprints.formUnion(seen)
      since = time
    }
    return NewProposals(proposals: proposals.filter { !fingerprints.contains($0.mark) }, since: since)
  }

  /// Returns the pending proposals of a catalog that this profile has not marked as seen; nil if it never marked any, or
  /// if the register cannot be read. The dialog receives the error.
  package func news(of catalog: Catalog, _ selection: ReviewSelection, _ dialog: any ImportDialog) -> NewProposals? {
    let pending = catalog.listedProposals.filter { selection.includes($0.text) }
    let news = dialog.reporting(ImportEvent.registerFailed) { try new(among: pending) }
    return news?.since == nil ? nil : news
  }

  /// Marks proposals as seen by this profile, in the register of sheets.
  ///
  /// - Throws: ``ImportError``: `config.state-folder`; the register's error.
  package func markSeen(_ proposals: [Proposal]) throws {
    let register = try requiredRegister()
    let fingerprints = try new(among: proposals).proposals.map(\.mark)
    try register.append([.seen(fingerprints, profile: name, time: now)], scope: scope.hash)
  }
}

extension Catalog {
  /// All pending proposals by their ids, including those for texts that no longer exist.
  var listedProposals: [Proposal] { (proposals.values.joined() + orphanedProposals).sorted { $0.id < $1.id } }
}
