import Basics

/// Warns of numbers that a proposal lacks or adds, in the digits of any script. Numbers up to ten may be words.
struct NumberCheck: Check {
  let id = "number.digits"
  let severity = Diagnostic.Severity.warning

  /// The largest number that a text may spell out.
  private static let largestWord = 10

  func findings(in text: CheckedText) -> [CheckFinding] {
    guard let source = text.translatedSource,
      source.has([.digit, .nonASCII]) || text.scannedProposal.has([.digit, .nonASCII])
    else { return [] }
    let difference = TokenDifference(
      source: Self.numbers(in: source).withoutRepeats, proposal: Self.numbers(in: text.scannedProposal).withoutRepeats)
    return difference.missing.map {
      CheckFinding("The source text has this number, and the proposal does not. Check that it is meant.", token: $0)
    }
      + difference.extra.map {
        CheckFinding("The source text does not have this number. Check that it is meant.", token: $0)
      }
  }

  /// The numbers of a text in ASCII digits, without the separators of thousands and decimals, in order.
  private static func numbers(in text: ScannedText) -> [String] {
    guard text.has([.digit, .complex]) else { return [] }
    var numbers: [String] = []
    var digits = ""
    let scalars = Array(TextWithoutTokens(text).string.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      if let digit = digit(scalar) {
        digits.append(digit)
      } else if digits.isEmpty || !isSeparator(scalar, before: scalars[(index + 1)...]) {
        if !digits.isEmpty { numbers.append(digits) }
        digits = ""
      }
    }
    if !digits.isEmpty { numbers.append(digits) }
    return numbers.filter { number in
      guard let value = Int(number) else { return true }
      return value > largestWord
    }
  }

  private static func digit(_ scalar: Unicode.Scalar) -> Character? {
    if scalar.isASCII { return scalar.utf8First.isASCIIDigit ? Character(scalar) : nil }
    guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue else { return nil }
    return String(Int(value)).first
  }

  /// Whether a character is part of a number because of the digits after it. A space is, before three digits.
  private static func isSeparator(_ scalar: Unicode.Scalar, before rest: ArraySlice<Unicode.Scalar>) -> Bool {
    switch scalar {
    case ".", ",", "'", "’", "\u{66B}", "\u{66C}": rest.first.map { digit($0) != nil } ?? false
    case " ", "\u{A0}", "\u{202F}", "\u{2009}": rest.prefix(4).prefix { digit($0) != nil }.count == 3
    default: false
    }
  }
}

extension Unicode.Scalar {
  /// The byte of an ASCII character.
  fileprivate var utf8First: UInt8 { UInt8(truncatingIfNeeded: value) }
}
