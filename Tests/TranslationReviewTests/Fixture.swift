import NStackAPI
import Testing

@testable import TranslationReview

extension Catalog.Reading {
  /// A reading that begins at this moment.
  static var now: Self { Self(begun: RetryClock.system.now()) }
}

/// A small application that the suites plan against.
enum Fixture {
  static let scope = SheetScope(applicationID: "app", platform: "mobile", origin: "https://nstack.io")
  static let provenance = SheetProvenance(profile: "default", exportedAt: nil, tool: "test")

  static func language(_ id: Int, _ locale: String, isDefault: Bool = false) -> Language {
    Language(
      id: id, name: locale, locale: locale, direction: locale == "ar-SA" ? .rightToLeft : .leftToRight,
      isDefault: isDefault, isBestFit: isDefault)
  }

  static func resource(_ language: Language, _ texts: [(section: String, key: String, value: String?)])
    -> LocalizationResource
  {
    var sections: [LocalizationResource.Section] = []
    let names = texts.map(\.section).reduce(into: [] as [String]) { names, name in
      if !names.contains(name) { names.append(name) }
    }
    for name in names {
      sections.append(
        LocalizationResource.Section(
          name: name,
          texts: texts.filter { $0.section == name }.map { LocalizationResource.Text(key: $0.key, value: $0.value) }))
    }
    return LocalizationResource(language: language, sections: sections, findings: [])
  }

  static func text(_ key: String, _ locale: String = "da-DK") -> TextIdentity {
    TextIdentity(section: "login", key: key, locale: locale)
  }

  static func proposal(_ id: Int, _ key: String, _ value: String, mine: Bool = false, locale: String = "da-DK")
    -> Proposal
  {
    Proposal(id: id, text: text(key, locale), value: value, canDelete: mine)
  }

  /// `login/title`, `login/button` and `login/hint` in English and Danish, the Danish values as given.
  static func catalog(
    title: String? = "Velkommen", button: String? = "Log ind", hint: String? = nil, withHint: Bool = true,
    proposals: [Proposal] = [], unread: [UnreadItem] = [], reading: Catalog.Reading? = .now
  ) -> Catalog {
    var english: [(section: String, key: String, value: String?)] = [
      ("login", "title", "Welcome"), ("login", "button", "Log in"),
    ]
    var danish: [(section: String, key: String, value: String?)] = [
      ("login", "title", title), ("login", "button", button),
    ]
    if withHint {
      english.append(("login", "hint", "Tap to go on"))
      danish.append(("login", "hint", hint))
    }
    return Catalog(
      resources: [
        resource(language(1, "en-GB", isDefault: true), english), resource(language(2, "da-DK"), danish),
      ], proposals: proposals, unread: unread, reading: reading)
  }

  /// The row that an export of a catalog writes for a Danish text.
  static func exportedRow(_ key: String, of catalog: Catalog, proposal index: Int = 0) throws -> ReviewRow {
    let sheet = try ReviewSheet(catalog: catalog, scope: scope)
    let keyIndex = try #require(catalog.keyIndex(of: TextKey(section: "login", key: key)))
    return sheet.row(index, ofKeyAt: keyIndex, inLanguageAt: 1)
  }

  /// A row as it comes back: `row` after `edit`, its damage and change found as a reader finds them.
  static func returned(
    _ row: ReviewRow, at line: Int = 2, file: Int = 0, form: ReturnedRow.ProposalForm = .certain,
    _ edit: (inout ReviewRow) -> Void
  ) -> ReturnedRow {
    var edited = row
    edit(&edited)
    let damage =
      edited.base.map {
        RowClassifier.damage(
          section: edited.text.section, key: edited.text.key, locale: edited.text.locale,
          currentValue: edited.currentValue, sourceValue: edited.sourceValue, base: $0)
      } ?? []
    return ReturnedRow(
      place: RowPlace(
        fileIndex: file, file: file == 0 ? "sheet.xlsx" : "sheet\(file).xlsx", worksheet: "Review", row: line),
      cells: edited,
      proposalForm: form, damage: damage, isProposalChanged: RowClassifier.isProposalChanged(edited))
  }

  /// What a reader keeps of the rows' bases.
  static func exportedProposals(_ rows: [ReturnedRow]) -> [ReturnedSheet.ExportedText: [Int: TextHash]] {
    var exported: [ReturnedSheet.ExportedText: [Int: TextHash]] = [:]
    for row in rows {
      guard let base = row.base, let id = base.proposalID else { continue }
      let text = ReturnedSheet.ExportedText(file: row.place.fileIndex, identity: base.identity)
      exported[text, default: [:]][id] = base.proposal
    }
    return exported
  }

  static func plan(
    _ rows: [ReturnedRow], against catalog: Catalog, scope: SheetScope = scope,
    options: PlanningOptions = PlanningOptions()
  ) -> Changeset {
    var sheet = ReturnedSheet()
    sheet.rows = rows
    sheet.exportedProposals = exportedProposals(rows)
    return ChangesetPlanner.plan(sheet, against: catalog, scope: scope, options: options)
  }
}
