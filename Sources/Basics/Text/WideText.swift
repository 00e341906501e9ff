/// Text whose letters take two or four bytes each.
package enum WideText {
  /// The bytes of a text in UTF-8. Bytes that do not start like such a wide text are returned unchanged.
  package static func inUTF8(_ text: [UInt8]) -> [UInt8] {
    guard text.count >= 4 else { return text }
    return switch (text[0], text[1], text[2], text[3]) {
    case (0, 0, 0, _): utf8(of: units(of: text, highestFirst: true), UTF32.self)
    case (_, 0, 0, 0): utf8(of: units(of: text, highestFirst: false), UTF32.self)
    case (0xFE, 0xFF, _, _), (0, _, _, _): utf8(of: units(of: text, highestFirst: true), UTF16.self)
    case (0xFF, 0xFE, _, _), (_, 0, _, _): utf8(of: units(of: text, highestFirst: false), UTF16.self)
    default: text
    }
  }

  private static func utf8<Encoding: Unicode.Encoding>(of units: [Encoding.CodeUnit], _: Encoding.Type) -> [UInt8] {
    Array(String(decoding: units, as: Encoding.self).utf8)
  }

  private static func units<Unit: FixedWidthInteger>(of text: [UInt8], highestFirst: Bool) -> [Unit] {
    let width = Unit.bitWidth / 8
    return stride(from: 0, through: text.count - width, by: width).map { start in
      (0..<width).reduce(0) { unit, place in
        unit << 8 | Unit(text[start + (highestFirst ? place : width - 1 - place)])
      }
    }
  }
}
