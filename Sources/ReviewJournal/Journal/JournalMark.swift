import Crypto
import NStackAPI
import TranslationReview

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The last state of a journal that was written.
///
/// SQLite ends a write-ahead log silently at its first damaged frame, so only a note beside the file shows that the
/// last steps were lost.
struct JournalMark: Equatable {
  /// The row of the import that was written to.
  let row: Int64
  /// Its id.
  let id: String
  /// The number of its steps.
  let steps: Int
  /// The checksum of the last step, or of the import's own row if there is none.
  let checksum: Data
  /// The seconds after which none of its calls can take effect any more; nil if unknown.
  var timeout: Double?

  /// The same as a duration.
  var settleTime: Duration? { timeout.map { .seconds(clamping: $0) } }

  private static let version = "nstack-review mark 1"

  init(row: Int64, id: String, steps: Int, checksum: Data) {
    (self.row, self.id, self.steps, self.checksum) = (row, id, steps, checksum)
  }

  /// Reads ``line`` back; nil for anything else.
  init?(line: String) {
    let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 7, parts[0] == Self.version, let row = Int64(parts[1]), let steps = Int(parts[2]),
      let checksum = Data(base64Encoded: parts[3]), parts[6] == Self.proof(parts.dropLast())
    else { return nil }
    self.init(row: row, id: parts[5], steps: steps, checksum: checksum)
    timeout = Double(parts[4])
  }

  /// The mark on one line, with a checksum of its own at the end.
  var line: String {
    let parts =
      [Self.version, "\(row)", "\(steps)", checksum.base64EncodedString()] + [timeout.map { "\($0)" } ?? "", id]
    return (parts + [Self.proof(parts[...])]).joined(separator: "\t")
  }

  private static func proof(_ parts: ArraySlice<String>) -> String {
    Data(SHA256.hash(data: Data(parts.joined(separator: "\t").utf8)).prefix(16)).base64EncodedString()
  }
}
