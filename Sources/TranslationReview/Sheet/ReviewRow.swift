public import NStackAPI

/// One row of a review sheet: one text in one locale, with at most one pending proposal.
///
/// The shape that both directions share: an export makes rows of a ``Catalog``, an import reads them from a file.
public struct ReviewRow: Hashable, Sendable {
  /// The text.
  public var text: TextIdentity
  /// The value in the source locale; nil where the sheet has no such column.
  public var sourceValue: String?
  /// What a translator should know of the text; nil where the sheet does not say.
  public var context: TextContext?
  /// The first placeholders of the source text.
  public var placeholders: [String] = []
  /// The value that NStack serves; empty where not translated.
  public var currentValue: String
  /// The proposal: the pending one, or what the reviewer wrote.
  public var proposal: String
  /// Whether this profile may delete the pending proposal; nil where there is none.
  public var deletable: Bool?
  /// What the reviewer asks for, as written.
  public var action: String
  /// What the reviewer noted.
  public var note: String
  /// Why the row was not carried out; empty but in a sheet of what is to be fixed.
  public var problem = ""
  /// The id of the pending proposal as the sheet shows it; nil where there is none.
  public var proposalID: Int?
  /// The proposal as it was exported; nil where the sheet has no such column.
  public var exportedProposal: String?
  /// The base; nil in a row that no export made.
  public var base: RowBase?

  /// Makes a row of its cells.
  public init(
    text: TextIdentity, sourceValue: String? = nil, currentValue: String = "", proposal: String = "",
    deletable: Bool? = nil, action: String = "", note: String = "", proposalID: Int? = nil,
    exportedProposal: String? = nil, base: RowBase? = nil
  ) {
    self.text = text
    self.sourceValue = sourceValue
    self.currentValue = currentValue
    self.proposal = proposal
    self.deletable = deletable
    self.action = action
    self.note = note
    self.proposalID = proposalID
    self.exportedProposal = exportedProposal
    self.base = base
  }

  /// The hash of the row's section, key and locale as they stand.
  var identity: TextHash { TextHash(chain: [text.section, text.key, text.locale]) }

  /// The text of one of the row's cells.
  public func cell(_ column: ReviewColumn) -> String {
    switch column {
    case .section: text.section
    case .key: text.key
    case .locale: text.locale
    case .sourceValue: sourceValue ?? ""
    case .description: context?.description ?? ""
    case .screenshot: context?.screenshot ?? ""
    case .maximumLength: context?.maximumLength.map(String.init) ?? ""
    case .currentValue: currentValue
    case .proposal: proposal
    case .deletable: deletable.map { $0 ? "yes" : "no" } ?? ""
    case .action: action
    case .note: note
    case .problem: problem
    case .proposalID: proposalID.map(String.init) ?? ""
    case .exportedProposal: exportedProposal ?? ""
    case .base: base?.text ?? ""
    case .placeholder1, .placeholder2, .placeholder3, .placeholder4:
      placeholders.dropFirst(column.rawValue - ReviewColumn.placeholder1.rawValue).first ?? ""
    }
  }
}
