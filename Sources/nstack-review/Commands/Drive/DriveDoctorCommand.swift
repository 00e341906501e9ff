import ArgumentParser
import Basics
import GoogleDrive
import NStackAPI

/// `drive doctor`.
struct DriveDoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Try each step of working with Google Drive, and print what came of it.",
    discussion: """
      Without a folder it only reads. With one it uploads small sheets there, reads them back, replaces them, finds them in \
      the folder, and puts them and their copies into the bin.

      Examples:

        nstack-review drive doctor
        nstack-review drive doctor --folder 0FolderId
      """)

  @Option(
    name: .long,
    help: ArgumentHelp("A folder in which small sheets may be uploaded, by its id or name.", valueName: "folder"))
  var folder: String?
  @OptionGroup var network: DriveNetworkOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    try await CommandRun.run(output) {
      let settings = try GoogleSettings()
      let folder = try folder.map(DriveListCommand.folder)
      var steps = DoctorSteps()
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

  private func trial(_ client: DriveClient, _ folder: String?, _ before: DoctorSteps) async -> DoctorSteps {
    var steps = before
    await steps.take("sign in, and ask who that is") {
      let about = try await client.about()
      let room = about.limit.map { "\((about.usage ?? 0) >> 20) of \($0 >> 20) MiB used" } ?? "no limit of storage told"
      return "\(about.email ?? "no address"), \(room)"
    }
    await steps.take("list spreadsheets") {
      let listing = try await client.list(limit: 5)
      return
        "\(listing.files.count)\(listing.hasMore ? " and more" : ""), the last of \(listing.files.first?.modified ?? "–")"
    }
    await steps.take("be refused a file that is not there") {
      do {
        _ = try await client.item("nstack-review-doctor-no-such-file")
      } catch let error as DriveError where error.code == .notFound {
        return "status \(error.status.map { "\($0)" } ?? "–"), reason \(error.reason ?? "–")"
      }
      throw DoctorSteps.surprise("Google has a file of that id.")
    }
    guard let folder, !steps.hasFailed else { return steps }
    let name = "nstack-review doctor \(UTCTime.text(CalendarTime.seconds()).replacing(":", with: "-"))"
    for isGoogleSheet in [false, true] {
      var trial = DoctorTrial(client: client, folder: folder, name: name, isGoogleSheet: isGoogleSheet)
      await trial.run(&steps)
    }
    return steps
  }
}
