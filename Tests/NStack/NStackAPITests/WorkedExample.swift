import NStackAPI

/// A continent, as NStack lists it.
struct Continent: Decodable, Equatable, Sendable {
  let id: Int
  let name: String
  let code: String
}

extension NStackCall where Answer == [Continent] {
  /// The continents, in version 1 of their schema.
  static var continents: Self {
    Self(.get, "/api/v2/geographic/continents", headers: [("Accept", "application/vnd.nodes.v1+json")])
  }
}

extension NStackCall where Answer == Void {
  /// Sends what a user thinks of the app.
  static func feedback(_ message: String, about version: String) -> Self {
    Self(.post, "/api/v2/ugc/feedbacks", body: .form([("message", message), ("app_version", version)]))
  }
}
