import Basics
import GoogleDrive
import ReviewJournal
import TranslationReview

extension ExportCommand {
  /// Writes the sheet to a temporary file and uploads it. A sheet that is there already is replaced only if it holds no edit that
  /// would be lost, and if it did not change since that was found out.
  func exportToDrive() async throws {
    guard split == nil else {
      throw Failure.usage(
        .split, "--split writes files and cannot write to Drive.", hint: "Export them, and use drive push.")
    }
    let address = try DriveAddress(file)
    let push = DrivePush(isGoogleSheet: googleSheet, overwrites: overwrite, output: output)
    let folder = TemporaryFolder()
    defer { folder.remove() }
    try await DriveConnection.withClient(
      drive, output, scopes: [.all], proxy: connection.proxy, caFile: connection.caFile
    ) { client in
      let defaultName = "review.xlsx"
      let there = try await push.replaced(address, defaultName: defaultName, client)
      if let there { try push.refuseReplacing(there) }
      var name = there?.name ?? defaultName
      if there == nil, case .named(let given, _) = address { name = given }
      let path = "\(try folder.path())/\(DriveName.file(name, ending: ".xlsx"))"
      if let there {
        let target = FetchedFile(path: path)
        try await client.fetch(there, into: target)
        try target.finish()
      }
      var export = self
      (export.file, export.overwrite) = (path, false)
      var job = try export.job()
      var pushed: Replacement?
      job.deliver = { _ in
        let result = try await push.run(
          UploadFile(path: path), to: address, defaultName: defaultName, seen: there?.version, client)
        pushed = result
        return result.file.address
      }
      do {
        try await export.write(job, tells: false)
      } catch let error as ImportError where error.code == .unsentEdits || error.code == .notAReviewSheet {
        throw Self.refusal(error, there)
      }
      if let pushed { try push.tell(pushed) }
    }
  }

  /// Why the sheet in Drive is not replaced. The error itself speaks of a temporary file.
  private static func refusal(_ error: ImportError, _ there: DriveFile?) -> any Error {
    guard let there else { return error }
    let name = "\"\(Visible.text(there.name))\" (\(there.id))"
    let code = Failure.Code(rawValue: error.code.rawValue)
    guard error.code == .unsentEdits else {
      return Failure.usage(
        code, "\(name) in Drive is not a review sheet, so it is not replaced.", hint: "Choose another name.")
    }
    return Failure.usage(
      code, "\(name) in Drive has edits that no import has sent, so it is not replaced.",
      hint: "Import it first: nstack-review import drive:\(there.id)")
  }
}
