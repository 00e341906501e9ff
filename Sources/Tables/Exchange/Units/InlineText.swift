import Basics

/// A text with inline codes, with which CAT tools protect placeholders and markup.
package struct InlineText: Hashable, Sendable {
  package struct Code: Hashable, Sendable {
    package enum Role: Hashable, Sendable {
      /// A placeholder, an image or another standalone code.
      case standalone
      /// The start or end of a pair of codes around text, such as bold print.
      case formatting
    }

    /// The id, which the same code has in source and target; empty if it has none.
    package var id: String
    /// What the code stands for, according to the file; empty if the file does not say.
    package var text: String
    /// What a tool shows for the code; empty if the file does not say.
    package var label: String
    package var role: Role

    package init(id: String, text: String, label: String = "", role: Role = .standalone) {
      self.id = id
      self.text = text
      self.label = label
      self.role = role
    }
  }

  package enum Part: Hashable, Sendable {
    case text(String)
    case code(Code)
  }

  package var parts: [Part]

  package init(_ parts: [Part] = []) { self.parts = parts }

  /// Adds text, joined with text before it.
  package mutating func append(_ text: String) {
    guard !text.isEmpty else { return }
    guard case .text(var whole)? = parts.last else { return parts.append(.text(text)) }
    // Taken out first, so that the text has one owner and can grow without a copy.
    parts[parts.count - 1] = .text("")
    whole += text
    parts[parts.count - 1] = .text(whole)
  }

  package mutating func append(_ other: InlineText) {
    for part in other.parts { if case .text(let text) = part { append(text) } else { parts.append(part) } }
  }

  package var isEmpty: Bool { parts.isEmpty }

  package var codes: [Code] { parts.compactMap { part in if case .code(let code) = part { code } else { nil } } }
}

extension InlineText {
  /// Returns the text with every code replaced by exactly what it stands for.
  ///
  /// A tool that changed a code's form may have dropped its contents. Its id then shows which code it was.
  ///
  /// - Parameter other: The text whose codes have the same ids, usually the source; nil if there is none.
  /// - Returns: The text, or the first code whose contents the file has lost.
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

  /// A code whose contents the file has lost.
  package struct UnknownCode: Error, Hashable { package let code: Code }

  /// Returns the text for a memory.
  ///
  /// Placeholders and markup are kept, because they are part of a resource's text. Formatting in the markup of a document, such
  /// as RTF, is left out. Any other code makes the text useless elsewhere, because a part of it is missing.
  package func memoryText(with other: InlineText? = nil) -> String? {
    var result = ""
    let known = Self.codesByID(of: other) { _ in true }
    for part in parts {
      switch part {
      case .text(let text): result += text
      case .code(let code):
        let same = known[code.id]
        let meaning = [code.text, code.label, same?.text ?? "", same?.label ?? ""].first(where: NativeCode.isMeaningful)
        if let meaning { result += meaning } else if code.role == .standalone { return nil }
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

/// Assigns ids to the codes of a unit's texts: the same placeholder has the same id in source and target, so that a tool can
/// detect a lost one.
package struct InlineCoder {
  private var ids: [String: [String]] = [:]
  private var count = 0

  package init() {}

  /// Divides a text into plain text and codes. The texts of a unit are coded source first.
  ///
  /// - Parameter ranges: The bytes of the codes in UTF-8, in order.
  package mutating func coded(_ text: String, codesAt ranges: [Range<Int>]) -> InlineText {
    guard !ranges.isEmpty else { return InlineText(text.isEmpty ? [] : [.text(text)]) }
    let bytes = Array(text.utf8)
    var coded = InlineText()
    var used: [String: Int] = [:]
    var end = 0
    for range in ranges where range.lowerBound >= end && range.upperBound <= bytes.count {
      coded.append(String(decoding: bytes[end..<range.lowerBound], as: UTF8.self))
      let code = String(decoding: bytes[range], as: UTF8.self)
      let occurrence = used[code, default: 0]
      used[code] = occurrence + 1
      coded.parts.append(.code(InlineText.Code(id: id(of: code, occurrence), text: code, label: code)))
      end = range.upperBound
    }
    coded.append(String(decoding: bytes[end...], as: UTF8.self))
    return coded
  }

  private mutating func id(of code: String, _ occurrence: Int) -> String {
    if let known = ids[code], occurrence < known.count { return known[occurrence] }
    count += 1
    ids[code, default: []].append(String(count))
    return String(count)
  }
}

/// What an inline code stands for, in the markup of the file that was translated.
package enum NativeCode {
  /// Whether a code is a placeholder, a tag, a character reference or an escape, which an app's text contains
  /// literally. Codes of document formats, such as RTF, are not.
  package static func isMeaningful(_ code: String) -> Bool {
    let bytes = code.utf8
    guard let first = bytes.first, let last = bytes.last else { return false }
    switch (first, last) {
    case (UInt8(ascii: "<"), UInt8(ascii: ">")): return bytes.count > 2
    case (UInt8(ascii: "&"), UInt8(ascii: ";")): return bytes.count > 2
    case (UInt8(ascii: "\\"), _) where bytes.count == 2: return "ntr\"'\\".utf8.contains(last)
    default: break
    }
    let ranges = Placeholder.ranges(in: Array(bytes))
    return ranges.first?.lowerBound == 0 && ranges.last?.upperBound == bytes.count || bytes.elementsEqual("%%".utf8)
      || bytes.allSatisfy { $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
  }
}
