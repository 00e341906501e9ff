import Basics
import HTTPMessages

/// One upload that can be continued after a lost connection.
///
/// Source: "Resumable upload" in Google's guide to uploads. A session is begun with the metadata, and its URL takes the bytes in
/// order. `308` with `Range: bytes=0-N` says that N+1 bytes have arrived. The file appears, or changes, with the last byte.
struct Upload: Sendable {
  /// The bytes of one request where nothing else is said: a multiple of 256 KiB, as Google asks for.
  static let chunk = 8 << 20
  /// The most times in a row that no byte arrives.
  private static let mostStalls = 6
  /// The most sessions for one file.
  private static let mostSessions = 3

  let client: DriveClient
  let method: String
  let path: String
  let metadata: JSONValue
  let subject: String
  let progress: @Sendable (Int) -> Void
  let chunk: Int

  /// What is known of a session.
  private enum Step {
    /// So many bytes have arrived.
    case arrived(Int)
    /// The file is whole.
    case done(DriveFile)
    /// The session is gone.
    case gone
  }

  /// Uploads a file.
  func run(_ source: some UploadSource) async throws -> DriveFile {
    guard source.size > 0 else { throw DriveError(.rejected, "\(subject) is empty.", hint: "Push an XLSX file.") }
    for _ in 0..<Self.mostSessions {
      let session = try await begin(source.size)
      if let file = try await send(source, to: session) { return file }
    }
    throw lost("Google ended \(Self.mostSessions) uploads before they were whole")
  }

  /// Begins a session, and returns its URL.
  private func begin(_ size: Int) async throws(DriveError) -> String {
    var call = call(
      method,
      client.url(
        path,
        [
          (name: "uploadType", value: "resumable"), (name: "supportsAllDrives", value: "true"),
          (name: "fields", value: DriveFile.fields),
        ]))
    call.headers = [
      (name: "Content-Type", value: "application/json; charset=UTF-8"),
      (name: "X-Upload-Content-Type", value: MediaType.xlsx), (name: "X-Upload-Content-Length", value: "\(size)"),
    ]
    call.body = metadata.compactUTF8
    // A session that is begun twice changes nothing.
    call.isRepeatable = true
    let response = try await client.send(call)
    guard let session = response.header("Location"), let url = HTTPURL(session), client.calls.hosts.takesTokens(url)
    else { throw DriveClient.badAnswer("it does not say where the bytes go", call, response.status) }
    return session
  }

  /// Sends all bytes; nil if the session is gone.
  private func send(_ source: some UploadSource, to session: String) async throws -> DriveFile? {
    var place = 0
    var sent = 0
    var most = 0
    var stalls = 0
    while true {
      let range = place..<min(place + chunk, source.size)
      sent = max(sent, range.upperBound)
      let step = try await send(try source.bytes(range), range, of: source.size, to: session)
      switch step {
      case .done(let file):
        progress(source.size)
        return file
      case .gone: return nil
      case .arrived(let count):
        guard count <= sent else { throw lost("Google says that more bytes arrived than were sent") }
        // A server that loses what it had must not keep this going forever.
        stalls = count > most ? 0 : stalls + 1
        most = max(most, count)
        guard stalls < Self.mostStalls else { throw lost("no more bytes arrive") }
        if stalls > 0 { try await pause(stalls) }
        place = count
        progress(place)
      }
    }
  }

  /// Sends one piece. If its answer is lost, asks how much has arrived.
  private func send(
    _ bytes: [UInt8], _ range: Range<Int>, of size: Int, to session: String
  ) async throws(DriveError) -> Step {
    var call = call("PUT", session)
    call.headers = [
      (name: "Content-Type", value: MediaType.xlsx),
      (name: "Content-Range", value: "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"),
    ]
    if range.isEmpty { return try await ask(size, session) }
    call.body = bytes
    call.timeout = .seconds(300)
    do throws(DriveError) {
      return try step(try await client.send(call), of: call)
    } catch {
      guard Self.isPassing(error) else { throw error }
      return try await ask(size, session)
    }
  }

  /// Asks how much of a file has arrived.
  private func ask(_ size: Int, _ session: String) async throws(DriveError) -> Step {
    var call = call("PUT", session)
    call.headers = [(name: "Content-Range", value: "bytes */\(size)"), (name: "Content-Length", value: "0")]
    call.isRepeatable = true
    return try step(try await client.send(call), of: call)
  }

  private func step(_ response: TransportResponse, of call: GoogleCall) throws(DriveError) -> Step {
    switch response.status {
    case 308:
      // Without a range, nothing has arrived.
      guard let range = response.header("Range") else { return .arrived(0) }
      guard let last = range.split(separator: "-").last, range.hasPrefix("bytes=0-"),
        let number = Digits.integer(last.utf8)
      else { throw DriveClient.badAnswer("its range is \(Excerpt.visible(range))", call, 308) }
      return .arrived(number + 1)
    case 404, 410: return .gone
    default: return .done(try client.file(response, of: call))
    }
  }

  private func call(_ method: String, _ url: String) -> GoogleCall {
    var call = GoogleCall(method: method, url: url, label: "\(method) /upload/drive/v3/files", subject: subject)
    // A session that is gone is begun anew. To begin one, 404 means that there is no such file or folder.
    if method == "PUT" { call.answers = [308, 404, 410] }
    return call
  }

  private func pause(_ stalls: Int) async throws(DriveError) {
    let calls = client.calls
    let time = calls.backoff.delay(afterAttempt: min(stalls, 5), asked: nil, random: calls.clock.random())
    try await calls.wait(time ?? .zero, call("PUT", ""))
  }

  private func lost(_ reason: String) -> DriveError {
    DriveError(
      .uploadLost, "the upload of \(subject) was given up: \(reason).", hint: "Nothing was changed. Push again.",
      request: "PUT /upload/drive/v3/files")
  }

  private static func isPassing(_ error: DriveError) -> Bool {
    let codes = [TransportError.Code.unreachable, .timeout, .connectionLost].map { DriveError.Code($0) }
    return codes.contains(error.code) || error.code == .server || error.code == .rateLimited
  }
}
