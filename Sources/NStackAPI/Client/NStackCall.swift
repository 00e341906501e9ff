import HTTPMessages

/// One call: what is sent, and its name in messages.
struct NStackCall {
  var method: String
  /// The absolute URL with its query.
  var url: String
  /// The method and the path without its query.
  var label: String
  var form: [(name: String, value: String)]?
  var carriesCredentials: Bool
  /// The tag of the known state. The server may answer that nothing changed.
  var entityTag: String?
  /// Whether redirects are answers, which the caller follows.
  var followsRedirects = false
  /// Statuses that are answers for the caller, and not errors.
  var answeringStatuses: Set<Int> = []

  var isRead: Bool { method == "GET" }

  /// Whether an answer with this status goes to the caller.
  func isAnswer(_ status: Int) -> Bool {
    answeringStatuses.contains(status) || (status == 304 && entityTag != nil)
      || (followsRedirects && [301, 302, 303, 307, 308].contains(status))
  }
}

extension NStackClient {
  /// A call to the API.
  func apiCall(
    _ method: String, _ path: String, query: [(name: String, value: String)] = [],
    form: [(name: String, value: String)]? = nil
  ) -> NStackCall {
    let suffix = query.isEmpty ? "" : "?" + FormEncoding.encode(query)
    let path = "/api/v2/content/localize" + path
    return NStackCall(
      method: method, url: configuration.baseURL + path + suffix, label: "\(method) \(configuration.base.path)\(path)",
      form: form, carriesCredentials: true)
  }
}
