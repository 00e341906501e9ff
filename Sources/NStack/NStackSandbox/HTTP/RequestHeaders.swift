import HTTPTypes
import Hummingbird

extension Request {
  var carriesCredentials: Bool { headers[.applicationID] != nil || headers[.restAPIKey] != nil }

  func requireCredentials(of identity: SandboxDatabase.Identity) throws(SandboxRefusal) {
    guard headers[.applicationID] == identity.applicationID, headers[.restAPIKey] == identity.restAPIKey else {
      throw SandboxRefusal(401, "Invalid application id or rest api key")
    }
  }

  /// Refuses a header `N-Meta` that NStack's framework would refuse:
  /// `platform;environment;appVersion;osVersion;device`, where everything after the version is optional, and for
  /// `web` the version too. A request without the header passes, because some clients send none.
  func checkMetadata() throws(SandboxRefusal) {
    guard let header = headers[.metadata] else { return }
    let fields = header.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
    let names = [("platform", "ios,android,windows,web"), ("environment", "local,development,staging,production")]
    for (index, (what, all)) in names.enumerated() {
      guard fields.count > index, all.split(separator: ",").contains(fields[index][...]) else {
        throw SandboxRefusal(400, "N-Meta header: the \(what) is not supported, should be: \(all)")
      }
    }
    guard fields[0] == "web" || fields.count > 2 && !fields[2].isEmpty else {
      throw SandboxRefusal(400, "N-Meta header: the version is missing")
    }
  }
}

extension HTTPField.Name {
  static let applicationID = HTTPField.Name("X-Application-Id") ?? .authorization
  static let restAPIKey = HTTPField.Name("X-Rest-Api-Key") ?? .authorization
  fileprivate static let metadata = HTTPField.Name("N-Meta") ?? .te
}
