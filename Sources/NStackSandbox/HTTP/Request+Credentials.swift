import HTTPTypes
import Hummingbird

extension Request {
  /// Whether a credential of NStack's is among the headers.
  var carriesCredentials: Bool {
    headers[.applicationID] != nil || headers[.restAPIKey] != nil
  }
}

extension HTTPField.Name {
  static let applicationID = HTTPField.Name("X-Application-Id") ?? .authorization
  static let restAPIKey = HTTPField.Name("X-Rest-Api-Key") ?? .authorization
}
