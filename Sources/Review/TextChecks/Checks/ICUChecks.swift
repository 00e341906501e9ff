import Basics

extension Check {
  /// Requires that a proposal for an ICU message is an ICU message too.
  static let icuSyntax = Check("icu.syntax", .error) { text in
    guard let source = text.scannedSource, ICUMessage.isMessage(source) else { return [] }
    do throws(ICUSyntaxError) {
      _ = try ICUMessageReader.read(text.scannedProposal.bytes)
      return []
    } catch { return [CheckFinding(error.reason, token: error.token)] }
  }

  /// Refuses a selector that selects nothing: a plural category or a choice that was translated.
  static let icuSelector = Check("icu.selector", .error) { text in
    guard let (source, proposal) = text.messages else { return [] }
    let choices = source.allArguments.filter { $0.type == "select" }
    return proposal.allArguments.flatMap { argument in
      let repeated = Self.repeated(in: argument)
      if argument.isPlural {
        return repeated
          + argument.messages.map(\.selector).filter { !Self.isPluralSelector($0) }.map {
            CheckFinding("check.icu.category", token: $0)
          }
      }
      let known = choices.filter { $0.name == argument.name }.flatMap { $0.messages.map(\.selector) }
      guard argument.type == "select", !known.isEmpty else { return repeated }
      return repeated
        + argument.messages.map(\.selector).filter { !known.contains($0) }.map {
          CheckFinding("check.icu.choice", argument.name, known.listed, token: $0)
        }
    }
  }

  /// The selectors that an argument has more than once. Some libraries refuse such a message, and others show only one of
  /// the texts.
  private static func repeated(in argument: ICUMessage.Argument) -> [CheckFinding] {
    var seen: Set<String> = []
    return argument.messages.map(\.selector).filter { !seen.insert($0).inserted }.withoutRepeats.map {
      CheckFinding("check.icu.repeated", argument.name, token: $0)
    }
  }

  private static func isPluralSelector(_ selector: String) -> Bool {
    if PluralCategory(rawValue: selector) != nil { return true }
    let number = selector.utf8.dropFirst()
    return selector.utf8.first == UInt8(ascii: "=") && !number.isEmpty && number.allSatisfy(\.isASCIIDigit)
  }

  /// Requires the selector `other`, without which ICU refuses the message.
  static let icuOther = Check("icu.other", .error) { text in
    guard let (_, proposal) = text.messages else { return [] }
    return proposal.allArguments.filter { argument in
      argument.hasMessages && !argument.messages.contains { $0.selector == PluralCategory.other.rawValue }
    }.map {
      CheckFinding(Reason("check.icu.noOther") + ICUSyntaxError.reason(ofQuoted: proposal.quoted), token: $0.token)
    }
  }

  /// Reports plural categories that the locale has and the message lacks, or that the locale never selects.
  static let icuCategory = Check("icu.category", .info) { text in
    guard let (_, proposal) = text.messages else { return [] }
    return proposal.allArguments.filter(\.isPlural).flatMap { argument -> [CheckFinding] in
      let isOrdinal = argument.type == "selectordinal"
      guard let rules = PluralRules(locale: text.locale, isOrdinal: isOrdinal) else { return [] }
      let found = argument.messages.compactMap { PluralCategory(rawValue: $0.selector) }
      let hasNumbers = argument.messages.contains { $0.selector.hasPrefix("=") }
      let lacking = rules.needed.filter { category in
        !found.contains(category) && category != .other && !(hasNumbers && category.isOftenOneNumber)
      }
      let unused = found.filter { !rules.known.contains($0) && $0 != .other }
      return lacking.map {
        CheckFinding("check.icu.lacking", argument.name, text.locale, $0.rawValue, token: $0.rawValue)
      } + unused.map { CheckFinding("check.icu.unused", argument.name, text.locale, token: $0.rawValue) }
    }
  }
}

extension CheckedText {
  /// The messages of the source text and of the proposal; nil if one of them is not an ICU message.
  var messages: (source: ICUMessage, proposal: ICUMessage)? {
    guard let source = scannedSource.flatMap({ ICUMessage.message(in: $0) }),
      let proposal = try? ICUMessageReader.read(scannedProposal.bytes)
    else { return nil }
    return (source, proposal)
  }
}

extension Check {
  /// Requires that an ICU message has the arguments of its source text, with types that take the same values.
  ///
  /// A number may be written in several ways: `#` in a plural, `{count}`, or a plural where the source text has `{count}`.
  static let icuArgument = Check("icu.argument", .error) { text in
    guard let (source, proposal) = text.messages else { return [] }
    let wanted = Self.byName(source)
    let found = Self.byName(proposal)
    let locale = text.locale
    let missing = source.names.flatMap { name in
      wanted[name, default: []].filter { !Self.isKept($0, by: found[name, default: []], locale: locale) }
    }
    let extra = proposal.names.flatMap { name in
      found[name, default: []].filter { !Self.isKnown($0, among: wanted[name, default: []]) }
    }
    let tokens = source.allArguments.filter { !$0.isNumberSign }.map(\.token).withoutRepeats
    return missing.map {
      CheckFinding(
        $0.isNumberSign ? Reason("check.icu.noNumber", $0.name) : Reason("check.icu.missing"), token: $0.token)
    } + extra.map { CheckFinding("check.icu.extra", tokens.listed, token: $0.token) }
  }

  /// The arguments of a message by name, each spelling once.
  private static func byName(_ message: ICUMessage) -> [String: [ICUMessage.Argument]] {
    var seen: Set<String> = []
    return Dictionary(
      grouping: message.allArguments.filter { seen.insert("\($0.name) \($0.token)").inserted }, by: \.name)
  }

  /// Whether arguments of the same name can replace an argument of the source text.
  private static func isKept(_ wanted: ICUMessage.Argument, by found: [ICUMessage.Argument], locale: String) -> Bool {
    if found.contains(where: { $0.type == wanted.type && !$0.isNumberSign }) { return true }
    switch wanted.type {
    case "" where wanted.isNumberSign && !found.contains(where: \.isPlural):
      // A missing plural is already reported.
      return true
    case "": return found.contains { !$0.hasMessages }
    case "number": return found.contains { $0.isPlural || $0.isNumberSign }
    case "plural", "selectordinal":
      // In a language with one form, the number alone is enough.
      let rules = PluralRules(locale: locale, isOrdinal: wanted.type == "selectordinal")
      return rules?.known == [.other] && found.contains { $0.type.isEmpty || $0.isNumeric }
    default: return false
    }
  }

  /// Whether the source text has an argument of the same name that takes the same values.
  private static func isKnown(_ found: ICUMessage.Argument, among wanted: [ICUMessage.Argument]) -> Bool {
    if found.isNumberSign || wanted.contains(where: { $0.type == found.type }) { return true }
    switch found.type {
    // A `select` shows its selectors, such as female, to the reader.
    case "": return wanted.contains { $0.type != "select" }
    case "select": return wanted.contains { $0.type.isEmpty }
    case "date", "time": return wanted.contains { $0.type == "date" || $0.type == "time" }
    default: return found.isNumeric && wanted.contains { $0.type.isEmpty || $0.isNumeric }
    }
  }
}

extension ICUMessage.Argument {
  /// Whether the type takes a number.
  fileprivate var isNumeric: Bool { isPlural || ["number", "spellout", "ordinal", "duration"].contains(type) }
}
