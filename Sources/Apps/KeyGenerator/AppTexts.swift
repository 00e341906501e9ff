package import Basics
package import Resources

/// The texts of an application in all its languages, from which code and catalogues are made.
package struct AppTexts: Sendable {
  package struct Language: Sendable {
    /// The locale as NStack spells it.
    package let locale: String
    /// Whether this is the application's default language.
    package let isDefault: Bool
    /// The value of each of ``AppTexts/names``; nil if the text is missing, not translated or empty.
    package let values: [String?]
    /// The file that the texts came from; nil if they came from a server.
    package let file: String?
  }

  /// One language's texts, as read.
  package struct Source {
    package let locale: String
    let isDefault: Bool
    let texts: ResourceTexts
    let file: String?

    package init(locale: String, isDefault: Bool, texts: ResourceTexts, file: String? = nil) {
      self.locale = locale
      self.isDefault = isDefault
      self.texts = texts
      self.file = file
    }
  }

  /// The names of all texts: those of the default language in NStack's order, then those that only other languages have.
  package let names: [TextName]
  /// The languages in NStack's order; at least one.
  package private(set) var languages: [Language]
  /// The index of the default language in ``languages``: the first one, if none is marked.
  package let defaultIndex: Int
  /// Notes on a text for developers or translators, from a file of context.
  package var descriptions: [TextName: String] = [:]

  private let indices: [TextName: Int]

  /// The index of a name in ``names``; nil if no language has it.
  package func index(of name: TextName) -> Int? { indices[name] }

  package var defaultLanguage: Language { languages[defaultIndex] }

  /// Changes each value in all languages.
  package mutating func changeValues(_ change: (String) -> String) {
    languages = languages.map {
      Language(locale: $0.locale, isDefault: $0.isDefault, values: $0.values.map { $0.map(change) }, file: $0.file)
    }
  }

  package init(_ folder: ResourceFolder) { self.init(Self.sources(of: folder)) }

  package static func sources(of folder: ResourceFolder) -> [Source] {
    folder.resources.map { resource in
      Source(
        locale: resource.language.locale, isDefault: resource.language.isDefault, texts: resource.texts,
        file: resource.file)
    }
  }

  /// Combines the texts of the languages.
  ///
  /// - Parameter sources: The texts of each language, in NStack's order; at least one.
  package init(_ sources: [Source]) {
    precondition(!sources.isEmpty, "an application has a language")
    let defaultIndex = sources.firstIndex(where: \.isDefault) ?? 0
    var names: [TextName] = []
    var indices: [TextName: Int] = [:]
    var columns = [[String?]](repeating: [], count: sources.count)
    let order = [defaultIndex] + sources.indices.filter { $0 != defaultIndex }
    for index in order {
      let texts = sources[index].texts
      for entry in texts.entries {
        let name = TextName(section: texts.sections[entry.section], key: texts.string(entry.key))
        let row = indices[name] ?? names.count
        if row == names.count {
          indices[name] = row
          names.append(name)
        }
        // As in apps, an empty value counts as missing.
        guard entry.hasValue, !entry.value.isEmpty else { continue }
        if columns[index].count <= row {
          columns[index].append(contentsOf: repeatElement(nil, count: row + 1 - columns[index].count))
        }
        columns[index][row] = texts.string(entry.value)
      }
    }
    languages = sources.indices.map { index in
      let missing = repeatElement(String?.none, count: names.count - columns[index].count)
      return Language(
        locale: sources[index].locale, isDefault: index == defaultIndex, values: columns[index] + missing,
        file: sources[index].file)
    }
    self.names = names
    self.indices = indices
    self.defaultIndex = defaultIndex
  }
}

extension AppTexts {
  /// A number that changes with the names, the values that code has, and the descriptions, in hexadecimal digits.
  ///
  /// It identifies the texts that a file was made from. A value in another language counts only if the default language
  /// has none.
  package var fingerprint: String {
    // FNV-1a with 64 bits.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ text: String) {
      for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      // No text contains this byte.
      hash = (hash ^ 0xFF) &* 0x100_0000_01B3
    }
    for index in names.indices.sorted(by: { names[$0] < names[$1] }) {
      add(names[index].section.string)
      add(names[index].key.string)
      add(defaultLanguage.values[index] ?? languages.lazy.compactMap { $0.values[index] }.first ?? "")
      add(descriptions[names[index]] ?? "")
    }
    return hash.padded(to: 16, radix: 16)
  }
}
