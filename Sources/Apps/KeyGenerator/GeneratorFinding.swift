import Basics

/// Something about the texts that users of the generated code must know. The code is written anyway.
package struct GeneratorFinding: Hashable, Sendable {
  package enum Code: String, Sendable {
    /// Two names would become the same identifier.
    case collision
    /// The name is one that the generated code uses itself.
    case reserved
    /// The languages use different values in a text.
    case placeholders
    case noDefault = "no-default"
    /// The text is an ICU message, and only ICU can fill in all of its arguments.
    case message
  }

  package let code: Code
  /// The text, or the section, as `section.key`.
  package let name: String
  /// The file of the generated code, by its name, and the line in it, counted from 1.
  package let file: String
  package let line: Int
  /// What was found and what was done, as a sentence.
  package let message: String

  /// The finding in the form in which Xcode reads warnings.
  ///
  /// - Parameter folder: The folder of the file, with a slash at its end; empty for none.
  package func warning(inFolder folder: String) -> String { "\(folder)\(file):\(line): warning: \(message)" }
}

enum TextRemarks {
  static func remarks(of member: SwiftMember, in texts: AppTexts) -> [(code: GeneratorFinding.Code, message: String)] {
    var remarks: [(GeneratorFinding.Code, String)] = []
    let name = Visible.text(member.name.path)
    let base = Visible.text(texts.defaultLanguage.locale)
    if member.locale != texts.defaultLanguage.locale, member.otherForm == nil {
      let used = member.locale.map { "so the value in \(Visible.text($0)) is used" } ?? "and no language has one"
      remarks.append((.noDefault, "\(name) has no value in \(base), \(used). Write one in NStack."))
    }
    let message = ICUMessage.message(in: Array(member.fallback.utf8))
    if message != nil, member.parameters.isEmpty {
      remarks.append(
        (.message, "\(name) is an ICU message, so its arguments are not filled in. Format the text with ICU."))
    } else if let argument = message?.allArguments.first(where: \.isForICU) {
      remarks.append(
        (
          .message,
          "\(name) has \(Visible.text(argument.token)), which only ICU formats. "
            + "Pass it as a text that is already formatted."
        ))
    } else if let message = disagreement(member, texts) {
      remarks.append((.placeholders, message))
    }
    return remarks
  }

  /// The languages whose texts use values that the code does not pass, grouped by those values.
  private static func disagreement(_ member: SwiftMember, _ texts: AppTexts) -> String? {
    let promised = Dictionary(
      member.parameters.map { ($0.value.name, $0.value.kind) }, uniquingKeysWith: { first, _ in first })
    var locales: [(values: [TextParameter], locales: [String])] = []
    for language in texts.languages where language.locale != member.locale {
      let values = member.indices.compactMap { language.values[$0] }
      var seen: Set<TextParameter> = []
      let others = values.flatMap { TextParameter.all(in: $0, count: member.countPosition) }.filter { other in
        // A plain placeholder can show any value, and `{n, number}` any whole number.
        let isOther = promised[other.name].map { kind in
          kind != other.kind
            && (other.isPositional || other.kind != .text && !(kind == .number && other.kind == .decimal))
        }
        return isOther ?? true && seen.insert(other).inserted
      }
      guard !others.isEmpty else { continue }
      if let index = locales.firstIndex(where: { $0.values == others }) {
        locales[index].locales.append(language.locale)
      } else {
        locales.append((others, [language.locale]))
      }
    }
    guard !locales.isEmpty else { return nil }
    let groups = locales.map { group in
      group.values.map(shown).joined(separator: ", ") + " in "
        + group.locales.map { Visible.text($0) }.joined(separator: ", ")
    }
    let own = member.parameters.map { shown($0.value) }
    return "\(Visible.text(member.name.path)) takes \(own.isEmpty ? "no values" : own.joined(separator: ", ")) in "
      + "\(Visible.text(member.locale ?? "")), but \(groups.joined(separator: "; ")). Correct the texts in NStack."
  }

  private static func shown(_ parameter: TextParameter) -> String {
    let name = parameter.isPositional ? "value \(parameter.name)" : "{\(Visible.text(parameter.name))}"
    return "\(name) as \(parameter.kind.rawValue)"
  }
}
