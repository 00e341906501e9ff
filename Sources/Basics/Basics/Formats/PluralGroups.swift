/// Texts that are the forms of one plural: `files.one` and `files.other`, or `files_one` and `files_other`.
package struct PluralGroups: Sendable {
  package struct Group: Sendable {
    /// The section and the key without its category.
    package let name: TextName
    /// The indices of the forms among the names.
    package fileprivate(set) var forms: [PluralCategory: Int] = [:]
    package let first: Int

    /// Whether the forms are for ordinal numbers, as i18next names them: `place_ordinal_one`.
    package var isOrdinal: Bool { name.key.string.utf8.suffix(7).elementsEqual("ordinal".utf8) }

    /// The category of the form with an index; nil if there is none.
    package func category(ofIndex index: Int) -> PluralCategory? {
      PluralCategory.allCases.first { forms[$0] == index }
    }
  }

  package private(set) var groupByIndex: [Int: Group] = [:]
  /// The names of plurals that another text or plural already has, so that their forms stay separate texts.
  package private(set) var homonyms: [TextName] = []

  /// The groups in the order of their first forms.
  package var groups: [Group] {
    groupByIndex.filter { $0.key == $0.value.first }.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Finds the groups: a key that ends in `other`, with at least one other category beside it.
  ///
  /// - Parameter isForReaders: Whether to find what is one plural to a person but not to generated code: also keys of a
  ///   dash, sections whose keys are the categories, `seed` with `seed_plural`, and homonyms.
  package init(_ names: [TextName], isForReaders: Bool = false) {
    // Keyed by the section and the key, including the separator before its category.
    var groups: [TextName: Group] = [:]
    var order: [TextName] = []
    for (index, name) in names.enumerated() {
      guard let category = Self.category(of: name, isForReaders) else { continue }
      let bytes = Array(name.key.string.utf8.dropLast(category.rawValue.utf8.count))
      let isWhole = bytes.count < 2 || bytes.last == UInt8(ascii: "-")
      guard isForReaders || !isWhole else { continue }
      let key = String(decoding: bytes.dropLast(), as: UTF8.self)
      let stem = TextName(section: name.section.string, key: String(decoding: bytes, as: UTF8.self))
      if groups[stem] == nil {
        groups[stem] = Group(name: TextName(section: name.section.string, key: key), first: index)
        order.append(stem)
      }
      // A category in different case, such as `files.ONE` beside `files.one`, is a separate text.
      if groups[stem]?.forms[category] == nil { groups[stem]?.forms[category] = index }
    }
    let known = isForReaders ? [] : Set(names)
    var taken: Set<TextName> = []
    // A section is one plural only if it has nothing else.
    let mixed =
      isForReaders
      ? Set(names.lazy.filter { PluralCategory(rawValue: $0.key.string.lowercased()) == nil }.map(\.section.string))
      : []
    for stem in order {
      guard let group = groups[stem], group.forms[.other] != nil, group.forms.count > 1,
        !stem.key.string.isEmpty || !mixed.contains(stem.section.string)
      else { continue }
      guard isForReaders || (!known.contains(group.name) && taken.insert(group.name).inserted) else {
        homonyms.append(group.name)
        continue
      }
      for index in group.forms.values { groupByIndex[index] = group }
    }
    if isForReaders { addOldForms(names) }
  }

  /// Adds the plurals of i18next before its version 4: `seed` and `seed_plural`.
  private mutating func addOldForms(_ names: [TextName]) {
    let suffix = "_plural"
    let plurals = names.indices.filter { names[$0].key.string.utf8.suffix(suffix.count).elementsEqual(suffix.utf8) }
    guard !plurals.isEmpty else { return }
    let indices = Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
    for other in plurals {
      let key = String(decoding: names[other].key.string.utf8.dropLast(suffix.count), as: UTF8.self)
      let name = TextName(section: names[other].section.string, key: key)
      guard let one = indices[name], groupByIndex[one] == nil else { continue }
      let group = Group(name: name, forms: [.one: one, .other: other], first: min(one, other))
      (groupByIndex[one], groupByIndex[other]) = (group, group)
    }
  }

  private static func category(of name: TextName, _ isForReaders: Bool) -> PluralCategory? {
    PluralCategory(endOf: name.key.string)
      ?? (isForReaders ? PluralCategory(rawValue: name.key.string.lowercased()) : nil)
  }

  /// The index of `other` for that of `one`, and of `one` for that of `other`; nil for any other text, and for ordinals.
  package func counterpart(ofIndex index: Int) -> Int? {
    guard let group = groupByIndex[index], !group.isOrdinal else { return nil }
    return switch group.category(ofIndex: index) {
    case .one: group.forms[.other]
    case .other: group.forms[.one]
    default: nil
    }
  }

  /// Indices with the forms of each plural together, where the first of them is, in the order of the categories.
  package func together(_ indices: [Int]) -> [Int] {
    guard !groupByIndex.isEmpty else { return indices }
    var left = Set(indices)
    return indices.flatMap { index in
      guard let group = groupByIndex[index] else { return [index] }
      return PluralCategory.allCases.compactMap { group.forms[$0] }.filter { left.remove($0) != nil }
    }
  }
}
