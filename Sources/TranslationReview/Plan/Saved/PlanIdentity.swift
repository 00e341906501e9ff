import Basics
private import SystemCrypto

/// The identity of a plan: SHA-256 of the files, the server, the guid, and the planning options.
///
/// Two runs with the same identity ask the same server for the same changes, so one may resume the other.
public struct PlanIdentity: Hashable, Sendable, CustomStringConvertible {
  /// The identity in 64 hexadecimal digits.
  public let text: String

  /// Creates an identity from its saved text.
  public init(text: String) { self.text = text }

  /// Creates the identity of a plan.
  ///
  /// - Parameters:
  ///   - digests: The SHA-256 of each file, in reading order.
  ///   - scope: The application, platform and origin.
  ///   - guid: The guid of the person who proposes.
  ///   - options: The planning options.
  public init(digests: [String], scope: SheetScope, guid: String, options: PlanningOptions) {
    let parts =
      ["nstack-review plan 1"] + digests + [
        scope.hash.text, guid, options.onConflict.rawValue, options.cleared.rawValue,
      ] + ["\(options.acceptsDamaged)", "\(options.retargets)"]  // Older versions saved identities without this option.
      + (options.acceptsMoved ? ["accepts moved"] : []) + (options.overridesChecks ? ["overrides checks"] : [])
      + (options.preference.map { ["prefers \($0)"] } ?? []) + (options.adoptsCurrent ? ["adopts current"] : [])
      + (options.mendsSpaces ? ["mends spaces"] : []) + (options.approval == .required ? ["approved"] : [])
      + options.selection.identityParts + Self.changedChecks(options.checks)
    self.init(parts: parts)
  }

  /// The checks with their severities, if they are not the ones of a project that changes nothing.
  private static func changedChecks(_ checks: [Check]) -> [String] {
    let described = { (checks: [Check]) in checks.map { "check \($0.id) \($0.severity.rawValue)" } }
    let found = described(checks)
    return found == described(CheckSettings().checks) ? [] : found
  }

  /// Creates the identity of a list of texts. The boundaries between the texts count.
  package init(parts: [String]) {
    var bytes: [UInt8] = []
    for part in parts {
      bytes += "\(part.utf8.count):".utf8
      bytes += part.utf8
    }
    text = HexDigit.text(of: MessageDigest.sha256(bytes))
  }

  /// A hash that tells one guid from another. The guid itself stays with its owner.
  package static func mark(ofGUID guid: String) -> String {
    String(PlanIdentity(parts: ["nstack-review guid", guid]).text.prefix(20))
  }

  /// The identity in 64 hexadecimal digits.
  public var description: String { text }
}
