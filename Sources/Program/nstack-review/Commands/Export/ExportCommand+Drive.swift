import Basics
import GoogleDrive
import ReviewJournal
import Spreadsheet
import Synchronization
import TranslationReview

extension ExportCommand {
  /// Writes the sheet to a temporary file and uploads it. An existing sheet is replaced only if no edit in it would be
  /// lost, and only if it has not changed since that check.
  func exportToDrive(for preset: ExportPreset?) async throws {
    guard split == nil else {
      throw Failure.usage(
        .split, "--split writes files and cannot write to Drive.",
        hint: "Export them, and upload each: nstack-review convert FILE drive:FOLDER/.")
    }
    let address = try DriveAddress(file)
    if case .named(let name, _) = address { _ = try DriveUpload.isGoogleSheet(named: name) }
    // The flags are checked before Google is called. Nothing is written to this path.
    _ = try export(to: "/dev/null/sheet.xlsx").job(for: preset)
    let upload = DriveUpload(overwrites: overwrite || dryRun, output: output)
    let folder = TemporaryFolder()
    defer { folder.remove() }
    try await GoogleSettings.withClient(output, scopes: [.all]) { client in
      let target = try await upload.target(address, defaultName: "review.xlsx", client)
      let path = "\(try folder.path())/sheet\(target.ending)"
      var replaced: DriveFile?
      if case .existing(let there) = target, !dryRun {
        replaced = there
        try await client.fetch(there, intoFile: path)
      }
      let outcome = Mutex<DriveUpload.Outcome?>(nil)
      do {
        var job = try export(to: path).job(for: preset)
        job.deliver = { _ in
          let result = try await upload.run(InputFile(path: path), to: target, client)
          outcome.withLock { $0 = result }
          return result.file.address
        }
        let written = try await write(job, to: target.address, isPrinted: dryRun)
        if let outcome = outcome.withLock({ $0 }) { try upload.report(outcome, ofExport: written.first ?? [:]) }
      } catch { throw Self.refusal(error, replaced, at: path) }
    }
  }

  func fetchingSince(into folder: TemporaryFolder) async throws -> ExportCommand {
    guard let since = texts.since, DriveAddress.isMeant(since) else { return self }
    let files = try await DriveSheets.fetch([since], into: folder, output)
    guard files.count == 1, let file = files.first else {
      throw Failure.usage(.only, "--since takes one sheet, and \(since) has \(files.count).", hint: "Name one of them.")
    }
    var export = self
    export.texts.since = file.path
    return export
  }

  private func export(to path: String) -> ExportCommand {
    var export = self
    (export.file, export.overwrite) = (path, false)
    return export
  }

  /// Why the sheet in Drive is not replaced. The original error names a temporary file.
  private static func refusal(_ error: any Error, _ there: DriveFile?, at path: String) -> any Error {
    guard let there else { return error }
    guard let error = error as? ImportError, error.code == .unsentEdits || error.code == .notAReviewSheet else {
      return FetchedNames([path: there.address]).named(error)
    }
    let name = "\"\(Visible.text(there.name))\" (\(there.id))"
    guard error.code == .unsentEdits else {
      return Failure.usage(
        like: error.code, "\(name) in Drive is not a review sheet, so it is not replaced.", hint: "Choose another name."
      )
    }
    return Failure.usage(
      like: error.code, "\(name) in Drive has edits or texts that no import has sent, so it is not replaced.",
      hint: "Import it first: nstack-review import drive:\(there.id)")
  }
}
