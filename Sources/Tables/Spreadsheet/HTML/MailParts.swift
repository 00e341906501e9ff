import Basics

/// The parts of a mail (MIME, RFC 2045 and 2046) that are encoded as quoted-printable or base64 and may have the data of a
/// page. Other parts can be read in the mail as they are.
struct MailParts {
  private enum Encoding { case quotedPrintable, base64 }

  /// The parts, in UTF-8.
  private(set) var decoded: [[UInt8]] = []
  private var boundaries: Set<ArraySlice<UInt8>> = []
  private var encoding: Encoding?
  /// The current part as far as it is decoded, and whether all of it was in its encoding.
  private var part: [UInt8] = []
  private var isWhole = true
  /// The last digits of base64, which do not fill a byte yet, and their number of bits.
  private var digits: (bits: UInt32, count: UInt32) = (0, 0)

  /// - Throws: `html.broken-data` for a part with data that is not in its encoding.
  init(of mail: [UInt8]) throws(SpreadsheetError) {
    var isInHeader = true
    var field: [UInt8] = []
    var rest = mail[...]
    while !rest.isEmpty {
      var line = rest.prefix(upTo: rest.firstIndex(of: 0x0A) ?? rest.endIndex)
      rest = rest[line.endIndex...].dropFirst()
      if line.last == 0x0D { line.removeLast() }
      if isInHeader, line.first == 0x20 || line.first == 0x09 {
        // A long field goes on in the next line.
        field += line.prefix(Self.fieldSize - field.count)
        continue
      }
      if !field.isEmpty { noteField(field[...]) }
      field.removeAll(keepingCapacity: true)
      if isInHeader, line.isEmpty {
        isInHeader = false
      } else if isBoundary(line) {
        try endPart()
        isInHeader = true
      } else if isInHeader || encoding == nil && Self.isField(line, "content-") {
        // A mail within the mail has a header of its own.
        isInHeader = true
        field += line.prefix(Self.fieldSize)
      } else {
        switch encoding {
        case .quotedPrintable: decodeQuotedPrintable(line)
        case .base64: decodeBase64(line)
        case nil: break
        }
      }
    }
    try endPart()
  }

  /// The most bytes of a field that are read. RFC 5322 allows 998 in a line.
  private static let fieldSize = 4096

  /// Whether a line is a field of a header, whose name begins as given.
  static func isField(_ line: ArraySlice<UInt8>, _ name: String = "") -> Bool {
    let field = line.prefix(100).prefix { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
    guard !field.isEmpty, line.dropFirst(field.count).first == UInt8(ascii: ":") else { return false }
    return name.isEmpty || Array(field.prefix(name.utf8.count)).firstPlace(of: name) == 0
  }

  private func isBoundary(_ line: ArraySlice<UInt8>) -> Bool {
    // RFC 2046 allows 70 bytes, and spaces after them.
    guard line.count < 200, line.starts(with: "--".utf8) else { return false }
    let name = line.dropFirst(2).trimming(\.isASCIISpace)
    return boundaries.contains(name) || name.suffix(2).elementsEqual("--".utf8) && boundaries.contains(name.dropLast(2))
  }

  private mutating func noteField(_ field: ArraySlice<UInt8>) {
    if Self.isField(field, "content-type"), boundaries.count < 1_000, let name = Array(field).firstPlace(of: "boundary")
    {
      let value = field.dropFirst(name + "boundary".utf8.count).drop(while: \.isASCIISpace)
      guard value.first == UInt8(ascii: "=") else { return }
      let text = value.dropFirst().drop(while: \.isASCIISpace)
      let quote = UInt8(ascii: "\"")
      boundaries.insert(
        text.first == quote
          ? text.dropFirst().prefix { $0 != quote } : text.prefix { !$0.isASCIISpace && $0 != UInt8(ascii: ";") })
    } else if Self.isField(field, "content-transfer-encoding") {
      let value = Array(field)
      encoding =
        value.firstPlace(of: "quoted-printable") != nil
        ? .quotedPrintable : value.firstPlace(of: "base64") != nil ? .base64 : nil
    }
  }

  private mutating func endPart() throws(SpreadsheetError) {
    defer { (encoding, part, isWhole, digits) = (nil, [], true, (0, 0)) }
    guard let encoding else { return }
    let text = try PageData.utf8(part)
    guard [PageData.elementID, PageData.mark].contains(where: { text.firstPlace(of: $0) != nil }) else { return }
    guard isWhole else {
      throw .brokenData("the mail's \(encoding == .base64 ? "base64" : "quoted-printable") is broken")
    }
    decoded.append(text)
  }

  private mutating func decodeQuotedPrintable(_ line: ArraySlice<UInt8>) {
    // Spaces at the end of a line were added on the way.
    let line = line.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { line[...$0] } ?? []
    var index = line.startIndex
    while index < line.endIndex {
      let byte = line[index]
      index += 1
      if byte != UInt8(ascii: "=") {
        part.append(byte)
      } else if index + 1 < line.endIndex, let high = HexDigit.value(line[index]),
        let low = HexDigit.value(line[index + 1])
      {
        part.append(high << 4 | low)
        index += 2
      } else if index == line.endIndex {
        // The line goes on in the next one.
        return
      } else {
        isWhole = false
      }
    }
    part.append(0x0A)
  }

  private mutating func decodeBase64(_ line: ArraySlice<UInt8>) {
    for digit in line where !digit.isASCIISpace && digit != UInt8(ascii: "=") {
      guard let value = Self.value(of: digit) else {
        isWhole = false
        continue
      }
      digits = (digits.bits << 6 | UInt32(value), digits.count + 6)
      guard digits.count >= 8 else { continue }
      digits.count -= 8
      part.append(UInt8(truncatingIfNeeded: digits.bits >> digits.count))
    }
  }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): digit - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
