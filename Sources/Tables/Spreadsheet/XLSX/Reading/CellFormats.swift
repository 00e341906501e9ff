/// Distinguishes dates from other numbers by their number format (ECMA-376 Part 1, 18.8.30 and 18.8.31).
enum NumberFormat {
  enum Meaning: UInt8 {
    case number
    /// A day, a time of day, or both.
    case date
    /// A span of time in hours, minutes or seconds, which may exceed a day.
    case elapsed
  }

  /// The codes of the built-in formats, which workbooks do not contain.
  static let builtIn = [
    0: "General", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?",
    13: "# ??/??", 14: "mm-dd-yy", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM",
    20: "h:mm", 21: "h:mm:ss", 22: "m/d/yy h:mm", 37: "#,##0 ;(#,##0)", 38: "#,##0 ;[Red](#,##0)",
    39: "#,##0.00;(#,##0.00)", 40: "#,##0.00;[Red](#,##0.00)", 45: "mm:ss", 46: "[h]:mm:ss", 47: "mmss.0",
    48: "##0.0E+0", 49: "@",
  ]

  /// The kind of value that a number format shows. A code in the workbook takes precedence over the ID.
  static func meaning(id: Int, code: String?) -> Meaning {
    if let code { return meaning(of: code) }
    return switch id {
    case 46: .elapsed
    // 27–36 and 50–58 are dates in Chinese, Japanese and Korean programs, 71–81 in Thai ones; elsewhere they are not
    // used.
    case 14...22, 27...36, 45, 47, 50...58, 71...81: .date
    default: .number
    }
  }

  /// The kind of value that a format code shows: a date if it has a letter for a part of a date, outside of texts,
  /// escapes and conditions.
  static func meaning(of code: String) -> Meaning {
    var meaning = Meaning.number
    var bytes = Array(code.utf8)[...]
    while let byte = bytes.popFirst() {
      switch byte | 0x20 {
      // The sections after the first are for negative numbers, zero and text.
      case _ where byte == UInt8(ascii: ";"): return meaning
      case _ where byte == UInt8(ascii: "\""): bytes = bytes.drop { $0 != UInt8(ascii: "\"") }.dropFirst()
      // The next character is literal, sets a width, or is repeated.
      case _ where byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "*"):
        bytes = bytes.dropFirst()
      case _ where byte == UInt8(ascii: "["):
        let inside = bytes.prefix { $0 != UInt8(ascii: "]") }
        bytes = bytes.dropFirst(inside.count + 1)
        if isElapsed(inside) { return .elapsed }
      case UInt8(ascii: "g") where bytes.starts(with: "eneral".utf8): bytes = bytes.dropFirst(6)
      // A/P or a/p, the short form of AM/PM.
      case UInt8(ascii: "a") where bytes.prefix(2).map { $0 | 0x20 } == Array("/p".utf8): meaning = .date
      case UInt8(ascii: "d"), UInt8(ascii: "m"), UInt8(ascii: "y"), UInt8(ascii: "h"), UInt8(ascii: "s"):
        meaning = .date
      default: break
      }
    }
    return meaning
  }

  /// Whether a bracket contains a unit of time such as `h` or `mm`: one letter, once or several times.
  private static func isElapsed(_ inside: ArraySlice<UInt8>) -> Bool {
    guard let first = inside.first.map({ $0 | 0x20 }), "hms".utf8.contains(first) else { return false }
    return inside.allSatisfy { $0 | 0x20 == first }
  }
}

/// The number format of each cell style, from the styles part (ECMA-376 Part 1, 18.8).
///
/// Of the fonts, only strikethrough is read; fills and borders are skipped.
final class CellFormats: XMLElementReader {
  /// Excel's limit is 65,490.
  private static let limit = 1 << 16
  /// Far more bytes than valid formats take, with at most 255 characters each.
  private static let codeBytesLimit = 4 << 20

  private enum Section { case other, numberFormats, fonts, cellFormats }

  private(set) var meanings = UnsafeBufferPointer<NumberFormat.Meaning>(start: nil, count: 0)
  private var formatIDs: [Int] = []
  private var codes: [Int: String] = [:]
  private var fontIDs: [Int] = []
  private var struckFonts: Set<Int> = []
  private var fontCount = 0
  private var codeBytes = 0
  private var section = Section.other

  init(_ part: String?, in parts: PackageParts) throws(SpreadsheetError) {
    guard let part else { return }
    _ = try parts.read(part, with: self)
    let meanings = UnsafeMutableBufferPointer<NumberFormat.Meaning>.allocate(capacity: formatIDs.count)
    var known: [Int: NumberFormat.Meaning] = [:]
    for (style, id) in formatIDs.enumerated() {
      let meaning = known[id] ?? NumberFormat.meaning(id: id, code: codes[id])
      known[id] = meaning
      meanings.initializeElement(at: style, to: meaning)
    }
    self.meanings = UnsafeBufferPointer(meanings)
  }

  deinit { meanings.deallocate() }

  func isStruckOut(style: Int) -> Bool {
    !struckFonts.isEmpty && fontIDs.indices.contains(style) && struckFonts.contains(fontIDs[style])
  }

  func numberFormat(ofStyle style: Int) -> String {
    guard formatIDs.indices.contains(style) else { return "General" }
    let id = formatIDs[style]
    return codes[id] ?? NumberFormat.builtIn[id] ?? "General"
  }

  func start(_ element: XMLElement, _ attributes: XMLAttributes) throws(SpreadsheetError) {
    if element.depth == 2 {
      func isNamed(_ name: StaticString) -> Bool { element.is(name, in: .spreadsheet) }
      section =
        isNamed("numFmts") ? .numberFormats : isNamed("fonts") ? .fonts : isNamed("cellXfs") ? .cellFormats : .other
    }
    if section == .fonts, element.depth == 4, attributes.strikeOut(element.name) {
      if struckFonts.count == Self.limit { throw Self.tooMany }
      struckFonts.insert(fontCount - 1)
    }
    guard element.depth == 3 else { return }
    if section == .fonts {
      fontCount += 1
    } else if section == .numberFormats, element.is("numFmt", in: .spreadsheet), let id = attributes.number("numFmtId"),
      let code = attributes.text("formatCode")
    {
      codeBytes += code.utf8.count
      if codes.count == Self.limit || codeBytes > Self.codeBytesLimit { throw Self.tooMany }
      codes[id] = code
    } else if section == .cellFormats, element.is("xf", in: .spreadsheet) {
      if formatIDs.count == Self.limit { throw Self.tooMany }
      fontIDs.append(attributes.number("fontId") ?? 0)
      formatIDs.append(attributes.number("numFmtId") ?? 0)
    }
  }

  private static let tooMany = SpreadsheetError(
    .limitStyles, "the workbook has more than \(CellFormats.limit) styles.", hint: "Copy the cells into a new workbook."
  )
}

extension XMLAttributes {
  /// Whether an element with this name and these attributes strikes out text.
  func strikeOut(_ name: UnsafePointer<UInt8>) -> Bool {
    guard name.equals("strike") || name.equals("dstrike") else { return false }
    return text("val").map { !["0", "false", "off"].contains($0) } ?? true
  }
}
