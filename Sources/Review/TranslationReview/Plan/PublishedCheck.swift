import Basics
package import NStackAPI
package import Spreadsheet

/// A check of the texts that the server serves, without a sheet.
///
/// Every fault counts, including old ones. Texts in the default locale get the checks that need no source text.
package struct PublishedCheck: Sendable {
  /// The findings in one locale.
  package struct Locale: Sendable {
    /// The locale as NStack spells it.
    package let locale: String
    /// The number of texts that were checked, which are the translated ones.
    package fileprivate(set) var texts = 0
    /// The number of findings, by the id of the check.
    package fileprivate(set) var findings: [String: Int] = [:]
    /// The number of texts with a finding that is only counted, by the id of the check.
    package fileprivate(set) var counted: [String: Int] = [:]
  }

  /// The locales that were checked, in NStack's order.
  package private(set) var locales: [Locale] = []
  /// The findings, those of the worst severity first, in the order of locales and texts.
  package private(set) var diagnostics: [Diagnostic] = []
  /// The number of findings that were left out because the baseline has them.
  package private(set) var knownCount = 0

  /// Checks the texts of a catalog.
  ///
  /// - Parameters:
  ///   - catalog: The texts that the server has.
  ///   - checks: The checks to run, with their severities.
  ///   - selection: The texts to check.
  ///   - contexts: Information about the texts besides their values, such as maximum lengths.
  ///   - baseline: Known findings, which are not reported again.
  /// - Throws: `SelectionError` for a locale that the application does not have, or a pattern that no text matches.
  package init(
    _ catalog: Catalog, checks: [Check], selection: ReviewSelection = ReviewSelection(),
    contexts: [TextKey: TextContext] = [:], baseline: FindingBaseline? = nil
  ) throws(SelectionError) {
    try selection.refuseUnmatched(in: catalog)
    let keys = catalog.keys.indices.filter { selection.includes(catalog.keys[$0]) }
    let texts = PublishedTexts(catalog, checks, contexts)
    var known = baseline ?? FindingBaseline()
    for language in try selection.languages(of: catalog) {
      var locale = Locale(locale: catalog.languages[language].locale)
      for (key, run) in zip(keys, keys.parallelMap({ texts.run(ofKeyAt: $0, inLanguageAt: language) })) {
        guard let run else { continue }
        locale.texts += 1
        locale.counted.merge(run.counts.counted, uniquingKeysWith: +)
        for finding in run.findings {
          var diagnostic = Diagnostic(
            code: .rowCheckFinding, severity: finding.severity, checks: [finding.check], message: finding.sentence)
          diagnostic.text = catalog.identity(ofKeyAt: key, inLanguageAt: language)
          diagnostic.fault = finding.identity
          if known.remove(diagnostic) {
            knownCount += 1
          } else {
            locale.findings[finding.check, default: 0] += 1
            diagnostics.append(diagnostic)
          }
        }
      }
      locales.append(locale)
    }
    diagnostics = [.error, .warning, .info].flatMap { severity in diagnostics.filter { $0.severity == severity } }
  }

  /// The number of texts that were checked.
  package var textCount: Int { locales.reduce(0) { $0 + $1.texts } }

  /// Whether a check found a fault of a severity.
  package func has(_ severity: Severity) -> Bool { diagnostics.contains { $0.severity == severity } }

  /// The findings that make a text count as failing (errors and warnings), by text.
  package var faults: [TextIdentity: [String]] {
    var faults: [TextIdentity: [String]] = [:]
    for diagnostic in diagnostics where diagnostic.severity != .info {
      if let text = diagnostic.text { faults[text, default: []].append(diagnostic.message) }
    }
    return faults
  }
}

/// The texts of a catalog as checks see them.
private struct PublishedTexts: Sendable {
  private let catalog: Catalog
  private let checks: [Check]
  private let contexts: [TextKey: TextContext]
  private let sources = CheckedSources()
  private let groups: SameSources
  private let plurals: PluralGroups
  /// The source text of each key.
  private let values: [String?]

  init(_ catalog: Catalog, _ checks: [Check], _ contexts: [TextKey: TextContext]) {
    (self.catalog, self.checks, self.contexts) = (catalog, checks, contexts)
    (groups, plurals) = (catalog.sameSources, catalog.plurals)
    values = catalog.keys.indices.map { key in
      guard let language = catalog.defaultLanguage, catalog.isTranslated(keyAt: key, inLanguageAt: language) else {
        return nil
      }
      return LineEnds.normalized(catalog.value(ofKeyAt: key, inLanguageAt: language))
    }
  }

  /// Checks a text; nil if it is not translated.
  func run(ofKeyAt key: Int, inLanguageAt language: Int) -> CheckRun? {
    guard catalog.isTranslated(keyAt: key, inLanguageAt: language) else { return nil }
    let name = catalog.keys[key]
    let isSource = language == catalog.defaultLanguage
    let other = PluralCategory.otherForm(ofKey: name.key).flatMap {
      catalog.keyIndex(of: TextKey(section: name.section, key: $0))
    }
    var text = CheckedText(
      LineEnds.normalized(catalog.value(ofKeyAt: key, inLanguageAt: language)), source: isSource ? nil : values[key],
      locale: catalog.languages[language].locale, section: name.section, key: name.key,
      otherForm: isSource ? nil : other.flatMap { values[$0] }, isSource: isSource,
      maximumLength: contexts.isEmpty ? nil : contexts[name]?.maximumLength,
      sameSource: sources.sameSource(ofKeyAt: key, inLanguageAt: language, catalog, groups))
    text.isOwnSource = isSource
    text.counterpart = sources.counterpart(ofKeyAt: key, inLanguageAt: language, catalog, plurals)
    if !isSource { text.findActionWord() }
    return CheckRun(checks, on: text)
  }
}

/// The findings of an earlier check of the published texts.
///
/// A finding is known if the same check found the same fault in the same text at least as often. Numbers and advice are
/// ignored, because they depend on the rest of the text.
package struct FindingBaseline: Sendable {
  private struct Fault: Hashable {
    let text: TextIdentity
    let fault: [String]

    init(_ text: TextIdentity, _ fault: [String]) { (self.text, self.fault) = (text.normalized, fault) }
  }

  private var counts: [Fault: Int] = [:]

  /// Creates a baseline without findings.
  init() {}

  /// Reads a baseline: what `check --json` printed of live texts.
  ///
  /// - Throws: `SpreadsheetError` `check.baseline` for any other text.
  package init(text: String) throws(SpreadsheetError) {
    guard let json = try? JSONValue(parsing: text), json["texts"]?.integer != nil,
      let findings = json["diagnostics"]?.elements
    else { throw SpreadsheetError(.checkBaseline, "this is not a baseline.", hint: "Make one with check --json.") }
    for finding in findings {
      guard let section = finding["section"]?.string, let key = finding["key"]?.string,
        let locale = finding["locale"]?.string, let fault = finding["fault"]?.elements
      else { continue }
      let text = TextIdentity(section: section, key: key, locale: locale)
      counts[Fault(text, fault.compactMap(\.string)), default: 0] += 1
    }
  }

  /// Removes a finding from the baseline; returns false if the baseline does not have it.
  fileprivate mutating func remove(_ diagnostic: Diagnostic) -> Bool {
    guard !counts.isEmpty, let text = diagnostic.text else { return false }
    let fault = Fault(text, diagnostic.fault)
    guard let count = counts[fault], count > 0 else { return false }
    counts[fault] = count - 1
    return true
  }
}
