enum CSVEncoding {
  struct Start {
    /// Nil for UTF-8.
    var decoder: (any TextDecoder)?
    var byteOrderMark = 0
    /// The length of a code unit in bytes, if the encoding is only guessed.
    var guessedWidth: Int?
  }

  /// - Throws: `csv.binary` for a file that is not text; `csv.encoding` for an unknown encoding, and for UTF-16 or
  ///   UTF-32 without a byte order mark, which a lenient reading accepts.
  static func recognised(_ bytes: UnsafeBufferPointer<UInt8>, isWhole: Bool, _ options: CSVReadingOptions)
    throws(SpreadsheetError) -> Start
  {
    if let name = options.encoding { return try told(name, bytes) }
    if starts(bytes, [0xEF, 0xBB, 0xBF]) { return Start(byteOrderMark: 3) }
    if starts(bytes, [0xFF, 0xFE, 0, 0]) || starts(bytes, [0, 0, 0xFE, 0xFF]) {
      let name = bytes[0] == 0 ? "UTF-32BE" : "UTF-32LE"
      if let decoder = IconvCoding(name: name) { return Start(decoder: decoder, byteOrderMark: 4) }
    }
    if starts(bytes, [0xFF, 0xFE]) { return Start(decoder: UTF16Decoder(isBigEndian: false), byteOrderMark: 2) }
    if starts(bytes, [0xFE, 0xFF]) { return Start(decoder: UTF16Decoder(isBigEndian: true), byteOrderMark: 2) }
    if let format = binaryFormat(bytes) {
      throw SpreadsheetError(.csvBinary, "this is \(format), not \(options.kind).", hint: "Export the table as CSV.")
    }
    if options.isLenient, let form = UnmarkedUnicode.ofText(bytes, isWhole: isWhole), let decoder = decoder(of: form) {
      return Start(decoder: decoder, guessedWidth: form.width)
    }
    if let form = UnmarkedUnicode.ofMostlyASCII(bytes) {
      throw SpreadsheetError(
        .csvEncoding, "this looks like \(form.name), but it has no byte order mark.",
        hint: "Save it as CSV UTF-8, or name its encoding\(options.encodingFlag).")
    }
    if !options.isLenient, isWebPage(bytes) {
      throw SpreadsheetError(
        .csvBinary, "this is a web page, not \(options.kind).",
        hint: "Download the file itself; a sign-in page is often saved in its place.")
    }
    return Start()
  }

  private static func told(_ name: String, _ bytes: UnsafeBufferPointer<UInt8>) throws(SpreadsheetError) -> Start {
    switch name.uppercased() {
    case "UTF-8", "UTF8": return Start(byteOrderMark: starts(bytes, [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    case "UTF-16", "UTF16", "UTF-16LE", "UTF16LE", "UTF-16BE", "UTF16BE":
      let marksLittle = starts(bytes, [0xFF, 0xFE])
      let marksBig = starts(bytes, [0xFE, 0xFF])
      let isBig = name.uppercased().hasSuffix("BE") || (marksBig && !name.uppercased().hasSuffix("LE"))
      return Start(decoder: UTF16Decoder(isBigEndian: isBig), byteOrderMark: (isBig ? marksBig : marksLittle) ? 2 : 0)
    default:
      guard let decoder = IconvCoding(name: name) else { throw unknown(name) }
      return Start(decoder: decoder)
    }
  }

  /// The encoder of an encoding; nil for UTF-8, which is the encoding of all texts here. Throws `csv.encoding` for an
  /// unknown encoding.
  static func encoder(named name: String) throws(SpreadsheetError) -> IconvCoding? {
    let known: String
    switch name.uppercased() {
    case "UTF-8", "UTF8": return nil
    // For a name without a byte order, iconv would write a byte order mark of its own, beside the one that the options ask for.
    case "UTF-16", "UTF16": known = "UTF-16LE"
    // Not every iconv knows the names without a hyphen.
    case "UTF16LE": known = "UTF-16LE"
    case "UTF16BE": known = "UTF-16BE"
    default: known = name
    }
    guard let encoder = IconvCoding(name: known, encodes: true) else { throw unknown(name) }
    return encoder
  }

  private static func unknown(_ name: String) -> SpreadsheetError {
    SpreadsheetError(
      .csvEncoding, "the encoding \"\(name)\" is unknown.",
      hint: "`iconv -l` lists the encodings that this machine knows.")
  }

  private static func starts(_ bytes: UnsafeBufferPointer<UInt8>, _ mark: [UInt8]) -> Bool {
    bytes.count >= mark.count && bytes.prefix(mark.count).elementsEqual(mark)
  }

  private static func binaryFormat(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    let formats: [([UInt8], String)] = [
      ([0x50, 0x4B, 0x03, 0x04], "a ZIP container such as XLSX"), ([0x50, 0x4B, 0x05, 0x06], "an empty ZIP container"),
      ([0xD0, 0xCF, 0x11, 0xE0], "an old Office document (XLS) or a protected one"),
      ([0x1F, 0x8B], "compressed with gzip"), ([0x25, 0x50, 0x44, 0x46], "a PDF"), ([0x89, 0x50, 0x4E, 0x47], "a PNG"),
      ([0xFF, 0xD8, 0xFF], "a JPEG"), ([0x7F, 0x45, 0x4C, 0x46], "a program"),
      (Array("SQLite format 3".utf8), "a database"),
    ]
    return formats.first { starts(bytes, $0.0) }?.1
  }

  private static func decoder(of form: UnmarkedUnicode) -> (any TextDecoder)? {
    switch form {
    case .utf16LittleEndian: UTF16Decoder(isBigEndian: false)
    case .utf16BigEndian: UTF16Decoder(isBigEndian: true)
    case .utf32LittleEndian, .utf32BigEndian: IconvCoding(name: form.name)
    }
  }

  private static func isWebPage(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let start = bytes.drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }.prefix(16).map { byte in
      (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }
    return start.starts(with: "<!doctype html".utf8) || start.starts(with: "<html".utf8)
  }
}
