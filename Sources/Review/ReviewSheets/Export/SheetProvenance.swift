import Basics
import NStackAPI

/// The origin of a sheet: who exported it, when, and with which tool.
public struct SheetProvenance: Sendable {
  /// The name of the profile.
  public let profile: String
  /// The time of the export in UTC, ISO 8601; nil omits it, so that the same input gives the same bytes.
  public let exportedAt: String?
  /// The name and version of the tool.
  public let tool: String
  /// A number that distinguishes this export from all others. If it is nil, the sheet's id is a hash of the contents,
  /// so that the same input gives the same bytes.
  package let salt: UInt64?
  /// Who gets the sheet; nil if the export did not say.
  package var agency: String?
  /// The day by which the sheet is expected back, as `2026-01-31`; nil for no day.
  package var due: String?
  /// The page of a sheet in HTML.
  package var page = SheetPage.plain

  /// Creates a provenance from its fields.
  public init(profile: String, exportedAt: String?, tool: String, salt: UInt64? = nil) {
    self.profile = profile
    self.exportedAt = exportedAt
    self.tool = tool
    self.salt = salt
  }
}

/// The layout of the rows of a review sheet.
public enum SheetLayout: String, CaseIterable, Sendable {
  /// All rows on one worksheet, locale by locale.
  case rows
  /// A worksheet for each locale.
  case locales
  /// One row for each text, with a group of columns for each locale.
  case columns
}

/// The facts about an exported sheet in its document properties and on its worksheet `About`.
package enum SheetProperty: String, CaseIterable, Sendable {
  case profile = "Profile"
  case platform = "Platform"
  case origin = "Origin"
  /// A short hash of the application id.
  case application = "Application"
  case sheetID = "Sheet ID"
  case rows = "Rows"
  case exportedAt = "Exported at"
  case agency = "Agency"
  case due = "Due"
  case tool = "Tool"
  /// The version of the sheet's format.
  case format = "Format"
}

/// The rows that an export wrote to each worksheet, counted in a document property: `da-DK: 46 / en-GB: 46`.
///
/// A worksheet's name contains neither a colon nor a slash, so the text can be split again.
package struct ExportedRowCounts {
  let counts: [(worksheet: String, rows: Int)]

  package init(_ counts: [(worksheet: String, rows: Int)]) { self.counts = counts }

  /// The most rows that a file may name, so that sums cannot overflow.
  package static let most = 1 << 40

  /// Reads ``text`` back; malformed parts are ignored.
  init(text: String) {
    counts = text.split(separator: "/").compactMap { part in
      let fields = part.split(separator: ":").map { ReviewColumn.trimmed(String($0)) }
      guard fields.count == 2, let rows = Digits.integer(fields[1].utf8), rows <= Self.most else { return nil }
      return (fields[0], rows)
    }
  }

  var text: String { counts.map { "\($0.worksheet): \($0.rows)" }.joined(separator: " / ") }

  /// The number of rows that the export wrote to a worksheet; nil if it is not known.
  package subscript(worksheet: String) -> Int? { counts.first { $0.worksheet == worksheet }?.rows }
}

extension ReviewSheet {
  /// The sheet's id, which identifies it when it comes back.
  ///
  /// - Parameter salt: See ``SheetProvenance/salt``. With a salt, the id is a hash of the salt, the scope, and the
  ///   selected keys and languages, so that the parts of one export have different ids. Without a salt, the id is also
  ///   a hash of the sheet's contents, so that the same contents have the same id.
  package func id(salt: UInt64? = nil) -> TextHash {
    var hash = scope.hash.bits ^ (salt ?? 0)
    func append(_ text: String) {
      var text = text
      hash = text.withUTF8 { xxh64($0, seed: hash) }
    }
    if let pickedRows {
      for row in languages.flatMap({ pickedRows[$0, default: []] }) {
        for column in ReviewColumn.allCases { append(row.cell(column)) }
      }
      return TextHash(bits: hash >> 14)
    }
    for key in keys {
      append(catalog.keys[key].section)
      append(catalog.keys[key].key)
    }
    for language in languages {
      append(catalog.languages[language].locale)
      // The list of languages may contain a locale twice.
      hash ^= UInt64(language)
      if salt == nil { appendValues(inLanguageAt: language, &hash) }
    }
    append(sourceLanguage.map { catalog.languages[$0].locale } ?? "")
    return TextHash(bits: hash >> 14)
  }

  private func appendValues(inLanguageAt language: Int, _ hash: inout UInt64) {
    for key in keys where rowCount(ofKeyAt: key, inLanguageAt: language) > 0 {
      hash = catalog.withUTF8(ofKeyAt: key, inLanguageAt: language) { xxh64($0, seed: hash ^ UInt64(key)) }
      for proposal in catalog.pendingProposals(ofKeyAt: key, inLanguageAt: language) {
        for var text in ["\(proposal.id)\(proposal.canDelete)", proposal.value] {
          hash = text.withUTF8 { xxh64($0, seed: hash) }
        }
      }
    }
  }
}
