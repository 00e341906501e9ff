/// An ICU message: its texts and arguments, with the messages in them.
///
/// Source: ICU's `MessagePattern` in its default mode, in which an apostrophe quotes only before `{`, `}` and, in a
/// plural, `#` (https://unicode-org.github.io/icu/userguide/format_parse/messages/).
package struct ICUMessage: Sendable {
  /// One argument: `{name}`, `{count, number}`, or one with a message for each selector.
  package struct Argument: Sendable {
    package let name: String
    /// The type as written, such as `plural`; empty in `{name}`.
    package let type: String
    /// What comes after the type in an argument without messages, such as `::currency/EUR`; empty if there is nothing.
    package var style = ""
    /// The number that a plural subtracts before it selects a category.
    package var offset = 0
    /// The messages by selector, in order; empty for a type without messages.
    package var messages: [(selector: String, message: ICUMessage)] = []

    /// Whether the argument is the `#` in a plural, which shows the plural's number.
    package var isNumberSign = false

    package var isPlural: Bool { type == "plural" || type == "selectordinal" }
    package var hasMessages: Bool { isPlural || type == "select" }
    package var token: String { isNumberSign ? "#" : type.isEmpty ? "{\(name)}" : "{\(name), \(type)}" }
  }

  package enum Part: Sendable {
    /// Text, with its quotes resolved.
    case text(String)
    case argument(Argument)
    /// The number of the plural around it, written `#`.
    case numberSign
  }

  /// The pieces in the order of the text. No two texts are beside each other.
  package var parts: [Part] = []

  /// The character that is quoted by an apostrophe which seems to be part of a word; nil if there is none. It is set only in
  /// the message of a whole text.
  package var quoted: String?

  /// The arguments in the order of the text, without those in the messages of others.
  package var arguments: [Argument] {
    parts.compactMap { if case .argument(let argument) = $0 { argument } else { nil } }
  }

  /// Whether the message is one of a plural and shows its number as `#`.
  package var hasNumberSign: Bool { parts.contains { if case .numberSign = $0 { true } else { false } } }

  /// The arguments with those in the messages of others, and each plural's `#` once.
  package var allArguments: [Argument] {
    arguments.flatMap { argument in
      let sign = Argument(name: argument.name, type: "", isNumberSign: true)
      return [argument] + (argument.messages.contains { $0.message.hasNumberSign } ? [sign] : [])
        + argument.messages.flatMap(\.message.allArguments)
    }
  }

  /// The names of the arguments, each once.
  package var names: [String] {
    var seen: Set<String> = []
    return allArguments.map(\.name).filter { seen.insert($0).inserted }
  }

  /// The types that make a text an ICU message. `{name}` alone is a placeholder in several syntaxes.
  package static let types: Set<String> = [
    "plural", "select", "selectordinal", "number", "date", "time", "spellout", "ordinal", "duration",
  ]

  /// The message of a text in UTF-8; nil if the text is not an ICU message with a typed argument.
  package static func message(in text: [UInt8]) -> ICUMessage? {
    // Most texts with a brace have no comma after it, and need not be read as messages.
    guard let brace = text.firstIndex(of: UInt8(ascii: "{")), text[brace...].contains(UInt8(ascii: ",")),
      let message = try? ICUMessageReader.read(text), message.arguments.contains(where: { types.contains($0.type) })
    else { return nil }
    return message
  }
}

package struct ICUSyntaxError: Error, Hashable {
  /// The id of the fault, such as `unclosed`.
  package let fault: String
  /// The word that the fault is about, such as a selector; empty if there is none.
  package let word: String
  package let token: String
  /// See ``ICUMessage/quoted``.
  package let quoted: String?
}
