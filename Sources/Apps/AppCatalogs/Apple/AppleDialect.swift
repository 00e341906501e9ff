import Basics
import KeyGenerator

/// Texts as Apple's catalogues hold them: printf conversions, and plurals as variables of a format.
///
/// Names in braces stay: the app replaces them, as in the texts that NStack serves. The arguments of an ICU message become
/// positions in the order of the default language.
struct AppleDialect: TextDialect {
  let format: CatalogFormat
  let options: CatalogOptions

  private typealias Template = CatalogContents.Template
  private typealias Plural = CatalogContents.Plural

  func name(of entry: TextName) -> String { entry.section.string + options.separator + entry.key.string }

  func texts(of entry: AppCatalog.Entry, _ context: inout DialectContext) -> DialectTexts? {
    var texts: [CatalogContents.Value?] = []
    let order = MessageArguments(entry, context.defaultIndex)
    for (index, text) in entry.texts.enumerated() {
      switch text {
      case nil: texts.append(nil)
      case .plain(let text)?: texts.append(.plain(text))
      case .forms(let forms)?:
        guard let plural = plural(of: forms) else {
          context.report(
            .plural,
            "Apple's plurals need an argument that is certainly a number, and the text has none, so each form "
              + "stays a separate text.", index: index)
          return nil
        }
        texts.append(plural)
      case .message(let message, let source)?:
        let text = context.text(of: message, at: index, in: format.name, "Apple's plurals have", showsZero: true) {
          self.text($0, order)
        }
        texts.append(text ?? .plain(source))
      }
    }
    if order.names.count > 1, texts.contains(where: { $0?.isPlain == false }) { context.reportPositions(of: order) }
    return DialectTexts(texts: kept(texts, &context))
  }

  /// The texts that the format can hold: plurals go into a .stringsdict, and others into a .strings.
  private func kept(_ texts: [CatalogContents.Value?], _ context: inout DialectContext) -> [CatalogContents.Value?] {
    guard format != .xcstrings else { return texts }
    let kept = texts.map { text in text.flatMap { $0.isPlain == (format == .strings) ? $0 : nil } }
    if format == .strings, texts.contains(where: { $0?.isPlain == false }) {
      context.report(.plural, "A .strings file holds no plurals; `generate stringsdict` writes this one.")
    }
    return kept
  }

  private func text(_ message: FlatMessage, _ order: MessageArguments) -> CatalogContents.Value {
    let plurals = message.plurals
    // Each conversion without a position takes the next argument.
    let hasPositions = order.names.count > 1 || message.repeatsArguments
    func rendered(_ pieces: [FlatMessage.Piece], inPluralOf number: String?) -> String {
      pieces.reduce(into: "") { text, piece in
        switch piece {
        case .text(let literal): text += PercentSigns.doubled(literal, isFormat: false)
        case .argument(let name) where name == number && format == .xcstrings && hasPositions: text += "%arg"
        case .argument(let name): text += order.conversion(of: name, hasPosition: hasPositions)
        case .plural(let name, _):
          let position = hasPositions && format != .xcstrings ? "\(order.position(of: name))$" : ""
          text += "%\(position)#@\(order.variable(of: name))@"
        }
      }
    }
    if plurals.isEmpty { return .plain(rendered(message.pieces, inPluralOf: nil)) }
    if format == .xcstrings, !hasPositions, let (name, forms) = try? message.forms {
      return .forms(forms.mapValues { rendered($0, inPluralOf: name) })
    }
    var variables: [String: Plural] = [:]
    for (name, forms) in plurals {
      variables[order.variable(of: name)] = Plural(
        position: hasPositions ? order.position(of: name) : nil, type: MessageArguments.numberType,
        forms: forms.mapValues { rendered($0, inPluralOf: name) })
    }
    return .template(Template(text: rendered(message.pieces, inPluralOf: nil), plurals: variables))
  }

  /// The plural of forms with printf conversions; nil if no argument is a number, or one takes its width from another.
  ///
  /// In an .xcstrings, a plural with one argument needs no variable.
  private func plural(of forms: [PluralCategory: String]) -> CatalogContents.Value? {
    let isCatalog = format == .xcstrings
    let pieces = forms.mapValues { TextPieces($0, readsBraces: false) }
    guard !pieces.values.contains(where: \.hasSizes), !TextPieces.areInConflict(Array(pieces.values)) else {
      return nil
    }
    let arguments = Self.byPosition(pieces)
    let number =
      (pieces[.other]?.conversions ?? []).first(where: Self.isNumber)
      ?? arguments.values.sorted { $0.position < $1.position }.first(where: Self.isNumber)
    guard arguments.isEmpty || number != nil else { return nil }
    let position = number?.position ?? 1
    // Without positions, a second conversion would take the argument after the number.
    let isAlone =
      arguments.keys.allSatisfy { $0 == position } && position == 1
      && pieces.values.allSatisfy { $0.conversions.count <= 1 }
    let isFormat = !arguments.isEmpty
    let type = number.map { $0.length + String($0.token.suffix(1)) } ?? MessageArguments.numberType
    let rendered = pieces.mapValues { text in
      text.pieces.reduce(into: "") { result, piece in
        switch piece {
        case .literal(let literal): result += PercentSigns.doubled(literal, isFormat: isFormat)
        case .named(let name): result += name
        case .conversion(let argument):
          if isAlone {
            result += argument.unnumbered
          } else if isCatalog, argument.position == position, argument.isBare {
            result += "%arg"
          } else {
            result += argument.numbered
          }
        }
      }
    }
    if isCatalog, isAlone { return .forms(rendered) }
    let prefix = isAlone || isCatalog ? "" : "\(position)$"
    return .template(
      Template(
        text: "%\(prefix)#@count@",
        plurals: ["count": Plural(position: isAlone ? nil : position, type: type, forms: rendered)]))
  }

  private static func byPosition(_ pieces: [PluralCategory: TextPieces]) -> [Int: PrintfFormat.Argument] {
    let ordered = PluralCategory.allCases.reversed().compactMap { pieces[$0] }
    return Dictionary(ordered.flatMap(\.conversions).map { ($0.position, $0) }) { first, _ in first }
  }

  private static func isNumber(_ argument: PrintfFormat.Argument) -> Bool {
    argument.kind == .integer || argument.kind == .double
  }
}
