import ArgumentParser
import Basics
import ReviewJournal

/// The flags that choose a journal, for commands that need no server and no credentials.
struct JournalOptions: ParsableArguments {
  @Option(name: .long, help: "A named set of connection settings (NSTACK_PROFILE).", completion: .profiles)
  var profile: String?
  @Flag(name: .long, help: "The journal of the embedded sandbox.")
  var sandbox = false
  @Option(
    name: .long, help: ArgumentHelp("Where the sandbox keeps its database.", valueName: "dir"), completion: .directory)
  var sandboxDir: String?

  /// The path of the journal, which need not be there.
  ///
  /// - Throws: ``Failure``: `config.state-folder`; the errors of settings files.
  func journalPath(_ output: OutputOptions) throws -> String {
    var place = try PlaceOptions.parse([])
    (place.profile, place.sandbox, place.sandboxDir) = (profile, sandbox, sandboxDir)
    guard let folder = ConnectionOptions.stateFolder(usesSandbox: place.usesSandbox, sandboxDir: sandboxDir) else {
      throw Failure.usage(.stateFolder, "there is no folder for the journal.", hint: "Set HOME or XDG_STATE_HOME.")
    }
    guard place.usesSandbox else {
      return StateFolder.journal(in: folder, profile: try SettingLayers(place).profile?.text ?? "default")
    }
    if !place.asksForSandbox { output.note(SandboxVariable.reminder) }
    return ConnectionOptions.sandboxJournal(in: folder)
  }
}
