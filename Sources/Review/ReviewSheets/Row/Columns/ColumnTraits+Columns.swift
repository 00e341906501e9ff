import Basics
import NStackAPI

/// The columns about the pending proposal of a row, and its fingerprints.
extension ColumnTraits {
  static let deletable = ColumnTraits(
    header: "Deletable", isRequired: true, width: 12, source: .row,
    text: { $0.deletable.map { $0 ? "yes" : "no" } ?? "" }, read: { $1.deletable = ReviewColumn.flag($0) },
    isRefreshed: true)

  static let proposalID = ColumnTraits(
    header: "Proposal ID", isHidden: true, isOfExportAlone: true, width: 11, source: .row,
    text: { $0.proposalID.map(String.init) ?? "" }, read: { $1.proposalID = Digits.integer($0.utf8) },
    hash: { $0.proposalID.map { TextHash(String($0)) } }, isRefreshed: true)

  static let exportedProposal = ColumnTraits(
    header: "Exported proposal", isHidden: true, isOfExportAlone: true, source: .row,
    text: { $0.exportedProposal ?? "" }, mayBeEscaped: true, read: { $1.exportedProposal = $0 },
    hash: { $0.shownProposal }, isRefreshed: true)

  // The reader parses the base before all other cells, so it is not read here.
  static let base = ColumnTraits(
    header: "Base", isHidden: true, source: .base, text: { $0.base?.text ?? "" }, isRefreshed: true)

  /// A column for a placeholder of the source text, counted from zero.
  static func placeholder(_ index: Int) -> ColumnTraits {
    ColumnTraits(
      header: "Placeholder \(index + 1)", isHidden: true, isOfText: true, isOfExportAlone: true,
      isPresent: { index < $0.placeholderCount }, source: .placeholder(index),
      text: { index < $0.placeholders.count ? $0.placeholders[index] : "" })
  }
}

/// The columns for formulas.
extension ColumnTraits {
  static let progress = ColumnTraits(
    header: "Progress", isOfExportAlone: true, isShownOnly: true, isComputed: true, width: 22, look: .progress,
    source: .progress, text: { $0.progress?.rawValue ?? "" })

  /// A column for a word that the proposal must not have, counted from zero.
  static func forbidden(_ index: Int) -> ColumnTraits {
    ColumnTraits(
      header: "Forbidden word \(index + 1)", isHidden: true, isOfExportAlone: true, isComputed: true,
      isPresent: { $0.checks?.hasForbiddenWords ?? false }, source: .forbidden(index), text: { _ in "" })
  }

  static let rules = ColumnTraits(
    header: "Rules for checks", isHidden: true, isOfExportAlone: true, isComputed: true,
    isPresent: { $0.checks?.rules.isEmpty == false }, source: .rules, text: { _ in "" })
}

/// The columns that name a text.
extension ColumnTraits {
  static let section = ColumnTraits(
    header: "Section", isRequired: true, isOfText: true, width: 18, look: .name, source: .section,
    text: { $0.text.section }, mayBeEscaped: true,
    read: { $1.text = TextIdentity(section: $0, key: $1.text.key, locale: $1.text.locale) })

  static let key = ColumnTraits(
    header: "Key", isRequired: true, isOfText: true, width: 26, look: .name, source: .key, text: { $0.text.key },
    mayBeEscaped: true, read: { $1.text = TextIdentity(section: $1.text.section, key: $0, locale: $1.text.locale) })

  static let locale = ColumnTraits(
    header: "Locale", isRequired: true, width: 9, look: .name, source: .locale, text: { $0.text.locale },
    read: { $1.text = TextIdentity(section: $1.text.section, key: $1.text.key, locale: $0) })
}

/// The columns with the values of a text.
extension ColumnTraits {
  static let sourceValue = ColumnTraits(
    header: "Source value", isOfText: true, isPresent: { $0.hasSource }, width: 46, look: .source, source: .sourceValue,
    text: { $0.sourceValue ?? "" }, mayBeEscaped: true, read: { $1.sourceValue = $0 }, hash: { $0.sourceValue },
    isRefreshed: true)

  static let checkedSource = ColumnTraits(
    header: "Source for checks", isHidden: true, isOfText: true, isOfExportAlone: true,
    isPresent: { $0.hasCheckedSource && !$0.hasSource }, source: .checkedSource, text: { $0.sourceText ?? "" },
    mayBeEscaped: true, read: { $1.sourceText = $0 }, isRefreshed: true)

  static let currentValue = ColumnTraits(
    header: "Current value", isRequired: true, width: 46, look: .current, source: .currentValue,
    text: { $0.currentValue }, mayBeEscaped: true, read: { $1.currentValue = $0 }, hash: { $0.currentValue },
    isRefreshed: true)

  static let proposal = ColumnTraits(
    header: "Proposal", isRequired: true, isForReviewer: true, width: 46, look: .proposal, source: .row,
    text: { $0.proposal }, mayBeEscaped: true, read: { $1.proposal = $0 }, hash: { $0.shownProposal }, isRefreshed: true
  )
}

/// The columns with information for translators.
extension ColumnTraits {
  static let description = context(header: "Description", width: 20, text: { $0.description }) { $1.description = $0 }

  static let screenshot = context(header: "Screenshot", width: 12, look: .link, text: { $0.screenshot }) {
    $1.screenshot = $0
  }

  static let maximumLength = context(
    header: "Maximum length", width: 11, text: { $0.maximumLength.map(String.init) ?? "" },
    read: { $1.maximumLength = Digits.integer(ReviewColumn.trimmed($0).utf8) })

  private static func context(
    header: String, width: Double, look: ColumnLook = .quiet, text: @escaping @Sendable (TextContext) -> String,
    read: @escaping @Sendable (_ text: String, _ context: inout TextContext) -> Void
  ) -> ColumnTraits {
    ColumnTraits(
      header: header, isOfText: true, isOfExportAlone: true, isPresent: { $0.hasContext }, width: width, look: look,
      source: .row, text: { $0.context.map(text) ?? "" }, mayBeEscaped: true,
      read: { found, row in
        guard !found.isEmpty else { return }
        var context = row.context ?? TextContext()
        read(found, &context)
        row.context = context
      })
  }
}

/// The columns for the reviewer besides the proposal, and what the tool tells the reviewer about a row.
extension ColumnTraits {
  static let action = ColumnTraits(
    header: "Action", isForReviewer: true, width: 11, look: .reviewer, source: .row, text: { $0.action },
    read: { $1.action = ReviewColumn.trimmed($0) }, isRefreshed: true)

  static let note = ColumnTraits(
    header: "Note", isForReviewer: true, width: 24, look: .reviewer, source: .row, text: { $0.note },
    mayBeEscaped: true, read: { $1.note = $0 })

  static let problem = ColumnTraits(
    header: "Problem", isOfExportAlone: true, isPresent: { $0.hasProblems }, width: 36, look: .problem, source: .row,
    text: { $0.problem })
}

/// The columns that only tell the reviewer something.
extension ColumnTraits {
  static let status = ColumnTraits(
    header: "Status", isOfExportAlone: true, isShownOnly: true, width: 11, source: .status,
    text: { $0.status.rawValue }, read: { $1.shownStatus = $0 }, isRefreshed: true)

  static let characterCount = ColumnTraits(
    header: "Characters", isOfExportAlone: true, isShownOnly: true, isComputed: true,
    isPresent: { $0.hasMaximumLengths }, width: 11, look: .computed, source: .row,
    text: { row in row.context?.maximumLength.map { "\(row.proposal.utf16.count)/\($0)" } ?? "" })
}
