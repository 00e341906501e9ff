import Basics

/// What a server says in an answer whose shape nobody documents.
enum ServerWords {
  /// How many characters of a server's words are shown: a validation names each field with its reasons.
  private static let length = 600

  /// The words under `message`, `error`, `error.message` or within `data`, with those under `errors` and the server's own
  /// `code`; else the start of the text.
  ///
  /// - Parameter status: The status of the answer, which is not said again.
  static func find(in body: [UInt8], status: Int? = nil) -> String {
    // No error page is longer; what is, is shown from its start.
    if body.count <= 1 << 20, let words = words(in: WideText.inUTF8(body), status) {
      return Excerpt.visible(words, length: length)
    }
    return body.isEmpty ? "the answer is empty" : Excerpt.visible(body)
  }

  private static func words(in body: [UInt8], _ status: Int?) -> String? {
    body.withUnsafeBufferPointer { bytes in
      let tree = try? JSONTree(JSONReader(leniently: bytes))
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

/// What one value says.
private struct Words {
  /// What it says as a wrapper around an answer, where only known names hold words; nil where it says nothing.
  let wrapped: String?
  /// What it says within an error, where every text is one.
  let plain: String?

  /// Goes through the value once: to look again for each of its names doubles the time with every level.
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
        // A name that is no string names nothing.
        if name.kind == .string { words.append((name.text, Words(value))) }
      }
      func said(_ name: String) -> String? {
        let found = words.first { $0.name == name }
        let text = name == "data" ? found?.words.wrapped : found?.words.plain
        return text.flatMap { $0.isEmpty ? nil : $0 }
      }
      let message = said("message") ?? said("error")
      let errors = said("errors")
      if let message, let errors {
        // A refusal with one reason often says it twice.
        wrapped = errors.contains(message) ? errors : "\(message) \(errors)"
      } else {
        wrapped = message ?? errors ?? said("data")
      }
      // Each member of such an object is the name of a field with what is wrong in it.
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
