package import NStackAPI
package import ReviewSheets

extension Catalog.Reading {
  /// A reading that begins at this moment.
  package static var now: Self { Self(begun: RetryClock.system.now()) }
}

/// A small application that the suites plan against.
package enum Fixture {
  package static let scope = SheetScope(applicationID: "app", platform: "mobile", origin: "https://nstack.io")
  package static let provenance = SheetProvenance(profile: "default", exportedAt: nil, tool: "test")

  package static func language(_ id: Int, _ locale: String, isDefault: Bool = false) -> Language {
    Language(
      id: id, name: locale, locale: locale, direction: locale == "ar-SA" ? .rightToLeft : .leftToRight,
      isDefault: isDefault, isBestFit: isDefault)
  }

  package static func resource(_ language: Language, _ texts: [(section: String, key: String, value: String?)])
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

  package static func text(_ key: String, _ locale: String = "da-DK") -> TextIdentity {
    TextIdentity(section: "login", key: key, locale: locale)
  }

  /// `login/title`, `login/button` and `login/hint` in English and Danish, the Danish values as given.
  package static func catalog(
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
    return self.catalog(english: english, danish: danish, proposals: proposals, unread: unread, reading: reading)
  }

  /// Texts in English, which is the default, and in Danish.
  package static func catalog(
    english: [(section: String, key: String, value: String?)], danish: [(section: String, key: String, value: String?)],
    proposals: [Proposal] = [], unread: [UnreadItem] = [], reading: Catalog.Reading? = nil
  ) -> Catalog {
    Catalog(
      resources: [resource(language(1, "en-GB", isDefault: true), english), resource(language(2, "da-DK"), danish)],
      proposals: proposals, unread: unread, reading: reading)
  }

  /// The row that an export of a catalog writes for a Danish text.
  package static func exportedRow(_ key: String, of catalog: Catalog, proposal index: Int = 0) throws -> ReviewRow {
    let sheet = try ReviewSheet(catalog: catalog, scope: scope)
    guard let keyIndex = catalog.keyIndex(of: TextKey(section: "login", key: key)) else { throw Missing(name: key) }
    return sheet.row(index, ofKeyAt: keyIndex, inLanguageAt: 1)
  }

  /// The rows of a sheet, locale by locale.
  package static func rows(of sheet: ReviewSheet) -> [ReviewRow] {
    var rows: [ReviewRow] = []
    for language in sheet.languages { sheet.forEachRow(inLanguageAt: language) { rows.append($0) } }
    return rows
  }

  /// A row as it comes back: `row` after `edit`, its damage and change found as a reader finds them.
  package static func returned(
    _ row: ReviewRow, at line: Int = 2, file: Int = 0, form: ReturnedRow.ProposalForm = .certain,
    _ edit: (inout ReviewRow) -> Void
  ) -> ReturnedRow {
    var edited = row
    edit(&edited)
    return ReturnedRow(
      place: RowPlace(
        fileIndex: file, file: file == 0 ? "sheet.xlsx" : "sheet\(file).xlsx", worksheet: "Review", row: line),
      cells: edited, proposalForm: form, damage: edited.guardedDamage, isProposalChanged: edited.isProposalEdited)
  }

  /// A row whose proposal was filled in.
  package static func suggesting(_ text: String, _ row: ReviewRow) -> ReviewRow {
    var row = row
    (row.proposal, row.exportedProposal) = (text, text)
    row.base = row.base?.suggesting(TextHash(text))
    return row
  }

  /// Suggestions for Danish texts, by their keys.
  package static func suggestions(_ texts: [String: String], in catalog: Catalog, section: String = "login") throws
    -> SheetSuggestions
  {
    var suggestions = SheetSuggestions(of: catalog)
    for (key, text) in texts {
      guard let index = catalog.keyIndex(of: TextKey(section: section, key: key)) else { throw Missing(name: key) }
      suggestions.insert(
        SheetSuggestions.Suggestion(text: text, memory: "team.tmx", entry: 12, match: .exact), forKeyAt: index,
        inLanguageAt: 1)
    }
    return suggestions
  }

  /// Texts that programs and formats like to damage.
  package static let hardTexts = [
    "007", "1/2", "TRUE", "1E5", "=1+1", "'tis", "'=x", "-5 %", "+45 12", "@home", " edge ", "a\nb", "a\r\nb", "tab\tx",
    "_x000D_", "\u{8}\u{c}\u{18}", "\u{202B}rtl\u{202C}", "Cafe\u{301}", "Caf\u{E9}", "\u{1F468}\u{200D}\u{1F4BB}",
    "\u{FEFF}x", "a,b;c\t\"d\"", "…", "<b>&amp;</b>", "100 % of %d", String(repeating: "x", count: 32_767),
  ]

  /// What a reader keeps of the rows' bases.
  package static func exportedProposals(_ rows: [ReturnedRow]) -> [ReturnedSheet.ExportedText: [Int: TextHash]] {
    var exported: [ReturnedSheet.ExportedText: [Int: TextHash]] = [:]
    for row in rows {
      guard let base = row.base, let id = base.proposalID else { continue }
      let text = ReturnedSheet.ExportedText(file: row.place.fileIndex, identity: base.identity)
      exported[text, default: [:]][id] = base.proposal
    }
    return exported
  }
}

extension Proposal {
  /// A proposal of this profile for a text of the small application.
  package static func own(_ id: Int, _ key: String, _ value: String, locale: String = "da-DK") -> Self {
    Self(id: id, text: Fixture.text(key, locale), value: value, canDelete: true)
  }

  /// A proposal of another user.
  package static func other(_ id: Int, _ key: String, _ value: String, locale: String = "da-DK") -> Self {
    Self(id: id, text: Fixture.text(key, locale), value: value, canDelete: false)
  }
}

/// What a test expects and does not find.
package struct Missing: Error {
  package let name: String

  package init(name: String) { self.name = name }
}

extension Catalog {
  /// The small catalog with proposals that are pending.
  package static func pending(_ proposals: Proposal...) -> Catalog { Fixture.catalog(proposals: proposals) }
}
