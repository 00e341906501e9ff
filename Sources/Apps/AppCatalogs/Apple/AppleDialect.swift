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
        do throws(FlatMessage.Unsupported) { texts.append(try plural(of: forms)) } catch {
          context.report(
            .plural, "Apple's plurals need \(error.reason), so each form stays a separate text.", index: index)
          return nil
        }
      case .message(let message, let source)?:
        let text = context.text(of: message, at: index, in: format.name, "Apple's plurals have", showsZero: true) {
          flat throws(FlatMessage.Unsupported) in try self.text(flat, order)
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

  private func text(_ message: FlatMessage, _ order: MessageArguments) throws(FlatMessage.Unsupported)
    -> CatalogContents.Value
  {
    if let gap = message.namesTogether.lazy.compactMap(order.gap).first {
      throw FlatMessage.Unsupported(reason: "a text that has \(gap.before) without \(gap.lacking)")
    }
    // Each conversion without a position takes the next argument.
    let hasPositions = order.names.count > 1 || message.repeatsArguments
    var variables: [String: Plural] = [:]
    func variable(_ name: String, _ forms: [PluralCategory: [FlatMessage.Piece]]) -> String {
      var variable = order.variable(of: name)
      // Each plural of a number has forms of its own.
      while variables[variable] != nil { variable += "_" }
      variables[variable] = Plural(
        position: hasPositions ? order.position(of: name) : nil, type: MessageArguments.numberType,
        forms: forms.mapValues { rendered($0, inPluralOf: name) })
      return variable
    }
    func rendered(_ pieces: [FlatMessage.Piece], inPluralOf number: String?) -> String {
      pieces.reduce(into: "") { text, piece in
        switch piece {
        case .text(let literal): text += PercentSigns.doubled(literal, isFormat: false)
        case .argument(let name) where name == number && format == .xcstrings && hasPositions: text += "%arg"
        case .argument(let name): text += order.conversion(of: name, hasPosition: hasPositions)
        case .plural(let name, let forms):
          let position = hasPositions && format != .xcstrings ? "\(order.position(of: name))$" : ""
          text += "%\(position)#@\(variable(name, forms))@"
        }
      }
    }
    if format == .xcstrings, !hasPositions, let (name, forms) = try? message.forms {
      return .forms(forms.mapValues { rendered($0, inPluralOf: name) })
    }
    let text = rendered(message.pieces, inPluralOf: nil)
    return variables.isEmpty ? .plain(text) : .template(Template(text: text, plurals: variables))
  }

  /// The plural of forms with printf conversions.
  ///
  /// In an .xcstrings, a plural with one argument needs no variable.
  private func plural(of forms: [PluralCategory: String]) throws(FlatMessage.Unsupported) -> CatalogContents.Value {
    let isCatalog = format == .xcstrings
    let pieces = forms.mapValues { TextPieces($0, readsBraces: false) }
    let arguments = Self.byPosition(pieces)
    let number =
      (pieces[.other]?.conversions ?? []).first(where: Self.isNumber)
      ?? arguments.values.sorted { $0.position < $1.position }.first(where: Self.isNumber)
    guard !pieces.values.contains(where: \.hasSizes), !TextPieces.areInConflict(Array(pieces.values)),
      arguments.isEmpty || number != nil
    else { throw FlatMessage.Unsupported(reason: "an argument that is certainly a number, and the text has none") }
    let position = number?.position ?? 1
    // Without positions, a second conversion would take the argument after the number.
    let isAlone =
      arguments.keys.allSatisfy { $0 == position } && position == 1
      && pieces.values.allSatisfy { $0.conversions.count <= 1 }
    let isFormat = !arguments.isEmpty
    let type = number.map { $0.length + String($0.token.suffix(1)) } ?? MessageArguments.numberType
    var parts = pieces.mapValues { text in
      text.pieces.map { piece -> (text: String, position: Int?) in
        switch piece {
        case .literal(let literal): (PercentSigns.doubled(literal, isFormat: isFormat), nil)
        case .named(let name): (name, nil)
        case .conversion(let argument):
          if isAlone {
            (argument.unnumbered, argument.position)
          } else if isCatalog, argument.position == position, argument.isBare {
            ("%arg", argument.position)
          } else {
            (argument.numbered, argument.position)
          }
        }
      }
    }
    var ends: [[(text: String, position: Int?)]] = [[], []]
    // Apple takes an argument that a text passes over for the one after it, so what comes before the number is read first.
    if position > 1 {
      for end in ends.indices {
        while let piece = parts[.other]?.first, piece.position != position,
          parts.values.allSatisfy({ $0.first.map { ExactText($0.text) } == ExactText(piece.text) })
        {
          ends[end].append(piece)
          parts = parts.mapValues { Array($0.dropFirst()) }
        }
        parts = parts.mapValues { $0.reversed() }
      }
    }
    let read = Set(ends.joined().compactMap(\.position) + [position])
    for positions in [read] + parts.values.map({ read.union($0.compactMap(\.position)) }) {
      guard positions.count == positions.max() else {
        throw FlatMessage.Unsupported(reason: "each argument before the last one of a text or form, and one is missing")
      }
    }
    let rendered = parts.mapValues { $0.map(\.text).joined() }
    if isCatalog, isAlone { return .forms(rendered) }
    let prefix = isAlone || isCatalog ? "" : "\(position)$"
    return .template(
      Template(
        text: ends[0].map(\.text).joined() + "%\(prefix)#@count@" + ends[1].reversed().map(\.text).joined(),
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
