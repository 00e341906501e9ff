public import NStackAPI
import Spreadsheet

/// One row of a review sheet: one text in one locale, with at most one pending proposal.
///
/// Both directions use this shape: an export creates rows from a ``Catalog``, and an import reads them from a file.
/// Journals of imports store its encoded form.
public struct ReviewRow: Hashable, Codable, Sendable {
  /// The text.
  public var text: TextIdentity
  /// The value in the source locale; nil if the sheet has no such column.
  package var sourceValue: String?
  /// The source text for checks, from the hidden column; nil if the sheet has no such column.
  package var sourceText: String?
  /// Information for translators about the text; nil if the sheet has none.
  package var context: TextContext?
  /// The first placeholders of the source text.
  package var placeholders: [String] = []
  /// The value that NStack serves; empty if the text is not translated.
  package var currentValue: String
  /// The proposal: the pending one, or the reviewer's text.
  public var proposal: String
  /// Whether this profile may delete the pending proposal; nil if there is none.
  package var deletable: Bool?
  /// The reviewer's request, as written.
  public var action: String
  /// The reviewer's note.
  public var note: String
  /// What the sheet shows under `Status`; nil if the sheet has no such column.
  package var shownStatus: String?
  /// Why the row was not applied; empty except in a to-fix sheet.
  package var problem = ""
  /// The id of the pending proposal, as the sheet shows it; nil if there is none.
  package var proposalID: Int?
  /// The proposal as it was exported; nil if the sheet has no such column.
  package var exportedProposal: String?
  /// The base; nil in a row that no export wrote.
  package var base: RowBase?

  package init(
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

  /// The hash of the row's current section, key and locale.
  package var identity: TextHash { TextHash(chain: [text.section, text.key, text.locale]) }

  /// The hash of the source value in the sheet; empty if it has none.
  package var sourceHash: TextHash {
    base?.sourceValue == .tooLong ? .tooLong : sourceValue.map(TextHash.init) ?? base?.sourceValue ?? .empty
  }

  /// Whether the proposal differs from the exported one, according to the base or, without a base, to the hidden copy.
  package var isProposalEdited: Bool {
    if let base, base.shownProposal != .tooLong { return base.shownProposal != TextHash(proposal) }
    if let exportedProposal, LineEnds.areEqual(exportedProposal, proposal) { return false }
    return base != nil || exportedProposal?.isEmpty == false || !proposal.isEmpty
  }

  /// Removes an apostrophe that stands before a formula and was not exported. po2csv and spreadsheet programs add it to
  /// mark the cell as a text.
  ///
  /// - Parameter hash: The hash of the exported text.
  /// - Returns: Whether there was one.
  mutating func removeQuotePrefix(knownBy hash: TextHash?) -> Bool {
    let plain = FormulaGuard.unescape(proposal)
    guard let hash, hash != .empty, plain != proposal, hash != TextHash(proposal), hash == TextHash(plain) else {
      return false
    }
    proposal = plain
    return true
  }

  /// The text of one of the row's cells.
  public func cell(_ column: ReviewColumn) -> String { column.traits.text(self) }
}

/// Information for translators about a text, besides its value.
///
/// Journals of imports store its encoded form, so the names of its properties are part of their format.
package struct TextContext: Hashable, Codable, Sendable {
  /// The purpose of the text.
  package var description: String
  /// The address of a picture of the text.
  package var screenshot: String
  /// The most characters that the text may have; nil if there is no limit.
  package var maximumLength: Int?

  /// Creates a context; a missing value means that it is not known.
  package init(description: String = "", screenshot: String = "", maximumLength: Int? = nil) {
    self.description = description
    self.screenshot = screenshot
    self.maximumLength = maximumLength
  }
}
