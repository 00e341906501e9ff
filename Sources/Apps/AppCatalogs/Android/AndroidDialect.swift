import Basics
import KeyGenerator

/// Texts in the form of Android's resources: Java's conversions, and quantity strings for plurals.
struct AndroidDialect: TextDialect {
  let options: CatalogOptions

  private static let reserved = Set(
    """
    abstract, assert, boolean, break, byte, case, catch, char, class, const, continue, default, do, double,
    else, enum, extends, false, final, finally, float, for, goto, if, implements, import, instanceof, int,
    interface, long, native, new, null, package, private, protected, public, return, short, static, strictfp,
    super, switch, synchronized, this, throw, throws, transient, true, try, void, volatile, while, _
    """.commaSeparated)

  func name(of entry: TextName) -> String {
    var name = String(
      decoding: "\(entry.section.string)_\(entry.key.string)".unicodeScalars.map { scalar -> UInt8 in
        scalar.isASCII && (UInt8(scalar.value).isASCIILetter || UInt8(scalar.value).isASCIIDigit)
          ? UInt8(scalar.value) : UInt8(ascii: "_")
      }, as: UTF8.self)
    if name.utf8.first.map(\.isASCIIDigit) != false { name = "_" + name }
    return Self.reserved.contains(name) ? name + "_" : name
  }

  func texts(of entry: AppCatalog.Entry, _ context: inout DialectContext) -> DialectTexts? {
    let order = MessageArguments(entry, context.defaultIndex)
    let pieces = EntryPieces(entry, context.defaultIndex, readsBraces: false)
    if !options.keepsPlaceholders, pieces.formsAreInConflict(reportingTo: &context) { return nil }
    let isFormat = pieces.isFormat
    var texts: [CatalogContents.Value?] = []
    var unreadable: Set<Int> = []
    for (index, text) in entry.texts.enumerated() {
      switch text {
      case nil: texts.append(nil)
      case .plain(let text)?: texts.append(.plain(conversions(in: text, isFormat: isFormat, index, &context)))
      case .forms(let forms)?:
        if forms[.zero] != nil, !Self.hasZero(context.locales[index]) {
          context.report(.plural, "Android never shows the form zero in this language.", index: index)
        }
        texts.append(.forms(forms.mapValues { conversions(in: $0, isFormat: isFormat, index, &context) }))
      case .message(let message, let source)?:
        let text = context.text(of: message, at: index, in: "Android's strings.xml", "Android has", showsZero: false) {
          flat throws(FlatMessage.Unsupported) in
          if flat.plurals.isEmpty { return .plain(Self.rendered(flat.pieces, order)) }
          return .forms(try flat.forms.forms.mapValues { Self.rendered($0, order) })
        }
        if text == nil { unreadable.insert(index) }
        texts.append(text ?? .plain(source))
      }
    }
    makeAlike(&texts, unreadable, entry, &context)
    if order.names.count > 1, entry.hasConvertedMessage(in: texts) { context.reportPositions(of: order) }
    return DialectTexts(texts: texts)
  }

  /// Gives a text the same kind of resource in every language: Android removes a text that is a plural in only some
  /// languages.
  private func makeAlike(
    _ texts: inout [CatalogContents.Value?], _ unreadable: Set<Int>, _ entry: AppCatalog.Entry,
    _ context: inout DialectContext
  ) {
    let isMixed = Set(texts.compactMap { $0?.isPlain }).count > 1
    guard isMixed, let lead = texts[context.defaultIndex] ?? texts.lazy.compactMap(\.self).first else { return }
    for index in texts.indices {
      switch texts[index] {
      case .plain(let text)? where !lead.isPlain:
        if unreadable.contains(index) {
          context.report(
            .message, "This text is a plural in the default language, so it is left out here.", index: index)
          texts[index] = nil
        } else {
          texts[index] = .forms([.other: text])
        }
      case .forms? where lead.isPlain:
        guard case .message(_, let source)? = entry.texts[index] else { continue }
        context.report(
          .message, "This text is not a plural in the default language, so the message stays as it is.", index: index)
        texts[index] = .plain(source)
      default: break
      }
    }
  }

  private static func hasZero(_ locale: String) -> Bool { PluralRules(locale: locale)?.known.contains(.zero) ?? false }

  private static func rendered(_ pieces: [FlatMessage.Piece], _ order: MessageArguments) -> String {
    pieces.reduce(into: "") { text, piece in
      switch piece {
      case .text(let literal): text += PercentSigns.doubled(literal, isFormat: false)
      case .argument(let name): text += "%\(order.position(of: name))$" + (order.isNumber(name) ? "d" : "s")
      case .plural: break
      }
    }
  }

  /// A text with Java's conversions. If there are several, each has a position, without which aapt refuses them.
  ///
  /// - Parameter isFormat: Whether the app gives arguments to the text, in any language.
  private func conversions(in text: String, isFormat: Bool, _ index: Int, _ context: inout DialectContext) -> String {
    guard !options.keepsPlaceholders, isFormat, text.utf8.contains(UInt8(ascii: "%")) else { return text }
    let pieces = TextPieces(text, readsBraces: false)
    let conversions = pieces.conversions
    if pieces.hasSizes || TextPieces.areInConflict([pieces])
      || conversions.contains(where: { $0.kind == .pointer || $0.javaConversion == nil })
    {
      context.report(
        .argument,
        "Java has no conversion for one of \(conversions.map(\.token).joined(separator: ", ")), so the text "
          + "stays as it is.", index: index)
      return text
    }
    let isNumbered = conversions.count > 1 || conversions.contains { $0.position != 1 }
    return pieces.pieces.reduce(into: "") { result, piece in
      switch piece {
      case .literal(let literal): result += PercentSigns.doubled(literal, isFormat: true)
      case .named(let name): result += name
      case .conversion(let argument):
        let java = argument.javaConversion ?? argument.token
        result += isNumbered ? "%\(argument.position)$" + java.dropFirst() : java
      }
    }
  }
}

extension PrintfFormat.Argument {
  /// The conversion without position as Java writes it; nil if Java has none.
  fileprivate var javaConversion: String? {
    let written = unnumbered
    guard let conversion = written.utf8.last else { return nil }
    let java: String
    switch conversion {
    case UInt8(ascii: "@"), UInt8(ascii: "s"), UInt8(ascii: "S"): java = "s"
    case _ where "dDiuU".utf8.contains(conversion): java = "d"
    case UInt8(ascii: "O"): java = "o"
    case UInt8(ascii: "C"): java = "c"
    case UInt8(ascii: "F"): java = "f"
    default: java = String(decoding: [conversion], as: UTF8.self)
    }
    let size = written.dropFirst().dropLast(1 + length.count).replacing("'", with: ",")
    let flags = size.prefix { "-+#0,".utf8.contains($0.utf8.first ?? 0) }
    let width = size.dropFirst(flags.count).prefix { $0 != "." }
    let hasPrecision = size.contains(".")
    // Java's Formatter throws for each of these combinations.
    if hasPrecision, "doxXc".contains(java) { return nil }
    if width.isEmpty, flags.contains("-") || flags.contains("0") { return nil }
    if flags.contains("-"), flags.contains("0") { return nil }
    let refused: String =
      switch java {
      case "s", "c": "+#0,"
      case "d": "#"
      case "o", "x", "X": "+,"
      case "e", "E", "a", "A": ","
      case "g", "G": "#"
      default: ""
      }
    return flags.contains { refused.contains($0) } ? nil : "%" + size + java
  }
}
