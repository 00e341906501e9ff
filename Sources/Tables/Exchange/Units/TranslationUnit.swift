package import Basics

/// A text in several languages, as a translation memory, a glossary or a bilingual file has it.
package struct TranslationUnit: Hashable, Sendable {
  package struct Variant: Hashable, Sendable {
    package var language: LanguageTag
    /// The text as the file has it, without a change. Inline codes are the placeholders that they stand for.
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
    /// - Parameter isProse: Whether a longer value is about something else, as `Do not use in titles` is.
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
    ].flatMap { (standing: Standing, words) in words.listed.map { ($0, standing) } }
  }

  package var variants: [Variant]
  /// The index of the source text among the variants; nil if each of them may be the source of the others.
  package var source: Int?
  /// What the file says about the unit, for people; nil if it says nothing.
  package var note: String?
  /// The name that an app has for the text; nil if the file is not an app's.
  package var name: String?
  /// Where a person finds the unit in its file, counted from one: the row of a table, or the line of a text.
  package var number: Int

  package init(_ variants: [Variant], source: Int? = nil, note: String? = nil, name: String? = nil, number: Int) {
    self.variants = variants
    self.source = source
    self.note = note
    self.name = name
    self.number = number
  }

  /// Creates a unit whose source is the text in a language, or else one that fits it. Empty notes are left out.
  init(_ variants: [Variant], sourceLanguage: LanguageTag?, notes: [String], number: Int) {
    let source = sourceLanguage.flatMap { tag in
      variants.firstIndex { $0.language == tag } ?? variants.firstIndex { $0.language.fit(for: tag) != nil }
    }
    self.init(variants, source: source, note: Self.note(notes), number: number)
  }

  init(source: Variant, target: Variant, notes: [String], number: Int) {
    self.init([source, target], source: 0, note: Self.note(notes), number: number)
  }

  private static func note(_ notes: [String]) -> String? {
    let notes = notes.filter { !$0.isEmpty }
    return notes.isEmpty ? nil : notes.joined(separator: "\n")
  }
}
