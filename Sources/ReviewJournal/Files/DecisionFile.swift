import Basics
import TranslationReview

/// Decisions about conflicts as a file: one line of JSON for each. A later line overrides an earlier one of the same
/// conflict.
struct DecisionFile: Sendable {
  /// The most decisions that the file keeps when it is shortened, the newest ones.
  private static let most = 10_000

  let path: String

  private var file: LineFile { LineFile(path: path, name: "the decisions about conflicts") }

  /// The decisions, by the key of their conflict.
  ///
  /// - Throws: `SpreadsheetError`: `io.read`.
  func decisions() throws -> [String: ConflictResolution] {
    try file.lines().reduce(into: [:]) { decisions, line in
      if let (key, resolution) = Self.decision(line: String(line)) { decisions[key] = resolution }
    }
  }

  /// Adds decisions durably.
  ///
  /// - Throws: `SpreadsheetError`: `io.write`, and `io.read` if a folder cannot be created.
  func keep(_ decisions: [(key: String, resolution: ConflictResolution)], at date: String) throws {
    guard !decisions.isEmpty else { return }
    let added = decisions.map { Self.line($0.key, $0.resolution, date) }
    try file.update { lines in
      guard lines.count + added.count > 2 * Self.most else { return .append(added) }
      return .replace((lines.map(String.init) + added).suffix(Self.most))
    }
  }

  // MARK: - Lines

  private static func line(_ key: String, _ resolution: ConflictResolution, _ date: String) -> String {
    var members: [(String, JSONValue)] = [("at", .string(date)), ("conflict", .string(key))]
    switch resolution {
    case .mine: members.append(("decision", .string("mine")))
    case .theirs: members.append(("decision", .string("theirs")))
    case .edited(let text): members += [("decision", .string("edited")), ("text", .string(text))]
    }
    return String(decoding: JSONValue.object(members).compactUTF8, as: UTF8.self)
  }

  /// Reads a line back; nil for one that is incomplete or of a later version.
  private static func decision(line: String) -> (String, ConflictResolution)? {
    guard case .object(let members)? = try? JSONValue(parsing: line),
      case .string(let key)? = members.first(where: { $0.0 == "conflict" })?.1
    else { return nil }
    let text = members.first { $0.0 == "text" }?.1
    switch (members.first { $0.0 == "decision" }?.1, text) {
    case (.string("mine"), _): return (key, .mine)
    case (.string("theirs"), _): return (key, .theirs)
    case (.string("edited"), .string(let text)): return (key, .edited(text))
    default: return nil
    }
  }
}
