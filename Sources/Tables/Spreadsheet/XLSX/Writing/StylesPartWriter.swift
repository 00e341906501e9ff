import Basics

/// The styles of a document, and the part `xl/styles.xml`.
///
/// Every registered style may get variants: one that marks its texts as texts (`quotePrefix`), and others that show a
/// number as a date.
final class StylesPartWriter {
  enum Variant: Int, CaseIterable {
    case quoted
    case date
    case dateAndTime
    case time

    /// The variant for a date in ISO 8601: a day, a time, or both.
    init(ofDate text: UnsafeBufferPointer<UInt8>) {
      let hasTime = text.contains(UInt8(ascii: ":"))
      // Some programs write ISO 8601 with a space between the day and the time.
      let hasBoth = text.contains(UInt8(ascii: "T")) || hasTime && text.contains(UInt8(ascii: " "))
      self = hasBoth ? .dateAndTime : hasTime ? .time : .date
    }

    fileprivate var numberFormat: String? {
      switch self {
      case .quoted: nil
      case .date: "yyyy\\-mm\\-dd"
      case .dateAndTime: "yyyy\\-mm\\-dd\\ hh:mm:ss"
      case .time: "hh:mm:ss"
      }
    }
  }

  private struct Format: Hashable {
    var style: CellStyle
    var isQuoted = false
  }

  // Safe, because nothing called during an access can reach these. They are used for each row, so checks would be slow.
  @exclusivity(unchecked) private var formats = DistinctElements(first: [Format(style: CellStyle())])
  /// The format of each variant of each format; -1 if it was not needed yet.
  @exclusivity(unchecked) private var variants: [Int] = [Int](repeating: -1, count: Variant.allCases.count)
  private var differential = DistinctElements<CellStyle>(first: [])

  func register(_ style: CellStyle) -> Int { index(of: Format(style: style)) }

  var count: Int { formats.elements.count }

  @inline(__always) func index(of variant: Variant, ofStyle style: Int) -> Int {
    let place = style * Variant.allCases.count + variant.rawValue
    let known = variants[place]
    return known >= 0 ? known : addVariant(variant, ofStyle: style, at: place)
  }

  func registerDifferential(_ style: CellStyle) -> Int { differential.index(of: style) }

  private func addVariant(_ variant: Variant, ofStyle style: Int, at place: Int) -> Int {
    var format = formats.elements[style]
    if let numberFormat = variant.numberFormat {
      // A style with its own number format shows dates in that format. A text format does not count, because it would
      // show the bare number.
      let hasOwn = format.style.numberFormat != "General" && !format.style.isTextFormat
      if !hasOwn { format.style.numberFormat = numberFormat }
    } else {
      format.isQuoted = true
    }
    let index = index(of: format)
    variants[place] = index
    return index
  }

  private func index(of format: Format) -> Int {
    let index = formats.index(of: format)
    if index * Variant.allCases.count == variants.count {
      variants += [Int](repeating: -1, count: Variant.allCases.count)
    }
    return index
  }

  var part: String {
    var numberFormats = DistinctElements<String>(first: [])
    var fonts = DistinctElements(first: [Self.font(CellStyle())])
    // Programs assume that the first two fills are these.
    var fills = DistinctElements(first: [
      "<fill><patternFill patternType=\"none\"/></fill>", "<fill><patternFill patternType=\"gray125\"/></fill>",
    ])
    var borders = DistinctElements(first: [Self.border(CellStyle())])
    var cells = ""
    for format in formats.elements {
      let style = format.style
      var element = "<xf numFmtId=\"\(Self.numberFormat(style.numberFormat, &numberFormats))\""
      element += " fontId=\"\(fonts.index(of: Self.font(style)))\""
      element += " fillId=\"\(style.fillColor.map { fills.index(of: Self.fill($0)) } ?? 0)\""
      element += " borderId=\"\(borders.index(of: Self.border(style)))\" xfId=\"0\""
      if format.isQuoted { element += " quotePrefix=\"1\"" }
      if style.numberFormat != "General" { element += " applyNumberFormat=\"1\"" }
      if style.changesFont { element += " applyFont=\"1\"" }
      if style.fillColor != nil { element += " applyFill=\"1\"" }
      if style.bottomBorderColor != nil || style.leadingBorderColor != nil { element += " applyBorder=\"1\"" }
      let alignment = Self.alignment(style)
      if !alignment.isEmpty { element += " applyAlignment=\"1\"" }
      if !style.isLocked { element += " applyProtection=\"1\"" }
      let content = alignment + (style.isLocked ? "" : "<protection locked=\"0\"/>")
      cells += content.isEmpty ? element + "/>" : element + ">" + content + "</xf>"
    }
    var part = "<styleSheet xmlns=\"\(XMLPart.spreadsheet)\">"
    part += Self.numberFormatList(numberFormats.elements)
    part += fonts.list("fonts")
    part += fills.list("fills")
    part += borders.list("borders")
    part += "<cellStyleXfs count=\"1\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\"/></cellStyleXfs>"
    part += "<cellXfs count=\"\(count)\">\(cells)</cellXfs>"
    part += "<cellStyles count=\"1\"><cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/></cellStyles>"
    part +=
      "<dxfs count=\"\(differential.elements.count)\">\(differential.elements.map(Self.differentialFormat).joined())</dxfs>"
    part += "<tableStyles count=\"0\" defaultTableStyle=\"TableStyleMedium9\" defaultPivotStyle=\"PivotStyleLight16\"/>"
    part += "</styleSheet>"
    return XMLPart.text(part)
  }
}

private struct DistinctElements<Element: Hashable> {
  private(set) var elements: [Element] = []
  private var indexes: [Element: Int] = [:]

  init(first: [Element]) { for element in first { _ = index(of: element) } }

  mutating func index(of element: Element) -> Int {
    if let index = indexes[element] { return index }
    elements.append(element)
    indexes[element] = elements.count - 1
    return elements.count - 1
  }

  func list(_ name: String) -> String where Element == String {
    elements.isEmpty ? "" : "<\(name) count=\"\(elements.count)\">\(elements.joined())</\(name)>"
  }
}

extension StylesPartWriter {
  /// Formats that every program shows in the same way, by number (ECMA-376 Part 1, 18.8.30).
  private static let builtInNumberFormats = [0, 1, 2, 3, 4, 9, 10, 11, 49]

  private static func numberFormat(_ code: String, _ known: inout DistinctElements<String>) -> Int {
    if let number = builtInNumberFormats.first(where: { NumberFormat.builtIn[$0] == code }) { return number }
    // Formats are compared by their code, because the number is part of the element.
    return 164 + known.index(of: code)
  }

  private static func numberFormatList(_ codes: [String]) -> String {
    guard !codes.isEmpty else { return "" }
    var list = "<numFmts count=\"\(codes.count)\">"
    for (index, code) in codes.enumerated() {
      list += "<numFmt numFmtId=\"\(164 + index)\" formatCode=\"\(XMLText.escaped(code))\"/>"
    }
    return list + "</numFmts>"
  }

  private static func font(_ style: CellStyle) -> String {
    var font = "<font>"
    if style.bold { font += "<b/>" }
    if style.underlined { font += "<u/>" }
    font += "<sz val=\"11\"/>"
    font += style.fontColor.map { "<color rgb=\"\(color($0))\"/>" } ?? "<color indexed=\"64\"/>"
    return font + "<name val=\"Calibri\"/><family val=\"2\"/></font>"
  }

  private static func fill(_ fill: UInt32) -> String {
    "<fill><patternFill patternType=\"solid\"><fgColor rgb=\"\(color(fill))\"/><bgColor indexed=\"64\"/>"
      + "</patternFill></fill>"
  }

  private static func border(_ style: CellStyle) -> String {
    func side(_ name: String, _ line: String, _ color: UInt32?) -> String {
      color.map { "<\(name) style=\"\(line)\"><color rgb=\"\(Self.color($0))\"/></\(name)>" } ?? "<\(name)/>"
    }
    return "<border>\(side("left", "medium", style.leadingBorderColor))<right/><top/>"
      + "\(side("bottom", "thin", style.bottomBorderColor))<diagonal/></border>"
  }

  private static func alignment(_ style: CellStyle) -> String {
    var attributes = ""
    if style.horizontalAlignment != .general { attributes += " horizontal=\"\(style.horizontalAlignment.rawValue)\"" }
    if style.verticalAlignment != .bottom { attributes += " vertical=\"\(style.verticalAlignment.rawValue)\"" }
    if style.wrapsText { attributes += " wrapText=\"1\"" }
    if style.indent > 0 { attributes += " indent=\"\(min(style.indent, 250))\"" }
    if style.horizontalAlignment == .right { attributes += " readingOrder=\"2\"" }
    return attributes.isEmpty ? "" : "<alignment\(attributes)/>"
  }

  private static func differentialFormat(_ style: CellStyle) -> String {
    var format = "<dxf>"
    if style.changesFont {
      format += "<font>" + (style.bold ? "<b/>" : "") + (style.underlined ? "<u/>" : "")
      format += (style.fontColor.map { "<color rgb=\"\(color($0))\"/>" } ?? "") + "</font>"
    }
    if let fill = style.fillColor {
      // In a conditional format, the colour of a solid fill is the background colour.
      format += "<fill><patternFill patternType=\"solid\"><fgColor rgb=\"\(color(fill))\"/>"
      format += "<bgColor rgb=\"\(color(fill))\"/></patternFill></fill>"
    }
    if let line = style.bottomBorderColor {
      format += "<border><bottom style=\"thin\"><color rgb=\"\(color(line))\"/></bottom></border>"
    }
    return format + "</dxf>"
  }

  static func color(_ color: UInt32) -> String { color.padded(to: 8, radix: 16, uppercase: true) }
}

extension CellStyle { fileprivate var changesFont: Bool { bold || underlined || fontColor != nil } }
