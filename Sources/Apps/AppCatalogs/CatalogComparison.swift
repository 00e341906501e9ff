package import Basics

/// The differences between the texts of an app's files and those of the server.
package struct CatalogComparison: Sendable {
  package struct Difference: Sendable {
    package enum Kind: String, Sendable, CaseIterable {
      /// The file lacks a text of the server.
      case missing
      /// The file's text differs from the server's.
      case stale
      /// The file has a text that the server does not have.
      case extra
    }

    package let kind: Kind
    package let name: String
    /// The section and key as `section.key`; nil for an extra text.
    package let source: String?
    /// The locale as the server spells it, or as the file does.
    package let locale: String
    package let file: String
    /// The server's text in the catalogue's form; nil if it has none.
    package let served: String?
    /// The text of the file; nil if it has none.
    package let bundled: String?
    /// NStack's texts that differ from the file's; empty if NStack has no text of this name.
    package let texts: [ServedText]
  }

  /// One of NStack's texts, and the file's text for it.
  package struct ServedText: Sendable {
    package let name: TextName
    /// The server's text in the catalogue's form. If the language has none, the text of the default language.
    let served: String?
    /// The text of the file; nil if it has none, or none that can be determined.
    package let bundled: String?

    /// How the file writes its texts.
    let form: Form

    /// The format of a file, and whether it quotes braces and apostrophes.
    struct Form {
      let format: CatalogFormat
      let usesEscaping: Bool
    }

    /// The file's text with NStack's placeholders in place of the format's, and without the format's escapes of
    /// apostrophes, braces and per cent signs. Nil if it cannot be determined.
    package func proposal(inPlaceOf text: String) -> String? {
      guard let bundled, let served else { return bundled }
      let isMessage = ICUMessage.message(in: Array(text.utf8)) != nil
      guard let pieces = pieces(of: bundled, ofMessage: isMessage),
        let others = self.pieces(of: served, ofMessage: isMessage)?.filter(\.isPlaceholder).map(\.text)
      else { return nil }
      let own = Placeholder.ranges(in: text).map { String(text[$0]) }
      let isRenamed = own != others && own.count == others.count
      let found = pieces.filter(\.isPlaceholder).map(\.text)
      // Printf conversions in another order than NStack's need numbers.
      let names = Dictionary(zip(others, own.enumerated().map(Self.numbered))) { first, _ in first }
      var number = 0
      return pieces.reduce(into: "") { result, piece in
        guard piece.isPlaceholder else {
          result += isMessage ? piece.text : literal(piece.text, inPlaceOf: text, served)
          return
        }
        result += !isRenamed ? piece.text : found == others ? own[number] : names[piece.text] ?? piece.text
        number += 1
      }
    }

    /// The file's text in pieces, without quotes; nil for an ICU message where the server's text is not one.
    private func pieces(of text: String, ofMessage isMessage: Bool) -> [(text: String, isPlaceholder: Bool)]? {
      if form.format == .arb, form.usesEscaping, !isMessage {
        guard let message = try? ICUMessageReader.read(Array(text.utf8)) else { return nil }
        var pieces: [(text: String, isPlaceholder: Bool)] = []
        for part in message.parts {
          switch part {
          case .text(let text): pieces.append((text, false))
          case .argument(let argument) where argument.type.isEmpty: pieces.append((argument.token, true))
          case .argument, .numberSign: return nil
          }
        }
        return pieces
      }
      var (pieces, end): ([(text: String, isPlaceholder: Bool)], String.Index) = ([], text.startIndex)
      for range in Placeholder.ranges(in: text) {
        pieces += [(String(text[end..<range.lowerBound]), false), (String(text[range]), true)]
        end = range.upperBound
      }
      return pieces + [(String(text[end...]), false)]
    }

    /// A literal with per cent signs as in NStack, where the format doubles them.
    private func literal(_ literal: String, inPlaceOf text: String, _ served: String) -> String {
      let isFormat = PrintfFormat(Array(text.utf8)).isFormat
      return switch form.format {
      case .arb where isFormat, .i18next where isFormat: PercentSigns.doubled(literal, isFormat: false)
      case .android where !isFormat && PrintfFormat(Array(served.utf8)).isFormat:
        PercentSigns.single(literal, isFormat: true)
      default: literal
      }
    }

    private static func numbered(_ index: Int, _ placeholder: String) -> String {
      let isPlain = placeholder.hasPrefix("%") && !placeholder.contains { "${#".contains($0) }
      return isPlain ? "%\(index + 1)$\(placeholder.dropFirst())" : placeholder
    }
  }

  /// A locale without texts in the files, or without any on the server.
  package struct LocaleDifference: Sendable {
    package let locale: String
    package let texts: Int
    /// Whether the files lack it; otherwise the server does.
    package let isMissing: Bool
  }

  package private(set) var differences: [Difference] = []
  package private(set) var locales: [LocaleDifference] = []
  package private(set) var equal = 0
  /// What the server's texts lose in the catalogue's format.
  package private(set) var findings: [CatalogFinding] = []

  package var isEmpty: Bool { differences.isEmpty && locales.isEmpty }

  /// Compares the texts of files with those of the server.
  ///
  /// - Parameter isWhole: Whether the files are all that the app has, as in a folder: a language without a file is then
  ///   missing, and so are plurals without a .stringsdict.
  /// - Parameter isChosen: Whether a locale is compared.
  package init(
    _ files: [BundledTexts], with catalog: AppCatalog, _ options: CatalogOptions, isWhole: Bool = true,
    isChosen: (String) -> Bool = { _ in true }
  ) {
    var options = options
    options.isFlat = true
    let hasApples = files.contains { $0.format == .strings || $0.format == .stringsdict }
    for format in CatalogFormat.allCases {
      let bundled = files.filter { $0.format == format }
      let isWanted = isWhole && hasApples && (format == .strings || format == .stringsdict)
      guard !bundled.isEmpty || isWanted else { continue }
      if format == .i18next, bundled.contains(where: \.isNested) { options.separator = "." }
      let (contents, found) = CatalogContents.make(of: catalog, format, options)
      findings += found.filter { !findings.contains($0) }
      let form = ServedText.Form(format: format, usesEscaping: options.usesEscaping)
      compare(bundled, form, contents, catalog, isWhole: isWhole || format == .xcstrings, isChosen)
    }
  }

  private mutating func compare(
    _ files: [BundledTexts], _ form: ServedText.Form, _ contents: CatalogContents, _ catalog: AppCatalog, isWhole: Bool,
    _ isChosen: (String) -> Bool
  ) {
    let isJSON = form.format == .i18next
    let known = contents.known(in: form.format)
    var seen: Set<Int> = []
    var byLocale: [Int: [BundledTexts]] = [:]
    for file in files where !file.texts.isEmpty {
      guard let index = contents.index(ofLocale: file.locale, fallsBack: form.format == .arb) else {
        let locale = file.locale ?? ""
        if isChosen(locale) {
          locales.append(LocaleDifference(locale: locale, texts: file.texts.count, isMissing: false))
        }
        continue
      }
      byLocale[index, default: []].append(file)
      seen.insert(index)
    }
    var extras: Set<ExactText> = []
    for index in byLocale.keys.sorted() where isChosen(catalog.locales[index]) {
      let files = byLocale[index] ?? []
      var found: [ExactText: (text: CatalogContents.Value, file: String)] = [:]
      for file in files { found.merge(file.texts.mapValues { ($0, file.file) }) { first, _ in first } }
      compare(
        found, contents.units(at: index, isJSON: isJSON), catalog.locales[index], files[0].file, form, known, &extras)
    }
    guard isWhole else { return }
    for index in catalog.locales.indices where !seen.contains(index) && isChosen(catalog.locales[index]) {
      let count = contents.units(at: index, isJSON: isJSON).count
      if count > 0 { locales.append(LocaleDifference(locale: catalog.locales[index], texts: count, isMissing: true)) }
    }
  }

  private mutating func compare(
    _ found: [ExactText: (text: CatalogContents.Value, file: String)], _ units: [CatalogContents.Unit],
    _ locale: String, _ file: String, _ form: ServedText.Form, _ known: [ExactText: CatalogContents.Unit],
    _ extras: inout Set<ExactText>
  ) {
    var left = found
    for unit in units {
      let served = unit.text.shown
      let own = left.removeValue(forKey: ExactText(unit.name))
      if let own, ExactText(served) == ExactText(own.text.shown) {
        equal += 1
        continue
      }
      differences.append(
        Difference(
          kind: own == nil ? .missing : .stale, name: unit.name, source: unit.item.source.path, locale: locale,
          file: own?.file ?? file, served: served, bundled: own?.text.shown,
          texts: unit.texts(otherwise: own?.text, form)))
    }
    // Xcode keeps an empty entry for a text that the code mentions and nobody has written.
    let extra = left.filter { FileName($0.value.file).type != "xcstrings" || !$0.value.text.shown.isEmpty }
    for (name, value) in extra.sorted(by: { $0.key < $1.key }) {
      // A name that the server does not have at all is reported once, and not for each language.
      let unit = known[name]
      guard unit != nil || extras.insert(name).inserted else { continue }
      differences.append(
        Difference(
          kind: .extra, name: name.string, source: nil, locale: locale, file: value.file, served: nil,
          bundled: value.text.shown, texts: unit?.texts(otherwise: value.text, form) ?? []))
    }
  }
}

extension CatalogContents {
  /// One named text of a file.
  struct Unit {
    let name: String
    let item: Item
    /// The form of the item's plural; nil for the whole text.
    var category: PluralCategory?
    let text: Value

    /// NStack's texts that differ from the file's.
    ///
    /// - Parameter bundled: What the file has; nil for nothing.
    func texts(otherwise bundled: Value?, _ form: CatalogComparison.ServedText.Form) -> [CatalogComparison.ServedText] {
      let served = Dictionary(text.parts.map { ($0.category, $0.text) }) { first, _ in first }
      let found = (bundled?.parts ?? []).compactMap { part, own -> CatalogComparison.ServedText? in
        let plural = part ?? category
        let name = plural.map { item.formNames[$0] } ?? (item.formNames.isEmpty ? item.source : nil)
        guard let name, served[part].map(ExactText.init) != ExactText(own) else { return nil }
        return CatalogComparison.ServedText(name: name, served: served[part], bundled: own, form: form)
      }
      guard found.isEmpty else { return found }
      let names = category.map { [item.formNames[$0]].compactMap(\.self) } ?? item.formNames.values.sorted()
      return (item.formNames.isEmpty ? [item.source] : names).map {
        CatalogComparison.ServedText(name: $0, served: nil, bundled: nil, form: form)
      }
    }
  }

  /// The texts of a locale as a file has them.
  ///
  /// - Parameter isJSON: Whether each form of a plural has a name of its own, as in i18next.
  func units(at index: Int, isJSON: Bool) -> [Unit] {
    texts(at: index).flatMap { item, text -> [Unit] in
      guard isJSON, case .forms(let forms) = text else { return [Unit(name: item.name, item: item, text: text)] }
      return forms.ordered.map { category, form in
        Unit(name: "\(item.name)_\(category.rawValue)", item: item, category: category, text: .plain(form))
      }
    }
  }

  package func hasLocale(_ locale: String) -> Bool {
    locales.contains { LocaleName.normalized($0) == LocaleName.normalized(locale) }
  }

  package func names(in format: CatalogFormat) -> Set<ExactText> { Set(known(in: format).keys) }

  /// The texts by their names in files, in the default language if it has them.
  func known(in format: CatalogFormat) -> [ExactText: Unit] {
    let isJSON = format == .i18next
    let units = ([defaultIndex] + locales.indices).flatMap { self.units(at: $0, isJSON: isJSON) }
    return Dictionary(
      units.map { (ExactText(isJSON ? $0.name.replacing(I18nextDialect.unitSeparator, with: ".") : $0.name), $0) }
    ) { first, _ in first }
  }

  /// The index of a file's locale: the same one, or the only one of its language. A file without a locale is of the
  /// default language.
  ///
  /// - Parameter fallsBack: Whether the file of a language may have the texts of one of its regions.
  func index(ofLocale locale: String?, fallsBack: Bool = false) -> Int? {
    guard let locale, !locale.isEmpty, locale != "Base" else { return defaultIndex }
    let name = LocaleName.normalized(locale)
    if let index = locales.firstIndex(where: { LocaleName.normalized($0) == name }) { return index }
    let language = LocaleName.language(of: name)
    if fallsBack, name == language { return fallback(ofLanguage: language) }
    let alike = locales.indices.filter { LocaleName.language(of: locales[$0]) == language }
    return alike.count == 1 && (name == language || LocaleName.normalized(locales[alike[0]]) == language)
      ? alike[0] : nil
  }

  /// The locale whose texts a language without a region has: the default one, or else the first one of the language.
  func fallback(ofLanguage language: String) -> Int? {
    ([defaultIndex] + locales.indices).first { LocaleName.language(of: locales[$0]) == language }
  }
}

extension CatalogContents.Value {
  /// The text as one string, for messages and comparisons.
  package var shown: String {
    switch self {
    case .plain(let text): text
    case .forms(let forms): Self.list(forms)
    case .template(let template):
      template.text
        + template.plurals.sorted { $0.key < $1.key }.map { name, plural in
          " \(name)(\(plural.position.map { "\($0) " } ?? "")\(plural.type)): \(Self.list(plural.forms))"
        }.joined()
    }
  }

  private static func list(_ forms: [PluralCategory: String]) -> String {
    forms.ordered.map { "\($0.category.rawValue){\($0.text)}" }.joined(separator: " ")
  }
}
