import Basics

/// The severities that a project gives to checks.
public struct CheckSettings: Sendable {
  /// What a finding of a check does.
  public enum Level: String, CaseIterable, Sendable {
    /// It refuses the row.
    case error
    /// It is told, and the row is sent.
    case warning
    /// It is told as information.
    case info
    /// The check does not run.
    case off
  }

  /// Why a setting is refused.
  public struct Refusal: Error, Hashable, Sendable {
    /// What was found and what to do, in sentences.
    public let message: String
  }

  /// The glossary for the checks of terms; nil for none.
  public var glossary: Glossary?
  private var levels: [String: Level] = [:]

  /// Creates the settings of a project that changes nothing.
  public init() {}

  /// Gives a check another severity, or turns it off.
  ///
  /// - Throws: ``Refusal`` for an unknown id or level, and for a check that cannot be turned down.
  public mutating func set(_ level: String, for id: String) throws(Refusal) {
    guard let check = StandardChecks.all.first(where: { $0.id == id }) else { throw Self.unknown(id) }
    guard let level = Level(rawValue: level) else {
      throw Refusal(
        message: "The check \(id) has the level \"\(Visible.text(level))\". Write error, warning, info or off.")
    }
    guard !check.isIndispensable || level == .error else {
      throw Refusal(
        message: "The check \(id) cannot be turned down, because what it finds is never meant. Remove the line.")
    }
    levels[id] = level
  }

  /// The checks to run, with the severities of the project.
  public var checks: [any Check] {
    StandardChecks.all.map(informed).compactMap { check in
      switch levels[check.id] ?? (StandardChecks.offByDefault.contains(check.id) ? .off : nil) {
      case nil: check
      case .error: LevelledCheck(check: check, severity: .error)
      case .warning: LevelledCheck(check: check, severity: .warning)
      case .info: LevelledCheck(check: check, severity: .info)
      case .off: nil
      }
    }
  }

  /// A check with the project's glossary, if it uses one.
  private func informed(_ check: any Check) -> any Check {
    guard let glossary, let user = check as? any GlossaryCheck else { return check }
    return type(of: user).init(glossary: glossary)
  }

  /// The level of a check by default.
  public static func defaultLevel(of check: any Check) -> Level {
    StandardChecks.offByDefault.contains(check.id) ? .off : Level(rawValue: check.severity.rawValue) ?? .info
  }

  static func unknown(_ id: String) -> Refusal {
    let near = CloseName.nearest(to: id, among: StandardChecks.all.map(\.id))
    return Refusal(
      message: "There is no check \"\(Visible.text(id))\"." + (near.map { " Did you mean \($0)?" } ?? ""))
  }
}

/// A check with the severity that a project gave it.
private struct LevelledCheck: Check {
  let check: any Check
  let severity: Diagnostic.Severity

  var id: String { check.id }
  var isIndispensable: Bool { check.isIndispensable }
  var isCounted: Bool { check.isCounted }

  func findings(in text: CheckedText) -> [CheckFinding] { check.findings(in: text) }
}
