package import Exchange

/// How exactly the source text of an entry is the one that was looked up.
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
  /// The number of the entry, as people find it in its memory.
  package var number: Int
  /// Where the memory has the entry from, for people; nil if the number is that of the memory itself.
  package var origin: String?
  package var lackedPlaceholders: [String]
  var rank: Rank

  /// What decides between matches that are equally exact, the most important first.
  struct Rank: Hashable, Sendable {
    /// Whether a glossary prefers the translation.
    var isPreferred: Bool
    var isOfLocale: Bool
    var isFromLocale: Bool
    /// When the entry was made, in seconds since 1970; nil if the memory does not say it.
    var time: Int?
    var isForward: Bool
    var order: Int
  }

  /// Whether this match is offered instead of another one for the same text.
  ///
  /// Of two entries that differ in nothing else, the newer is offered if both have a time; if not, that of the memory that
  /// was named first, and in one memory the last entry. Of several translations in an entry, the first is offered.
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

/// An entry of a memory, with what a file does not say about it.
package struct MemoryEntry: Hashable, Sendable {
  package var unit: TranslationUnit
  /// When the entry was made, in seconds since 1970; nil if the memory does not say it.
  package var time: Int?
  /// Where the memory has the entry from, for people; nil if its number is that of the memory itself.
  package var origin: String?

  package init(_ unit: TranslationUnit, time: Int? = nil, origin: String? = nil) {
    self.unit = unit
    self.time = time
    self.origin = origin
  }
}

extension TranslationUnit.Variant {
  /// Whether the text can be looked up or offered: a forbidden term and a text without characters that show cannot.
  package var isUsable: Bool {
    // Nearly every text has a character of ASCII that shows.
    let shows = text.utf8.contains { (0x21...0x7E).contains($0) } || !text.allSatisfy(\.isWhitespace)
    return shows && standing != .forbidden
  }
}
