import GoogleDrive
import ReviewJournal

/// The trial of one sheet, from its upload to the bin.
struct DoctorTrial {
  let client: DriveClient
  /// The id or name of the folder.
  let folder: String
  let name: String
  let isGoogleSheet: Bool
  private var made: DriveFile?
  private var copy: DriveFile?

  init(client: DriveClient, folder: String, name: String, isGoogleSheet: Bool) {
    self.client = client
    self.folder = folder
    self.name = isGoogleSheet ? name : "\(name).xlsx"
    self.isGoogleSheet = isGoogleSheet
  }

  private var kind: String { isGoogleSheet ? "Google Sheet" : "XLSX file" }

  /// Takes all steps that can be taken.
  mutating func run(_ steps: inout DoctorSteps) async {
    let first = isGoogleSheet ? 2 : 1
    await steps.take(isGoogleSheet ? "upload and convert to a Google Sheet" : "upload an XLSX file") {
      let place = NewSheet(name: name, folder: folder, isGoogleSheet: isGoogleSheet)
      let file = try await client.create(place, from: UploadBytes(try DoctorSheet.bytes(first)))
      made = file
      guard file.isGoogleSheet == isGoogleSheet else {
        throw DoctorSteps.surprise("The file that was made is of the type \(file.mimeType).")
      }
      return "\(file.address), version \(Self.version(file))"
    }
    guard let made else { return }
    await steps.take("read the \(kind) back") { try await contents(of: made, equal: first) }
    await steps.take("replace the \(kind), after a copy") { try await replace(made) }
    await steps.take("read what replaced the \(kind)") { try await contents(of: made, equal: 3) }
    await steps.take("find the \(kind) in its folder, by its name") {
      let found = try await client.files(named: name, in: try await client.folder(folder))
      guard found.map(\.id) == [made.id] else {
        throw DoctorSteps.surprise("The folder has \(found.count) files of that name, and not the one that was made.")
      }
      return "drive:\(made.id)"
    }
    for file in [made, copy].compactMap(\.self) {
      await steps.take("put \(file.id == made.id ? "the \(kind)" : "its copy") into the bin") {
        try await client.trash(file)
        do {
          _ = try await client.item(file.id)
        } catch let error as DriveError where error.code == .trashed {
          return file.address
        }
        throw DoctorSteps.surprise("\(file.address) is not in the bin.")
      }
    }
  }

  private mutating func replace(_ made: DriveFile) async throws -> String {
    // Google may count the conversion as one more change.
    let seen = try await client.item(made.id)
    let copyName = client.canCopy(seen) ? "\(name) (copy)" : nil
    let result = try await client.replace(seen, copyName: copyName, from: UploadBytes(try DoctorSheet.bytes(3)))
    copy = result.copy
    guard result.file.id == made.id, result.file.folder == seen.folder, result.file.mimeType == seen.mimeType else {
      throw DoctorSteps.surprise("What replaced the file has another id, folder or type.")
    }
    guard let before = seen.version, let after = result.file.version, after > before else {
      throw DoctorSteps.surprise("The version did not grow.")
    }
    if let copy, !copy.isKeptCopy { throw DoctorSteps.surprise("The copy \(copy.address) does not have its mark.") }
    return "same id and folder, version \(before) → \(after), "
      + (copy.map { "copy \($0.address)" } ?? "no copy, because a service account owns no storage")
  }

  /// Fetches a file and compares it with what was sent.
  private func contents(of file: DriveFile, equal number: Int) async throws -> String {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    let path = "\(try folder.path())/sheet.xlsx"
    let target = FetchedFile(path: path)
    try await client.fetch(try await client.item(file.id), into: target)
    try target.finish()
    let found = try DoctorSheet.number(inFileAt: path)
    guard found == number else {
      throw DoctorSteps.surprise("The sheet has the number \(found.map { "\($0)" } ?? "–"), and \(number) was sent.")
    }
    return "\(PlainFile.size(of: path) ?? 0) bytes with the number that was sent"
  }

  private static func version(_ file: DriveFile) -> String { file.version.map { "\($0)" } ?? "–" }
}
