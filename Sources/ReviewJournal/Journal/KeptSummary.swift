import TranslationReview

/// The summary of a finished import, as the file stores it.
struct KeptSummary: Codable {
  /// The number of calls with each outcome, by its name.
  var outcomes: [String: Int]
  /// The time of the last call, in seconds since 1970; nil if there was none.
  var lastSent: Double?
  /// The numbers of rows, changes and steps in the blocks.
  var items: Int
  var changes: Int
  var entries: Int
  /// The number of blocks, and the checksum of the last one.
  var blocks: Int
  var blocksChecksum: String
}
