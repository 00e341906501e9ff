package import Basics
import NStackAPI

/// The sizes of the texts to translate into each locale, which is what agencies bill: the words and characters of the source
/// texts, and their number.
public struct WordCounts: Sendable {
  /// The size of some texts.
  public struct Size: Hashable, Sendable {
    /// The number of texts. A text is a segment, however many sentences it has.
    public internal(set) var segments = 0
    /// The words and characters of their source texts.
    public internal(set) var measure = TextMeasure()
  }

  /// The sizes of one locale's texts. Each text is in one of them.
  public struct Locale: Hashable, Sendable {
    /// The locale as NStack spells it.
    public let locale: String
    /// Texts that are not translated and have no proposal.
    public internal(set) var new = Size()
    /// Texts with a pending proposal and, of an export since an earlier sheet, those that changed since.
    public internal(set) var changed = Size()
    /// Those of the new and changed texts whose source text came before in this locale. They are in neither of the two.
    public internal(set) var repeated = Size()
    /// All other texts.
    public internal(set) var translated = Size()
  }

  /// The locale whose texts are measured, as NStack spells it; nil if the application has no language.
  public let source: String?
  /// The locales in NStack's order, without the source locale.
  public let locales: [Locale]

  /// Measures the texts of a sheet.
  ///
  /// The source is the sheet's source locale, or the default one. A text that the source lacks is measured as it is in its
  /// own locale.
  public init(_ sheet: ReviewSheet) {
    let catalog = sheet.catalog
    let source = sheet.sourceLanguage ?? sheet.defaultLanguage ?? catalog.languages.indices.first
    self.source = source.map { catalog.languages[$0].locale }
    var measures: [Int: TextMeasure] = [:]
    locales = sheet.languages.filter { $0 != source }.map { language in
      var locale = Locale(locale: catalog.languages[language].locale)
      var seen: Set<ExactText> = []
      for key in sheet.keys {
        let pending = catalog.pendingProposals(ofKeyAt: key, inLanguageAt: language)
        guard sheet.isSelected(key: key, language: language, pending: pending) else { continue }
        let sourceText = source.map { catalog.value(ofKeyAt: key, inLanguageAt: $0) } ?? ""
        let text = sourceText.isEmpty ? catalog.value(ofKeyAt: key, inLanguageAt: language) : sourceText
        let measure = sourceText.isEmpty ? TextMeasure(of: text) : measures[key] ?? TextMeasure(of: text)
        if !sourceText.isEmpty { measures[key] = measure }
        let isTranslated = catalog.isTranslated(keyAt: key, inLanguageAt: language)
        let kind: WritableKeyPath<Locale, Size> =
          if isTranslated, pending.isEmpty, sheet.extras.previous == nil {
            \.translated
          } else if !text.isEmpty, !seen.insert(ExactText(text)).inserted {
            \.repeated
          } else {
            isTranslated || !pending.isEmpty ? \.changed : \.new
          }
        locale[keyPath: kind].segments += 1
        locale[keyPath: kind].measure += measure
      }
      return locale
    }
  }

  // MARK: - Showing

  /// A table: a line for each locale after a header.
  public func lines() -> [String] {
    let head = ["locale", "", "new", "changed", "repeated", "translated", "all"]
    let rows = locales.flatMap { locale -> [[String]] in
      let sizes = Self.sizes(of: locale)
      return Self.units.enumerated().map { place, unit -> [String] in
        let numbers = sizes.map { unit.number($0.size) }
        let shown = (numbers + [numbers.reduce(0, +)]).map { String($0) }
        return [place == 0 ? Visible.text(locale.locale) : "", unit.name] + shown
      }
    }
    let widths = head.indices.map { column in ([head] + rows).map { $0[column].count }.max() ?? 0 }
    return ([head] + rows).map { cells -> String in
      let padded = zip(cells, widths).enumerated().map { column, cell -> String in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        return column < 2 ? cell.0 + space : space + cell.0
      }
      return padded.joined(separator: "  ")
    }
  }

  /// An object: `source`, and `locales` with the sizes of each.
  package var json: JSONValue {
    .object([("source", .optional(source)), ("locales", .array(locales.map(Self.json)))])
  }

  private static func json(_ locale: Locale) -> JSONValue {
    let sizes = sizes(of: locale).map { name, size -> (String, JSONValue) in
      (name, .object(units.map { ($0.name, .integer($0.number(size))) }))
    }
    return .object([("locale", .string(locale.locale))] + sizes)
  }

  private static func sizes(of locale: Locale) -> [(name: String, size: Size)] {
    [
      ("new", locale.new), ("changed", locale.changed), ("repeated", locale.repeated),
      ("translated", locale.translated),
    ]
  }

  private static let units: [(name: String, number: @Sendable (Size) -> Int)] = [
    ("words", { $0.measure.words }), ("characters", { $0.measure.characters }), ("segments", { $0.segments }),
  ]
}
