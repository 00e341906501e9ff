import HTTPMessages
import NStackAPI

/// A try of a connection with calls that only read.
struct ConnectionTrial {
  let locales: [String]
  let proposals: Int
  /// How far the server's clock is ahead of this machine's, in seconds; nil if the server does not tell the time.
  let clockDifference: Double?
  /// The time of the first call.
  let time: Duration

  /// Tries a connection.
  ///
  /// - Throws: ``Failure``, which names the setting that is wrong: the credentials, the base URL or the platform.
  static func run(_ client: NStackClient) async throws -> ConnectionTrial {
    let platform = client.configuration.platform
    let start = ContinuousClock.now
    let path: CallPath = "/api/v2/content/localize/\(platform)/languages"
    do throws(NStackError) {
      let date = try await client.answer(to: NStackCall(.get, path) { $0.header("Date") })
      let time = ContinuousClock.now - start
      let locales = try await client.languages().map(\.locale)
      let proposals = try await client.proposals(state: .unaccepted).count
      return ConnectionTrial(
        locales: locales, proposals: proposals,
        clockDifference: date.flatMap(HTTPDate.secondsSince1970).map { $0 - RetryClock.system.calendarNow() },
        time: time)
    } catch {
      throw await cause(of: error, client)
    }
  }

  /// The failure for an error. A server that knows the proposals and not the languages has another platform.
  private static func cause(of error: NStackError, _ client: NStackClient) async -> Failure {
    let host = error.host ?? "the server"
    if [.notFound, .rejected].contains(error.code), (try? await client.proposals(state: .unaccepted)) != nil {
      return .server(
        .init(rawValue: error.code.rawValue),
        "\(host) accepts the credentials and does not have the platform \"\(client.configuration.platform)\".",
        hint: "Give its slug with --platform, as NStack's console shows it, such as mobile, web or backend.")
    }
    return Failure(error) ?? .server(.init(rawValue: error.code.rawValue), error.description, hint: nil)
  }
}
