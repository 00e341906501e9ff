import Basics

extension ICUMessage {
  /// Whether a text is an ICU message with a typed argument.
  static func isMessage(_ text: ScannedText) -> Bool { message(in: text) != nil }

  /// The message of a text; nil if the text is not an ICU message with a typed argument.
  static func message(in text: ScannedText) -> ICUMessage? {
    text.has(.brace) ? message(in: text.bytes) : nil
  }
}

extension PrintfFormat {
  /// Reads the conversions of a text.
  init(_ text: ScannedText) {
    self = text.has(.percent) ? PrintfFormat(text.bytes) : PrintfFormat()
  }
}

extension BracedToken {
  /// The tokens of a text, in order.
  static func all(in text: ScannedText) -> [BracedToken] {
    text.has(.brace) ? all(in: text.bytes) : []
  }
}
