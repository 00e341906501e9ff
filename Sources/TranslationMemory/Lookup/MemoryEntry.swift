package import Exchange

/// An entry of a memory, with what a file does not say about it.
package struct MemoryEntry: Hashable, Sendable {
  /// The texts.
  package var unit: TranslationUnit
  /// When the entry was made, in seconds since 1970; nil if the memory does not say it.
  package var time: Int?
  /// Where the memory has the entry from, for people; nil if its number is that of the memory itself.
  package var origin: String?

  /// Creates an entry from its fields.
  package init(_ unit: TranslationUnit, time: Int? = nil, origin: String? = nil) {
    self.unit = unit
    self.time = time
    self.origin = origin
  }
}

extension TranslationUnit.Variant {
  /// Whether the text can be looked up or offered: a forbidden term and a text without characters that show cannot.
  package var isUsable: Bool { standing != .forbidden && !text.allSatisfy(\.isWhitespace) }
}
