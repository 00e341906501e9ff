/// A text with inline codes, as CAT tools protect placeholders and markup in it.
package struct InlineText: Hashable, Sendable {
  /// A code in a text.
  package struct Code: Hashable, Sendable {
    /// The place of a code in the markup of its format.
    package enum Role: Hashable, Sendable {
      /// It stands for something of its own, such as a placeholder or an image.
      case standalone
      /// It is one end of a pair around text, such as bold print.
      case formatting
    }

    /// The id, which the same code has in source and target; empty if it has none.
    package var id: String
    /// What the code stands for, as the file has it; empty if the file does not have it.
    package var text: String
    /// What a tool shows for the code; empty if the file does not say.
    package var label: String
    /// Its place in the markup.
    package var role: Role

    /// Creates a code.
    package init(id: String, text: String, label: String = "", role: Role = .standalone) {
      self.id = id
      self.text = text
      self.label = label
      self.role = role
    }
  }

  /// A piece of the text.
  package enum Part: Hashable, Sendable {
    /// Plain text.
    case text(String)
    /// A code.
    case code(Code)
  }

  /// The pieces, in order.
  package var parts: [Part]

  /// Creates a text from its pieces.
  package init(_ parts: [Part] = []) {
    self.parts = parts
  }

  /// Adds text, joined with text before it.
  package mutating func append(_ text: String) {
    guard !text.isEmpty else { return }
    guard case .text(var whole)? = parts.last else { return parts.append(.text(text)) }
    // The only owner of a text can add to it without a copy.
    parts[parts.count - 1] = .text("")
    whole += text
    parts[parts.count - 1] = .text(whole)
  }

  /// Adds the pieces of another text.
  package mutating func append(_ other: InlineText) {
    for part in other.parts {
      if case .text(let text) = part { append(text) } else { parts.append(part) }
    }
  }

  /// Whether the text has neither characters nor codes.
  package var isEmpty: Bool { parts.isEmpty }

  /// The codes, in order.
  package var codes: [Code] {
    parts.compactMap { part in
      if case .code(let code) = part { code } else { nil }
    }
  }
}

extension InlineText {
  /// Returns the text with every code replaced by exactly what it stands for.
  ///
  /// A tool that changed a code's form may have dropped its contents; its id then tells what it was.
  ///
  /// - Parameter other: The text whose codes have the same ids, usually the source; nil if there is none.
  /// - Returns: The text; or the first code of which the file no longer says what it stands for.
  package func exactText(with other: InlineText? = nil) -> Result<String, UnknownCode> {
    var result = ""
    let known = Self.codesByID(of: other) { !$0.text.isEmpty }
    for part in parts {
      switch part {
      case .text(let text): result += text
      case .code(let code):
        if !code.text.isEmpty {
          result += code.text
        } else if let same = known[code.id] {
          result += same.text
        } else if code.role == .standalone, NativeCode.isMeaningful(code.label) {
          result += code.label
        } else if code.role == .standalone {
          return .failure(UnknownCode(code: code))
        }
      }
    }
    return .success(result)
  }

  /// A code of which a file does not say what it stands for.
  package struct UnknownCode: Error, Hashable {
    /// The code.
    package let code: Code
  }

  /// Returns the text as a memory keeps it.
  ///
  /// Placeholders and markup stay, since they are part of the text in a resource. Formatting in a document's own
  /// language, such as RTF, is left out. Any other code makes the text useless elsewhere, because a part of it is
  /// missing.
  ///
  /// - Parameter other: The text whose codes have the same ids.
  /// - Returns: Nil for a text with such a code.
  package func memoryText(with other: InlineText? = nil) -> String? {
    var result = ""
    let known = Self.codesByID(of: other) { _ in true }
    for part in parts {
      switch part {
      case .text(let text): result += text
      case .code(let code):
        let same = known[code.id]
        let meaning = [code.text, code.label, same?.text ?? "", same?.label ?? ""]
          .first(where: NativeCode.isMeaningful)
        if let meaning {
          result += meaning
        } else if code.role == .standalone {
          return nil
        }
      }
    }
    return result
  }

  /// The first code with each id among some codes of a text.
  private static func codesByID(of text: InlineText?, where isWanted: (Code) -> Bool) -> [String: Code] {
    guard let text else { return [:] }
    return text.parts.reduce(into: [:]) { codes, part in
      guard case .code(let code) = part, !code.id.isEmpty, codes[code.id] == nil, isWanted(code) else { return }
      codes[code.id] = code
    }
  }
}
