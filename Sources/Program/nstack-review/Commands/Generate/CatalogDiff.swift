import AppCatalogs
import Basics
import ReviewJournal
import TranslationReview

extension DiffCommand {
  /// Compares the texts in an app's files with those of the server.
  func compare(with path: String) async throws {
    // An unreadable file is refused before the server is called.
    let files = try BundledTexts.read(path)
    let options = try form.applied(
      to: CatalogOptions(), for: files.first?.format.rawValue ?? "", without: ["table", "flat"])
    // All languages are read, so that files of the default language are not mistaken for those of a chosen language.
    let texts = try await source.texts(parts.locales, keepsOthers: true, connection, output)
    let selection = parts.locales.selection
    let catalog = AppCatalog(texts, groupsPlurals: options.readsPlurals)
    let comparison = CatalogComparison(
      files, with: catalog, options, isWhole: BundledTexts.isFolder(path), isChosen: selection.includes(locale:))
    try comparison.findings.warn(output)
    var capitals: [String: CapitalTexts] = [:]
    for file in files {
      for text in file.texts.values.flatMap(\.strings) { capitals[file.file, default: CapitalTexts()].add(text) }
    }
    let written = try await write(comparison.differences, without: Set(capitals.filter(\.value.areUpper).keys))
    let json = Self.json(path, comparison)
    try output.print(
      written.map { json.with(["sheet": $0]) } ?? json, lines: { Self.lines(path, comparison, isWhole: output.verbose) }
    )
    if !comparison.isEmpty { throw ExitStatus.findings.error }
  }

  /// Writes the texts that differ as a review sheet, with the files' texts as suggestions; writes nothing if there are
  /// none.
  ///
  /// - Parameter pseudo: The files whose texts are not suggested, because they are pseudo-localised.
  private func write(_ differences: [CatalogComparison.Difference], without pseudo: Set<String>) async throws
    -> JSONValue?
  {
    guard let path = planFile else { return nil }
    let unknown = differences.count { $0.texts.isEmpty }
    if unknown > 0 {
      output.note(
        "\(Counted.being(unknown, "text")) not in the sheet, because NStack has no text of that name, and a proposal needs one"
      )
    }
    guard unknown < differences.count else {
      output.note("\(Visible.path(path)) was not written: it would have no rows")
      return nil
    }
    var job = try ExportJob(to: .file(path))
    job.selection = parts.locales.selection
    job.arrange = { Self.arranged($0, differences, without: pseudo) }
    var json: JSONValue?
    do {
      try await connection.withProfile(output) { [job] profile in
        _ = try await job.run(profile, TerminalDialog(output)) { written in
          let (rows, counts) = (written.summary.rows, written.sheet.suggestionCounts)
          let offered = counts.reduce(0) { $0 + $1.total }
          output.note(
            "wrote \(Visible.path(path)): \(Counted.text(rows, "row")), \(Counted.text(offered, "suggestion"))")
          let left = differences.flatMap(\.texts).count { $0.bundled != nil } - offered
          if left > 0 {
            output.note(
              "\(Counted.text(left, "text")) of the app not suggested: a proposal is pending, another file has another text, "
                + "or the text is pseudo-localised")
          }
          json = ["file": path, "rows": rows, "suggestions": counts, "sheetID": written.summary.sheetID]
        }
      }
    } catch let error as ImportError where [.notAReviewSheet, .unsentEdits].contains(error.code) {
      throw Failure.usage(like: error.code, error.message, hint: "Choose another name with --output.")
    }
    return json
  }

  private static func arranged(
    _ sheet: ReviewSheet, _ differences: [CatalogComparison.Difference], without pseudo: Set<String>
  ) -> ReviewSheet {
    let catalog = sheet.catalog
    var texts = CatalogTexts(of: catalog)
    var suggestions = SheetSuggestions(of: catalog)
    for (number, difference) in differences.enumerated() {
      guard let language = catalog.languageIndex(ofLocale: difference.locale) else { continue }
      for text in difference.texts {
        let name = TextKey(section: text.name.section.string, key: text.name.key.string)
        guard let key = catalog.keyIndex(of: name) else { continue }
        texts.insert(keyAt: key, inLanguageAt: language)
        let value = catalog.value(ofKeyAt: key, inLanguageAt: language)
        let source = catalog.value(ofKeyAt: key, inLanguageAt: catalog.defaultLanguage ?? language)
        guard !pseudo.contains(difference.file), catalog.pendingProposals(ofKeyAt: key, inLanguageAt: language).isEmpty,
          let own = text.proposal(inPlaceOf: value.isEmpty ? source : value), ExactText(own) != ExactText(value)
        else { continue }
        suggestions.insert(
          SheetSuggestions.Suggestion(
            text: own, memory: FileName(difference.file).name, entry: number + 1, match: .exact, origin: difference.name
          ), forKeyAt: key, inLanguageAt: language)
      }
    }
    return sheet.keeping(texts, offering: suggestions)
  }

  private static func lines(_ path: String, _ comparison: CatalogComparison, isWhole: Bool) -> [String] {
    // Without `--verbose`, at most 50 differences of each kind are listed.
    let most = isWhole ? Int.max : 50
    var lines = comparison.locales.map { difference in
      let texts = Counted.text(difference.texts, "text")
      return difference.isMissing
        ? "missing \(difference.locale): the catalogue lacks the locale, with \(texts)"
        : "extra \(difference.locale): the server lacks the locale, with \(texts)"
    }
    for kind in CatalogComparison.Difference.Kind.allCases {
      let alike = comparison.differences.filter { $0.kind == kind }
      lines += alike.prefix(most).map(line)
      if alike.count > most {
        lines.append("… and \(alike.count - most) more \(kind.rawValue); --verbose shows them all")
      }
    }
    let counts = CatalogComparison.Difference.Kind.allCases.map { kind in
      "\(comparison.differences.count { $0.kind == kind }) \(kind.rawValue)"
    }
    lines.append(
      "\(Visible.path(path)): \(Counted.text(comparison.equal, "text")) equal, \(counts.joined(separator: ", "))"
        + (comparison.locales.isEmpty ? "" : ", \(Counted.text(comparison.locales.count, "locale")) on one side only"))
    return lines
  }

  private static func line(_ difference: CatalogComparison.Difference) -> String {
    func shown(_ text: String?) -> String { "\"\(Visible.text(text ?? "", limit: 80))\"" }
    let what = "\(difference.kind.rawValue) \(Visible.text(difference.name)) (\(difference.locale)): "
    return switch difference.kind {
    case .missing: what + "the server has \(shown(difference.served))"
    case .stale: what + "the catalogue has \(shown(difference.bundled)), the server \(shown(difference.served))"
    case .extra: what + "only the catalogue has \(shown(difference.bundled))"
    }
  }

  private static func json(_ path: String, _ comparison: CatalogComparison) -> JSONValue {
    let locales = comparison.locales.map { difference in
      JSONValue.members([
        "locale": difference.locale, "kind": difference.isMissing ? "missing" : "extra", "texts": difference.texts,
      ])
    }
    let differences = comparison.differences.map { difference in
      JSONValue.members([
        "kind": difference.kind.rawValue, "name": difference.name, "text": difference.source,
        "locale": difference.locale, "file": difference.file, "served": difference.served,
        "bundled": difference.bundled,
      ])
    }
    return [
      "against": path, "equal": comparison.equal, "locales": locales, "differences": differences,
      "findings": comparison.findings.json,
    ]
  }
}

extension CatalogContents.Value {
  fileprivate var strings: [String] {
    switch self {
    case .plain(let text): [text]
    case .forms(let forms): Array(forms.values)
    case .template(let template): [template.text] + template.plurals.values.flatMap { $0.forms.values }
    }
  }
}
