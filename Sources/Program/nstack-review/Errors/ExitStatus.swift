import ArgumentParser

/// The exit codes of the program.
enum ExitStatus: Int32 {
  /// All done, nothing refused.
  case success = 0
  /// Failed before anything was sent, or written.
  case failure = 1
  /// Done in part: some rows refused, failed, in conflict, unconfirmed or not attempted.
  case partial = 2
  /// Conflicts or refusals found by `diff` and `check`; or what a flag asked about: a share below its limit, a finding,
  /// a late sheet, new proposals.
  case findings = 3
  /// The credentials were refused.
  case credentials = 4
  /// The server cannot be reached or gives an unusable answer; nothing was sent.
  case server = 5
  /// The command line or the configuration cannot be used.
  case usage = 64

  /// The error that ends the program with this code, without another message.
  var error: ExitCode { ExitCode(rawValue) }
}
