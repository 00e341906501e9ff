import Basics
import NStackAPI
import ReviewJournal
import TranslationReview

/// A decision about one text that has not been sent yet.
struct Draft: Codable, Sendable {
  /// What is decided.
  enum Intent: Hashable, Codable, Sendable {
    /// To propose a value.
    case propose(ExactText)
    /// To delete this person's own proposal, which has this value, or to reject somebody else's.
    case withdraw(proposalID: Int, value: ExactText)
    /// To sign the text off: it was reviewed and stays as it is.
    case signOff

    /// The id of the proposal to delete; nil for another request.
    var withdrawnID: Int? { if case .withdraw(let id, _) = self { id } else { nil } }

    /// A short text that is the same for the same request.
    var fingerprint: String {
      switch self {
      case .propose(let value): TextHash("propose " + value.string).text
      case .withdraw(let id, _): TextHash("withdraw \(id)").text
      case .signOff: TextHash("ok").text
      }
    }
  }

  /// The row of a returned sheet that a draft comes from.
  struct SheetRow: Hashable, Codable, Sendable {
    /// The place of the row. Its file index has no meaning here.
    let place: RowPlace
    /// The reviewer's note, which may turn checks off.
    let note: String
    /// The absolute path of the file.
    let path: String
    /// The fingerprint of what the row asked for. The draft may have been changed on the page since.
    let asked: String
  }

  /// The text, with its locale as NStack spells it.
  let text: TextIdentity
  let request: Intent
  /// Fingerprints of what the person saw when deciding.
  var base: RowBase
  /// The current value that the person saw.
  let seenCurrent: String
  /// This person's own proposal that they saw; nil if there was none.
  var seenProposal: String?
  /// The row that the draft comes from; nil for a decision on the page.
  var origin: SheetRow?
  /// Whether a reviewer approved the value to propose.
  var isApproved = false
  /// Who approved it on the page; nil if the approval is from the file, or if the reviewer gave no name.
  var approver: String?

  /// The draft as if the person had seen their own proposal after sending it, or no proposal (nil) after withdrawing
  /// it.
  func knowing(_ own: Proposal?, _ now: RowBase) -> Draft {
    var others = base.otherProposals
    if let id = base.proposalID, seenProposal == nil { others[id] = base.proposal }
    if let own { others[own.id] = nil }
    var draft = self
    draft.base = RowBase(
      scope: base.scope, identity: base.identity, currentValue: base.currentValue, sourceValue: base.sourceValue,
      sourceLocale: base.sourceLocale, proposal: own == nil ? .empty : now.proposal, proposalID: own?.id,
      sheetID: base.sheetID, suggestion: base.suggestion, otherProposals: others)
    draft.seenProposal = own?.value
    return draft
  }

  /// Whether the draft accepts the suggestion for its text.
  var isAccepted: Bool {
    guard case .propose(let value) = request, let suggestion = base.suggestion else { return false }
    return TextHash(value.string) == suggestion
  }

  /// Whether the draft still has the request of its row, because it was not changed on the page.
  var isAsReturned: Bool { origin?.asked == request.fingerprint }
  /// The row's note; empty if the page chose another request, because the note is not about that one.
  var note: String { isAsReturned ? origin?.note ?? "" : "" }
}

/// A change of a decision or a note about one text, stored as one line of the file of drafts.
enum DraftStep: Codable, Sendable {
  /// The text has this draft from now on.
  case drafted(Draft)
  /// The text no longer has a draft.
  case cleared(TextIdentity)
  /// The request of a returned row was discarded, so it does not become a draft again when the sheet is given again.
  /// `asked` is the fingerprint of the request.
  case left(TextIdentity, asked: String)
  /// The text now has this note, which is not in the register yet. An empty note removes the register's note; nil
  /// leaves it as it is.
  case noted(TextIdentity, String?)

  var text: TextIdentity {
    switch self {
    case .drafted(let draft): draft.text
    case .cleared(let text), .left(let text, _), .noted(let text, _): text
    }
  }
}

/// All decisions that have not been sent: drafts, notes, and discarded requests of returned sheets.
struct DraftBook: Sendable {
  static let most = 200_000

  private(set) var drafts: [TextIdentity: Draft] = [:]
  /// The fingerprints of discarded requests of returned sheets, by text.
  private(set) var left: [TextIdentity: Set<String>] = [:]
  /// The notes that are not in the register yet.
  private(set) var notes: [TextIdentity: String] = [:]
  /// When each draft was made or changed, as an increasing number.
  private(set) var numbers: [TextIdentity: Int] = [:]
  private var next = 1

  /// The drafts, in the order in which they were made or changed.
  var inOrder: [Draft] { numbers.sorted { $0.value < $1.value }.compactMap { drafts[$0.key] } }

  var isEmpty: Bool { drafts.isEmpty && left.isEmpty && notes.isEmpty }

  var count: Int { drafts.count + notes.count }

  /// Steps that produce this book again.
  var steps: [DraftStep] {
    left.flatMap { text, asked in asked.map { DraftStep.left(text, asked: $0) } }
      + notes.map { DraftStep.noted($0.key, $0.value) } + inOrder.map(DraftStep.drafted)
  }

  /// The step that reverts another one.
  func inverse(of step: DraftStep) -> DraftStep {
    if case .noted(let text, _) = step { return .noted(text, notes[text]) }
    return drafts[step.text].map(DraftStep.drafted) ?? .cleared(step.text)
  }

  mutating func apply(_ step: DraftStep) {
    switch step {
    case .drafted(let draft):
      drafts[draft.text] = draft
      // A discarded request comes back only with the draft that was made from it, and not when another draft of the
      // text is undone or discarded.
      if let origin = draft.origin, left[draft.text]?.remove(origin.asked) != nil, left[draft.text]?.isEmpty == true {
        left[draft.text] = nil
      }
      numbers[draft.text] = next
      next += 1
    case .cleared(let text):
      drafts[text] = nil
      numbers[text] = nil
    case .left(let text, let asked):
      drafts[text] = nil
      numbers[text] = nil
      left[text, default: []].insert(asked)
    case .noted(let text, let note): notes[text] = note
    }
  }
}
