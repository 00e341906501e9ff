import ArgumentParser
import Basics
import GoogleDrive
import NStackAPI

/// `drive doctor`.
struct DriveDoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Try each step of working with Google Drive, and print what came of it.",
    discussion: """
      Without a folder it only reads. With one it uploads a small sheet there, fetches it, replaces it and tells its name; \
      remove it and its copy afterwards.

      Examples:

        nstack-review drive doctor
        nstack-review drive doctor --folder 0FolderId
      """)

  @Option(name: .long, help: ArgumentHelp("A folder in which a small sheet may be uploaded.", valueName: "id"))
  var folder: String?
  @OptionGroup var network: DriveNetworkOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    try await CommandRun.run(output) {
      let settings = try GoogleSettings()
      let folder = try folder.map(DriveListCommand.folderID)
      var steps = Steps()
      await steps.take("credentials") {
        try settings.source(network.drive, output).place
      }
      settings.warnOfLoopback(output)
      if !steps.hasFailed {
        steps = try await DriveConnection.withClient(
          network.drive, output, scopes: folder == nil ? [.readAll] : [.all], proxy: network.proxy,
          caFile: network.caFile
        ) { await trial($0, folder, steps) }
      }
      try output.tell(.object([("steps", .array(steps.json))]), lines: { steps.lines })
      if steps.hasFailed { throw ExitStatus.failure.error }
    }
  }

  private func trial(_ client: DriveClient, _ folder: String?, _ before: Steps) async -> Steps {
    var steps = before
    await steps.take("sign in, and ask who that is") { try await client.about().email ?? "no address" }
    await steps.take("list spreadsheets") {
      let files = try await client.list(limit: 5).files
      return "\(files.count) (at most 5), the last of \(files.first?.modified ?? "–")"
    }
    guard let folder, !steps.hasFailed else { return steps }
    let name = "nstack-review doctor \(UTCTime.text(CalendarTime.seconds()))"
    var made: DriveFile?
    for isGoogleSheet in [false, true] {
      await steps.take(isGoogleSheet ? "upload and convert to a Google Sheet" : "upload an XLSX file") {
        let place = NewSheet(name: isGoogleSheet ? name : "\(name).xlsx", folder: folder, isGoogleSheet: isGoogleSheet)
        let file = try await client.create(place, from: UploadBytes(try DoctorSheet.bytes(isGoogleSheet ? 2 : 1)))
        made = file
        return "\(file.name) (\(file.id)), version \(file.version.map { "\($0)" } ?? "–")"
      }
      guard let file = made else { return steps }
      await steps.take("fetch it") {
        let target = CountedBytes()
        try await client.fetch(file, into: target)
        return "\(target.count) bytes"
      }
      await steps.take("replace it, after a copy") {
        // Google may count the conversion as one more change.
        let seen = try await client.item(file.id)
        let result = try await client.replace(
          seen, copyName: "\(name) (copy)", from: UploadBytes(try DoctorSheet.bytes(3)))
        return "version \(seen.version.map { "\($0)" } ?? "–") → \(result.file.version.map { "\($0)" } ?? "–")"
      }
      made = nil
    }
    return steps
  }

  /// The steps of the trial, and what came of each.
  private struct Steps {
    private var taken: [(name: String, result: Result<String, DriveError>)] = []

    var hasFailed: Bool {
      taken.contains { if case .failure = $0.result { true } else { false } }
    }

    mutating func take(_ name: String, _ body: () async throws -> String) async {
      do {
        taken.append((name, .success(try await body())))
      } catch {
        let known = error as? DriveError ?? DriveError(.rejected, Failure(error)?.shownLine ?? "\(error)")
        taken.append((name, .failure(known)))
      }
    }

    var lines: [String] {
      taken.map { step in
        switch step.result {
        case .success(let text): "ok      \(step.name): \(Visible.text(text, limit: 300))"
        case .failure(let error): "FAILED  \(step.name): \(Visible.text(error.description, limit: 1_000))"
        }
      }
    }

    var json: [JSONValue] {
      taken.map { step in
        switch step.result {
        case .success(let text):
          .object([("step", .string(step.name)), ("isDone", .boolean(true)), ("saw", .string(text)), ("code", .null)])
        case .failure(let error):
          .object([
            ("step", .string(step.name)), ("isDone", .boolean(false)), ("saw", .string(error.description)),
            ("code", .string(error.code.rawValue)),
          ])
        }
      }
    }
  }
}
