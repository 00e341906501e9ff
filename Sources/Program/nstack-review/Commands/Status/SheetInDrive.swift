import Basics
import GoogleDrive
import NStackAPI
import ReviewReports

/// The current state in Drive of a sheet that is out.
struct SheetInDrive: JSONConvertible, Sendable {
  let sheetID: String?
  let file: DriveFile

  /// The maximum number of sheets that are requested from Drive, the newest first.
  private static let mostAsked = 20

  var line: String {
    "\(file.address) was changed last by \(Visible.text(file.lastChangedBy ?? "an account that Google does not name"))"
      + (file.modified.map { " at \(Visible.text($0))" } ?? "")
  }

  var json: JSONValue { ["sheetID": sheetID, "file": file] }

  /// The sheets in Drive that are out. Unreadable sheets are left out with a warning.
  ///
  /// - Returns: Nil if Google could not be asked.
  static func all(in rounds: SheetRounds, _ output: OutputOptions) async -> [SheetInDrive]? {
    let out = rounds.out.compactMap { round -> (String?, String)? in
      guard let file = round.export?.file, file.hasPrefix(DriveAddress.scheme) else { return nil }
      return (round.id, file)
    }.suffix(mostAsked)
    guard !out.isEmpty else { return [] }
    do {
      let found = try await GoogleSettings.withClient(
        output, scopes: [.readAll],
        // A failed call is not repeated, because the status can do without these sheets.
        policy: RetryPolicy(attempts: 1)
      ) { client in
        try await DriveSheets.concurrently(Array(out)) { sheetID, address -> (sheet: SheetInDrive?, warning: String) in
          do throws(DriveError) {
            // The name after the id is the sheet's name at the time.
            let id = DriveAddress.scheme + address.dropFirst(DriveAddress.scheme.count).prefix { $0 != "/" }
            return (SheetInDrive(sheetID: sheetID, file: try await client.spreadsheet(at: DriveAddress(id))), "")
          } catch {
            guard [.notFound, .trashed].contains(error.code) else { throw error }
            return (nil, "\(address): \(error.message)")
          }
        }
      }
      for missing in found where missing.sheet == nil { output.note("warning: \(missing.warning)") }
      return found.compactMap(\.sheet)
    } catch {
      output.note("warning: who changed the sheets in Drive is not known: \(Failure.line(error))")
      return nil
    }
  }
}
