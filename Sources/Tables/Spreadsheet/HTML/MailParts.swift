import Basics

/// The parts of a mail (MIME, RFC 2045 and 2046) that are encoded as quoted-printable or base64. Other parts can be read
/// in the mail as they are.
struct MailParts {
  private enum Encoding { case quotedPrintable, base64 }

  private(set) var decoded: [[UInt8]] = []
  private var boundaries: [[UInt8]] = []
  private var encoding: Encoding?
  private var body: [UInt8] = []

  /// - Throws: `html.broken-data` for a part with data that is not in its encoding.
  init(of mail: [UInt8]) throws(SpreadsheetError) {
    var isInHeader = true
    for line in mail.split(separator: 0x0A, omittingEmptySubsequences: false) {
      let line = line.last == 0x0D ? line.dropLast() : line
      if isInHeader, line.isEmpty {
        isInHeader = false
      } else if line.starts(with: "--".utf8), boundaries.contains(where: { line.dropFirst(2).starts(with: $0) }) {
        try endPart()
        isInHeader = true
      } else if isInHeader || encoding == nil && Self.isField(line, "content-") {
        // A mail within the mail has a header of its own.
        isInHeader = true
        noteField(line)
      } else if let encoding {
        append(line, encoding)
      }
    }
    try endPart()
  }

  /// Whether a line is a field of a header, whose name begins as given.
  static func isField(_ line: ArraySlice<UInt8>, _ name: String = "") -> Bool {
    let field = line.prefix(while: { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") })
    guard !field.isEmpty, line.dropFirst(field.count).first == UInt8(ascii: ":") else { return false }
    return String(decoding: field, as: UTF8.self).lowercased().hasPrefix(name)
  }

  private mutating func noteField(_ line: ArraySlice<UInt8>) {
    let text = String(decoding: line, as: UTF8.self)
    if let found = text.firstMatch(of: /(?i)\bboundary\s*=\s*(?:"([^"]+)"|([^\s;"]+))/) {
      boundaries.append(Array((found.1 ?? found.2 ?? "").utf8))
    }
    guard Self.isField(line, "content-transfer-encoding") else { return }
    let value = text.lowercased()
    encoding = value.contains("quoted-printable") ? .quotedPrintable : value.contains("base64") ? .base64 : nil
  }

  private mutating func append(_ line: ArraySlice<UInt8>, _ encoding: Encoding) {
    switch encoding {
    case .base64: body += line
    case .quotedPrintable:
      // Spaces at the end of a line were added on the way.
      let text = line.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { line[...$0] } ?? []
      if text.last == UInt8(ascii: "=") { body += text.dropLast() } else { body += text + [0x0A] }
    }
  }

  private mutating func endPart() throws(SpreadsheetError) {
    defer { (encoding, body) = (nil, []) }
    guard let encoding else { return }
    let (bytes, isWhole) = encoding == .base64 ? Self.base64(body) : Self.quotedPrintable(body)
    let text = bytes.filter { $0 != 0 }
    guard text.firstRange(of: PageData.elementID.utf8) != nil || text.firstRange(of: PageData.mark.utf8) != nil else {
      return
    }
    guard isWhole else {
      throw .brokenData("the mail's \(encoding == .base64 ? "base64" : "quoted-printable") is broken")
    }
    decoded.append(bytes)
  }

  private static func quotedPrintable(_ body: [UInt8]) -> (bytes: [UInt8], isWhole: Bool) {
    var bytes: [UInt8] = []
    var isWhole = true
    var index = 0
    while index < body.count {
      var byte = body[index]
      index += 1
      if byte == UInt8(ascii: "=") {
        if let high = body[safe: index].flatMap(HexDigit.value), let low = body[safe: index + 1].flatMap(HexDigit.value)
        {
          byte = high << 4 | low
          index += 2
        } else {
          isWhole = false
        }
      }
      bytes.append(byte)
    }
    return (bytes, isWhole)
  }

  private static func base64(_ body: [UInt8]) -> (bytes: [UInt8], isWhole: Bool) {
    let digits = body.filter { !$0.isASCIISpace }
    let text = digits.prefix { $0 != UInt8(ascii: "=") }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3 + 3)
    var isWhole = text.count % 4 != 1 && digits.dropFirst(text.count).allSatisfy { $0 == UInt8(ascii: "=") }
    var (bits, count) = (UInt32(0), 0)
    for digit in text {
      guard let value = value(of: digit) else {
        isWhole = false
        continue
      }
      bits = bits << 6 | UInt32(value)
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
    return (bytes, isWhole)
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
