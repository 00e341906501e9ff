import Testing

@testable import Basics

struct UTF8ValidationTests {
  /// Characters of each length, and bytes that no valid text has at their place.
  private static let fragments: [[UInt8]] =
    ["a", "<row r=\"1\">", "é", "ß", "€", "한", "\u{FFFD}", "🙂", "\u{10FFFF}", "\u{10000}"].map { Array($0.utf8) } + [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
      [0xF4, 0x90, 0x80, 0x80], [0xF5], [0xFF], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x99],
    ]

  @Test func `a fault is found at each place of a block`() {
    for place in 0..<70 {
      for fragment in Self.fragments {
        expectSame(Array(repeating: 0x61, count: place) + fragment + Array(repeating: 0x62, count: 70))
        expectSame(Array("é".utf8) + Array(repeating: 0x61, count: place) + fragment)
      }
    }
  }

  private func expectSame(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
    let outcome = bytes.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { UTF8Validation.check($0, count: buffer.count) }
    }
    guard let outcome else { return }
    var valid = bytes.count
    while String(validating: bytes[..<valid], as: UTF8.self) == nil { valid -= 1 }
    #expect(outcome.validCount == valid, "\(bytes)", sourceLocation: sourceLocation)
    let rest = Array(bytes[valid...])
    #expect(outcome.isCutOff == (!rest.isEmpty && canContinue(rest)), "\(bytes)", sourceLocation: sourceLocation)
  }

  /// Whether a text can go on after some bytes so that they are one character.
  private func canContinue(_ start: [UInt8]) -> Bool {
    if start.count > 3 { return false }
    let inside: [UInt8] = [0x80, 0x90, 0xA0, 0xBF]
    var candidates = [start]
    for _ in 0..<3 {
      candidates = candidates.flatMap { candidate in inside.map { candidate + [$0] } }
      if candidates.contains(where: { String(validating: $0, as: UTF8.self)?.unicodeScalars.count == 1 }) {
        return true
      }
    }
    return false
  }
}
