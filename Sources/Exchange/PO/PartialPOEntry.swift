/// An entry of a PO file of which some lines were read.
struct PartialPOEntry {
  /// The text that a line belongs to.
  enum Field: Equatable {
    case context, source, pluralSource, translation
    case form(Int)

    init?(keyword: String) {
      switch keyword {
      case "msgctxt": self = .context
      case "msgid": self = .source
      case "msgid_plural": self = .pluralSource
      case "msgstr": self = .translation
      default:
        guard keyword.hasPrefix("msgstr["), keyword.hasSuffix("]"), let number = Int(keyword.dropFirst(7).dropLast())
        else { return nil }
        self = .form(number)
      }
    }

    /// Whether the keyword is among the first of an entry.
    var beginsEntry: Bool { self == .context || self == .source }

    /// Whether the text is a translation.
    var isTranslation: Bool {
      switch self {
      case .translation, .form: true
      default: false
      }
    }
  }

  /// The entry as far as it was read.
  var value = POEntry(source: "", translations: [])
  /// The text that the next line may continue.
  private(set) var field: Field?
  /// Whether a line of that text was read.
  private var isTextBegun = false
  /// Whether the source text was read.
  private(set) var hasSource = false
  /// The bytes of the lines.
  var size = 0

  /// Whether a translation was read, so that the entry may end.
  var hasTranslation: Bool { !value.translations.isEmpty }

  /// The entry; nil if only comments were read.
  var complete: POEntry? { hasSource && hasTranslation ? value : nil }

  /// Begins a text.
  ///
  /// - Returns: Whether the text may come here.
  mutating func begin(_ next: Field) -> Bool {
    switch next {
    case .context:
      guard value.context == nil, !hasSource else { return false }
      value.context = ""
    case .source:
      guard !hasSource else { return false }
      hasSource = true
    case .pluralSource:
      guard hasSource, !hasTranslation, value.pluralSource == nil else { return false }
      value.pluralSource = ""
    case .translation:
      guard !hasTranslation, value.pluralSource == nil else { return false }
      value.translations.append("")
    case .form(let number):
      guard value.pluralSource != nil, number == value.translations.count else { return false }
      value.translations.append("")
    }
    field = next
    isTextBegun = false
    return true
  }

  /// Adds to the text that was begun last.
  mutating func append(_ text: String) {
    switch field {
    case .context?: value.context = (value.context ?? "") + text
    case .source?: value.source += text
    case .pluralSource?: value.pluralSource = (value.pluralSource ?? "") + text
    case .translation?, .form?:
      value.translations[value.translations.count - 1] += text
      if isTextBegun { value.isTranslationDivided = true }
    case nil: break
    }
    isTextBegun = true
  }
}
