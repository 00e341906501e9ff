import Basics

/// The forms of a plural with printf conversions, as Apple's catalogues hold them.
struct AppleForms {
  /// The plural in the form of its catalogue.
  let text: CatalogContents.Text

  private static let variable = "count"

  /// Makes the plural; nil if no argument is a number, or one takes its width from another.
  ///
  /// - Parameter isCatalog: Whether it is for an .xcstrings, where a plural with one argument needs no variable.
  init?(_ forms: [PluralCategory: String], isCatalog: Bool) {
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
    let isAlone = arguments.keys.allSatisfy { $0 == position } && position == 1
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
    if isCatalog, isAlone {
      text = .forms(rendered)
      return
    }
    let prefix = isAlone || isCatalog ? "" : "\(position)$"
    text = .template(
      CatalogContents.Template(
        text: "%\(prefix)#@\(Self.variable)@",
        plurals: [
          Self.variable: CatalogContents.Plural(position: isAlone ? nil : position, type: type, forms: rendered)
        ]))
  }

  private static func byPosition(_ pieces: [PluralCategory: TextPieces]) -> [Int: PrintfFormat.Argument] {
    let ordered = PluralCategory.allCases.reversed().compactMap { pieces[$0] }
    return Dictionary(ordered.flatMap(\.conversions).map { ($0.position, $0) }) { first, _ in first }
  }

  private static func isNumber(_ argument: PrintfFormat.Argument) -> Bool {
    argument.kind == .integer || argument.kind == .double
  }
}
