/// Decodes the bytes of a text file to UTF-8, piece by piece.
protocol TextDecoder: AnyObject {
  /// The name of the encoding.
  var name: String { get }
  /// Decodes as many bytes as possible, and appends the text.
  ///
  /// - Parameters:
  ///   - bytes: The bytes left over from the last call, then the next bytes of the file.
  ///   - isLast: Whether the file ends here.
  ///   - replaces: Whether invalid bytes become U+FFFD.
  func decode(_ bytes: UnsafeRawBufferPointer, isLast: Bool, replaces: Bool, into text: inout ByteBuffer)
    -> TextDecoding
}

/// How far a piece of text was decoded.
struct TextDecoding {
  /// How many bytes were decoded or replaced.
  var consumed: Int
  /// Whether the next bytes are invalid; false if they were replaced.
  var isBroken = false
  /// How many times U+FFFD replaces invalid bytes.
  var replacements = 0
}
