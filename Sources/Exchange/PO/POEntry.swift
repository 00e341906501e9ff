/// An entry of a PO file: a source text with its translation.
package struct POEntry: Hashable, Sendable {
  /// Remarks of translators (`#`), line by line.
  package var translatorComments: [String] = []
  /// Remarks for translators (`#.`), line by line.
  package var extractedComments: [String] = []
  /// The flags (`#,`), such as `fuzzy` and `c-format`.
  package var flags: [String] = []
  /// The context that distinguishes equal source texts; nil if there is none.
  package var context: String?
  package var source: String
  /// The source text for several; nil for an entry without plural forms.
  package var pluralSource: String?
  /// The translation, or its plural forms; an empty text is not translated.
  package var translations: [String]
  /// Whether a translation takes several lines of the file, so that a file that was cut off between them looks whole.
  package var isTranslationDivided = false
  /// Whether the entry is obsolete (`#~`): the app has dropped its text.
  package var isObsolete = false
  /// The number of the entry among all entries but the header, counted from one, as editors number them.
  package var number = 0
  /// The line where the entry begins, counted from one.
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
package struct POHeader: Hashable, Sendable {
  /// The names and values in the order of the file.
  package var fields: [(name: String, value: String)] {
    didSet { text = Self.text(fields) }
  }
  /// Remarks at the start of the file, line by line.
  package var comments: [String] = []
  private var text: String

  package init(_ fields: [(name: String, value: String)]) {
    self.fields = fields
    text = Self.text(fields)
  }

  /// Reads the translation of the entry without a source text.
  package init(text: String) {
    self.init(
      text.split(whereSeparator: \.isNewline).compactMap { line in
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        return (String(line[..<colon]), String(value))
      })
  }

  /// The value of a field in any case; nil if it is missing or empty.
  package subscript(_ name: String) -> String? {
    fields.first { $0.name.lowercased() == name.lowercased() && !$0.value.isEmpty }?.value
  }

  /// The translation of the entry without a source text.
  package var entry: POEntry { POEntry(source: "", translations: [text]) }

  private static func text(_ fields: [(name: String, value: String)]) -> String {
    fields.map { "\($0.name): \($0.value)\n" }.joined()
  }

  package static func == (left: POHeader, right: POHeader) -> Bool {
    left.text == right.text && left.comments == right.comments
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(text)
    hasher.combine(comments)
  }
}
