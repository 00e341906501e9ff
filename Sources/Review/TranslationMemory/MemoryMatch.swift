package import Exchange

/// How exactly the source text of an entry matches the one that was looked up.
package enum MatchExactness: Hashable, Comparable, Sendable {
  /// The source texts are similar, with a score in per cent.
  case fuzzy(Int)
  /// The source texts differ in case and white space only.
  case folded
  /// The source texts are the same, and the translation is for another region, or for none.
  case language
  /// The source texts are the same, and the translation is for the same locale.
  case locale
}

package struct MemoryMatch: Hashable, Sendable {
  package var text: String
  package var exactness: MatchExactness
  /// The index of the memory among those that were searched.
  package var memory: Int
  /// The number by which people find the entry in the memory.
  package var number: Int
  /// The import, file or text that the memory has the entry from, for people; nil if the number alone identifies the entry.
  package var origin: String?
  package var lackedPlaceholders: [String]
  var rank: Rank

  /// The criteria that decide between equally exact matches, the most important first.
  struct Rank: Hashable, Sendable {
    /// Whether a glossary prefers the translation.
    var isPreferred: Bool
    var isOfLocale: Bool
    var isFromLocale: Bool
    /// When the entry was made, in seconds since 1970; nil if the memory does not state it.
    var time: Int?
    var isForward: Bool
    var order: Int
  }

  /// Whether this match is offered instead of another one for the same text.
  ///
  /// Of two otherwise equal entries, the newer is offered if both have a time; otherwise the one from the memory named
  /// first, or the last one within a memory. Of several translations in an entry, the first is offered.
  func isBetter(than other: MemoryMatch) -> Bool {
    if exactness != other.exactness { return exactness > other.exactness }
    if lackedPlaceholders.count != other.lackedPlaceholders.count {
      return lackedPlaceholders.count < other.lackedPlaceholders.count
    }
    if rank.isPreferred != other.rank.isPreferred { return rank.isPreferred }
    if rank.isOfLocale != other.rank.isOfLocale { return rank.isOfLocale }
    if rank.isFromLocale != other.rank.isFromLocale { return rank.isFromLocale }
    if let time = rank.time, let otherTime = other.rank.time, time != otherTime { return time > otherTime }
    if memory != other.memory { return memory < other.memory }
    if rank.isForward != other.rank.isForward { return rank.isForward }
    return rank.order > other.rank.order
  }
}

/// An entry of a memory, with information that its file does not contain.
package struct MemoryEntry: Hashable, Sendable {
  package var unit: TranslationUnit
  /// When the entry was made, in seconds since 1970; nil if the memory does not state it.
  package var time: Int?
  /// The import, file or text that the memory has the entry from, for people; nil if the number alone identifies the entry.
  package var origin: String?

  package init(_ unit: TranslationUnit, time: Int? = nil, origin: String? = nil) {
    self.unit = unit
    self.time = time
    self.origin = origin
  }
}

extension TranslationUnit.Variant {
  /// Whether the text can be looked up or offered: forbidden terms and texts without visible characters cannot.
  package var isUsable: Bool {
    // Nearly every text has a visible ASCII character.
    let shows = text.utf8.contains { (0x21...0x7E).contains($0) } || !text.allSatisfy(\.isWhitespace)
    return shows && standing != .forbidden
  }
}
