/// Texts that are the forms of one plural: `files.one` and `files.other`, or `files_one` and `files_other`.
package struct PluralGroups: Sendable {
  package struct Group: Sendable {
    /// The section and the key without its category.
    package let name: TextName
    /// The indices of the forms among the names.
    package fileprivate(set) var forms: [PluralCategory: Int] = [:]
    package let first: Int
  }

  package private(set) var groupByIndex: [Int: Group] = [:]
  /// The names of plurals that another text or plural already has, so that their forms stay separate texts.
  package private(set) var homonyms: [TextName] = []

  /// The groups in the order of their first forms.
  package var groups: [Group] {
    groupByIndex.filter { $0.key == $0.value.first }.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Finds the groups: a key that ends in `other`, with at least one other category beside it.
  package init(_ names: [TextName]) {
    // Keyed by the section and the key, including the separator before its category.
    var groups: [TextName: Group] = [:]
    var order: [TextName] = []
    for (index, name) in names.enumerated() {
      guard let category = PluralCategory(endOf: name.key.string) else { continue }
      let bytes = Array(name.key.string.utf8.dropLast(category.rawValue.utf8.count))
      guard let separator = bytes.last, separator != UInt8(ascii: "-"), bytes.count > 1 else { continue }
      let key = String(decoding: bytes.dropLast(), as: UTF8.self)
      let stem = TextName(section: name.section.string, key: String(decoding: bytes, as: UTF8.self))
      if groups[stem] == nil {
        groups[stem] = Group(name: TextName(section: name.section.string, key: key), first: index)
        order.append(stem)
      }
      // A category in different case, such as `files.ONE` beside `files.one`, is a separate text.
      if groups[stem]?.forms[category] == nil { groups[stem]?.forms[category] = index }
    }
    let known = Set(names)
    var taken: Set<TextName> = []
    for stem in order {
      guard let group = groups[stem], group.forms[.other] != nil, group.forms.count > 1 else { continue }
      guard !known.contains(group.name), taken.insert(group.name).inserted else {
        homonyms.append(group.name)
        continue
      }
      for index in group.forms.values { groupByIndex[index] = group }
    }
  }
}
