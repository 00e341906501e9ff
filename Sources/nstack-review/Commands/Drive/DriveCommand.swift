import ArgumentParser

/// `drive`: sheets in Google Drive.
struct DriveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drive", abstract: "List, fetch and upload sheets in Google Drive, and sign in there.",
    discussion: """
      Where other commands take a sheet, they take drive:ID, drive:FOLDER/, drive:FOLDER/NAME or its address from the browser.

      Examples:

        nstack-review drive login
        nstack-review drive list --name review
      """,
    subcommands: [
      DriveListCommand.self, DrivePullCommand.self, DrivePushCommand.self, DriveLoginCommand.self,
      DriveLogoutCommand.self, DriveWhoamiCommand.self, DriveDoctorCommand.self,
    ])
}
