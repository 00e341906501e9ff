import Basics
import KeyGenerator

/// Texts that are the forms of one plural: `files.one` and `files.other`, or `files_one` and `files_other`.
struct PluralGroups {
  struct Group {
    /// The section and the key without its category.
    let name: TextName
    /// The indices of the forms among the names.
    var forms: [PluralCategory: Int] = [:]
    let first: Int

    /// The text in a language; nil if it has none, or not the form that every other number takes.
    func text(in language: AppTexts.Language, _ findings: inout [CatalogFinding]) -> CatalogText? {
      let texts = forms.compactMapValues { language.values[$0] }
      guard !texts.isEmpty else { return nil }
      guard texts[.other] != nil else {
        findings.append(
          CatalogFinding(
            code: .plural, text: name.path, locale: language.locale,
            message: "The plural has no text for other, so it is left out. Translate it."))
        return nil
      }
      return .forms(texts)
    }
  }

  private(set) var groupByIndex: [Int: Group] = [:]

  /// Finds the groups: a key that ends in `other`, with at least one other category beside it.
  init(_ texts: AppTexts, isOff: Bool, _ findings: inout [CatalogFinding]) {
    guard !isOff else { return }
    // By the section and the key with the mark before its category.
    var groups: [TextName: Group] = [:]
    var order: [TextName] = []
    for (index, name) in texts.names.enumerated() {
      guard let category = PluralCategory(endOf: name.key.string) else { continue }
      let bytes = Array(name.key.string.utf8.dropLast(category.rawValue.utf8.count))
      guard let mark = bytes.last, mark != UInt8(ascii: "-"), bytes.count > 1 else { continue }
      let key = String(decoding: bytes.dropLast(), as: UTF8.self)
      let stem = TextName(section: name.section.string, key: String(decoding: bytes, as: UTF8.self))
      if groups[stem] == nil {
        groups[stem] = Group(name: TextName(section: name.section.string, key: key), first: index)
        order.append(stem)
      }
      // A category in other letters, as in `files.ONE` beside `files.one`, is a text of its own.
      if groups[stem]?.forms[category] == nil { groups[stem]?.forms[category] = index }
    }
    let known = Set(texts.names)
    var taken: Set<TextName> = []
    for stem in order {
      guard let group = groups[stem], group.forms[.other] != nil, group.forms.count > 1 else { continue }
      guard !known.contains(group.name), taken.insert(group.name).inserted else {
        findings.append(
          CatalogFinding(
            code: .plural, text: group.name.path, locale: nil,
            message: "Another text has the name that the plural would have, so each form stays a text of its own."))
        continue
      }
      for index in group.forms.values { groupByIndex[index] = group }
    }
  }
}
