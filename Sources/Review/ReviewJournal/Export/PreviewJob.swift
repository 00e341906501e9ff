import Basics
import NStackAPI
import Resources
package import TextStore
package import TranslationReview

/// A preview: NStack's own files with proposals in place of the published values, for an app to load.
///
/// All bytes are those that NStack serves, except values for which a proposal has another text.
package struct PreviewJob: Sendable {
  /// What a preview wrote.
  package struct Written: Sendable {
    /// The file of one language.
    package struct File: Hashable, Sendable {
      /// The locale as NStack spells it.
      package let locale: String
      /// The path of the file.
      package let path: String
      /// The number of texts for which the file shows a proposal, or a change of a returned sheet.
      package let proposals: Int
    }

    /// A file for each language, in NStack's order.
    package let files: [File]
    /// The files of an earlier preview that were removed, because this one does not have their locales.
    package let removed: [String]
    /// The plan of the returned sheets; nil without sheets.
    package let changeset: Changeset?
    /// The locales that each requested language selects, as in `da selects da-DK`.
    package let languageLines: [String]
  }

  /// The selection, of which only the locales count.
  package var selection = ReviewSelection()
  /// Whose proposals are shown.
  package var choice = ProposalChoice.all
  /// The pseudo-localised form in which all texts are written, to reveal hard-coded and truncated texts; nil for none.
  package var pseudo: PseudoLocalization?
  /// The returned sheets whose changes are shown too, as if they were sent; nil for none.
  package var source: PlanSource?

  private let folder: PreviewFolder

  /// Creates a preview.
  ///
  /// - Parameter folder: The folder for the files; it is created if it does not exist.
  package init(in folder: String) { self.folder = PreviewFolder(path: folder) }

  /// Reads texts and proposals, and writes a file for each language and the list of languages. Sends nothing.
  ///
  /// - Throws: `NStackError`; `SelectionError` for a locale that the application does not have; ``ImportError``
  ///   `preview.target`; `SpreadsheetError`.
  package func run(_ profile: ReviewProfile, _ dialog: any ImportDialog) async throws -> Written {
    let (catalog, documents) = try await read(profile, dialog)
    dialog.note(.read(catalog))
    let languages = try selection.languages(of: catalog)

    var shown = PreviewedProposals(of: catalog)
    var changeset: Changeset?
    if let source {
      let plan = try await profile.plan(source, against: catalog, dialog).changeset
      shown.apply(plan)
      changeset = plan
    }

    let values = shown.values(choice)
    let files = try languages.map { index in
      try file(of: documents[index] ?? [], catalog, index, showing: values[catalog.languages[index].locale] ?? [])
    }
    let removed = try folder.others(than: languages.map { catalog.languages[$0].locale })
    try folder.refuseReplacingOthers(files.map(\.written.path) + removed + [folder.list])
    for file in files { try PlainFile.write(file.bytes, to: file.written.path) }
    let list: JSONValue = ["data": languages.map { json(catalog.languages[$0]) }]
    try PlainFile.write(Array((list.text + "\n").utf8), to: folder.list)
    removed.forEach(PlainFile.remove)
    return Written(
      files: files.map(\.written), removed: removed, changeset: changeset,
      languageLines: selection.languageLines(among: catalog.languages.map(\.locale)))
  }

  /// The catalog, and for each of its languages the bytes of its texts; nil for a language that is not written.
  private func read(_ profile: ReviewProfile, _ dialog: any ImportDialog) async throws(NStackError) -> (
    Catalog, documents: [[UInt8]?]
  ) {
    dialog.note(.readingBegan)
    defer { dialog.note(.readingEnded) }
    var documents: [[UInt8]?] = []
    let catalog = try await Catalog.fetching(from: profile.client, allowsEmpty: profile.allowsEmpty) {
      entries throws(NStackError) in
      let served = try await profile.client.documents(of: entries, concurrency: profile.concurrency) {
        [selection] language in selection.includes(locale: language.locale)
      }
      documents = served.map(\.bytes)
      return served.map(\.resource)
    }
    return (catalog, documents)
  }

  private func file(of document: [UInt8], _ catalog: Catalog, _ language: Int, showing proposals: [Proposal]) throws
    -> (written: Written.File, bytes: [UInt8])
  {
    let locale = catalog.languages[language].locale
    let request = "the texts of \(Visible.text(locale))"
    // Programs that read the folder look for the locale in its exact spelling.
    guard PathComponent(exactly: locale) != nil else {
      throw NStackError(
        .badBody, delivery: .definite, request: request, message: "the locale cannot be part of a file's name")
    }
    let path = folder.texts(inLocale: locale)
    do throws(JSONReader.SyntaxError) {
      let texts = texts(of: catalog, language, showing: proposals)
      let bytes = try ResourceEdits.bytes(of: document, locale: locale, setting: texts)
      return (Written.File(locale: locale, path: path, proposals: proposals.count), bytes)
    } catch {
      throw NStackError(
        .badBody, delivery: .definite, request: request,
        message: "the answer is not a resource: \(error.message) at byte \(error.offset)")
    }
  }

  /// The texts of a language that replace the published ones: proposals, or all texts in a pseudo form.
  private func texts(of catalog: Catalog, _ language: Int, showing proposals: [Proposal]) -> [(
    section: String, key: String, value: String
  )] {
    guard let pseudo else { return proposals.map { ($0.text.section, $0.text.key, $0.value) } }
    let proposed = Dictionary(proposals.map { ($0.text, $0.value) }) { first, _ in first }
    return catalog.keys.indices.compactMap { key in
      let text = catalog.identity(ofKeyAt: key, inLanguageAt: language)
      let isTranslated = catalog.isTranslated(keyAt: key, inLanguageAt: language)
      guard let value = proposed[text] ?? (isTranslated ? catalog.value(ofKeyAt: key, inLanguageAt: language) : nil)
      else { return nil }
      return (text.section, text.key, pseudo.text(of: value))
    }
  }

  private func json(_ language: Language) -> JSONValue {
    [
      "id": language.id, "name": language.name, "locale": language.locale,
      "direction": language.direction == .rightToLeft || pseudo == .rtl ? "RML" : "LRM",
      "is_default": language.isDefault, "is_best_fit": language.isBestFit,
    ]
  }
}
