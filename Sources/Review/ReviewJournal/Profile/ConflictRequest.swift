import Basics
public import TranslationReview

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Conflicts, and texts for which sheets disagree, that need decisions. Includes the decisions of earlier runs that
/// still hold.
///
/// A saved decision holds as long as the sheets' rows, the server's text and its proposals are the same as when the
/// decision was made.
public struct ConflictRequest: Sendable {
  /// The conflicts.
  public let conflicts: [Conflict]
  /// The rows that ask for different things for one text.
  public let disagreements: [Disagreement]
  /// The plan.
  public let changeset: Changeset
  /// The decisions of earlier runs that still hold, by index in ``conflicts``.
  public private(set) var earlier: [Int: ConflictResolution] = [:]
  /// The choices of earlier runs that still hold, by index in ``disagreements``.
  public private(set) var earlierChoices: [Int: Disagreement.Choice] = [:]

  private var file: DecisionFile?
  private var date = ""

  init(keepingNothingOf changeset: Changeset) {
    (conflicts, disagreements, self.changeset) = (changeset.conflicts, changeset.disagreements, changeset)
  }

  init(in changeset: Changeset, _ file: DecisionFile?, at date: String) throws {
    self.init(keepingNothingOf: changeset)
    (self.file, self.date) = (file, date)
    guard let file else { return }
    let kept = try file.decisions()
    for (index, conflict) in conflicts.enumerated() {
      if case .conflict(let resolution)? = kept[file.key(conflict.fingerprint(in: changeset))]?.decision {
        earlier[index] = resolution
      }
    }
    for (index, disagreement) in disagreements.enumerated() {
      guard case .disagreement(let fingerprint)? = kept[file.key(disagreement.fingerprint(in: changeset))]?.decision
      else { continue }
      let chosen = fingerprint.map { fingerprint in
        disagreement.options.firstIndex { fingerprints(of: $0).contains(fingerprint) }
      }
      earlierChoices[index] = chosen.map { $0.map(Disagreement.Choice.option) } ?? .neither
    }
  }

  private func fingerprints(of option: [Int]) -> [String] { option.map { changeset.items[$0].row.decisionFingerprint } }

  /// Saves decisions, by index in ``conflicts``, so that a later run is offered them again.
  ///
  /// - Throws: `SpreadsheetError`: `io.write`, and `io.read` if a folder cannot be created.
  package func keep(_ resolutions: [Int: ConflictResolution]) throws {
    guard let file else { return }
    try file.keep(
      resolutions.sorted { $0.key < $1.key }.map { index, resolution in
        (file.key(conflicts[index].fingerprint(in: changeset)), .conflict(resolution))
      }, at: date)
  }

  /// Saves choices, by index in ``disagreements``. A later run offers them again, and asks before it sends a request
  /// that was rejected.
  ///
  /// - Throws: `SpreadsheetError`: `io.write`, and `io.read` if a folder cannot be created.
  package func keep(_ choices: [Int: Disagreement.Choice]) throws {
    guard let file else { return }
    var lines: [(String, DecisionFile.Decision)] = []
    for (index, choice) in choices.sorted(by: { $0.key < $1.key }) {
      let options = disagreements[index].options.map(fingerprints)
      let chosen = options.indices.first { choice == .option($0) }
      let name = file.key(disagreements[index].fingerprint(in: changeset))
      lines.append((name, .disagreement(chosen.flatMap { options[$0].first })))
      for (number, fingerprints) in options.enumerated() {
        for fingerprint in Set(fingerprints).sorted() {
          lines.append((file.key([fingerprint]), .row(isChosen: number == chosen)))
        }
      }
    }
    try file.keep(lines, at: date)
  }

  /// Returns decisions by the index of the row in the changeset's items, from decisions by index in ``conflicts``.
  package func byRow(_ resolutions: [Int: ConflictResolution]) -> [Int: ConflictResolution] {
    resolutions.reduce(into: [:]) { rows, entry in for item in conflicts[entry.key].items { rows[item] = entry.value } }
  }
}

/// The file of decisions about conflicts, and about texts for which sheets disagree: one line of JSON for each. A later
/// line overrides an earlier one with the same key.
struct DecisionFile: Sendable {
  enum Decision: Codable, Hashable {
    case conflict(ConflictResolution)
    /// A choice among rows that disagree: the fingerprint of the chosen row; nil if none was chosen.
    case disagreement(String?)
    /// Whether one of these rows was chosen.
    case row(isChosen: Bool)
  }

  struct Line: Codable, Hashable {
    let at: String
    let key: String
    let decision: Decision
  }

  /// The number of decisions, the newest ones, that are kept when the file is shortened.
  private static let most = 10_000

  let path: String
  /// The server and the person, as parts of each key.
  var own: [String] = []

  private var file: LineFile { LineFile(path: path, name: "the decisions about conflicts") }

  func key(_ parts: [String]) -> String { PlanIdentity(parts: own + parts).text }

  /// The decisions, by their key. Incomplete lines, and those of later versions, are skipped.
  ///
  /// - Throws: `SpreadsheetError`: `io.read`.
  func decisions() throws -> [String: Line] {
    let decoder = JSONDecoder()
    return try file.lines().reduce(into: [:]) { decisions, text in
      guard let line = try? decoder.decode(Line.self, from: Data(text.utf8)) else { return }
      decisions[line.key] = line
    }
  }

  /// Adds decisions durably.
  ///
  /// - Throws: `SpreadsheetError`: `io.write`, and `io.read` if a folder cannot be created.
  func keep(_ decisions: [(key: String, decision: Decision)], at date: String) throws {
    guard !decisions.isEmpty else { return }
    let encoder = JSONEncoder.ofRecords
    let added = try decisions.map { key, decision in
      String(decoding: try encoder.encode(Line(at: date, key: key, decision: decision)), as: UTF8.self)
    }
    try file.update { lines in
      guard lines.count + added.count > 2 * Self.most else { return .append(added) }
      return .replace((lines.map(String.init) + added).suffix(Self.most))
    }
  }
}

extension ReviewProfile {
  var decisions: DecisionFile? {
    decisionsPath.map { DecisionFile(path: $0, own: [scope.hash.text, guidFingerprint]) }
  }

  /// Marks rows as conflicts if a person took them back, or rejected them when sheets disagreed. A saved plan contains
  /// the decisions that it overrides.
  ///
  /// - Parameters:
  ///   - since: Only decisions from this time on count, in UTC, ISO 8601.
  ///   - isSent: Whether such rows are sent anyway, with a note.
  func withholding(_ changeset: Changeset, since: String = "", isSent: Bool) throws -> Changeset {
    let places = changeset.changes.flatMap(\.items)
    let signedOff = changeset.items.indices.filter { changeset.items[$0].verdict == .reviewed }
    guard !places.isEmpty || !signedOff.isEmpty else { return changeset }
    var decisions: [Int: EarlierDecision] = [:]
    if let file = self.decisions {
      let lines = try file.decisions().filter { $1.decision == .row(isChosen: false) }
      for place in places + signedOff where !lines.isEmpty {
        let fingerprint = changeset.items[place].row.decisionFingerprint
        decisions[place] = lines[file.key([fingerprint])].map { EarlierDecision(.notChosen, at: $0.at) }
      }
    }
    let rows = places.map { changeset.items[$0].row }
    let times = try readingJournal { try $0.timesTakenBack(of: rows, in: changeset.files, where: made) }
    for (index, time) in times ?? [:] { decisions[places[index]] = EarlierDecision(.takenBack, at: UTCTime.text(time)) }
    let open = decisions.filter { $1.at >= since && changeset.items[$0].earlierDecision != $1 }
    return changeset.withholding(open, isSent: isSent)
  }
}
