import Basics

/// A form in which texts show what is hard-coded in an app, and what is cut off.
///
/// Placeholders, ICU syntax, tags, entities, addresses and escapes such as `\n` stay as they are.
package enum PseudoLocalization: String, CaseIterable, Sendable {
  /// In capitals.
  case upper
  /// With accents on Latin letters.
  case accents
  /// Longer by 40 % and more, in brackets that show where a text ends.
  case long
  /// From right to left, in any script.
  case rtl

  /// Returns a text in this form.
  package func text(of text: String) -> String {
    let scanned = ScannedText(text)
    let message = ICUMessageReader.textRanges(of: scanned.bytes)
    let kept = Self.kept(in: scanned, message)
    let count = message?.map(\.count).max() ?? kept.count { !$0 }
    guard count > 0 else { return text }
    // A space after a per cent sign, and a letter after that, would be a conversion.
    let end = text.hasSuffix("%") ? " …" : ""
    if self == .long { return "[\(text)\(end) \(Self.filler(beside: count))]" }
    var (result, offset, isOpen) = ("", 0, false)
    /// Begins or ends a run that is forced from right to left. Line breaks end it anyway.
    func turn(_ opens: Bool) {
      guard self == .rtl, opens != isOpen else { return }
      result += opens ? "\u{200F}\u{202E}" : "\u{202C}\u{200F}"
      isOpen = opens
    }
    for scalar in text.unicodeScalars {
      let isKept = kept[offset]
      offset += UTF8.width(scalar)
      turn(!isKept && scalar != "\n" && scalar != "\r")
      switch self {
      case .upper where !isKept: result += scalar.properties.uppercaseMapping
      case .accents where !isKept: result.unicodeScalars.append(Self.accented[scalar] ?? scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    turn(false)
    return result
  }

  private static let accented = Dictionary(
    uniqueKeysWithValues: zip(
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".unicodeScalars,
      "åƀçđéƒĝĥîĵķļḿñöþǫŕšţûṽŵẋýžÅƁÇĐÉƑĜĤÎĴĶĻḾÑÖÞǪŔŠŢÛṼŴẊÝŽ".unicodeScalars))

  /// Words, between which a line can be broken. Beside a short text they are longer in proportion, as in translations.
  private static func filler(beside length: Int) -> String {
    let count = length <= 10 ? length : length <= 30 ? length * 3 / 5 : length * 2 / 5
    let words = "one two three four five "
    return String(repeatElement(words, count: count / words.count + 1).joined().prefix(count))
  }

  /// For each byte of a text, whether it stays as it is.
  private static func kept(in text: ScannedText, _ message: [Range<Int>]?) -> [Bool] {
    let bytes = text.bytes
    var kept = [Bool](repeating: message != nil, count: bytes.count)
    for range in message ?? [] { for index in range { kept[index] = false } }
    let targets =
      LinkScanner.markdownTargets(in: text).map { "](\($0))" }
      + NamedPlaceholder.allCases.filter { !$0.mayBeWords }.flatMap { $0.all(in: text) }
    let tokens = TextWithoutTokens.tokens(of: text, besides: targets, readsBraces: message == nil)
    for range in tokens + HTMLTag.ranges(in: text, orNamed: { _ in true }).map(\.range) {
      for index in range { kept[index] = true }
    }
    for (index, byte) in bytes.enumerated() {
      let rest = bytes[(index + 1)...]
      let count: Int? =
        switch byte {
        // Another letter would make a conversion of a per cent sign, or another escape.
        case UInt8(ascii: "%") where !kept[index]:
          rest.prefix { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "@") }.count
        // An address may have letters that are not ASCII.
        case UInt8(ascii: "h") where rest.starts(with: "ttp".utf8) && rest.prefix(7).contains(UInt8(ascii: ":")):
          rest.prefix { $0 > 0x20 && !"<>\"{}".utf8.contains($0) }.count
        case UInt8(ascii: "$") where rest.first == UInt8(ascii: "{"): 0
        // The name of another text, in i18next.
        case UInt8(ascii: "$") where rest.starts(with: "t(".utf8): rest.prefix { $0 != UInt8(ascii: ")") }.count
        case UInt8(ascii: "\\") where !kept[index]: rest.prefix(rest.first == UInt8(ascii: "u") ? 5 : 1).count
        default: nil
        }
      if let count { for next in index...(index + count) { kept[next] = true } }
    }
    return kept
  }
}
