#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a server says in an answer whose shape nobody documents.
enum ServerWords {
  /// The words under `message`, `error`, `error.message` or `errors`, or those within `data`; else the start of the text.
  static func find(in body: [UInt8]) -> String {
    // No error page is longer; what is, is shown from its start.
    if body.count <= 1 << 20, let json = try? JSONDecoder().decode(LooseJSON.self, from: Data(body)),
      let words = words(in: json)
    {
      return Excerpt.visible(words)
    }
    return body.isEmpty ? "the answer is empty" : Excerpt.visible(body)
  }

  private static func words(in json: LooseJSON) -> String? {
    guard case .object(let fields) = json else { return nil }
    for name in ["message", "error", "errors", "data"] {
      if let found = fields[name].flatMap({ text(of: $0, isWrapper: name == "data") }), !found.isEmpty { return found }
    }
    return nil
  }

  private static func text(of json: LooseJSON, isWrapper: Bool) -> String? {
    switch json {
    case .text(let text): text
    case .other: nil
    case .list(let elements): joined(elements.compactMap { text(of: $0, isWrapper: isWrapper) })
    case .object(let fields):
      if let words = words(in: json) {
        words
      } else if isWrapper {
        nil
      } else {
        joined(fields.sorted { $0.key < $1.key }.compactMap { text(of: $0.value, isWrapper: false) })
      }
    }
  }

  private static func joined(_ texts: [String]) -> String? {
    texts.isEmpty ? nil : texts.joined(separator: "; ")
  }
}

/// JSON of any shape.
private enum LooseJSON: Decodable {
  case text(String)
  case list([LooseJSON])
  case object([String: LooseJSON])
  case other

  init(from decoder: any Decoder) throws {
    let single = try decoder.singleValueContainer()
    if let text = try? single.decode(String.self) {
      self = .text(text)
    } else if let list = try? single.decode([LooseJSON].self) {
      self = .list(list)
    } else if let object = try? single.decode([String: LooseJSON].self) {
      self = .object(object)
    } else {
      self = .other
    }
  }
}
