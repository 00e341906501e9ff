import Basics

/// Something about the texts that whoever uses the generated code must know. The code is written all the same.
package struct GeneratorFinding: Hashable, Sendable {
  package enum Code: String, Sendable {
    /// Two names would be one identifier.
    case collision
    /// The name is one that the generated code uses itself.
    case reserved
    /// The languages disagree about the values that a text takes.
    case placeholders
    case noDefault = "no-default"
    /// The text is an ICU message, whose arguments are not filled in.
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
    if texts.defaultLanguage.values[member.index] == nil, member.otherForm == nil {
      let used = member.locale.map { "the value in \(Visible.text($0)) is used" } ?? "and no language has one"
      remarks.append((.noDefault, "\(name) has no value in \(base), \(used). Write one in NStack."))
    }
    if ICUMessage.message(in: Array(member.fallback.utf8)) != nil {
      remarks.append(
        (.message, "\(name) is an ICU message, so its arguments are not filled in. Format the text with ICU."))
    } else if let message = disagreement(member, texts) {
      remarks.append((.placeholders, message))
    }
    return remarks
  }

  /// The languages whose texts take other values than the code gives, grouped by what they take.
  private static func disagreement(_ member: SwiftMember, _ texts: AppTexts) -> String? {
    let promised = Dictionary(
      member.parameters.map { ($0.value.name, $0.value.kind) }, uniquingKeysWith: { first, _ in first })
    var locales: [(values: [TextParameter], locales: [String])] = []
    for language in texts.languages {
      guard let value = language.values[member.index], language.locale != member.locale else { continue }
      let others = TextParameter.all(in: value).filter { promised[$0.name] != $0.kind }
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
