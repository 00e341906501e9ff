import Basics

/// An ICU message of texts, arguments and plurals that are not inside each other, as most formats can hold them.
struct FlatMessage {
  enum Piece {
    case text(String)
    case argument(String)
    case plural(String, [PluralCategory: [Piece]])

    var name: String? {
      switch self {
      case .text: nil
      case .argument(let name), .plural(let name, _): name
      }
    }
  }

  /// Why a message cannot be written in this form, as the end of a sentence.
  struct Unsupported: Error {
    let reason: String
    /// Whether quotes would solve the problem.
    var isAboutQuotes = false
  }

  let pieces: [Piece]
  /// The numbers whose own texts, such as `=2`, were dropped.
  let lostNumbers: [String]

  /// - Parameter showsZero: Whether the form `zero` is shown for no other number than 0, in any language.
  init(_ message: ICUMessage, locale: String, showsZero: Bool) throws(Unsupported) {
    var lost: [String] = []
    pieces = try Self.pieces(message, number: nil, locale, showsZero, &lost)
    lostNumbers = lost
  }

  var plurals: [(name: String, forms: [PluralCategory: [Piece]])] {
    pieces.compactMap { if case .plural(let name, let forms) = $0 { (name, forms) } else { nil } }
  }

  /// Whether a text of one argument takes it more than once.
  var repeatsArguments: Bool { Self.areRepeated(pieces) }

  private static func areRepeated(_ pieces: [Piece]) -> Bool {
    pieces.count { $0.name != nil } > 1
      || pieces.contains {
        if case .plural(_, let forms) = $0 { forms.values.contains(where: areRepeated) } else { false }
      }
  }

  /// The names that are read together: those of the text, and those of the text with each form.
  var namesTogether: [Set<String>] {
    let own = Set(pieces.compactMap(\.name))
    return [own]
      + plurals.flatMap { plural in
        PluralCategory.allCases.compactMap { plural.forms[$0].map { own.union($0.compactMap(\.name)) } }
      }
  }

  /// The whole text, once for each form of its only plural.
  var forms: (name: String, forms: [PluralCategory: [Piece]]) {
    get throws(Unsupported) {
      guard plurals.count == 1, let plural = plurals.first else {
        throw Unsupported(reason: "several plurals in one text")
      }
      return (
        plural.name,
        plural.forms.mapValues { form in pieces.flatMap { piece in if case .plural = piece { form } else { [piece] } } }
      )
    }
  }

  private static func pieces(
    _ message: ICUMessage, number: String?, _ locale: String, _ showsZero: Bool, _ lost: inout [String]
  ) throws(Unsupported) -> [Piece] {
    var pieces: [Piece] = []
    for part in message.parts {
      switch part {
      case .text(let text): pieces.append(.text(text))
      case .numberSign: pieces.append(.argument(number ?? ""))
      case .argument(let argument):
        if argument.type.isEmpty {
          pieces.append(.argument(argument.name))
        } else if argument.type != "plural" {
          throw Unsupported(reason: "the argument \(argument.token)")
        } else if number != nil {
          throw Unsupported(reason: "a plural in a plural")
        } else if argument.offset != 0 {
          throw Unsupported(reason: "the offset of \(argument.name)")
        } else {
          pieces.append(.plural(argument.name, try forms(of: argument, locale, showsZero, &lost)))
        }
      }
    }
    return pieces
  }

  private static func forms(
    of argument: ICUMessage.Argument, _ locale: String, _ showsZero: Bool, _ lost: inout [String]
  ) throws(Unsupported) -> [PluralCategory: [Piece]] {
    var forms: [PluralCategory: [Piece]] = [:]
    let rules = PluralRules(locale: locale) ?? PluralRules(locale: "en")
    /// Whether this is the only everyday whole number that selects a category.
    func selects(_ category: PluralCategory, only number: Int) -> Bool {
      guard let rules, rules.known.contains(category) else { return false }
      return (0...200).allSatisfy { (rules.category(of: $0) == category) == ($0 == number) }
    }
    // The exact numbers come last: they take precedence over the category.
    for (selector, message) in argument.messages.sorted(by: {
      !$0.selector.hasPrefix("=") && $1.selector.hasPrefix("=")
    }) {
      let pieces = try pieces(message, number: argument.name, locale, showsZero, &lost)
      switch selector {
      case "=0" where selects(.zero, only: 0) || showsZero && rules?.known.contains(.zero) != true:
        forms[.zero] = pieces
      case "=1" where selects(.one, only: 1): forms[.one] = pieces
      case _ where selector.hasPrefix("="): lost.append(selector)
      default:
        guard let category = PluralCategory(rawValue: selector) else {
          throw Unsupported(reason: "the selector \(selector)")
        }
        forms[category] = pieces
      }
    }
    guard forms[.other] != nil else { throw Unsupported(reason: "a plural without other") }
    return forms
  }
}
