package import Basics

/// A text in several languages, from a translation memory, a glossary or a bilingual file.
package struct TranslationUnit: Hashable, Sendable {
  package struct Variant: Hashable, Sendable {
    package var language: LanguageTag
    /// The text of the file, unchanged. Inline codes are the placeholders that they stand for.
    package var text: String
    package var standing: Standing

    package init(language: LanguageTag, text: String, standing: Standing = .unstated) {
      self.language = language
      self.text = text
      self.standing = standing
    }
  }

  package enum Standing: Hashable, Sendable {
    case unstated
    case preferred
    case admitted
    case forbidden

    /// The meaning of a value such as `preferredTerm-admn-sts`, `preferred` or `Do not use`.
    ///
    /// - Parameter isProse: Whether longer values have other meanings, such as `Do not use in titles`.
    init(named value: String, isProse: Bool = false) {
      let letters = value.lowercased().filter(\.isLetter)
      self = Self.words.first { isProse ? letters == $0.0 : letters.hasPrefix($0.0) }?.1 ?? .unstated
    }

    private static let words: [(String, Standing)] = [
      (.preferred, "preferred, standardized"), (.admitted, "admitted"),
      (
        .forbidden,
        """
        deprecated, superseded, notrecommended, obsolete, forbidden, prohibited, donotuse, dontuse, notallowed, banned,
        verboten, nichtverwenden, forbudt, måikkebruges, brugikke, interdit, nepasutiliser, prohibido, nousar, proibido
        """
      ),
    ].flatMap { (standing: Standing, words) in words.commaSeparated.map { ($0, standing) } }
  }

  package var variants: [Variant]
  /// The index of the source text among the variants; nil if each of them may be the source of the others.
  package var source: Int?
  /// The name that the app uses for the text; nil if the file is not an app's.
  package var name: String?
  /// Where a person finds the unit in its file, counted from one: the row of a table, or the line of a text.
  package var number: Int

  package init(_ variants: [Variant], source: Int? = nil, name: String? = nil, number: Int) {
    self.variants = variants
    self.source = source
    self.name = name
    self.number = number
  }

  /// Creates a unit whose source is the text in the given language, or else in a language that fits it.
  init(_ variants: [Variant], sourceLanguage: LanguageTag?, number: Int) {
    let source = sourceLanguage.flatMap { tag in
      variants.firstIndex { $0.language == tag } ?? variants.firstIndex { $0.language.fit(for: tag) != nil }
    }
    self.init(variants, source: source, number: number)
  }

  init(source: Variant, target: Variant, number: Int) { self.init([source, target], source: 0, number: number) }
}
