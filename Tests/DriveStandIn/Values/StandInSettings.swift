/// How the stand-in behaves, beside its faults.
package struct StandInSettings: Hashable, Sendable {
  /// Milliseconds that every call to Drive or to the token endpoint waits before it is answered.
  package var latency = 0
  /// Seconds by which the server's clock is ahead of the machine's. The header `Date` has the machine's time.
  package var clockSkew = 0
  /// Seconds that an access token lives.
  package var tokenLifetime = 3599
  /// The most files of one page, whatever `pageSize` asks for.
  package var pageLimit = 1000
  /// The most bytes that `files.export` answers.
  package var exportLimit = 10 << 20
  /// Seconds for which an assertion may be issued in the future.
  package var assertionLeeway = 300
  /// Whether `PUT` to an upload session must carry an access token.
  package var sessionsNeedToken = false

  /// The start of the URL to which an export link leads on, such as another port's; nil for no redirect.
  package var exportHost: String?

  package init() {}
}
