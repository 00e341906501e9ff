/// An entry of a PO file: a source text with its translation.
package struct POEntry: Hashable, Sendable {
  package var translatorComments: [String] = []
  package var extractedComments: [String] = []
  package var flags: [String] = []
  /// The context that distinguishes equal source texts; nil if there is none.
  package var context: String?
  package var source: String
  /// The plural source text; nil for an entry without plural forms.
  package var pluralSource: String?
  /// The translation, or its plural forms; an empty text means that it is not translated.
  package var translations: [String]
  /// Whether a translation takes several lines. If the file is cut off between them, it still looks complete.
  package var isTranslationDivided = false
  /// Whether the entry is obsolete (`#~`): the app has dropped its text.
  package var isObsolete = false
  /// The number of the entry among all entries but the header, counted from one, as editors number them.
  package var number = 0
  package var line = 0

  package init(context: String? = nil, source: String, translations: [String]) {
    self.context = context
    self.source = source
    self.translations = translations
  }

  /// Whether a person must check the translation before it is used.
  package var isFuzzy: Bool { flags.contains("fuzzy") }

  /// Whether the entry is the one with the properties of the file.
  package var isHeader: Bool { source.isEmpty && context == nil && !isObsolete }
}

/// The properties of a PO file, from its entry without a source text: `Language: da`.
package struct POHeader: Sendable {
  package var fields: [(name: String, value: String)]
  package var comments: [String] = []

  package init(_ fields: [(name: String, value: String)]) { self.fields = fields }

  package init(text: String) {
    fields = text.split(whereSeparator: \.isNewline).compactMap { line in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      return (String(line[..<colon]), String(value))
    }
  }

  /// The value of a field in any case; nil if it is missing or empty.
  package subscript(_ name: String) -> String? {
    fields.first { $0.name.lowercased() == name.lowercased() && !$0.value.isEmpty }?.value
  }

  package var entry: POEntry {
    var entry = POEntry(source: "", translations: [fields.map { "\($0.name): \($0.value)\n" }.joined()])
    entry.translatorComments = comments
    return entry
  }
}
