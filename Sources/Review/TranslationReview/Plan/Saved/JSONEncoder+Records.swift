package import Foundation

extension JSONEncoder {
  /// Writes records as journals, plans, drafts and registers keep them: the same bytes each time, in an order that
  /// compresses well.
  package static var ofRecords: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}
