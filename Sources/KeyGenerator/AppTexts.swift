package import Basics
package import Resources

/// The texts of an application in all its languages, from which code and catalogues are made.
package struct AppTexts: Sendable {
  /// One language and its values.
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

  /// A language's texts as they were read.
  package struct Source {
    let locale: String
    let isDefault: Bool
    let texts: ResourceTexts
    let file: String?

    /// Creates a source from its parts.
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
  package let languages: [Language]
  /// The place of the default language in ``languages``: the first one, if none is marked.
  package let defaultPlace: Int
  /// What developers or translators were told of a text, from a file of context.
  package var descriptions: [TextName: String] = [:]

  private let places: [TextName: Int]

  /// The place of a name in ``names``; nil if no language has it.
  package func place(of name: TextName) -> Int? { places[name] }

  /// The application's default language.
  package var defaultLanguage: Language { languages[defaultPlace] }

  /// The texts of a folder.
  package init(_ folder: ResourceFolder) {
    self.init(
      folder.resources.map { resource in
        Source(
          locale: resource.language.locale, isDefault: resource.language.isDefault, texts: resource.texts,
          file: resource.file)
      })
  }

  /// Puts the texts of the languages together.
  ///
  /// - Parameter sources: The texts of each language, in NStack's order; at least one.
  package init(_ sources: [Source]) {
    precondition(!sources.isEmpty, "an application has a language")
    let defaultPlace = sources.firstIndex(where: \.isDefault) ?? 0
    var names: [TextName] = []
    var places: [TextName: Int] = [:]
    var columns = [[String?]](repeating: [], count: sources.count)
    let order = [defaultPlace] + sources.indices.filter { $0 != defaultPlace }
    for place in order {
      let texts = sources[place].texts
      for entry in texts.entries {
        let name = TextName(section: texts.sections[entry.section], key: texts.string(entry.key))
        let row = places[name] ?? names.count
        if row == names.count {
          places[name] = row
          names.append(name)
        }
        // An empty value is none, as in the texts that an app shows.
        guard entry.hasValue, !entry.value.isEmpty else { continue }
        if columns[place].count <= row {
          columns[place].append(contentsOf: repeatElement(nil, count: row + 1 - columns[place].count))
        }
        columns[place][row] = texts.string(entry.value)
      }
    }
    languages = sources.indices.map { place in
      let missing = repeatElement(String?.none, count: names.count - columns[place].count)
      return Language(
        locale: sources[place].locale, isDefault: place == defaultPlace, values: columns[place] + missing,
        file: sources[place].file)
    }
    self.names = names
    self.places = places
    self.defaultPlace = defaultPlace
  }
}

extension AppTexts {
  /// A number that changes with the names, the values that code has, and the descriptions, in hexadecimal digits.
  ///
  /// It says from which texts a file was made. A value in another language counts only where the default language has none.
  package var fingerprint: String {
    // FNV-1a with 64 bits.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ text: String) {
      for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      // No text has this byte.
      hash = (hash ^ 0xFF) &* 0x100_0000_01B3
    }
    for place in names.indices.sorted(by: { names[$0] < names[$1] }) {
      add(names[place].section.string)
      add(names[place].key.string)
      add(defaultLanguage.values[place] ?? languages.lazy.compactMap { $0.values[place] }.first ?? "")
      add(descriptions[names[place]] ?? "")
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
