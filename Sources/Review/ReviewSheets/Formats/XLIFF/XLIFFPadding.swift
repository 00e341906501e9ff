import Exchange

/// The white space that a tool put before and after each inline code of a text, as translators reported of tools that they do
/// not name.
struct XLIFFPadding: Hashable {
  private let before: [Unicode.Scalar]
  private let after: [Unicode.Scalar]

  /// The most characters on one side of a code: a line break and its indentation.
  private static let longest = 32

  /// Each padding that all codes of a text may have.
  static func all(of text: InlineText) -> [XLIFFPadding] {
    guard let code = text.parts.indices.first(where: { isCode($0, of: text) }) else { return [] }
    let left = Array(scalars(code - 1, of: text).reversed().prefix(longest).prefix(while: isBlank).reversed())
    let right = Array(scalars(code + 1, of: text).prefix(longest).prefix(while: isBlank))
    let paddings = (0...left.count).flatMap { before in
      (0...right.count).map { XLIFFPadding(before: left.suffix(before), after: right.prefix($0)) }
    }
    return paddings.filter { !($0.before.isEmpty && $0.after.isEmpty) && $0.removed(from: text) != nil }
  }

  private init(before: ArraySlice<Unicode.Scalar>, after: ArraySlice<Unicode.Scalar>) {
    (self.before, self.after) = (Array(before), Array(after))
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || ["\u{200B}", "\u{2060}", "\u{FEFF}"].contains(scalar)
  }

  private static func isCode(_ index: Int, of text: InlineText) -> Bool {
    if case .code = text.parts[index] { true } else { false }
  }

  /// The characters of a part; empty for a code and outside the text.
  private static func scalars(_ index: Int, of text: InlineText) -> [Unicode.Scalar] {
    guard text.parts.indices.contains(index), case .text(let piece) = text.parts[index] else { return [] }
    return Array(piece.unicodeScalars)
  }

  private func isRound(_ code: Int, of text: InlineText) -> Bool {
    Self.scalars(code - 1, of: text).suffix(before.count).elementsEqual(before)
      && Self.scalars(code + 1, of: text).starts(with: after)
  }

  /// A text without the padding; nil if a code lacks it.
  func removed(from text: InlineText) -> InlineText? {
    var result = InlineText()
    for index in text.parts.indices {
      if Self.isCode(index, of: text) {
        guard isRound(index, of: text) else { return nil }
        result.parts.append(text.parts[index])
        continue
      }
      let piece = Self.scalars(index, of: text)
      let start = index > 0 ? after.count : 0
      let end = index + 1 < text.parts.count ? before.count : 0
      guard piece.count >= start + end else { return nil }
      var rest = String.UnicodeScalarView()
      rest.append(contentsOf: piece.dropFirst(start).dropLast(end))
      result.append(String(rest))
    }
    return result
  }

  private var hasLineBreak: Bool { (before + after).contains { $0 == "\n" || $0 == "\r" } }

  private func isRoundAny(of text: InlineText) -> Bool {
    text.parts.indices.contains { Self.isCode($0, of: text) && isRound($0, of: text) }
  }

  /// An edited text without the padding; nil if a person may have written some of it.
  ///
  /// - Parameter exported: The text before the edit, or its source: if a code has its own space there, the edited text
  ///   may lack the tool's.
  func edited(_ text: InlineText, like exported: InlineText) -> InlineText? {
    guard let plain = removed(from: text) else { return isRoundAny(of: text) ? nil : text }
    // People write spaces beside codes, but hardly any other white space.
    let mayBeWritten = (before + after).contains(" ") && !hasLineBreak
    return mayBeWritten && joints(in: plain) > joints(in: exported) ? nil : plain
  }

  /// How often a code lacks white space on a side where the tool adds it.
  private func joints(in text: InlineText) -> Int {
    func isJoint(_ index: Int, _ scalar: Unicode.Scalar?) -> Bool {
      text.parts.indices.contains(index) && !(scalar.map(Self.isBlank) ?? false)
    }
    return text.parts.indices.reduce(into: 0) { count, index in
      guard Self.isCode(index, of: text) else { return }
      if !before.isEmpty, isJoint(index - 1, Self.scalars(index - 1, of: text).last) { count += 1 }
      if !after.isEmpty, isJoint(index + 1, Self.scalars(index + 1, of: text).first) { count += 1 }
    }
  }
}
