import Basics
import GoogleDrive
import TranslationReview

/// What became of a sheet in Drive that is out.
struct SheetInDrive: Sendable {
  /// The sheet's id from the export.
  let sheetID: String?
  let file: DriveFile

  /// The sheet on a line.
  var line: String {
    "drive:\(file.id) was changed last by \(Visible.text(file.lastChangedBy ?? "an account that Google does not name"))"
      + (file.modified.map { " at \(Visible.text($0))" } ?? "")
  }

  /// The sheet in machine output.
  var json: JSONValue { .object([("sheetID", .optional(sheetID)), ("file", file.json)]) }
}

extension StatusCommand {
  /// The most sheets in Drive that are asked about, the newest ones.
  private static let mostAsked = 20

  /// Who changed the sheets in Drive that are out. A status is whole without it: what cannot be read is left out, with a warning.
  func sheetsInDrive(_ rounds: SheetRounds) async -> [SheetInDrive] {
    let out = rounds.out.compactMap { round -> (String?, String)? in
      guard let file = round.export?.file, file.hasPrefix(DriveAddress.scheme) else { return nil }
      return (round.id, file)
    }.suffix(Self.mostAsked)
    guard !out.isEmpty else { return [] }
    var found: [SheetInDrive] = []
    do {
      try await DriveConnection.withClient(
        drive, output, scopes: [.readAll], proxy: connection.proxy, caFile: connection.caFile
      ) { client in
        for (sheetID, address) in out {
          do throws(DriveError) {
            found.append(SheetInDrive(sheetID: sheetID, file: try await client.spreadsheet(at: DriveAddress(address))))
          } catch {
            guard [.notFound, .trashed].contains(error.code) else { throw error }
            output.note("warning: \(address): \(error.message)")
          }
        }
      }
    } catch {
      output.note("warning: who changed the sheets in Drive is not known: \(Failure(error)?.shownLine ?? "\(error)")")
    }
    return found
  }
}
