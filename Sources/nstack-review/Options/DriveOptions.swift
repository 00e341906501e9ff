import ArgumentParser

/// The flag about who is signed in at Google.
struct DriveOptions: ParsableArguments {
  @Option(
    name: .customLong("google-credentials"),
    help: ArgumentHelp(
      "The key of a service account, or a login, for files in Google Drive (NSTACK_GOOGLE_CREDENTIALS).",
      valueName: "file"))
  var credentials: String?
}

/// The flags of commands that only talk to Google.
struct DriveNetworkOptions: ParsableArguments {
  @OptionGroup var drive: DriveOptions
  @Option(name: .long, help: "The proxy's URL (HTTPS_PROXY; NO_PROXY lists exceptions).")
  var proxy: String?
  @Option(name: .long, help: "A file of certificate authorities to trust (SSL_CERT_FILE).")
  var caFile: String?
}
