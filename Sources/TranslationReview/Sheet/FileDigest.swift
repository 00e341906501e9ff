import Basics
private import Crypto
import Spreadsheet

/// The digest that identifies the files of a plan.
package enum FileDigest {
  /// SHA-256 of the bytes of the file at a path, in hexadecimal digits.
  ///
  /// - Throws: `file.not-found`, `file.is-directory`, `file.not-regular`, `file.unreadable`, and what
  ///   ``sha256(of:)`` throws.
  static func sha256(ofFileAt path: String) throws(SpreadsheetError) -> String {
    try sha256(of: try InputFile(path: path))
  }

  /// SHA-256 of a file's bytes, up to the size that the file had when it was opened.
  ///
  /// - Throws: `file.changed`, `io.read`.
  static func sha256(of file: InputFile) throws(SpreadsheetError) -> String {
    var hash = SHA256()
    let size = 1 << 18
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    defer { buffer.deallocate() }
    var offset = 0
    while offset < file.size {
      let count = min(size, file.size - offset)
      try file.read(count, at: offset, into: buffer)
      hash.update(bufferPointer: UnsafeRawBufferPointer(start: buffer, count: count))
      offset += count
    }
    return HexDigit.text(of: hash.finalize())
  }

  /// SHA-256 of bytes, in hexadecimal digits.
  package static func sha256(of bytes: ArraySlice<UInt8>) -> String {
    var hash = SHA256()
    bytes.withUnsafeBytes { hash.update(bufferPointer: $0) }
    return HexDigit.text(of: hash.finalize())
  }
}
