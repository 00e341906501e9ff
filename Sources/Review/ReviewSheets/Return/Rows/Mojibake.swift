import Basics

/// UTF-8 that a program read as Windows-1252, as LibreOffice does if a person leaves that encoding in its dialog for CSV.
package enum Mojibake {
  package static func made(of text: String) -> String {
    String(String.UnicodeScalarView(text.utf8.map(WindowsCodePage.scalar(of:))))
  }

  /// The original text; nil if the characters are not those of UTF-8, or all ASCII.
  package static func undone(_ text: String) -> String? {
    var bytes: [UInt8] = []
    var hasOther = false
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        bytes.append(UInt8(scalar.value))
      } else {
        guard let byte = WindowsCodePage.byte(of: scalar) else { return nil }
        bytes.append(byte)
        hasOther = true
      }
    }
    return hasOther ? String(validating: bytes, as: UTF8.self) : nil
  }

  /// Whether a text is a mojibake form, after one or two conversions, of the text with a given hash.
  package static func isOf(_ hash: TextHash, _ text: String) -> Bool {
    guard hash != .empty, hash != .tooLong, let once = undone(text) else { return false }
    return TextHash(once) == hash || undone(once).map { TextHash($0) == hash } ?? false
  }
}
