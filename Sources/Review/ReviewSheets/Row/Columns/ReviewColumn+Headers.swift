import Basics

extension ReviewColumn {
  /// Creates the column with a header; case, surrounding spaces, punctuation and invisible characters do not
  /// count.
  package init?(header: String) {
    let folded = Self.foldedHeader(header)
    guard let column = Self.byFoldedHeader[folded] ?? Self.counting(folded) else { return nil }
    self = column
  }

  /// The column whose header counts its rows: `Progress: 3 changed, …`; nil for any other header. A column with the name
  /// alone is the reviewer's own.
  private static func counting(_ folded: String) -> ReviewColumn? {
    folded.hasPrefix(countingName) && folded.dropFirst(countingName.count).first?.isNumber == true ? .progress : nil
  }

  private static let countingName = foldedHeader(Self.progress.header) + " "

  /// A text without the white space around it.
  package static func trimmed(_ text: String) -> String {
    // A fast path for most texts: such a scalar at either end means that there is no white space to remove.
    let visible: ClosedRange<UInt8> = 0x21...0x7E
    if let first = text.utf8.first, let last = text.utf8.last, visible.contains(first), visible.contains(last) {
      return text
    }
    let space: (Character) -> Bool = { $0.isWhitespace || $0 == "\u{FEFF}" }
    guard let first = text.firstIndex(where: { !space($0) }), let last = text.lastIndex(where: { !space($0) }) else {
      return ""
    }
    return String(text[first...last])
  }

  /// The most bytes of a header or word, with the white space around it; the longest known name has 40. Any cell may be
  /// compared with the known names, and folding a long text costs a thousand times its length.
  private static let longestName = 1_024

  private static let byFoldedHeader: [String: ReviewColumn] = Dictionary(
    uniqueKeysWithValues: allCases.filter { $0 != .progress }.map { (foldedHeader($0.header), $0) })

  /// A header in the form used for comparing headers: ``folded(_:)``, and without punctuation.
  private static func foldedHeader(_ header: String) -> String {
    guard header.utf8.count <= longestName else { return "" }
    if let plain = asciiFolded(header, dropsPunctuation: true) { return plain }
    return folded(String(String.UnicodeScalarView(header.unicodeScalars.map { isPunctuation($0) ? " " : $0 })))
  }

  private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation:
      true
    default: false
    }
  }

  /// The same for an ASCII text, byte by byte; nil for any other text. A fast path, because whole tables are compared.
  private static func asciiFolded(_ name: String, dropsPunctuation: Bool) -> String? {
    var name = name
    return name.withUTF8 { utf8 -> String? in
      guard utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
      return String(unsafeUninitializedCapacity: utf8.count) { out in
        var count = 0
        var isGap = false
        for byte in utf8 {
          let isSpace = byte == 0x20 || (byte >= 0x09 && byte <= 0x0D)
          if isSpace || (dropsPunctuation && isASCIIPunctuation(byte)) {
            isGap = count > 0
            continue
          }
          if isGap {
            out[count] = 0x20
            count += 1
            isGap = false
          }
          out[count] = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
          count += 1
        }
        return count
      }
    }
  }

  /// Whether a byte is punctuation in Unicode; symbols for sums, currencies and comparisons are not.
  private static func isASCIIPunctuation(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21...0x23, 0x25...0x2A, 0x2C...0x2F, 0x3A, 0x3B, 0x3F, 0x40, 0x5B...0x5D, 0x5F, 0x7B, 0x7D: true
    default: false
    }
  }

  /// A header or action in the form used for comparisons: lower case, single spaces, no surrounding spaces, no
  /// invisible characters. Empty for a text that is too long for either.
  package static func folded(_ name: String) -> String {
    guard name.utf8.count <= longestName else { return "" }
    if let plain = asciiFolded(name, dropsPunctuation: false) { return plain }
    let visible = name.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint && $0 != "\u{FEFF}" }
    return String(String.UnicodeScalarView(visible)).lowercased().split(whereSeparator: \.isWhitespace).joined(
      separator: " ")
  }

  /// What `Deletable` says, yes or no, also in the words that programs translate them to; nil for any other text.
  package static func flag(_ text: String) -> Bool? {
    switch folded(text) {
    case "yes", "true", "1", "ja", "oui", "sí", "sì", "si", "sim", "tak", "да", "evet", "はい", "是", "wahr", "vrai",
      "verdadero", "verdadeiro", "vero", "waar", "sand", "sant", "istina", "prawda", "истина":
      true
    case "no", "false", "0", "nein", "non", "não", "nej", "nei", "nee", "nie", "нет", "hayır", "いいえ", "否", "falsch",
      "faux", "falso", "onwaar", "falsk", "usann", "fałsz", "ложь":
      false
    default: nil
    }
  }

  /// Whether a cell contains only a dash or `n/a`.
  package static func isDash(_ text: String) -> Bool { ["-", "–", "—", "n/a"].contains(folded(text)) }

  private static let foldedNames = allCases.map { foldedHeader($0.header).unicodeScalars.map(\.value) }

  /// Whether a header is not this column's but may be a misspelling of it: one or two letters are missing, added or
  /// swapped, or words were added, as in `Proposal (new)`.
  package func resembles(_ header: String) -> Bool {
    let name = Self.foldedHeader(header).unicodeScalars.map(\.value)
    guard !name.isEmpty, ReviewColumn(header: header) == nil else { return false }
    let known = Self.foldedNames[ordinal]
    if name.starts(with: known + [0x20]) || name.reversed().starts(with: ([0x20] + known).reversed()) { return true }
    var cells: [Int] = []
    return EditDistance.between(name, known, most: known.count < 5 ? 1 : 2, &cells) != nil
  }
}
