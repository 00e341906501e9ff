import Basics

/// The fields of a query or a body, read as PHP reads them.
///
/// Of several fields with one name the last counts. A `+` is a space, and a `%` without two hexadecimal digits stays. A dot or
/// a space in a name becomes `_`, and brackets in a name turn its value into a list or an object.
struct FormFields: Sendable {
  /// The value of one field.
  enum Value: Hashable, Sendable {
    /// A text, as bytes, which need not be UTF-8.
    case text([UInt8])
    /// A list or an object.
    case nested
  }

  private var values: [String: Value] = [:]

  init() {}

  /// Reads `name=value&name=value`.
  init(urlEncoded bytes: some Sequence<UInt8>) {
    for pair in Array(bytes).split(separator: UInt8(ascii: "&")) {
      let end = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      set(PercentEncoding.decode(pair[..<end]), PercentEncoding.decode(pair[end...].dropFirst()))
    }
  }

  /// The value of a field; nil if there is none.
  subscript(_ name: String) -> Value? { values[name] }

  /// The text of a field; nil for a missing field, and for one that is not UTF-8 text.
  func text(_ name: String) -> String? {
    guard case .text(let bytes) = values[name] else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Whether a field says yes.
  func isTrue(_ name: String) -> Bool {
    // Clients that append their own parameters to a URL with a query add a second `?`.
    let word = text(name)?.prefix { $0 != "?" }
    return word == "true" || word == "1"
  }

  /// Sets a field under the name that PHP makes of `name`.
  mutating func set(_ name: [UInt8], _ value: [UInt8]) {
    let name = name.drop { $0 == UInt8(ascii: " ") }
    guard let open = name.firstIndex(of: UInt8(ascii: "[")), open > name.startIndex,
      name[open...].contains(UInt8(ascii: "]"))
    else { return set(name: Self.plainName(name), .text(value)) }
    set(name: Self.plainName(name[..<open]), .nested)
  }

  /// Sets a field under exactly this name.
  mutating func set(name: String, _ value: Value) {
    if !name.isEmpty { values[name] = value }
  }

  private static func plainName(_ name: ArraySlice<UInt8>) -> String {
    let replaced = name.map { byte in
      [UInt8(ascii: "."), UInt8(ascii: " "), UInt8(ascii: "[")].contains(byte) ? UInt8(ascii: "_") : byte
    }
    return String(decoding: replaced, as: UTF8.self)
  }

  /// One part of a path without its percent-encoding; a `+` stays.
  static func decodePath(_ text: String) -> String {
    String(decoding: PercentEncoding.decode(text.replacing("+", with: "%2B").utf8), as: UTF8.self)
  }
}
