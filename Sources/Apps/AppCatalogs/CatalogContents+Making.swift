import Basics
import KeyGenerator

extension CatalogContents {
  package static func make(of catalog: AppCatalog, _ format: CatalogFormat, _ options: CatalogOptions) -> (
    contents: CatalogContents, findings: [CatalogFinding]
  ) {
    let dialect: any TextDialect =
      switch format {
      case .strings, .stringsdict, .xcstrings: AppleDialect(format: format, options: options)
      case .android: AndroidDialect(options: options)
      case .arb: ARBDialect(options: options)
      case .i18next: I18nextDialect(options: options)
      }
    var context = DialectContext(locales: catalog.locales, defaultIndex: catalog.defaultIndex)
    context.findings = catalog.findings
    var names = CatalogNames()
    var items: [Item] = []
    func add(_ entry: AppCatalog.Entry, _ texts: DialectTexts) {
      guard texts.texts.contains(where: { $0 != nil }) else { return }
      let wanted = dialect.name(of: entry.name)
      let isPlural = texts.texts.contains { if case .forms = $0 { true } else { false } }
      let name = names.unique(wanted, hasForms: format == .i18next && isPlural)
      if !name.utf8.elementsEqual(wanted.utf8) {
        context.report(.collision, "Another text is named \(wanted) in \(format.name), so this one is named \(name).")
      }
      items.append(
        Item(
          name: name, source: entry.name, formNames: entry.formNames, comment: entry.comment, texts: texts.texts,
          arguments: texts.arguments))
    }
    for entry in catalog.entries {
      context.entry = entry.name.path
      if entry.texts[catalog.defaultIndex] == nil {
        context.report(.lacking, "The default language lacks the text, and an app in another language may not find it.")
      }
      if let texts = dialect.texts(of: entry, &context) {
        add(entry, texts)
        continue
      }
      for category in PluralCategory.allCases {
        guard let name = entry.formNames[category] else { continue }
        let single = AppCatalog.Entry(
          name: name, comment: entry.comment,
          texts: entry.texts.map { text in
            if case .forms(let forms)? = text { forms[category].map { .plain($0) } } else { nil }
          })
        context.entry = name.path
        if let texts = dialect.texts(of: single, &context) { add(single, texts) }
      }
    }
    let contents = CatalogContents(
      locales: catalog.locales.map(options.name(ofLocale:)), defaultIndex: catalog.defaultIndex, items: items)
    return (contents, context.findings)
  }
}

struct CatalogNames {
  private var taken: Set<ExactText> = []
  /// The number to try next for a name that was taken.
  private var numbers: [ExactText: Int] = [:]

  /// Returns a name, or the name with a number after it if another text has it.
  ///
  /// - Parameter hasForms: Whether the text has forms, whose names have a category after them in some formats.
  mutating func unique(_ name: String, hasForms: Bool) -> String {
    let forms = hasForms ? PluralCategory.allCases.map(\.rawValue) : []
    var number = numbers[ExactText(name)] ?? 1
    while true {
      let candidate = number == 1 ? name : "\(name)_\(number)"
      let all = [ExactText(candidate)] + forms.map { ExactText("\(candidate)_\($0)") }
      if !all.contains(where: taken.contains) {
        taken.formUnion(all)
        numbers[ExactText(name)] = number + 1
        return candidate
      }
      number += 1
    }
  }
}

extension CatalogContents {
  package func files(_ format: CatalogFormat, _ options: CatalogOptions) -> (
    files: [CatalogFile], findings: [CatalogFinding]
  ) {
    switch format {
    case .strings: (StringsWriter(options: options).files(self), [])
    case .stringsdict: StringsdictWriter(options: options).files(self)
    case .xcstrings: ([XCStringsWriter(options: options).file(self)], [])
    case .android: (AndroidWriter(options: options).files(self), [])
    case .arb: (ARBWriter(options: options).files(self), [])
    case .i18next: (I18nextWriter(options: options).files(self), [])
    }
  }
}
