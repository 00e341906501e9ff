import Basics
import NStackAPI
import Spreadsheet
public import TextStore
public import TranslationReview

/// A preview: NStack's own files with proposals in place of the published values, for an app to load.
///
/// All bytes are those that NStack serves, except for the values of proposals that differ from them.
public struct PreviewJob: Sendable {
  /// What a preview wrote.
  public struct Written: Sendable {
    /// The file of one language.
    public struct File: Hashable, Sendable {
      /// The locale as NStack spells it.
      public let locale: String
      /// The path of the file.
      public let path: String
      /// The number of texts that show a proposal.
      public let proposals: Int
    }

    /// A file for each language, in NStack's order.
    public let files: [File]
    /// The plan of the returned sheets; nil without sheets.
    public let changeset: Changeset?
  }

  /// The locales to write, in any spelling; none for all.
  public var locales: [String] = []
  /// Whose proposals are shown.
  public var choice = ProposalChoice.all
  /// The returned sheets whose changes are shown too, as if they were sent; nil for none.
  public var source: PlanSource?

  private let folder: String

  /// Creates a preview.
  ///
  /// - Parameter folder: The folder for the files; it is created if there is none.
  public init(in folder: String) {
    self.folder = folder
  }

  /// Reads texts and proposals, and writes a file for each language and the list of languages. Sends nothing.
  ///
  /// - Throws: `NStackError`; `SelectionError` for a locale that the application does not have; `SpreadsheetError`.
  public func run(_ profile: ReviewProfile, _ dialog: any ImportDialog) async throws -> Written {
    let client = profile.client
    dialog.note(.readingBegan)
    let reading: (catalog: Catalog, documents: [ServedResource], proposals: [Proposal])
    do {
      reading = try await read(client, allowsEmpty: profile.allowsEmpty)
    } catch {
      dialog.note(.readingEnded)
      throw error
    }
    dialog.note(.readingEnded)
    dialog.note(.read(reading.catalog))
    var selection = ReviewSelection()
    selection.locales = locales
    let languages = try selection.languages(of: reading.catalog)

    var texts = LocalizedTexts(
      resources: reading.documents.map(\.resource), proposals: reading.proposals, choice: choice)
    var changeset: Changeset?
    if let source {
      let plan = try await profile.plan(source, against: reading.catalog, dialog).changeset
      Self.apply(plan, to: &texts)
      changeset = plan
    }

    let files = try languages.map { try file(of: reading.documents[$0], texts, reading.catalog) }
    let path = "\(folder)/languages.json"
    try PlainFile.makeFolders(above: path)
    for file in files { try Self.write(file.bytes, to: file.written.path) }
    let list = JSONValue.object([("data", .array(languages.map { Self.json(reading.catalog.languages[$0]) }))])
    try Self.write(Array((list.text + "\n").utf8), to: path)
    return Written(files: files.map(\.written), changeset: changeset)
  }

  private func read(
    _ client: NStackClient, allowsEmpty: Bool
  ) async throws(NStackError) -> (catalog: Catalog, documents: [ServedResource], proposals: [Proposal]) {
    let begun = client.clock.now()
    let index = try await client.wholeResourceIndex()
    var documents: [ServedResource] = []
    for entry in index.entries { documents.append(try await client.document(entry)) }
    let resources = documents.map(\.resource)
    if !allowsEmpty { try Catalog.refuseEmpty(resources, platform: client.configuration.platform) }
    let list = try await client.proposalList(state: .unaccepted)
    let catalog = Catalog(
      resources: resources, proposals: list.proposals, unread: index.unread + list.unread,
      reading: Catalog.Reading(begun: begun, resourceIndex: index.entries))
    return (catalog, documents, list.proposals)
  }

  /// Applies the calls of a plan as if the server had taken them.
  private static func apply(_ plan: Changeset, to texts: inout LocalizedTexts) {
    // NStack's numbers are above zero, so a proposal that it does not have yet gets one below.
    var number = -1
    for change in plan.changes {
      switch change.operation {
      case .propose(let value):
        texts.take(Proposal(id: number, text: change.text, value: value, canDelete: true))
        number -= 1
      case .delete(let id, _): texts.remove(proposalWithID: id)
      }
    }
  }

  private func file(
    of document: ServedResource, _ texts: LocalizedTexts, _ catalog: Catalog
  ) throws -> (written: Written.File, bytes: [UInt8]) {
    let locale = document.resource.language.locale
    let request = "the texts of \(Visible.text(locale))"
    guard !locale.isEmpty, !locale.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 }) else {
      throw NStackError(
        .badBody, delivery: .definite, request: request, message: "the locale cannot be part of a file's name")
    }
    // NStack serves no proposal for a text that no longer exists.
    let shown = texts.shownProposals(inLocale: locale).filter { catalog.value(of: $0.text) != nil }
    let path = "\(folder)/resource-\(locale).json"
    do throws(JSONReader.SyntaxError) {
      let bytes = try ResourceEdits.bytes(
        of: document.bytes, locale: locale, setting: shown.map { ($0.text.section, $0.text.key, $0.value) })
      return (Written.File(locale: locale, path: path, proposals: shown.count), bytes)
    } catch {
      throw NStackError(
        .badBody, delivery: .definite, request: request,
        message: "the answer is not a resource: \(error.message) at byte \(error.offset)")
    }
  }

  private static func write(_ bytes: [UInt8], to path: String) throws {
    try EditedSheet.refuseOverwriting(path)
    let file = try OutputFile(path: path)
    try file.write(bytes)
    try file.finish()
  }

  /// A language as NStack lists it.
  private static func json(_ language: Language) -> JSONValue {
    .object([
      ("id", .integer(language.id)), ("name", .string(language.name)), ("locale", .string(language.locale)),
      ("direction", .string(language.direction == .rightToLeft ? "RML" : "LRM")),
      ("is_default", .boolean(language.isDefault)), ("is_best_fit", .boolean(language.isBestFit)),
    ])
  }
}
