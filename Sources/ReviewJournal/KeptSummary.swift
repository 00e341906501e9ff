import TranslationReview

/// What is to be known of an import that is over without reading what it did, in the shape of the file.
struct KeptSummary: Codable {
  /// How many calls ended in each outcome, by its name.
  var outcomes: [String: Int]
  /// When a call was made last, in seconds since 1970; nil where none was.
  var lastSent: Double?
  /// How many rows, changes and steps are in the blocks.
  var items: Int
  var changes: Int
  var entries: Int
  /// How many blocks there are, and the checksum of the last one.
  var blocks: Int
  var blocksChecksum: String
}
