import Basics

/// The additional parts of a few bases: the suggestion that fills `Proposal`, and the other pending proposals of the
/// text.
///
/// The form is `.SUGGESTION.OTHERS`: the suggestion as a ``TextHash``, and `ID:HASH` for each other proposal, by
/// ascending id, separated by `_`, with `-` as the hash of an empty text. Without other proposals, the second part and
/// its point are missing.
final class RowBaseSupplement: Hashable, Sendable {
  /// The most other proposals that a base names. If there are more, it names none, so that it stays shorter than a
  /// cell.
  private static let namedOthers = 100

  let suggestion: TextHash?
  let others: [Int: TextHash]

  /// Creates a supplement; nil if it would be empty.
  init?(suggestion: TextHash?, others: [Int: TextHash]) {
    let others = others.count > Self.namedOthers ? [:] : others
    guard suggestion != nil || !others.isEmpty else { return nil }
    self.suggestion = suggestion
    self.others = others
  }

  /// The supplement in the form in which it follows the other parts of a base.
  var text: String {
    let named = others.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value == .empty ? "-" : $0.value.text)" }
    return ".\(suggestion?.text ?? "")" + (named.isEmpty ? "" : ".\(named.joined(separator: "_"))")
  }

  /// Reads ``text`` back, from an offset up to the end; nil if it is not a supplement.
  init?(at start: Int, in utf8: UnsafeBufferPointer<UInt8>) {
    var place = start
    guard place < utf8.count, utf8[place] == UInt8(ascii: "."),
      let suggestion = TextHash(at: &place, after: 1, in: utf8), suggestion != .tooLong
    else { return nil }
    var others: [Int: TextHash] = [:]
    if place < utf8.count {
      guard utf8[place] == UInt8(ascii: ".") else { return nil }
      repeat {
        let digits = place + 1
        guard let colon = utf8[digits...].firstIndex(of: UInt8(ascii: ":")),
          let id = Digits.integer(utf8[digits..<colon])
        else { return nil }
        place = colon + 1
        var hash = TextHash.empty
        if place < utf8.count, utf8[place] == UInt8(ascii: "-") {
          place += 1
        } else {
          guard let named = TextHash(at: &place, after: 0, in: utf8), named != .empty else { return nil }
          hash = named
        }
        guard others.updateValue(hash, forKey: id) == nil else { return nil }
      } while place < utf8.count && utf8[place] == UInt8(ascii: "_")
      guard place == utf8.count else { return nil }
    }
    guard suggestion != .empty || !others.isEmpty else { return nil }
    self.suggestion = suggestion == .empty ? nil : suggestion
    self.others = others
  }

  static func == (left: RowBaseSupplement, right: RowBaseSupplement) -> Bool {
    left.suggestion == right.suggestion && left.others == right.others
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(suggestion)
    hasher.combine(others)
  }
}
