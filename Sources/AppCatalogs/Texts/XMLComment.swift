import Exchange

/// Comments in XML.
enum XMLComment {
  /// A text without the signs that would end the comment, and without what XML cannot hold.
  static func text(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { XMLCharacter.isForbidden($0) ? "\u{FFFD}" : $0 }))
      .replacingExactly("--", with: "- -").replacingExactly("--", with: "- -")
  }
}
