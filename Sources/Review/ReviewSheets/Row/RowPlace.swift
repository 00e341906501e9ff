import Basics
package import NStackAPI
import Spreadsheet

/// The place of a row in the returned files, in a form in which a person can find it.
///
/// Journals of imports store its encoded form.
public struct RowPlace: Hashable, Codable, Sendable, Comparable {
  /// The file's index in the list of files, counted from zero.
  package var fileIndex: Int
  /// The path of the file as it was given.
  public package(set) var file = ""
  /// The worksheet's name; nil in a CSV file.
  public let worksheet: String?
  /// The row as the spreadsheet program shows it, counted from one; 0 for a proposal that was chosen without a sheet.
  public let row: Int
  /// The locale of the group of columns, in the layout with a group for each locale; else nil.
  public let locale: String?
  /// The person who wrote in the row, as the file or the user names them; nil if unknown. It is never sent, and is
  /// ignored when places are compared.
  package var author: String?
  /// The person who approved the text of ``author``, if the file names both; else nil. Ignored as well.
  package var approver: String?

  package init(fileIndex: Int, file: String, worksheet: String?, row: Int, locale: String? = nil, author: String? = nil)
  {
    self.author = author
    self.fileIndex = fileIndex
    self.file = file
    self.worksheet = worksheet
    self.row = row
    self.locale = locale
  }

  /// Creates the place of a change in an import that is undone.
  ///
  /// - Parameter change: The change's number in the import, counted from one.
  package init(undoing importID: String, change: Int) {
    self.init(fileIndex: 0, file: Self.undoing + importID, worksheet: nil, row: change)
  }

  package init(deleting proposal: Proposal) {
    self.init(fileIndex: 0, file: Self.deleting + String(proposal.id), worksheet: nil, row: 0)
  }

  /// Takes the place of a file in the places of decisions on the review page.
  package static let reviewPage = "the review page"

  // Journals contain these words, so they must not change.
  private static let undoing = "import "
  private static let deleting = "proposal "

  /// Whether the place is one of ``init(undoing:change:)``, or of a row of a file with such a name.
  package var mayBeOfUndo: Bool { worksheet == nil && file.hasPrefix(Self.undoing) }

  /// Whether the place is one of ``init(deleting:)``.
  package var isOfDeletion: Bool { worksheet == nil && row == 0 }

  /// Whether two places are the same, regardless of the author.
  public static func == (left: RowPlace, right: RowPlace) -> Bool {
    (left.fileIndex, left.file, left.worksheet, left.row, left.locale) == (
      right.fileIndex, right.file, right.worksheet, right.row, right.locale
    )
  }

  /// Hashes what identifies the place, which the author does not.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(fileIndex)
    hasher.combine(row)
    hasher.combine(locale)
  }

  /// The author to append to other words, as in ` by Anna Holm`; empty if unknown.
  package var byline: String { author.map { " by \(Visible.text($0))" } ?? "" }

  /// Whether the left place comes first: by file as given, then by row.
  public static func < (left: RowPlace, right: RowPlace) -> Bool {
    (left.fileIndex, left.worksheet ?? "", left.row, left.locale ?? "") < (
      right.fileIndex, right.worksheet ?? "", right.row, right.locale ?? ""
    )
  }

  /// The place as messages name it, with control and invisible characters spelled out:
  /// `sheet.xlsx: worksheet "Review", row 7`.
  public var description: String { row > 0 ? "\(Visible.path(file)): \(inFile)" : Visible.path(file) }

  /// The place without the file: `worksheet "Review", row 7`; empty if there is no row.
  package var inFile: String {
    guard row > 0 else { return "" }
    let inside = [
      worksheet.map { "worksheet \"\(Visible.text($0))\"" }, "row \(row)", locale.map { "locale \(Visible.text($0))" },
    ]
    return inside.compactMap(\.self).joined(separator: ", ")
  }
}

extension RowPlace: CustomStringConvertible {}

extension SpreadsheetError.Place {
  init(_ place: RowPlace) { self.init(file: place.file, worksheet: place.worksheet, line: place.row) }
}
