import NStackAPI
import TranslationReview

/// A row of the plan, in the shape of the file: what a report needs to name it.
struct KeptItem: Codable {
  var file: String
  var fileIndex: Int
  var worksheet: String?
  var row: Int
  var localeGroup: String?
  var text: KeptText
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
  var serverProposal: KeptProposal?

  init(_ item: Changeset.Item) {
    let place = item.row.place
    let cells = item.row.row
    (file, fileIndex, worksheet, row) = (place.file, place.fileIndex, place.worksheet, place.row)
    localeGroup = place.locale
    text = KeptText(cells.text)
    (currentValue, proposal, exportedProposal) = (cells.currentValue, cells.proposal, cells.exportedProposal)
    (deletable, proposalID, action, note) = (cells.deletable, cells.proposalID, cells.action, cells.note)
    base = cells.base?.text
    (verdict, message, notes) = (item.verdict.rawValue, item.message, item.notes)
    serverValue = item.serverValue
    serverProposal = item.serverProposal.map(KeptProposal.init)
  }

  func item() throws -> Changeset.Item {
    guard let verdict = Verdict(rawValue: verdict) else { throw KeptUnknown(name: verdict) }
    let cells = ReviewRow(
      text: text.identity, currentValue: currentValue, proposal: proposal, deletable: deletable, action: action,
      note: note, proposalID: proposalID, exportedProposal: exportedProposal, base: base.flatMap(RowBase.init(text:)))
    let place = RowPlace(fileIndex: fileIndex, file: file, worksheet: worksheet, row: row, locale: localeGroup)
    return Changeset.Item(
      restoring: ReturnedRow(place: place, row: cells, isProposalChanged: true), verdict: verdict, message: message,
      notes: notes, serverValue: serverValue, serverProposal: serverProposal?.proposal)
  }
}
