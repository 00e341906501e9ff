private import Crypto

/// Which plan this is: SHA-256 over the files, where they go, as whom, and how they are understood.
///
/// Two runs with the same identity want the same of the same server, so that one may go on where the other stopped.
public struct PlanIdentity: Hashable, Sendable, CustomStringConvertible {
  /// The identity in 64 hexadecimal digits.
  public let text: String

  /// Takes an identity that was kept.
  public init(text: String) {
    self.text = text
  }

  /// The identity of a plan.
  ///
  /// - Parameters:
  ///   - digests: The SHA-256 of each file, in the order of reading.
  ///   - scope: The application, platform and origin.
  ///   - guid: Who proposes.
  ///   - options: How edits are understood.
  public init(digests: [String], scope: SheetScope, guid: String, options: PlanningOptions) {
    let parts =
      ["nstack-review plan 1"] + digests
      + [scope.hash.text, guid, options.onConflict.rawValue, options.cleared.rawValue]
      + ["\(options.acceptsDamaged)", "\(options.retargets)"]
      // Identities that older versions kept know nothing of it.
      + (options.acceptsMoved ? ["accepts moved"] : [])
    self.init(parts: parts)
  }

  /// The identity of a list of texts; where one ends and the next begins counts.
  package init(parts: [String]) {
    var hash = SHA256()
    for part in parts { hash.update(data: Array("\(part.utf8.count):\(part)".utf8)) }
    let digits = Array("0123456789abcdef")
    text = String(hash.finalize().flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  /// What tells one guid from another, without the guid: that stays with its owner.
  package static func mark(ofGUID guid: String) -> String {
    String(PlanIdentity(parts: ["nstack-review guid", guid]).text.prefix(20))
  }

  /// The identity in 64 hexadecimal digits.
  public var description: String { text }
}
