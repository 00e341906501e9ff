import Basics
import NStackAPI

/// Requires that an ICU message has the arguments of its source text, with types that take the same values.
///
/// A number may be written in several ways: `#` in a plural, `{count}`, or a plural where the source text has `{count}`.
struct ICUArgumentCheck: Check {
  let id = "icu.argument"
  let severity = Diagnostic.Severity.error

  func findings(in text: CheckedText) -> [CheckFinding] {
    guard let (source, proposal) = text.messages else { return [] }
    let wanted = Self.byName(source)
    let found = Self.byName(proposal)
    let locale = text.text.locale
    let missing = source.names.flatMap { name in
      wanted[name, default: []].filter { !Self.isKept($0, by: found[name, default: []], locale: locale) }
    }
    let extra = proposal.names.flatMap { name in
      found[name, default: []].filter { !Self.isKnown($0, among: wanted[name, default: []]) }
    }
    let tokens = source.allArguments.filter { !$0.isNumberSign }.map(\.token).withoutRepeats
    return missing.map {
      CheckFinding(
        $0.isNumberSign
          ? "The source text shows the number \($0.name) here, and the proposal does not. Write it where it belongs."
          : "The source text has this argument, and the proposal does not. Write it where the value belongs.",
        token: $0.token)
    }
      + extra.map {
        CheckFinding(
          "The source text does not have this argument; it has \(tokens.listed(" and ")). Names and types are not "
            + "translated.", token: $0.token)
      }
  }

  /// The arguments of a message by name, each spelling once.
  private static func byName(_ message: ICUMessage) -> [String: [ICUMessage.Argument]] {
    var seen: Set<String> = []
    return Dictionary(
      grouping: message.allArguments.filter { seen.insert("\($0.name) \($0.token)").inserted }, by: \.name)
  }

  /// Whether arguments of the same name serve in place of one of the source text.
  private static func isKept(
    _ wanted: ICUMessage.Argument, by found: [ICUMessage.Argument], locale: String
  ) -> Bool {
    if found.contains(where: { $0.type == wanted.type && !$0.isNumberSign }) { return true }
    switch wanted.type {
    case "" where wanted.isNumberSign && !found.contains(where: \.isPlural):
      // A plural that is missing is told already.
      return true
    case "": return found.contains { !$0.hasMessages }
    case "number": return found.contains { $0.isPlural || $0.isNumberSign }
    case "plural", "selectordinal":
      // In a language with one form, the number alone says as much.
      let rules = PluralCategories.categories(of: locale, isOrdinal: wanted.type == "selectordinal")
      return rules?.known == [.other] && found.contains { $0.type.isEmpty || $0.isNumeric }
    default: return false
    }
  }

  /// Whether the source text has an argument of the same name that takes the same values.
  private static func isKnown(_ found: ICUMessage.Argument, among wanted: [ICUMessage.Argument]) -> Bool {
    if found.isNumberSign || wanted.contains(where: { $0.type == found.type }) { return true }
    switch found.type {
    // A choice shows its selector, such as female, to the reader.
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
