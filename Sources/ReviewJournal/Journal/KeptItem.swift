import NStackAPI
import TranslationReview

/// A row of the plan, as the file stores it, with what a report needs.
struct KeptItem: Codable {
  var file: String
  var fileIndex: Int
  var worksheet: String?
  var row: Int
  var localeGroup: String?
  var text: TextIdentity
  var currentValue: String
  var proposal: String
  var exportedProposal: String?
  var deletable: Bool?
  var proposalID: Int?
  var action: String
  var note: String
  var base: String?
  var verdict: String
  var message: String
  var notes: [String]
  var serverValue: String?
  var serverProposal: Proposal?
  // Journals of earlier versions do not have the following.
  var sourceValue: String?
  /// The text in the default locale that the row's translation is of, where the sheet shows no source value.
  var sourceText: String?
  var context: TextContext?
  var placeholders: [String]?
  /// The text that a program turned the input into; nil for a certain proposal.
  var uncertain: String?
  var isProposalChanged: Bool?
  var isProposalUnknown: Bool?
  var isBaseFoundElsewhere: Bool?
  var isSuggestionNoted: Bool?
  /// The name of the exchange format of the row's file; nil for a table.
  var exchange: String?
  /// What says in an exchange format that the translation is not finished.
  var unfinished: String?
  /// The sign-off that the row makes; nil for any other row.
  var signOff: KeptSignOff?

  init(_ item: Changeset.Item) {
    let place = item.row.place
    let cells = item.row.cells
    (file, fileIndex, worksheet, row) = (place.file, place.fileIndex, place.worksheet, place.row)
    localeGroup = place.locale
    text = cells.text
    (currentValue, proposal, exportedProposal) = (cells.currentValue, cells.proposal, cells.exportedProposal)
    (deletable, proposalID, action, note) = (cells.deletable, cells.proposalID, cells.action, cells.note)
    base = cells.base?.text
    (verdict, message, notes) = (item.verdict.rawValue, item.message, item.notes)
    serverValue = item.serverValue
    serverProposal = item.serverProposal
    sourceValue = cells.sourceValue
    if sourceValue == nil { sourceText = cells.sourceText ?? item.source }
    context = cells.context
    if !cells.placeholders.isEmpty { placeholders = cells.placeholders }
    if case .uncertain(let found) = item.row.proposalForm { uncertain = found }
    isProposalChanged = item.row.isProposalChanged
    isProposalUnknown = item.row.isProposalUnknown ? true : nil
    isBaseFoundElsewhere = item.row.isBaseFoundElsewhere ? true : nil
    isSuggestionNoted = item.row.isSuggestionNoted ? true : nil
    (exchange, unfinished) = (item.row.exchange?.format.name, item.row.exchange?.unfinished)
    signOff = item.signOff.map(KeptSignOff.init)
  }

  /// The row.
  ///
  /// - Parameter files: The files of the plan; one of them is the row's own.
  func item(of files: [ReturnedSheet.File]) throws -> Changeset.Item {
    guard let verdict = Verdict(rawValue: verdict) else { throw KeptUnknown(name: verdict) }
    var cells = ReviewRow(
      text: text, sourceValue: sourceValue, currentValue: currentValue, proposal: proposal,
      deletable: deletable,
      action: action, note: note, proposalID: proposalID, exportedProposal: exportedProposal,
      base: base.flatMap(RowBase.init(text:)))
    cells.sourceText = sourceText
    cells.context = context
    cells.placeholders = placeholders ?? []
    let place = RowPlace(
      fileIndex: fileIndex, file: files.indices.contains(fileIndex) ? files[fileIndex].path : file,
      worksheet: worksheet, row: row, locale: localeGroup)
    let format = SheetFormat.allCases.first { $0.name == exchange }
    let returned = ReturnedRow(
      place: place, cells: cells, proposalForm: uncertain.map { .uncertain($0) } ?? .certain,
      isProposalChanged: isProposalChanged ?? true, isProposalUnknown: isProposalUnknown ?? false,
      exchange: format.map { ReturnedRow.Exchange(format: $0, unfinished: unfinished) },
      isSuggestionNoted: isSuggestionNoted ?? false, isBaseFoundElsewhere: isBaseFoundElsewhere ?? false)
    return Changeset.Item(
      restoring: returned, verdict: verdict, message: message,
      notes: notes, serverValue: serverValue, serverProposal: serverProposal,
      signOff: signOff?.signOff)
  }
}

/// What a row signed off, as the file stores it.
struct KeptSignOff: Codable {
  var text: TextIdentity
  var currentValue: UInt64
  var sourceLocale: String?
  var sourceValue: UInt64?
  var pending: [UInt64]

  init(_ signOff: SignOff) {
    text = signOff.text
    currentValue = signOff.currentValue.bits
    (sourceLocale, sourceValue) = (signOff.source?.locale, signOff.source?.value.bits)
    pending = signOff.pending.map(\.bits)
  }

  var signOff: SignOff {
    var source: SignOff.Source?
    if let sourceLocale, let sourceValue {
      source = SignOff.Source(locale: sourceLocale, value: TextHash(bits: sourceValue))
    }
    return SignOff(
      text: text, currentValue: TextHash(bits: currentValue), source: source,
      pending: pending.map { TextHash(bits: $0) })
  }
}
