import Hummingbird
import Loopback
package import NStackAPI

/// An NStack-shaped server on loopback, with languages, texts and proposals in an embedded database. It creates its own
/// credentials and keeps them in the database, so they stay the same from one start to the next.
package final class SandboxServer: Sendable {
  /// The base URL, such as `http://127.0.0.1:8080`.
  package let baseURL: String
  /// The value that the server expects as `X-Application-Id`.
  package let applicationID: Secret
  /// The value that the server expects as `X-Rest-Api-Key`.
  package let restAPIKey: Secret
  /// The guid that owns the deletable proposals of loaded texts.
  package let guid: String
  package let platform: String
  package let requests: SandboxRequestLog

  private let database: SandboxDatabase
  private let listeners: [LoopbackListener]

  /// Opens the database, loads texts if it has none, and serves.
  package init(_ scenario: Scenario = Scenario()) async throws(SandboxError) {
    let database = try SandboxDatabase(scenario.database)
    let isFilled = try database.holdsTexts()
    if scenario.reload || !isFilled {
      try database.load(LoadedTexts(scenario.data))
    } else if let folder = scenario.data, try !database.wasFilled(from: folder) {
      database.close()
      throw SandboxError(.otherTexts, "the sandbox has other texts than those of \(folder), and does not replace them")
    }
    let identity = try database.identity()
    let requests = SandboxRequestLog()
    var listeners: [LoopbackListener] = []
    let faults = SandboxFaults(scenario.faults)
    var routes = LocalizationRoutes(database: database, requests: requests, scenario: scenario, identity: identity)
    func listen(_ served: [SandboxRoute], own: [SandboxRoute] = [], port: Int) async throws(SandboxError) -> String {
      let responder = SandboxResponder(
        routes: served, ownRoutes: own, log: requests, faults: faults, compressesAnswers: scenario.compression)
      do throws(LoopbackListener.Failure) {
        let listener = try await LoopbackListener(responder, port: port, name: "nstack-sandbox")
        listeners.append(listener)
        return listener.url
      } catch { throw SandboxError(.port, error.description, cause: error.cause) }
    }
    do throws(SandboxError) {
      if scenario.has(.contentDeliveryNetwork) { routes.deliveryURL = try await listen(routes.delivery, port: 0) }
      baseURL = try await listen(routes.api, own: routes.own, port: scenario.port)
    } catch {
      for listener in listeners { await listener.stop() }
      database.close()
      throw error
    }
    applicationID = Secret(identity.applicationID)
    restAPIKey = Secret(identity.restAPIKey)
    guid = identity.guid
    platform = identity.platform
    (self.requests, self.database, self.listeners) = (requests, database, listeners)
  }

  /// The configuration of a client that talks to this server as the guid that owns the deletable proposals.
  package func clientConfiguration(guid: String? = nil) throws(NStackError) -> NStackConfiguration {
    try NStackConfiguration(
      baseURL: baseURL, applicationID: applicationID, restAPIKey: restAPIKey, guid: guid ?? self.guid,
      platform: platform)
  }

  /// Accepts a proposal as an editor would: its value becomes the newest text, which is not published yet. Returns whether
  /// there was such a proposal.
  @discardableResult package func acceptProposal(id: Int) throws(SandboxError) -> Bool {
    try database.acceptProposal(id: id)
  }

  /// Publishes the newest texts, so that `dev=false` serves them too.
  package func publish() throws(SandboxError) { try database.publish() }

  /// Waits until the server ends, which it does when it is stopped.
  package func waitUntilStopped() async { for listener in listeners { await listener.waitUntilStopped() } }

  /// Closes all connections, waits for the requests on them, and closes the database.
  package func stop() async {
    for listener in listeners { await listener.stop() }
    database.close()
  }
}
