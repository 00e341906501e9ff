import Basics
import KeyGenerator

/// Texts as i18next's JSON v4 holds them: `{{name}}`, and a key for each form of a plural.
struct I18nextDialect: TextDialect {
  let options: CatalogOptions

  /// The mark between a section and a key in the names of contents. No key has it.
  static let mark = "\u{1F}"

  func name(of entry: TextName) -> String {
    entry.section.string + (options.isFlat ? options.separator : Self.mark) + entry.key.string
  }

  func texts(of entry: AppCatalog.Entry, _ context: inout DialectContext) -> DialectTexts? {
    if entry.name.path.utf8.contains(UInt8(ascii: ":")) {
      context.tell(.name, "i18next reads what is before the colon as a namespace, unless its nsSeparator is off.")
    }
    var renamed: Set<String> = []
    let texts = entry.texts.enumerated().map { place, text -> CatalogContents.Text? in
      switch text {
      case nil: return nil
      case .plain(let text)?: return .plain(plain(text, place, &context))
      case .forms(let forms)?:
        if options.keepsPlaceholders { return .forms(forms) }
        let pieces = forms.mapValues { TextPieces($0, readsBraces: true) }
        let arguments = NamedArguments(pieces, renamesCount: true) { $0 }
        if let name = arguments.renamed { renamed.insert(name) }
        let isFormat = pieces.values.contains(where: \.isFormat)
        return .forms(pieces.mapValues { rendered($0, isFormat: isFormat, arguments) })
      case .message(let message, let source)?:
        return self.text(message, source, place, &renamed, &context)
      }
    }
    for name in renamed.sorted() {
      context.tell(.argument, "i18next calls a plural's number count, so {\(name)} is {{count}}.")
    }
    if texts.contains(where: { $0.map(Self.mentions) == true }) {
      context.tell(.name, "i18next reads $t( as the start of another text's name.")
    }
    return DialectTexts(texts: texts)
  }

  private static func mentions(_ text: CatalogContents.Text) -> Bool {
    switch text {
    case .plain(let text): text.contains("$t(")
    case .forms(let forms): forms.values.contains { $0.contains("$t(") }
    case .template: false
    }
  }

  private func plain(_ text: String, _ place: Int, _ context: inout DialectContext) -> String {
    if options.keepsPlaceholders { return text }
    let pieces = TextPieces(text, readsBraces: true)
    if pieces.hasSizes {
      context.tell(
        .argument, "A conversion takes its width from another argument, so the text stays as it is.", place: place)
      return text
    }
    return rendered(pieces, isFormat: pieces.isFormat, NamedArguments { $0 })
  }

  private func rendered(_ text: TextPieces, isFormat: Bool, _ arguments: NamedArguments) -> String {
    text.pieces.reduce(into: "") { result, piece in
      switch piece {
      case .literal(let literal): result += PercentSigns.single(literal, isFormat: isFormat)
      case .named(let name): result += "{{\(arguments.name(of: name))}}"
      case .conversion(let argument): result += "{{\(arguments.name(of: argument))}}"
      }
    }
  }

  private func text(
    _ message: ICUMessage, _ source: String, _ place: Int, _ renamed: inout Set<String>,
    _ context: inout DialectContext
  ) -> CatalogContents.Text {
    do throws(FlatMessage.Unsupported) {
      let flat = try FlatMessage(message, locale: context.locales[place], showsZero: true)
      if !flat.lostNumbers.isEmpty {
        context.tell(
          .message,
          "The text for \(flat.lostNumbers.joined(separator: ", ")) is left out: i18next has no form for one number.",
          place: place)
      }
      if flat.plurals.isEmpty { return .plain(Self.rendered(flat.pieces, number: nil)) }
      guard let (number, forms) = flat.forms else {
        throw FlatMessage.Unsupported(reason: "several plurals in one text")
      }
      if number != NamedArguments.count { renamed.insert(number) }
      return .forms(forms.mapValues { Self.rendered($0, number: number) })
    } catch {
      context.tell(
        .message, "i18next has no way to write \(error.reason), so the message stays as it is.", place: place)
      return .plain(source)
    }
  }

  private static func rendered(_ pieces: [FlatMessage.Piece], number: String?) -> String {
    pieces.reduce(into: "") { text, piece in
      switch piece {
      case .text(let literal): text += literal
      case .argument(let name): text += "{{\(name == number ? NamedArguments.count : name)}}"
      case .plural: break
      }
    }
  }
}
