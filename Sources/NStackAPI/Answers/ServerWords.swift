import Basics
import HTTPMessages

/// Finds a server's message in an error answer, whose shape is not documented.
enum ServerWords {
  /// The most characters of a server's words that are shown. A validation error lists each field with its reasons.
  private static let length = 600

  /// The words under `message`, `error`, `error.message` or in `data`, with those under `errors` and the server's own `code`;
  /// without such words, the start of the text.
  ///
  /// - Parameter status: The status of the answer. A `code` with the same number is left out.
  static func find(in body: [UInt8], status: Int? = nil) -> String {
    // Error answers are shorter. Of a longer one only the start is shown.
    if body.count <= 1 << 20, let words = words(in: body, status) {
      return Excerpt.visible(words, length: length)
    }
    return body.isEmpty ? "the answer is empty" : Excerpt.visible(body)
  }

  private static func words(in body: [UInt8], _ status: Int?) -> String? {
    body.withUnsafeBufferPointer { bytes in
      let tree = try? JSONTree(JSONReader(bytes))
      return tree?.withRoot { root in
        guard root.kind == .object, let words = Words(root).wrapped else { return nil }
        guard let code = root.member("code"), code.kind == .number || code.kind == .string, !code.text.isEmpty,
          code.text != status.map({ "\($0)" })
        else { return words }
        return "\(words) (code \(code.text))"
      }
    }
  }
}

/// The words in one value.
private struct Words {
  /// The words if the value is a wrapper around an answer, where only known names have words; nil if there are none.
  let wrapped: String?
  /// The words if the value is part of an error, where every text counts.
  let plain: String?

  /// Collects both in one pass: a pass for each name would double the time with every level.
  init(_ node: JSONNode) {
    switch node.kind {
    case .string:
      wrapped = node.text
      plain = wrapped
    case .array:
      let words = node.children.map { Words($0) }
      wrapped = Self.joined(words.compactMap(\.wrapped))
      plain = Self.joined(words.compactMap(\.plain))
    case .object:
      var words: [(name: String, words: Words)] = []
      var children = node.children
      while let name = children.next(), let value = children.next() {
        words.append((name.text, Words(value)))
      }
      func said(_ name: String) -> String? {
        let found = words.first { $0.name == name }
        let text = name == "data" ? found?.words.wrapped : found?.words.plain
        return text.flatMap { $0.isEmpty ? nil : $0 }
      }
      let message = said("message") ?? said("error")
      let errors = said("errors")
      if let message, let errors {
        // A refusal with a single reason often has it twice.
        wrapped = errors.contains(message) ? errors : "\(message) \(errors)"
      } else {
        wrapped = message ?? errors ?? said("data")
      }
      // Each member of such an object is a field with what is wrong in it.
      let fields = words.sorted { $0.name < $1.name }.compactMap { field in
        field.words.plain.map { "\(field.name): \($0)" }
      }
      plain = wrapped ?? Self.joined(fields)
    default:
      wrapped = nil
      plain = nil
    }
  }

  private static func joined(_ texts: [String]) -> String? {
    texts.isEmpty ? nil : texts.joined(separator: "; ")
  }
}
