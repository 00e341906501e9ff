import Basics
import KeyGenerator

/// Texts as i18next's JSON v4 holds them: `{{name}}`, and a key for each form of a plural.
struct I18nextDialect: TextDialect {
  let options: CatalogOptions

  /// The separator between section and key in the names of contents. No key contains it.
  static let unitSeparator = "\u{1F}"

  func name(of entry: TextName) -> String {
    entry.section.string + (options.isFlat ? options.separator : Self.unitSeparator) + entry.key.string
  }

  func texts(of entry: AppCatalog.Entry, _ context: inout DialectContext) -> DialectTexts? {
    if entry.name.path.utf8.contains(UInt8(ascii: ":")) {
      context.report(.name, "i18next reads what is before the colon as a namespace, unless its nsSeparator is off.")
    }
    let pieces = EntryPieces(entry, context.defaultIndex, readsBraces: true)
    guard !pieces.formsAreInConflict(reportingTo: &context) else { return nil }
    let messages = MessageArguments(entry, context.defaultIndex)
    let arguments =
      messages.names.isEmpty
      ? NamedArguments(pieces.all, number: pieces.number, renamesCount: true) { $0 }
      : NamedArguments(messages: messages.names, number: messages.onlyNumber) { $0 }
    let texts = entry.texts.enumerated().map { index, text -> CatalogContents.Value? in
      switch text {
      case nil: return nil
      case .plain(let text)?:
        return .plain(plain(text, pieces.plain[index], isFormat: pieces.isFormat, arguments, index, &context))
      case .forms(let forms)?:
        guard !options.keepsPlaceholders, let divided = pieces.forms[index] else { return .forms(forms) }
        return .forms(divided.mapValues { rendered($0, isFormat: pieces.isFormat, arguments) })
      case .message(let message, let source)?:
        let text = context.text(of: message, at: index, in: "i18next", "i18next has", showsZero: true) {
          flat throws(FlatMessage.Unsupported) in
          if flat.plurals.isEmpty { return .plain(Self.rendered(flat.pieces, arguments)) }
          let (number, forms) = try flat.forms
          guard arguments.name(of: number) == NamedArguments.count else {
            throw FlatMessage.Unsupported(reason: "plurals with different numbers")
          }
          return .forms(forms.mapValues { Self.rendered($0, arguments) })
        }
        return text ?? .plain(source)
      }
    }
    if messages.names.isEmpty ? !options.keepsPlaceholders : entry.hasConvertedMessage(in: texts) {
      for (old, new) in arguments.renamed {
        let reason =
          new == NamedArguments.count
          ? "i18next names a plural's number count" : "Another placeholder already has this name"
        context.report(.argument, "\(reason), so {\(old)} is written as {{\(new)}}.")
      }
    }
    if texts.contains(where: { $0.map(Self.mentions) == true }) {
      context.report(.name, "i18next reads $t( as the start of another text's name.")
    }
    return DialectTexts(texts: zip(context.locales, texts).map { complete($1, in: $0) })
  }

  /// A plural with a form for each category of its language: i18next does not look for `other` in place of a missing one.
  private func complete(_ text: CatalogContents.Value?, in locale: String) -> CatalogContents.Value? {
    guard case .forms(let forms)? = text, let other = forms[.other], let rules = PluralRules(locale: locale) else {
      return text
    }
    return .forms(forms.merging(rules.known.map { ($0, other) }) { form, _ in form })
  }

  private static func mentions(_ text: CatalogContents.Value) -> Bool {
    switch text {
    case .plain(let text): text.containsExactly("$t(")
    case .forms(let forms): forms.values.contains { $0.containsExactly("$t(") }
    case .template: false
    }
  }

  private func plain(
    _ text: String, _ pieces: TextPieces?, isFormat: Bool, _ arguments: NamedArguments, _ index: Int,
    _ context: inout DialectContext
  ) -> String {
    guard !options.keepsPlaceholders, let pieces else { return text }
    if pieces.hasSizes || TextPieces.areInConflict([pieces]) {
      context.report(
        .argument,
        "Two conversions take one argument, or one takes its width from another, so the text stays as it is.",
        index: index)
      return text
    }
    return rendered(pieces, isFormat: isFormat, arguments)
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

  private static func rendered(_ pieces: [FlatMessage.Piece], _ arguments: NamedArguments) -> String {
    pieces.reduce(into: "") { text, piece in
      switch piece {
      case .text(let literal): text += literal
      case .argument(let name): text += "{{\(arguments.name(of: name))}}"
      case .plural: break
      }
    }
  }
}

/// Writes i18next's JSON v4: `LOCALE/translation.json`, with an object for each section.
///
/// i18next looks `save.hint` up as `hint` in the object `save`. If `save` is itself a text of the section, there is no such
/// object. The key `save.hint` is then written with its full name beside the sections, where i18next looks first.
struct I18nextWriter {
  let options: CatalogOptions

  private static let unitSeparator: UInt8 = 0x1F

  func files(_ contents: CatalogContents) -> [CatalogFile] {
    contents.locales.indices.compactMap { index in
      let units = contents.units(at: index, isJSON: true).compactMap { unit -> (name: String, text: String)? in
        if case .plain(let text) = unit.text { (unit.name, text) } else { nil }
      }
      guard !units.isEmpty else { return nil }
      var members: [(String, JSONValue)] = []
      if options.isFlat {
        members = Self.members(units)
      } else {
        var hidden: [(name: String, text: String)] = []
        for section in Self.sections(units) {
          let shown = Self.shown(section, &hidden)
          if !shown.isEmpty { members.append((section.name, .object(Self.members(shown)))) }
        }
        members += Self.members(hidden)
      }
      let locale = LocaleName.hyphenated(contents.locales[index])
      return CatalogFile(
        path: "\(locale)/\(options.table ?? "translation").json", json: .object(members), layout: .verbatim,
        texts: contents.texts(at: index).count)
    }
  }

  private static func members(_ units: [(name: String, text: String)]) -> [(String, JSONValue)] {
    units.map { ($0.name, .string($0.text)) }
  }

  /// The texts that i18next finds in their section. The others are added to the hidden ones, with their full names.
  private static func shown(
    _ section: (name: String, units: [(name: String, text: String)]), _ hidden: inout [(name: String, text: String)]
  ) -> [(name: String, text: String)] {
    let isDotted = section.name.utf8.contains(UInt8(ascii: "."))
    let names = Set(section.units.map { ExactText($0.name) })
    return section.units.filter { unit in
      let bytes = unit.name.utf8
      let isHidden =
        isDotted
        || bytes.indices.contains { index in
          bytes[index] == UInt8(ascii: ".") && names.contains(ExactText(String(unit.name[..<index])))
        }
      if isHidden { hidden.append(("\(section.name).\(unit.name)", unit.text)) }
      return !isHidden
    }
  }

  private static func sections(_ units: [(name: String, text: String)]) -> [(
    name: String, units: [(name: String, text: String)]
  )] {
    var indices: [ExactText: Int] = [:]
    var sections: [(name: String, units: [(name: String, text: String)])] = []
    for unit in units {
      let parts = unit.name.utf8.split(separator: Self.unitSeparator, maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      let name = String(Substring(parts[0]))
      let index = indices[ExactText(name)] ?? sections.count
      if index == sections.count {
        indices[ExactText(name)] = index
        sections.append((name, []))
      }
      sections[index].units.append((String(Substring(parts[1])), unit.text))
    }
    return sections
  }
}
