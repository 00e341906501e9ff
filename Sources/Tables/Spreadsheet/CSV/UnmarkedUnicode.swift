import Basics

/// UTF-16 without a byte order mark, as gnumeric writes it, or UTF-32 without one, as in PhpSpreadsheet's tests. It is
/// recognised from the start of a file.
enum UnmarkedUnicode: String, CaseIterable {
  case utf32LittleEndian = "UTF-32LE"
  case utf32BigEndian = "UTF-32BE"
  case utf16LittleEndian = "UTF-16LE"
  case utf16BigEndian = "UTF-16BE"

  var name: String { rawValue }

  var width: Int {
    switch self {
    case .utf32LittleEndian, .utf32BigEndian: 4
    case .utf16LittleEndian, .utf16BigEndian: 2
    }
  }

  /// The encoding of a file of mostly ASCII characters, whose other bytes are NUL.
  static func ofMostlyASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> UnmarkedUnicode? {
    guard bytes.count >= 8 else { return nil }
    var nuls = [0, 0, 0, 0]
    for (index, byte) in bytes.enumerated() where byte == 0 { nuls[index & 3] += 1 }
    let places = nuls.map { $0 * 10 > bytes.count / 4 * 6 }
    return switch places {
    case [false, true, true, true]: .utf32LittleEndian
    case [true, true, true, false]: .utf32BigEndian
    case [false, true, false, true]: .utf16LittleEndian
    case [true, false, true, false]: .utf16BigEndian
    default: nil
    }
  }

  /// The encoding in which the start of a file is text in any script; nil if no encoding fits, or if the file is text in single
  /// bytes.
  static func ofText(_ bytes: UnsafeBufferPointer<UInt8>, isWhole: Bool) -> UnmarkedUnicode? {
    guard bytes.contains(0) else { return nil }
    if let found = ofMostlyASCII(bytes) { return found.characters(of: bytes, isWhole: isWhole) == nil ? nil : found }
    let isPlain = isPlainText(bytes)
    let fitting = allCases.compactMap { form -> (form: UnmarkedUnicode, asciiCount: Int)? in
      guard let characters = form.characters(of: bytes, isWhole: isWhole), characters.count > 1,
        characters.allSatisfy(isOfText)
      else { return nil }
      let asciiCount = characters.count(where: \.isASCII)
      // Text in single bytes may contain NUL bytes too.
      return isPlain && asciiCount < characters.count ? nil : (form, asciiCount)
    }
    // In the wrong byte order, hardly any character is ASCII.
    guard let best = fitting.max(by: { $0.asciiCount < $1.asciiCount }), best.asciiCount > 0,
      fitting.count(where: { $0.asciiCount == best.asciiCount }) == 1
    else { return nil }
    return best.form
  }

  /// Whether bytes are UTF-8 without any control character but NUL and those of text.
  private static func isPlainText(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = bytes.baseAddress else { return true }
    let outcome = UTF8Validation.check(start, count: bytes.count)
    return (outcome.validCount == bytes.count || outcome.isCutOff)
      && bytes.allSatisfy { $0 >= 0x20 || $0 == 0 || isOfText(Unicode.Scalar($0)) }
  }

  /// The characters of the bytes in this encoding; nil if they are invalid, or if one of them is NUL.
  private func characters(of bytes: UnsafeBufferPointer<UInt8>, isWhole: Bool) -> [Unicode.Scalar]? {
    if isWhole, bytes.count % width != 0 { return nil }
    var characters: [Unicode.Scalar] = []
    var index = 0
    while index + width <= bytes.count {
      var value = unit(bytes, index)
      index += width
      if width == 2, (0xD800...0xDFFF).contains(value) {
        guard index + 2 <= bytes.count else { return isWhole || value > 0xDBFF ? nil : characters }
        guard let pair = SurrogatePair.scalar(UInt16(value), UInt16(unit(bytes, index))) else { return nil }
        value = pair.value
        index += 2
      }
      guard value > 0, let scalar = Unicode.Scalar(value) else { return nil }
      characters.append(scalar)
    }
    return characters
  }

  private func unit(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> UInt32 {
    let unit = UnsafeBufferPointer(rebasing: bytes[index..<index + width])
    let isBigEndian = self == .utf32BigEndian || self == .utf16BigEndian
    return isBigEndian ? unit.reduce(0) { $0 << 8 | UInt32($1) } : unit.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Whether a character is assigned in Unicode, and not a control character other than a tab or line end.
  private static func isOfText(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .unassigned, .privateUse, .surrogate: false
    case .control: scalar == "\t" || scalar == "\n" || scalar == "\r"
    default: true
    }
  }
}
