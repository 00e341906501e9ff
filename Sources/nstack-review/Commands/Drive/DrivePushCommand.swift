import ArgumentParser
import Basics
import GoogleDrive
import NStackAPI
import TranslationReview

/// `drive push`.
struct DrivePushCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "push", abstract: "Upload an XLSX file to Google Drive.",
    discussion: """
      A file is replaced only with --overwrite, and after a copy of it was made in Drive. Its id, its address and whom it is \
      shared with stay.

      Examples:

        nstack-review drive push review.xlsx drive:0FolderId/
        nstack-review drive push review.xlsx drive:0FolderId/ --google-sheet
        nstack-review drive push review.xlsx drive:1SheetId --overwrite
      """)

  @Argument(help: "The file to upload.")
  var file: String
  @Argument(help: "Where: drive:FOLDER/, drive:FOLDER/NAME, or with --overwrite drive:ID or its address.")
  var place: String
  @Flag(name: .long, help: "Convert it to a Google Sheet.")
  var googleSheet = false
  @Flag(name: .long, help: "Replace the sheet that is there, after a copy of it in Drive.")
  var overwrite = false
  @Option(name: .long, help: "Replace only this version of the sheet (see drive list --json).")
  var ifVersion: Int?
  @OptionGroup var network: DriveNetworkOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if ifVersion != nil, !overwrite { throw ValidationError("--if-version needs --overwrite, which replaces a sheet.") }
  }

  func run() async throws {
    try await CommandRun.run(output) {
      guard file.lowercased().hasSuffix(".xlsx") else {
        throw Failure.usage(.sheetName, "\(file): the file name must end in .xlsx.")
      }
      let source = try UploadFile(path: file)
      try source.requireXLSX()
      let address = try DriveAddress(place)
      let push = DrivePush(isGoogleSheet: googleSheet, overwrites: overwrite, output: output)
      try await DriveConnection.withClient(
        network.drive, output, scopes: [.all], proxy: network.proxy, caFile: network.caFile
      ) { client in
        let name = file.split(separator: "/").last.map(String.init) ?? file
        let target = try await push.target(address, defaultName: name, client)
        if ifVersion != nil, case .new(let place) = target {
          throw DriveError(
            .notFound, "\"\(Visible.text(place.name))\" is not in Drive, so no version of it can be replaced.",
            hint: "Leave --if-version out, or check the place.")
        }
        try push.tell(try await push.run(source, to: target, seen: ifVersion, client))
      }
    }
  }
}
