/// The reason for a verdict, the finding of a check, or a remark: sentences, each a code with its values.
///
/// Rules make reasons and files keep them. Code that shows a reason to a person renders it in that person's language with
/// ``Words``. No code compares the sentence. The table `reasons.tsv` has the sentence of each code, with places for the values:
/// `{0}` for one that is cut to 80 characters, `{0+}` for one of up to 1,000.
public struct Reason: Hashable, Codable, Sendable {
  /// A value that a sentence shows.
  package enum Value: Hashable, Sendable {
    /// A text from outside, shown with its invisible characters spelled out.
    case text(String)
    /// A count. The first count of a sentence chooses between its singular and plural form.
    case count(Int)
    /// Clauses or sentences within the sentence.
    case reason(Reason)
  }

  /// One sentence or clause.
  package struct Sentence: Hashable, Sendable {
    /// The code: the id of a row of the table, such as `row.noBase`.
    package let code: String
    /// The values for the places of the sentence, `{0}` first.
    package let values: [Value]

    /// The code of a sentence in the words of a server or another program. These words are its only value.
    fileprivate static let verbatim = "verbatim"
  }

  /// The sentences, in their order.
  package var sentences: [Sentence]

  /// Creates a reason of one sentence.
  package init(_ code: String, _ values: Value...) { self.init(code, values: values) }

  package init(_ code: String, values: [Value]) { sentences = [Sentence(code: code, values: values)] }

  /// Creates a reason of one sentence that shows texts.
  package init(_ code: String, _ first: String, _ others: String...) {
    self.init(code, values: ([first] + others).map(Value.text))
  }

  private init(sentences: [Sentence]) { self.sentences = sentences }

  /// A reason without any sentence.
  package static let none = Reason(sentences: [])

  /// What a server or another program says, in its own words.
  package init(verbatim text: String) {
    sentences = text.isEmpty ? [] : [Sentence(code: Sentence.verbatim, values: [.text(text)])]
  }

  /// Several reasons as one.
  package init(_ reasons: [Reason]) { sentences = reasons.flatMap(\.sentences) }

  /// Whether it includes everything that another reason says.
  package func contains(_ other: Reason) -> Bool {
    !other.isEmpty
      && (sentences.contains(other.sentences)
        || sentences.contains {
          $0.values.contains { if case .reason(let inner) = $0 { inner.contains(other) } else { false } }
        })
  }

  package static func + (left: Reason, right: Reason) -> Reason { Reason(sentences: left.sentences + right.sentences) }

  package static func += (left: inout Reason, right: Reason) { left.sentences += right.sentences }

  /// The reason without the sentences of some codes.
  package func without(_ codes: Set<String>) -> Reason {
    Reason(sentences: sentences.filter { !codes.contains($0.code) })
  }

  package var isEmpty: Bool { sentences.isEmpty }

  /// Identifies a fault: the code and the texts of the first sentence. Numbers do not count, because a text that is too long
  /// stays too long.
  package var fault: [String] {
    guard let first = sentences.first else { return [] }
    return [first.code] + first.values.compactMap { if case .text(let text) = $0 { text } else { nil } }
  }

  /// The codes of its sentences, which stay the same in every version and language.
  package var codes: [String] { sentences.map(\.code) }
}

extension Reason: CustomStringConvertible {
  /// The sentences in English.
  public var description: String { Words.english[self] }
}

extension Words {
  /// The sentences of a reason.
  package subscript(reason: Reason) -> String {
    var result = ""
    for sentence in reason.sentences {
      let text = text(of: sentence)
      if !result.isEmpty { result += ".:!?…。！？؟".contains(result.last ?? ".") ? " " : "; " }
      result += text
    }
    return result
  }

  private func text(of sentence: Reason.Sentence) -> String {
    if sentence.code == Reason.Sentence.verbatim, case .text(let text)? = sentence.values.first { return text }
    let isOne = sentence.values.lazy.compactMap { if case .count(let count) = $0 { count } else { nil } }.first == 1
    let one = isOne ? self[sentence.code + ".one"] : ""
    var result = ""
    var rest = (one.isEmpty ? self[sentence.code] : one)[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      result += rest[..<open]
      let place = rest[rest.index(after: open)..<close]
      let isWhole = place.hasSuffix("+")
      if let number = Int(isWhole ? place.dropLast() : place), sentence.values.indices.contains(number) {
        result += text(of: sentence.values[number], limit: isWhole ? 1_000 : 80)
      } else {
        result += rest[open...close]
      }
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }

  private func text(of value: Reason.Value, limit: Int) -> String {
    switch value {
    case .text(let text): Visible.text(text, limit: limit)
    case .count(let count): String(count)
    case .reason(let reason): self[reason]
    }
  }
}

// A sentence is stored as an array that begins with its code: `["row.noBase", "a text", 3, [["row.cell", "x"]]]`.
extension Reason {
  /// Reads the sentences back.
  public init(from decoder: any Decoder) throws {
    sentences = try decoder.singleValueContainer().decode([Sentence].self)
  }

  /// Writes the sentences as arrays.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(sentences)
  }
}

extension Reason.Sentence: Codable {
  package init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    code = try container.decode(String.self)
    var values: [Reason.Value] = []
    while !container.isAtEnd { values.append(try container.decode(Reason.Value.self)) }
    self.values = values
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(code)
    for value in values { try container.encode(value) }
  }
}

extension Reason.Value: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let count = try? container.decode(Int.self) {
      self = .count(count)
    } else {
      self = .reason(try container.decode(Reason.self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .count(let count): try container.encode(count)
    case .reason(let reason): try container.encode(reason)
    }
  }
}
