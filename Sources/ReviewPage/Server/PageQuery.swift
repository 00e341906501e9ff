import Basics
import Hummingbird
import NStackAPI

/// The fields of an address's query.
struct PageQuery {
  private var fields: [String: String] = [:]

  /// Reads the query of a request. A field that is not UTF-8 is left out.
  init(of request: Request) {
    for pair in (request.uri.query ?? "").utf8.split(separator: UInt8(ascii: "&")) {
      let end = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      guard let name = String(validating: PercentEncoding.decode(pair[..<end]), as: UTF8.self),
        let value = String(validating: PercentEncoding.decode(pair[end...].dropFirst()), as: UTF8.self)
      else { continue }
      fields[name] = value
    }
  }

  /// The text of a field; nil if it is missing or empty.
  subscript(_ name: String) -> String? {
    fields[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// A whole number in a range.
  func number(_ name: String, in range: ClosedRange<Int>, default standard: Int) throws(ReviewPageError) -> Int {
    guard let text = self[name] else { return standard }
    guard let number = Digits.integer(text.utf8), range.contains(number) else {
      throw ReviewPageError(
        .request, "\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }

  /// The text that a field names; nil if the field is missing.
  func text(_ name: String) throws(ReviewPageError) -> TextIdentity? {
    guard let value = self[name] else { return nil }
    return try TextID.known(value)
  }
}
