/// The arguments of an ICU message, with the messages in them.
///
/// Source: ICU's `MessagePattern` in its default mode, in which an apostrophe quotes only before `{`, `}` and, in a
/// plural, `#` (https://unicode-org.github.io/icu/userguide/format_parse/messages/).
struct ICUMessage: Sendable {
  /// One argument: `{name}`, `{count, number}`, or one with a message for each selector.
  struct Argument: Sendable {
    let name: String
    /// The type as written, such as `plural`; empty in `{name}`.
    let type: String
    /// The messages by selector, in order; empty for a type without messages.
    var messages: [(selector: String, message: ICUMessage)] = []

    /// Whether the argument is the `#` in a plural, which shows the plural's number.
    var isNumberSign = false

    /// Whether a number selects the message.
    var isPlural: Bool { type == "plural" || type == "selectordinal" }
    /// Whether the argument has a message for each selector.
    var hasMessages: Bool { isPlural || type == "select" }
    /// The argument in the form in which messages name it.
    var token: String { isNumberSign ? "#" : type.isEmpty ? "{\(name)}" : "{\(name), \(type)}" }
  }

  /// The arguments in the order of the text, without those in the messages of others.
  var arguments: [Argument] = []
  /// Whether the message is one of a plural and shows its number as `#`.
  var hasNumberSign = false

  /// What to do about an apostrophe that seems to be part of a word and quotes the text after it; nil without one. Only a
  /// whole text has it.
  var quotation: String?

  /// The arguments with those in the messages of others, and each plural's `#` once.
  var allArguments: [Argument] {
    arguments.flatMap { argument in
      let sign = Argument(name: argument.name, type: "", isNumberSign: true)
      return [argument] + (argument.messages.contains { $0.message.hasNumberSign } ? [sign] : [])
        + argument.messages.flatMap(\.message.allArguments)
    }
  }

  /// The names of the arguments, each once.
  var names: [String] { allArguments.map(\.name).withoutRepeats }

  /// The types that make a text an ICU message. `{name}` alone is a placeholder of several syntaxes.
  private static let types: Set<String> = [
    "plural", "select", "selectordinal", "number", "date", "time", "spellout", "ordinal", "duration",
  ]

  /// Whether a text is an ICU message with a typed argument.
  static func isMessage(_ text: ScannedText) -> Bool { message(in: text) != nil }

  /// The message of a text; nil if the text is not an ICU message with a typed argument.
  static func message(in text: ScannedText) -> ICUMessage? {
    // Most texts with a brace have no comma after it, and reading them as messages would be for nothing.
    guard text.has(.brace), let brace = text.bytes.firstIndex(of: UInt8(ascii: "{")),
      text.bytes[brace...].contains(UInt8(ascii: ",")), let message = try? ICUMessageReader.read(text),
      message.arguments.contains(where: { types.contains($0.type) })
    else { return nil }
    return message
  }
}

/// Why a text is not an ICU message.
struct ICUSyntaxError: Error, Hashable {
  /// The fault and what to do, in a sentence.
  let message: String
  /// The text at the fault.
  let token: String
}
