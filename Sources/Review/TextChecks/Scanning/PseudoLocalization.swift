import Basics

/// A form of texts that reveals hard-coded and truncated texts in an app.
///
/// Placeholders, ICU syntax, tags, entities, addresses and escapes such as `\n` are unchanged.
package enum PseudoLocalization: String, CaseIterable, Sendable {
  /// In capitals.
  case upper
  /// With accents on Latin letters.
  case accents
  /// Longer by 40 % and more, in brackets that mark the ends of the text.
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
    // A space and a letter after a per cent sign would be a conversion.
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

  /// Whether a text is another one in capitals, as `upper` writes it. A person may write a single such text.
  package static func isUpper(_ text: String, of other: String) -> Bool {
    text != other && ExactText(PseudoLocalization.upper.text(of: other)) == ExactText(text)
  }

  /// Whether a text has lower-case letters, and whether it has several capitals, not counting placeholders and markup.
  fileprivate static func letters(of text: String) -> (hasSmall: Bool, hasCapitals: Bool) {
    let scanned = ScannedText(text)
    let kept = kept(in: scanned, ICUMessageReader.textRanges(of: scanned.bytes))
    var (offset, capitals) = (0, 0)
    for scalar in text.unicodeScalars {
      defer { offset += UTF8.width(scalar) }
      if kept[offset] { continue }
      if scalar.properties.changesWhenUppercased { return (true, capitals > 1) }
      if scalar.properties.changesWhenLowercased { capitals += 1 }
    }
    return (false, capitals > 1)
  }

  /// The pseudo form of a text, if this program certainly wrote it. A single text in capitals may be a person's (see
  /// ``CapitalTexts``).
  package static func form(of text: String) -> PseudoLocalization? {
    if text.hasPrefix("["), text.hasSuffix("]") {
      let inner = text.dropFirst().dropLast()
      // The last word of a filler may be cut, and its first one is "one", which limits the possible places.
      let longest = Self.words(inner.utf8.count)
      for space in inner.utf8.indices where inner.utf8[space] == UInt8(ascii: " ") {
        let (before, filler) = (inner[..<space], inner[space...].dropFirst())
        guard !filler.isEmpty, longest.utf8.starts(with: filler.utf8) else { continue }
        let whole = before.hasSuffix("% …") ? before.dropLast(2) : before
        if PseudoLocalization.long.text(of: String(whole)) == text { return .long }
      }
    }
    let controls = ["\u{200F}\u{202E}", "\u{202C}\u{200F}"]
    if controls.allSatisfy({ text.utf8.firstRange(of: $0.utf8) != nil }) {
      let turned = controls.reduce(Array(text.utf8)) { $0.replacing(Array($1.utf8), with: []) }
      if ExactText(PseudoLocalization.rtl.text(of: String(decoding: turned, as: UTF8.self))) == ExactText(text) {
        return .rtl
      }
    }
    let plain = text.unicodeScalars.map { Self.plain[$0] ?? $0 }
    guard zip(plain, text.unicodeScalars).count(where: { $0 != $1 }) >= Self.fewestAccents else { return nil }
    let source = String(String.UnicodeScalarView(plain))
    return ExactText(PseudoLocalization.accents.text(of: source)) == ExactText(text) ? .accents : nil
  }

  /// With fewer letters than this, a text with accents on all letters may be a real word, such as `öö`.
  private static let fewestAccents = 3
  private static let plain = Dictionary(uniqueKeysWithValues: accented.map { ($1, $0) })

  private static let accented = Dictionary(
    uniqueKeysWithValues: zip(
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".unicodeScalars,
      "åƀçđéƒĝĥîĵķļḿñöþǫŕšţûṽŵẋýžÅƁÇĐÉƑĜĤÎĴĶĻḾÑÖÞǪŔŠŢÛṼŴẊÝŽ".unicodeScalars))

  /// Words, so that lines can break between them. Short texts get proportionally more, as in real translations.
  private static func filler(beside length: Int) -> String {
    let count = length <= 10 ? length : length <= 30 ? length * 3 / 5 : length * 2 / 5
    return words(count)
  }

  private static func words(_ count: Int) -> String {
    let words = "one two three four five "
    return String(repeatElement(words, count: count / words.count + 1).joined().prefix(count))
  }

  /// For each byte of a text, whether it is kept unchanged.
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
        // Another letter would turn a per cent sign into a conversion, or an escape into a different one.
        case UInt8(ascii: "%") where !kept[index]:
          rest.prefix { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "@") }.count
        // An address may contain letters that are not ASCII.
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

/// Detects texts that `PseudoLocalization.upper` wrote: then nearly all texts of a language are in capitals.
package struct CapitalTexts: Sendable {
  /// With fewer different texts than this, capitals may be a person's.
  package static let fewest = 5

  private var different: Set<String> = []
  private var (small, capitals, others) = (0, 0, 0)

  package init() {}

  package mutating func add(_ text: String) {
    guard areOpen, !text.isEmpty else { return }
    let letters = PseudoLocalization.letters(of: text)
    if letters.hasSmall {
      small += 1
    } else if letters.hasCapitals {
      capitals += 1
      if different.count < Self.fewest { different.insert(text) }
    } else {
      others += 1
    }
  }

  /// Whether the texts so far may be in capitals.
  package var areOpen: Bool { small <= 10 + capitals / 20 && others <= 100 + capitals }

  /// Whether the texts are in capitals, except those of other scripts and a few that are hard to recognise.
  package var areUpper: Bool {
    areOpen && different.count == Self.fewest && capitals > others && small <= capitals / 20
  }
}
