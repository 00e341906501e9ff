import Basics
import NStackAPI
import ReviewJournal
import TranslationReview

/// A decision about one text that was not sent yet.
struct Draft: Sendable {
  /// What is decided.
  enum Wish: Hashable, Sendable {
    /// To propose a value.
    case propose(ExactText)
    /// To delete one's own proposal, which has this value.
    case withdraw(proposalID: Int, value: ExactText)

    /// Whether it deletes.
    var isWithdrawal: Bool { withdrawnID != nil }

    /// The id of the proposal to delete; nil for a wish to propose.
    var withdrawnID: Int? {
      if case .withdraw(let id, _) = self { id } else { nil }
    }

    /// A short text that is the same for the same wish.
    var fingerprint: String {
      switch self {
      case .propose(let value): TextHash("propose " + value.string).text
      case .withdraw(let id, _): TextHash("withdraw \(id)").text
      }
    }
  }

  /// The row of a returned sheet that a draft comes from.
  struct SheetRow: Hashable, Sendable {
    let file: String
    let worksheet: String?
    let row: Int
    /// The locale of the group of columns, in the layout with a group for each locale.
    let locale: String?
    /// The reviewer's note, in which checks may be ignored.
    let note: String
    /// The path of the file from the root.
    let path: String
    /// The fingerprint of what the row asked for. The draft may have been changed on the page since.
    let asked: String

    init(file: String, worksheet: String?, row: Int, locale: String?, note: String, path: String, asked: String) {
      (self.file, self.worksheet, self.row, self.locale, self.note) = (file, worksheet, row, locale, note)
      (self.path, self.asked) = (path, asked)
    }

    init(_ row: ReturnedRow, asking wish: Wish) {
      self.init(
        file: row.place.file, worksheet: row.place.worksheet, row: row.place.row, locale: row.place.locale,
        note: row.note, path: AbsolutePath.of(row.place.file), asked: wish.fingerprint)
    }

    /// The place of the row.
    ///
    /// - Parameter fileIndex: The file's place in the list of files.
    func place(fileIndex: Int) -> RowPlace {
      RowPlace(fileIndex: fileIndex, file: file, worksheet: worksheet, row: row, locale: locale)
    }
  }

  /// The text, with its locale as NStack spells it.
  let text: TextIdentity
  /// What is decided.
  let wish: Wish
  /// What the person who decided had seen, as fingerprints.
  let base: RowBase
  /// The current value that the person had seen.
  let seenCurrent: String
  /// The person's own proposal that they had seen; nil if there was none.
  let seenProposal: String?
  /// The row that the draft comes from; nil for a decision on the page.
  let origin: SheetRow?

  /// The draft with another row as the one that it comes from.
  func from(_ origin: SheetRow?) -> Draft {
    Draft(
      text: text, wish: wish, base: base, seenCurrent: seenCurrent, seenProposal: seenProposal, origin: origin)
  }

  /// The draft as if the person had seen their own proposal too, which they sent themselves.
  ///
  /// - Parameters:
  ///   - own: The proposal; nil if they withdrew it.
  ///   - now: The base that the text has now.
  func knowing(_ own: Proposal?, _ now: RowBase) -> Draft {
    var others = base.otherProposals
    if let id = base.proposalID, seenProposal == nil { others[id] = base.proposal }
    if let own { others[own.id] = nil }
    let known = RowBase(
      scope: base.scope, identity: base.identity, currentValue: base.currentValue, sourceValue: base.sourceValue,
      sourceLocale: base.sourceLocale, proposal: own == nil ? .empty : now.proposal, proposalID: own?.id,
      sheetID: base.sheetID, suggestion: base.suggestion, otherProposals: others)
    return Draft(
      text: text, wish: wish, base: known, seenCurrent: seenCurrent, seenProposal: own?.value, origin: origin)
  }

  /// Whether the draft is still what its row asked for: it was not changed on the page.
  var isAsReturned: Bool { origin?.asked == wish.fingerprint }
  /// The reviewer's note, which is about the text of the row and not about another one that the page chose.
  var note: String { isAsReturned ? origin?.note ?? "" : "" }
}
