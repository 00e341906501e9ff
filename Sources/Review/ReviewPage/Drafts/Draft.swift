import Basics
import NStackAPI
import ReviewJournal
import TranslationReview

/// A decision about one text that was not sent yet.
struct Draft: Sendable {
  /// What is decided.
  enum Request: Hashable, Sendable {
    /// To propose a value.
    case propose(ExactText)
    /// To delete one's own proposal, which has this value.
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
    /// The person who wrote in the row; nil if unknown.
    var author: String?

    /// The location of the row. The index is that of the file in the list of files.
    func place(fileIndex: Int) -> RowPlace {
      RowPlace(fileIndex: fileIndex, file: file, worksheet: worksheet, row: row, locale: locale, author: author)
    }
  }

  /// The text, with its locale as NStack spells it.
  let text: TextIdentity
  let request: Request
  /// What the person who decided had seen, as fingerprints.
  var base: RowBase
  /// The current value that the person had seen.
  let seenCurrent: String
  /// The person's own proposal that they had seen; nil if there was none.
  var seenProposal: String?
  /// The row that the draft comes from; nil for a decision on the page.
  var origin: SheetRow?
  /// Whether a reviewer approved the value to propose.
  var isApproved = false

  /// The draft as if the person had seen their own proposal too, which they sent or withdrew (nil) themselves.
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

  /// Whether the draft accepts the suggestion that its text had.
  var isAccepted: Bool {
    guard case .propose(let value) = request, let suggestion = base.suggestion else { return false }
    return TextHash(value.string) == suggestion
  }

  /// Whether the draft is still what its row asked for: it was not changed on the page.
  var isAsReturned: Bool { origin?.asked == request.fingerprint }
  /// The reviewer's note, which is about the text of the row and not about another one that the page chose.
  var note: String { isAsReturned ? origin?.note ?? "" : "" }
}

/// A change of what is decided or noted about one text: a line of the file of drafts.
enum DraftStep: Sendable {
  /// A text has this draft, instead of an earlier one.
  case drafted(Draft)
  /// A text has no draft any more.
  case cleared(TextIdentity)
  /// What a row of a returned sheet asks for was left out, so that it does not become a draft when the sheet is given
  /// again. `asked` is the fingerprint of the row's request.
  case left(TextIdentity, asked: String)
  /// A text has this note, which is not in the register yet: empty to remove the one there, nil for none.
  case noted(TextIdentity, String?)

  var text: TextIdentity {
    switch self {
    case .drafted(let draft): draft.text
    case .cleared(let text), .left(let text, _), .noted(let text, _): text
    }
  }
}

/// All that is decided and not sent: the drafts and notes, and what was left out of returned sheets.
struct DraftBook: Sendable {
  static let most = 200_000

  private(set) var drafts: [TextIdentity: Draft] = [:]
  /// The fingerprints of what returned sheets asked for and the page left out, by text.
  private(set) var left: [TextIdentity: Set<String>] = [:]
  /// The notes that are not in the register yet.
  private(set) var notes: [TextIdentity: String] = [:]
  /// When each draft was made or changed, as a number that only rises.
  private(set) var numbers: [TextIdentity: Int] = [:]
  private var next = 1

  /// The drafts, in the order in which they were made or changed.
  var inOrder: [Draft] { numbers.sorted { $0.value < $1.value }.compactMap { drafts[$0.key] } }

  var isEmpty: Bool { drafts.isEmpty && left.isEmpty && notes.isEmpty }

  var count: Int { drafts.count + notes.count }

  /// The steps that lead to the same book.
  var steps: [DraftStep] {
    left.flatMap { text, asked in asked.map { DraftStep.left(text, asked: $0) } }
      + notes.map { DraftStep.noted($0.key, $0.value) } + inOrder.map(DraftStep.drafted)
  }

  /// The step that takes another one back.
  func inverse(of step: DraftStep) -> DraftStep {
    if case .noted(let text, _) = step { return .noted(text, notes[text]) }
    return drafts[step.text].map(DraftStep.drafted) ?? .cleared(step.text)
  }

  mutating func apply(_ step: DraftStep) {
    switch step {
    case .drafted(let draft):
      drafts[draft.text] = draft
      // Only the row's own draft revokes that the row was left out. Another draft may be undone or discarded, and the
      // row's request must not return with that.
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

// MARK: - JSON

extension DraftStep {
  var json: JSONValue {
    switch self {
    case .drafted(let draft):
      var json = draft.text.json
      switch draft.request {
      case .propose(let value): json = json.with(["propose": value.string])
      case .withdraw(let id, let value): json = json.with(["withdraw": id, "value": value.string])
      case .signOff: json = json.with(["ok": true])
      }
      json = json.with(["base": draft.base.text, "current": draft.seenCurrent, "proposal": draft.seenProposal])
      if let origin = draft.origin { json = json.with(["sheet": origin.json]) }
      if draft.isApproved { json = json.with(["approved": true]) }
      return ["draft": json]
    case .cleared(let text): return ["cleared": text.json]
    case .left(let text, let asked): return ["left": text.json.with(["asked": asked])]
    case .noted(let text, let note): return ["noted": text.json.with(["note": note])]
    }
  }

  /// Reads ``json`` back; nil if it has another shape.
  init?(_ json: JSONValue) {
    guard case .object(let members) = json, let (name, object) = members.first, let text = TextIdentity(json: object)
    else { return nil }
    var request = object["propose"]?.string.map { Draft.Request.propose(ExactText($0)) }
    if request == nil, let id = object["withdraw"]?.integer, let value = object["value"]?.string {
      request = .withdraw(proposalID: id, value: ExactText(value))
    }
    if object["ok"]?.isTrue == true { request = .signOff }
    switch name {
    case "draft":
      guard let request, let base = object["base"]?.string.flatMap(RowBase.init(text:)),
        let current = object["current"]?.string
      else { return nil }
      self = .drafted(
        Draft(
          text: text, request: request, base: base, seenCurrent: current, seenProposal: object["proposal"]?.string,
          origin: object["sheet"].flatMap(Draft.SheetRow.init), isApproved: object["approved"]?.isTrue == true))
    case "cleared": self = .cleared(text)
    case "noted": self = .noted(text, object["note"]?.string)
    case "left":
      guard let asked = object["asked"]?.string else { return nil }
      self = .left(text, asked: asked)
    default: return nil
    }
  }
}

extension Draft.SheetRow {
  fileprivate var json: JSONValue {
    [
      "file": file, "worksheet": worksheet, "row": row, "locale": locale, "note": note, "path": path, "asked": asked,
      "author": author,
    ]
  }

  fileprivate init?(_ json: JSONValue) {
    guard let file = json["file"]?.string, let row = json["row"]?.integer, let path = json["path"]?.string,
      let asked = json["asked"]?.string
    else { return nil }
    self.init(
      file: file, worksheet: json["worksheet"]?.string, row: row, locale: json["locale"]?.string,
      note: json["note"]?.string ?? "", path: path, asked: asked, author: json["author"]?.string)
  }
}
