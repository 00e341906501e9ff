import Basics

/// The texts of an entry in pieces, with what all languages share.
struct EntryPieces {
  /// The text of each language without forms; nil where there is none.
  let plain: [TextPieces?]
  /// The forms of each language; nil where there are none.
  let forms: [[PluralCategory: TextPieces]?]
  /// Whether the texts are formats: whether the default language's text is one, or any text if the default language has none.
  let isFormat: Bool

  private let defaultIndex: Int

  init(_ entry: AppCatalog.Entry, _ defaultIndex: Int, readsBraces: Bool) {
    let isFormat = Self.isFormat(entry, defaultIndex)
    let source =
      switch entry.texts[defaultIndex] {
      case .plain(let text)?: text
      case .forms(let forms)?: forms.values.joined(separator: "\n")
      case .message?, nil: ""
      }
    func pieces(_ text: String) -> TextPieces {
      TextPieces(text, readsBraces: readsBraces, readsConversions: isFormat, source: source)
    }
    plain = entry.texts.map { if case .plain(let text)? = $0 { pieces(text) } else { nil } }
    forms = entry.texts.map { if case .forms(let forms)? = $0 { forms.mapValues(pieces) } else { nil } }
    (self.isFormat, self.defaultIndex) = (isFormat, defaultIndex)
  }

  /// Whether conversions in some language's forms cannot be named; that is reported.
  func formsAreInConflict(reportingTo context: inout DialectContext) -> Bool {
    let isInConflict = forms.contains { $0.map { TextPieces.areInConflict(Array($0.values)) } ?? false }
    guard isInConflict else { return false }
    context.report(
      .argument, "Two conversions take one argument, or only some have positions, so each form stays a separate text.")
    return true
  }

  /// All texts, those of the default language first, and `other` before the other forms.
  var all: [TextPieces] {
    let order = [defaultIndex] + plain.indices.filter { $0 != defaultIndex }
    return order.flatMap { index in
      [plain[index]].compactMap(\.self) + PluralCategory.allCases.reversed().compactMap { forms[index]?[$0] }
    }
  }

  /// The text in which to look for a plural's number; nil if there are no forms.
  var number: TextPieces? { (forms[defaultIndex] ?? forms.lazy.compactMap(\.self).first)?[.other] }

  private static func isFormat(_ entry: AppCatalog.Entry, _ defaultIndex: Int) -> Bool {
    func isFormat(_ text: CatalogText?) -> Bool? {
      switch text {
      case .plain(let text)?: PrintfFormat(Array(text.utf8)).isFormat
      case .forms(let forms)?: forms.values.contains { PrintfFormat(Array($0.utf8)).isFormat }
      case .message?, nil: nil
      }
    }
    return isFormat(entry.texts[defaultIndex]) ?? entry.texts.contains { isFormat($0) == true }
  }
}
