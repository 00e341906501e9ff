private import Crypto
import Spreadsheet

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#else
  private import Darwin
#endif

/// The digest by which a plan knows the files that it was made from.
enum FileDigest {
  /// SHA-256 of a file's bytes, in hexadecimal digits.
  ///
  /// - Throws: `io.read` for a file that cannot be read.
  static func sha256(ofFileAt path: String) throws(SpreadsheetError) -> String {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    var hash = SHA256()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      if count == 0 { break }
      if count < 0 {
        if errno == EINTR { continue }
        throw failure(path)
      }
      hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
    let digits = Array("0123456789abcdef")
    return String(hash.finalize().flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  private static func failure(_ path: String) -> SpreadsheetError {
    let reason = String(cString: strerror(errno))
    return SpreadsheetError(
      SpreadsheetError.Code(rawValue: "io.read"), "the file cannot be read: \(reason).",
      place: SpreadsheetError.Place(file: path))
  }
}
