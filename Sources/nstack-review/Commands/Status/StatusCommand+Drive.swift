import Basics
import GoogleDrive
import NStackAPI
import ReviewReports
import TranslationReview

/// What became of a sheet in Drive that is out.
struct SheetInDrive: Sendable {
  /// The sheet's id from the export.
  let sheetID: String?
  let file: DriveFile

  /// The sheet on a line.
  var line: String {
    "\(file.address) was changed last by \(Visible.text(file.lastChangedBy ?? "an account that Google does not name"))"
      + (file.modified.map { " at \(Visible.text($0))" } ?? "")
  }

  /// The sheet in machine output.
  var json: JSONValue { .object([("sheetID", .optional(sheetID)), ("file", file.json)]) }
}

extension StatusCommand {
  /// The most sheets in Drive that are asked about, the newest ones.
  private static let mostAsked = 20

  /// Who changed the sheets in Drive that are out. A status is whole without it: what cannot be read is left out, with a warning.
  ///
  /// - Returns: Nil if Google could not be asked.
  func sheetsInDrive(_ rounds: SheetRounds) async -> [SheetInDrive]? {
    let out = rounds.out.compactMap { round -> (String?, String)? in
      guard let file = round.export?.file, file.hasPrefix(DriveAddress.scheme) else { return nil }
      return (round.id, file)
    }.suffix(Self.mostAsked)
    guard !out.isEmpty else { return [] }
    do {
      let found = try await DriveConnection.withClient(
        drive, output, scopes: [.readAll], proxy: connection.proxy, caFile: connection.caFile,
        // A status does not wait for what it can do without.
        policy: RetryPolicy(attempts: 1)
      ) { client in
        try await DriveSheets.concurrently(Array(out)) { sheetID, address -> Result<SheetInDrive, Missing> in
          do throws(DriveError) {
            // The name after the id is the one that the sheet had.
            let id = DriveAddress.scheme + address.dropFirst(DriveAddress.scheme.count).prefix { $0 != "/" }
            return .success(SheetInDrive(sheetID: sheetID, file: try await client.spreadsheet(at: DriveAddress(id))))
          } catch {
            guard [.notFound, .trashed].contains(error.code) else { throw error }
            return .failure(Missing(line: "\(address): \(error.message)"))
          }
        }
      }
      return found.compactMap { result in
        switch result {
        case .success(let sheet): return sheet
        case .failure(let missing):
          output.note("warning: \(missing.line)")
          return nil
        }
      }
    } catch {
      output.note("warning: who changed the sheets in Drive is not known: \(Failure(error)?.shownLine ?? "\(error)")")
      return nil
    }
  }

  /// A sheet that is not in Drive any more.
  private struct Missing: Error {
    let line: String
  }
}
