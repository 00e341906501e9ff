/// The number format of each cell style, from the styles part (ECMA-376 Part 1, 18.8).
///
/// Of the fonts, only strikethrough is read; fills and borders are skipped.
final class CellFormats {
  /// Excel's limit is 65,490.
  fileprivate static let limit = 1 << 16
  /// Far more bytes than valid formats take, with at most 255 characters each.
  fileprivate static let codeBytesLimit = 4 << 20

  private let formatIDs: [Int]
  private let codes: [Int: String]
  /// The styles with a struck-out font.
  private let struckStyles: Set<Int>
  /// The kind of value that the number format of each style shows.
  let meanings: UnsafeBufferPointer<NumberFormat.Meaning>

  /// Reads the part; nil for a workbook without styles.
  ///
  /// - Throws: `limit.styles` and the codes of ``PackageParts``.
  init(_ part: String?, in parts: PackageParts) throws(SpreadsheetError) {
    let reader = StylesReader()
    if let part { _ = try parts.read(part, with: reader) }
    let meanings = UnsafeMutableBufferPointer<NumberFormat.Meaning>.allocate(capacity: reader.formatIDs.count)
    var known: [Int: NumberFormat.Meaning] = [:]
    for (style, id) in reader.formatIDs.enumerated() {
      let meaning = known[id] ?? NumberFormat.meaning(id: id, code: reader.codes[id])
      known[id] = meaning
      meanings.initializeElement(at: style, to: meaning)
    }
    formatIDs = reader.formatIDs
    codes = reader.codes
    struckStyles =
      reader.struckFonts.isEmpty
      ? [] : Set(reader.fontIDs.indices.filter { reader.struckFonts.contains(reader.fontIDs[$0]) })
    self.meanings = UnsafeBufferPointer(meanings)
  }

  deinit {
    meanings.deallocate()
  }

  /// Whether the font of a style is struck out.
  func isStruckOut(style: Int) -> Bool {
    !struckStyles.isEmpty && struckStyles.contains(style)
  }

  /// The code of a style's number format; `General` for an unknown style.
  func numberFormat(ofStyle style: Int) -> String {
    guard formatIDs.indices.contains(style) else { return "General" }
    let id = formatIDs[style]
    return codes[id] ?? NumberFormat.builtIn(id) ?? "General"
  }
}

/// Collects the number formats, and the format of each style.
private final class StylesReader: XMLElementReader {
  private(set) var formatIDs: [Int] = []
  private(set) var codes: [Int: String] = [:]
  /// The font of each style.
  private(set) var fontIDs: [Int] = []
  /// The fonts with strikethrough.
  private(set) var struckFonts: Set<Int> = []
  private var fontCount = 0
  private var codeBytes = 0
  private var section = Section.other

  private enum Section {
    case other
    case numberFormats
    case fonts
    case cellFormats
  }

  func start(_ element: XMLElement, _ attributes: XMLAttributes) throws(SpreadsheetError) {
    if element.depth == 2 {
      if element.is("numFmts", in: .spreadsheet) {
        section = .numberFormats
      } else if element.is("fonts", in: .spreadsheet) {
        section = .fonts
      } else {
        section = element.is("cellXfs", in: .spreadsheet) ? .cellFormats : .other
      }
    }
    if section == .fonts { return try take(font: element, attributes) }
    guard element.depth == 3 else { return }
    if section == .numberFormats, element.is("numFmt", in: .spreadsheet), let id = attributes.number("numFmtId"),
      let code = attributes.text("formatCode")
    {
      codeBytes += code.utf8.count
      if codes.count == CellFormats.limit || codeBytes > CellFormats.codeBytesLimit { throw Self.tooMany }
      codes[id] = code
    } else if section == .cellFormats, element.is("xf", in: .spreadsheet) {
      if formatIDs.count == CellFormats.limit { throw Self.tooMany }
      fontIDs.append(attributes.number("fontId") ?? 0)
      formatIDs.append(attributes.number("numFmtId") ?? 0)
    }
  }

  private func take(font element: XMLElement, _ attributes: XMLAttributes) throws(SpreadsheetError) {
    if element.depth == 3 {
      fontCount += 1
    } else if element.depth == 4, StrikeElement.strikesOut(element.name, attributes) {
      if struckFonts.count == CellFormats.limit { throw Self.tooMany }
      struckFonts.insert(fontCount - 1)
    }
  }

  private static let tooMany = SpreadsheetError(
    .limitStyles, "the workbook has more than \(CellFormats.limit) styles.",
    hint: "Copy the cells into a new workbook.")
}
