import HTTPMessages

/// A call that is ready to be sent: its whole address, and its name in messages.
struct PreparedCall {
  var method: String
  /// The absolute URL with its query.
  var url: String
  /// The method and the path without its query.
  var label: String
  var body: CallBody?
  var carriesCredentials: Bool
  /// Headers of the call itself.
  var headers: [(name: String, value: String)] = []
  /// The tag of the known state. The server may answer that nothing changed.
  var entityTag: String?
  /// Whether redirects are answers, which the caller follows.
  var followsRedirects = false
  /// Statuses that are answers for the caller, and not errors.
  var answeringStatuses: Set<Int> = []

  var isRead: Bool { method == "GET" }

  /// The host that is called, as messages name it.
  var host: String? { HTTPURL(url)?.origin.shortName }

  /// Whether an answer with this status goes to the caller.
  func isAnswer(_ status: Int) -> Bool {
    answeringStatuses.contains(status) || (status == 304 && entityTag != nil)
      || (followsRedirects && [301, 302, 303, 307, 308].contains(status))
  }
}

extension NStackClient {
  /// Sends a call and reads its answer.
  ///
  /// It is paced and repeated as the client's other calls: after a failure that may pass if it reads, and only if it was
  /// certainly not carried out if it writes. No redirect is followed.
  ///
  /// - Throws: `configuration` if the path or a header cannot be sent; `api.unknown-host` if the configuration has no address for
  ///   the service; what the transport throws; the error that the status means; `badBody` if the answer cannot be read.
  public func answer<Answer>(to call: NStackCall<Answer>) async throws(NStackError) -> Answer {
    try await exchange(call).answer
  }

  /// Sends a call and reads its answer, which comes with its bytes.
  func exchange<Answer>(
    _ call: NStackCall<Answer>
  ) async throws(NStackError) -> (answer: Answer, response: TransportResponse, call: PreparedCall) {
    let prepared = try prepare(call)
    let response = try await send(prepared)
    return (try read(call, from: response, of: prepared), response, prepared)
  }

  /// The call with its whole address.
  func prepare<Answer>(_ call: NStackCall<Answer>) throws(NStackError) -> PreparedCall {
    if let fault = call.path.fault {
      throw .unusableCall("the path \(Excerpt.visible(call.path.description)) \(fault)")
    }
    try CallHeaders.require(call.headers)
    let address = try configuration.address(of: call.service)
    let query = call.query.isEmpty ? "" : "?" + FormEncoding.encode(call.query)
    let isOwn = address.hasSameOrigin(as: configuration.address)
    let place = isOwn ? address.url.path : address.text
    return PreparedCall(
      method: call.method.rawValue, url: "\(address.text)\(call.path)\(query)",
      label: "\(call.method.rawValue) \(place)\(call.path)", body: call.body,
      carriesCredentials: isOwn, headers: call.headers, answeringStatuses: call.answeringStatuses)
  }

  /// Reads the answer to a call.
  func read<Answer>(
    _ call: NStackCall<Answer>, from response: TransportResponse, of prepared: PreparedCall
  ) throws(NStackError) -> Answer {
    do {
      return try call.reading(response)
    } catch let error as JSONAnswer.Mismatch {
      throw mismatch(error.message, response, of: prepared)
    } catch let error as DecodingError {
      throw mismatch(error.sentence, response, of: prepared)
    } catch {
      throw mismatch("the answer cannot be read: \(Excerpt.visible("\(error)"))", response, of: prepared)
    }
  }
}
