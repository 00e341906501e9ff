import Basics
package import HTTPMessages
package import Logging

/// Google Drive over HTTP, as one account: lists, fetches and uploads spreadsheets. It knows nothing of what is in them.
///
/// Calls are independent of each other and may run at the same time.
package struct DriveClient: Sendable {
  let calls: GoogleCalls
  let tokens: any TokenSource
  /// The bytes of one request of an upload: a multiple of 256 KiB.
  var uploadPiece = Upload.chunk
  let keys = ResourceKeys()

  /// The account that makes the calls.
  package var account: DriveAccount { tokens.account }

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - tokens: The tokens of the account.
  ///   - transport: What sends requests.
  ///   - hosts: Where Google's services are.
  ///   - policy: When a call is repeated.
  ///   - logger: Receives every call and repetition; nil for silence. No header, query, id or name is logged.
  ///   - stop: Once a stop is requested, no call goes out, and those in flight end. Nil for none.
  package init(
    tokens: any TokenSource, transport: any HTTPTransport, hosts: GoogleHosts = .google, policy: RetryPolicy = .drive,
    logger: Logger? = nil, stop: StopSignal? = nil
  ) {
    self.init(
      tokens: tokens, calls: GoogleCalls(hosts: hosts, transport: transport, policy: policy, logger: logger, stop: stop)
    )
  }

  init(tokens: any TokenSource, calls: GoogleCalls) { (self.tokens, self.calls) = (tokens, calls) }

  func send(_ call: GoogleCall) async throws(DriveError) -> TransportResponse {
    var call = call
    if !call.isGiven, let header = keys.header(for: call) { call.headers.append(header) }
    return try await calls.send(call, tokens: tokens)
  }

  /// A call to the API that changes a file, with its metadata.
  func writing(
    _ method: String, _ path: String, label: String, _ subject: String, _ metadata: JSONValue,
    query: [(name: String, value: String)] = []
  ) -> GoogleCall {
    var call = GoogleCall(
      method: method,
      url: url("/drive/v3/\(path)", [("fields", DriveFile.fields), ("supportsAllDrives", "true")] + query),
      label: "\(method) /drive/v3/\(label)", subject: subject)
    call.headers = [("Content-Type", "application/json; charset=UTF-8")]
    call.body = metadata.compactUTF8
    return call
  }

  func reading(_ path: String, label: String, subject: String, query: [(name: String, value: String)]) -> GoogleCall {
    var call = GoogleCall(
      method: "GET", url: url("/drive/v3/\(path)", query), label: "GET /drive/v3/\(label)", subject: subject)
    call.isRepeatable = true
    return call
  }

  func url(_ path: String, _ query: [(name: String, value: String)]) -> String {
    calls.hosts.api + path + (query.isEmpty ? "" : "?" + FormEncoding.encode(query))
  }

  /// Reads the body of an answer.
  func json(_ response: TransportResponse, of call: GoogleCall) throws(DriveError) -> JSONValue {
    do throws(JSONReader.SyntaxError) {
      return try JSONValue(parsing: String(decoding: response.body, as: UTF8.self))
    } catch { throw Self.badAnswer(error.finding, call, response.status) }
  }

  /// Reads the file that an answer describes.
  func file(_ response: TransportResponse, of call: GoogleCall) throws(DriveError) -> DriveFile {
    guard let file = DriveFile(try json(response, of: call)) else {
      throw Self.badAnswer("it does not describe a file", call, response.status)
    }
    keys.note(file.resourceKeys)
    return file
  }

  static func badAnswer(_ reason: String, _ call: GoogleCall, _ status: Int) -> DriveError {
    DriveError(
      .badAnswer, "Google's answer about \(call.subject) is not understood: \(reason).", request: call.label,
      status: status)
  }
}
