import Basics
import NStackAPI

/// The number of texts in each state.
struct TextCounts: Hashable, Sendable, JSONConvertible {
  var texts = 0
  var missing = 0
  /// Texts that nobody signed off, or that changed after the sign-off.
  var unreviewed = 0
  /// Texts for which a memory has a suggestion.
  var suggested = 0
  /// Texts with a pending proposal, whoever made it.
  var proposed = 0
  /// Texts with a pending proposal of this profile.
  var mine = 0
  var drafts = 0
  /// Drafts that still need approval, where a project requires it.
  var waiting = 0
  /// Drafts in conflict with the server.
  var conflicts = 0
  var findings = 0
  /// Proposals that would be sent now.
  var proposals = 0
  /// Proposals that would be deleted now.
  var deletes = 0
  /// Proposals of others that would be rejected now.
  var rejections = 0
  /// Texts that would be signed off now.
  var signOffs = 0
  /// Notes that are not in the register yet; counted only in the total.
  var notes = 0

  /// Adds other counts, or subtracts them if the sign is -1.
  mutating func add(_ other: TextCounts, sign: Int = 1) {
    for count in Self.all { self[keyPath: count.path] += sign * other[keyPath: count.path] }
  }

  var json: JSONValue { .object(Self.all.map { ($0.name, .integer(self[keyPath: $0.path])) }) }

  private static var all: [(name: String, path: WritableKeyPath<TextCounts, Int>)] {
    [
      ("texts", \.texts), ("missing", \.missing), ("unreviewed", \.unreviewed), ("suggested", \.suggested),
      ("proposed", \.proposed), ("mine", \.mine), ("drafts", \.drafts), ("waiting", \.waiting),
      ("conflicts", \.conflicts), ("findings", \.findings), ("proposals", \.proposals), ("deletes", \.deletes),
      ("rejections", \.rejections), ("signOffs", \.signOffs), ("notes", \.notes),
    ]
  }
}
