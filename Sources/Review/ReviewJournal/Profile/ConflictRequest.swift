public import TranslationReview

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Conflicts that wait for decisions, with those decisions of earlier runs that still hold.
///
/// A saved decision holds as long as the sheet's row and the server's text and proposals are the ones that it was made
/// for.
public struct ConflictRequest: Sendable {
  /// The conflicts.
  public let conflicts: [Conflict]
  /// The plan.
  public let changeset: Changeset
  /// The decisions of earlier runs that still hold, by index in ``conflicts``.
  public let earlier: [Int: ConflictResolution]

  private let file: DecisionFile?
  private let keys: [String]
  private let date: String

  init(_ conflicts: [Conflict], in changeset: Changeset, _ profile: ReviewProfile) throws {
    self.conflicts = conflicts
    self.changeset = changeset
    file = profile.decisionsPath.map(DecisionFile.init(path:))
    date = profile.now
    let own = [profile.scope.hash.text, profile.guidMark]
    keys = conflicts.map { PlanIdentity(parts: own + $0.fingerprint(in: changeset)).text }
    let kept = try file?.decisions() ?? [:]
    earlier = keys.enumerated().reduce(into: [:]) { earlier, entry in earlier[entry.offset] = kept[entry.element] }
  }

  init(keepingNothingOf conflicts: [Conflict], in changeset: Changeset) {
    self.conflicts = conflicts
    self.changeset = changeset
    (earlier, file, keys, date) = ([:], nil, [], "")
  }

  /// Saves decisions, by index in ``conflicts``, so that a later run is offered them again.
  ///
  /// - Throws: `SpreadsheetError`: `io.write`, and `io.read` if a folder cannot be created.
  package func keep(_ resolutions: [Int: ConflictResolution]) throws {
    try file?.keep(resolutions.sorted { $0.key < $1.key }.map { (keys[$0.key], $0.value) }, at: date)
  }

  /// Returns decisions, given by index in ``conflicts``, by the index of the row in the changeset's items.
  package func byRow(_ resolutions: [Int: ConflictResolution]) -> [Int: ConflictResolution] {
    resolutions.reduce(into: [:]) { rows, entry in for item in conflicts[entry.key].items { rows[item] = entry.value } }
  }
}

/// Decisions about conflicts as a file: one line of JSON for each. A later line overrides an earlier one of the same
/// conflict.
struct DecisionFile: Sendable {
  private struct Line: Codable {
    let at: String
    let conflict: String
    /// `mine`, `theirs`, `edited`.
    let decision: String
    var text: String?
  }

  /// The most decisions that stay when the file is shortened, the newest ones.
  private static let most = 10_000

  let path: String

  private var file: LineFile { LineFile(path: path, name: "the decisions about conflicts") }

  /// The decisions, by the key of their conflict. Incomplete lines are skipped.
  ///
  /// - Throws: `SpreadsheetError`: `io.read`.
  func decisions() throws -> [String: ConflictResolution] {
    let decoder = JSONDecoder()
    return try file.lines().reduce(into: [:]) { decisions, text in
      guard let line = try? decoder.decode(Line.self, from: Data(text.utf8)) else { return }
      switch (line.decision, line.text) {
      case ("mine", _): decisions[line.conflict] = .mine
      case ("theirs", _): decisions[line.conflict] = .theirs
      case ("edited", let text?): decisions[line.conflict] = .edited(text)
      default: break
      }
    }
  }

  /// Adds decisions durably.
  ///
  /// - Throws: `SpreadsheetError`: `io.write`, and `io.read` if a folder cannot be created.
  func keep(_ decisions: [(key: String, resolution: ConflictResolution)], at date: String) throws {
    guard !decisions.isEmpty else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let added = try decisions.map { key, resolution in
      let line =
        switch resolution {
        case .mine: Line(at: date, conflict: key, decision: "mine")
        case .theirs: Line(at: date, conflict: key, decision: "theirs")
        case .edited(let text): Line(at: date, conflict: key, decision: "edited", text: text)
        }
      return String(decoding: try encoder.encode(line), as: UTF8.self)
    }
    try file.update { lines in
      guard lines.count + added.count > 2 * Self.most else { return .append(added) }
      return .replace((lines.map(String.init) + added).suffix(Self.most))
    }
  }
}
