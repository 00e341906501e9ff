/// What a server says in an answer whose shape nobody documents.
enum ServerWords {
  /// The words under `message`, `error`, `error.message` or `errors`, or those within `data`; else the start of the text.
  static func find(in body: [UInt8]) -> String {
    // No error page is longer; what is, is shown from its start.
    if body.count <= 1 << 20, let words = words(in: WideText.inUTF8(body)) { return Excerpt.visible(words) }
    return body.isEmpty ? "the answer is empty" : Excerpt.visible(body)
  }

  private static func words(in body: [UInt8]) -> String? {
    body.withUnsafeBufferPointer { bytes in
      let tree = try? JSONTree(JSONReader(leniently: bytes))
      return tree?.withRoot { $0.kind == .object ? Words($0).wrapped : nil }
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
      let found = ["message", "error", "errors", "data"].lazy.compactMap { name in
        words.first { $0.name == name }.flatMap { name == "data" ? $0.words.wrapped : $0.words.plain }
      }
      wrapped = found.first { !$0.isEmpty }
      plain = wrapped ?? Self.joined(words.sorted { $0.name < $1.name }.compactMap(\.words.plain))
    default:
      wrapped = nil
      plain = nil
    }
  }

  private static func joined(_ texts: [String]) -> String? {
    texts.isEmpty ? nil : texts.joined(separator: "; ")
  }
}
