import Basics
import HTTPMessages

/// One upload that can be continued after a lost connection. Source: "Resumable upload" in Google's guide to uploads. A
/// session is begun with the metadata, and its URL takes the bytes in order. `308` with `Range: bytes=0-N` says that
/// N+1 bytes have arrived. The file appears, or changes, with the last byte.
struct Upload: Sendable {
  /// The default number of bytes in one request: a multiple of 256 KiB, as Google requires.
  static let chunk = 8 << 20
  /// How many times in a row a piece may make no progress.
  private static let mostStalls = 6
  /// The most times to ask Google whether a file is finished after all of its bytes have arrived: about five minutes.
  private static let mostWaits = 20
  private static let mostSessions = 3

  let client: DriveClient
  let method: String
  let path: String
  let metadata: JSONValue
  /// The media type of the bytes.
  let mediaType: String
  let subject: String
  let progress: @Sendable (Int) -> Void
  let chunk: Int
  /// Checks whether an expired session finished after all, with its last answer lost. Nil if it has not.
  let result: @Sendable (_ allWasSent: Bool) async throws(DriveError) -> DriveFile?
  /// Called each time before the last piece is sent, which makes the file appear or change.
  var beforeEnd: @Sendable () async throws(DriveError) -> Void = { () async throws(DriveError) in }

  private enum Step {
    case arrived(Int)
    case done(DriveFile)
    case gone
  }

  private enum Outcome {
    /// The upload made or changed this file.
    case file(DriveFile)
    case gone(allWasSent: Bool)
  }

  func run(_ source: some UploadSource) async throws -> DriveFile {
    guard source.size > 0 else { throw DriveError(.rejected, "\(subject) is empty.", hint: "Name an XLSX file.") }
    var mayBeDone = false
    for _ in 0..<Self.mostSessions {
      let session = try await begin(source.size)
      switch try await send(source, to: session) {
      case .file(let file): return try Self.checked(file, source, subject)
      case .gone(let allWasSent):
        if let file = try await result(allWasSent) { return try Self.checked(file, source, subject) }
        mayBeDone = mayBeDone || allWasSent
      }
    }
    throw lost("Google ended \(Self.mostSessions) uploads before they were complete", mayBeDone: mayBeDone)
  }

  /// Compares what arrived with the source. Google gives no checksum for a file that it converted.
  private static func checked(_ file: DriveFile, _ source: some UploadSource, _ subject: String) throws -> DriveFile {
    guard let expected = file.md5 else { return file }
    guard try MD5Sum.text(of: source) == expected else {
      throw DriveError(
        .damaged,
        "\(subject) (\(file.id)) does not have the content of the file: it was changed while it was "
          + "uploaded, or on the way.", hint: "Upload it again with --overwrite.")
    }
    return file
  }

  /// Begins a session, and returns its URL.
  private func begin(_ size: Int) async throws(DriveError) -> String {
    var call = call(
      method,
      client.url(path, [("uploadType", "resumable"), ("supportsAllDrives", "true"), ("fields", DriveFile.fields)]))
    call.headers = [
      ("Content-Type", "application/json; charset=UTF-8"), ("X-Upload-Content-Type", mediaType),
      ("X-Upload-Content-Length", "\(size)"),
    ]
    call.body = metadata.compactUTF8
    call.folder = metadata["parents"]?.elements?.first?.string
    // Beginning a session twice changes nothing.
    call.isRepeatable = true
    let response = try await client.send(call)
    guard let session = response.header("Location"), let url = HTTPURL(session), client.calls.hosts.acceptsUploads(url)
    else { throw DriveClient.badAnswer("it does not say where the bytes go", call, response.status) }
    return session
  }

  private func send(_ source: some UploadSource, to session: String) async throws -> Outcome {
    var offset = 0
    var sent = 0
    var most = 0
    var stalls = 0
    var waits = 0
    while true {
      let range = offset..<min(offset + chunk, source.size)
      // Checked each time: a last piece that was cut off is sent again after long waits.
      if range.upperBound == source.size, !range.isEmpty { try await beforeEnd() }
      sent = max(sent, range.upperBound)
      let bytes = try source.bytes(range)
      let step: Step
      do throws(DriveError) { step = try await send(bytes, range, of: source.size, to: session) } catch {
        guard sent == source.size, Self.isPassing(error) else { throw error }
        throw lost("Google does not say whether it is finished", mayBeDone: true, cause: error.description)
      }
      switch step {
      case .done(let file):
        progress(source.size)
        return .file(file)
      case .gone: return .gone(allWasSent: sent == source.size)
      case .arrived(let count):
        guard count <= sent else { throw lost("Google says that more bytes arrived than were sent") }
        if count == source.size {
          // All bytes are there, and Google converts them.
          waits += 1
          guard waits < Self.mostWaits else { throw lost("Google does not finish it", mayBeDone: true) }
          try await client.calls.wait(afterLook: waits, call("PUT", session))
          (offset, most) = (count, count)
          continue
        }
        // A server that loses bytes again must not keep this loop running forever.
        stalls = count > most ? 0 : stalls + 1
        most = max(most, count)
        guard stalls < Self.mostStalls else { throw lost("no more bytes arrive") }
        if stalls > 0 { try await client.calls.wait(afterLook: stalls, call("PUT", session)) }
        offset = count
        progress(offset)
      }
    }
  }

  /// Sends one piece. If its answer is lost, asks how much has arrived.
  private func send(_ bytes: [UInt8], _ range: Range<Int>, of size: Int, to session: String) async throws(DriveError)
    -> Step
  {
    var call = call("PUT", session)
    call.headers = [
      ("Content-Type", mediaType), ("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"),
    ]
    if range.isEmpty { return try await ask(size, session) }
    call.body = bytes
    // Before the last piece is sent again, the sheet is checked for changes.
    call.waitsForRate = false
    // Google converts the sheet before it answers the last byte.
    call.timeout = .seconds(600)
    do throws(DriveError) { return try step(try await client.send(call), of: call) } catch {
      guard Self.isPassing(error) else { throw error }
      return try await ask(size, session)
    }
  }

  /// Asks how much of a file has arrived.
  private func ask(_ size: Int, _ session: String) async throws(DriveError) -> Step {
    var call = call("PUT", session)
    call.headers = [("Content-Range", "bytes */\(size)"), ("Content-Length", "0")]
    call.isRepeatable = true
    return try step(try await client.send(call), of: call)
  }

  private func step(_ response: TransportResponse, of call: GoogleCall) throws(DriveError) -> Step {
    switch response.status {
    case 308:
      // Without a range, nothing has arrived.
      guard let range = response.header("Range") else { return .arrived(0) }
      guard let last = range.split(separator: "-").last, range.hasPrefix("bytes=0-"),
        let number = Digits.integer(last.utf8), number < .max
      else { throw DriveClient.badAnswer("its range is \(Excerpt.visible(range))", call, 308) }
      return .arrived(number + 1)
    case 404, 410: return .gone
    default: return .done(try client.file(response, of: call))
    }
  }

  private func call(_ method: String, _ url: String) -> GoogleCall {
    var call = GoogleCall(method: method, url: url, label: "\(method) /upload/drive/v3/files", subject: subject)
    // An expired session is replaced by a new one. When beginning one, 404 means that there is no such file or folder.
    if method == "PUT" { call.answers = [308, 404, 410] }
    return call
  }

  private func lost(_ reason: String, mayBeDone: Bool = false, cause: String? = nil) -> DriveError {
    DriveError(
      .uploadLost, "the upload of \(subject) was given up: \(reason).",
      hint: mayBeDone
        ? "All bytes were sent, so it may be in Drive a little later: look there before you upload it again."
        : "The upload changed nothing. Upload it again.", request: "PUT /upload/drive/v3/files", cause: cause)
  }

  /// Whether the bytes may have arrived in spite of the error, so that the session must be asked. The answer may be a proxy's
  /// page and not Google's.
  private static func isPassing(_ error: DriveError) -> Bool {
    let codes = [TransportError.Code.unreachable, .timeout, .connectionLost].map { DriveError.Code($0) }
    return codes.contains(error.code) || error.code == .server || error.code == .rateLimited || error.code == .badAnswer
  }
}

/// A file that is uploaded piece by piece.
package protocol UploadSource: Sendable {
  /// The size in bytes, which must not change while it is uploaded.
  var size: Int { get }
  func bytes(_ range: Range<Int>) throws -> [UInt8]
}

/// Bytes in memory, to upload.
package struct UploadBytes: UploadSource {
  private let all: [UInt8]

  package init(_ bytes: [UInt8]) { all = bytes }

  package var size: Int { all.count }

  package func bytes(_ range: Range<Int>) throws -> [UInt8] { Array(all[range]) }
}
