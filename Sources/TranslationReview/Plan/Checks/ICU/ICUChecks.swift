import Basics
import NStackAPI

/// Requires that a proposal for an ICU message is one itself.
struct ICUSyntaxCheck: Check {
  let id = "icu.syntax"
  let severity = Diagnostic.Severity.error

  func findings(in text: CheckedText) -> [CheckFinding] {
    guard let source = text.scannedSource, ICUMessage.isMessage(source) else { return [] }
    do {
      _ = try ICUMessageReader.read(text.scannedProposal.bytes)
      return []
    } catch {
      return [CheckFinding(error.message, token: error.token)]
    }
  }
}

/// Refuses a selector that selects nothing: a plural category or a choice that was translated.
struct ICUSelectorCheck: Check {
  let id = "icu.selector"
  let severity = Diagnostic.Severity.error

  func findings(in text: CheckedText) -> [CheckFinding] {
    guard let (source, proposal) = text.messages else { return [] }
    let choices = source.allArguments.filter { $0.type == "select" }
    return proposal.allArguments.flatMap { argument in
      let repeated = Self.repeated(in: argument)
      if argument.isPlural {
        return repeated
          + argument.messages.map(\.selector).filter { !Self.isPluralSelector($0) }.map {
            CheckFinding(
              "This is not a plural category. Write zero, one, two, few, many, other, or a number as in =0.", token: $0)
          }
      }
      let known = choices.filter { $0.name == argument.name }.flatMap { $0.messages.map(\.selector) }
      guard argument.type == "select", !known.isEmpty else { return repeated }
      return repeated
        + argument.messages.map(\.selector).filter { !known.contains($0) }.map {
          CheckFinding(
            "The source text does not have this choice of \(argument.name); it has \(known.listed(", ")). "
              + "Choices are not translated.", token: $0)
        }
    }
  }

  /// The selectors that an argument has more than once. Some libraries refuse such a message, and others show only one of
  /// the texts.
  private static func repeated(in argument: ICUMessage.Argument) -> [CheckFinding] {
    var seen: Set<String> = []
    return argument.messages.map(\.selector).filter { !seen.insert($0).inserted }.withoutRepeats.map {
      CheckFinding("\(argument.name) has this selector more than once. Keep one of them.", token: $0)
    }
  }

  private static func isPluralSelector(_ selector: String) -> Bool {
    if PluralCategory(rawValue: selector) != nil { return true }
    let number = selector.utf8.dropFirst()
    return selector.utf8.first == UInt8(ascii: "=") && !number.isEmpty && number.allSatisfy(\.isASCIIDigit)
  }
}

/// Requires the selector `other`, without which ICU refuses the message.
struct ICUOtherCheck: Check {
  let id = "icu.other"
  let severity = Diagnostic.Severity.error

  func findings(in text: CheckedText) -> [CheckFinding] {
    guard let (_, proposal) = text.messages else { return [] }
    return proposal.allArguments.filter { argument in
      argument.hasMessages && !argument.messages.contains { $0.selector == PluralCategory.other.rawValue }
    }.map {
      CheckFinding(
        "The selector other is missing. Write other {…} as the last one." + (proposal.quotation ?? ""), token: $0.token)
    }
  }
}

/// Tells of plural categories that the locale has and the message lacks, or that the locale never selects.
struct ICUCategoryCheck: Check {
  let id = "icu.category"
  let severity = Diagnostic.Severity.info

  func findings(in text: CheckedText) -> [CheckFinding] {
    guard let (_, proposal) = text.messages else { return [] }
    return proposal.allArguments.filter(\.isPlural).flatMap { argument -> [CheckFinding] in
      let isOrdinal = argument.type == "selectordinal"
      guard let rules = PluralCategories.categories(of: text.text.locale, isOrdinal: isOrdinal) else { return [] }
      let found = argument.messages.compactMap { PluralCategory(rawValue: $0.selector) }
      let hasNumbers = argument.messages.contains { $0.selector.hasPrefix("=") }
      let lacking = rules.needed.filter { category in
        !found.contains(category) && category != .other && !(hasNumbers && category.isOftenOneNumber)
      }
      let unused = found.filter { !rules.known.contains($0) && $0 != .other }
      return lacking.map {
        CheckFinding(
          "Numbers of \(argument.name) in \(text.text.locale) also select \($0.rawValue), and the app shows other for "
            + "them. Write \($0.rawValue) {…}.", token: $0.rawValue)
      }
        + unused.map {
          CheckFinding(
            "No number of \(argument.name) in \(text.text.locale) selects this text. Remove it.", token: $0.rawValue)
        }
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
