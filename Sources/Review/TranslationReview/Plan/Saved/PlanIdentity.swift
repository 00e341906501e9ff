import Basics
private import SystemCrypto

/// The identity of a plan: SHA-256 of the files, the server, the guid, and the planning options.
///
/// Two runs with the same identity ask the same server for the same changes, so one may resume the other.
package struct PlanIdentity: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The identity in 64 hexadecimal digits.
  package let text: String

  /// Creates an identity from its saved text.
  package init(text: String) { self.text = text }

  /// Creates the identity of a plan.
  ///
  /// - Parameters:
  ///   - digests: The SHA-256 of each file, in reading order.
  ///   - scope: The application, platform and origin.
  ///   - guid: The guid of the person who proposes.
  ///   - options: The planning options.
  package init(digests: [String], scope: SheetScope, guid: String, options: PlanningOptions) {
    let parts =
      ["nstack-review plan 1"] + digests + [
        scope.hash.text, guid, options.onConflict.rawValue, options.cleared.rawValue,
        options.accepted.map(\.rawValue).sorted().joined(separator: ","), options.preference.map { "\($0)" } ?? "",
        "\(options.mendsSpaces)", "\(options.requiresApproval)", "\(options.requiresOther)",
        options.machines.joined(separator: ","), "\(options.holdsChangedSources)",
      ] + options.selection.identityParts + options.checks.map { "check \($0.id) \($0.severity.rawValue)" }
    self.init(parts: parts)
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

  /// A hash to distinguish guids, so that the guid itself is not written.
  package static func fingerprint(ofGUID guid: String) -> String {
    String(PlanIdentity(parts: ["nstack-review guid", guid]).text.prefix(20))
  }

  /// The identity in 64 hexadecimal digits.
  package var description: String { text }
}
