extension JSONReader {
  /// Reads a string; nil if a lenient reader skipped one that is not valid.
  package mutating func readStringOrSkip() throws(SyntaxError) -> String? {
    guard isLenient, try peek() == .string else { return try readString() }
    let start = offset
    advance()
    while offset < source.count, source[offset] != UInt8(ascii: "\"") {
      advance(source[offset] == UInt8(ascii: "\\") ? 2 : 1)
    }
    guard offset < source.count else { throw failure("the end within a string") }
    advance()
    do throws(SyntaxError) {
      var alone = try JSONReader(UnsafeBufferPointer(rebasing: source[start..<offset]))
      return try alone.readString()
    } catch {
      return nil
    }
  }
}
