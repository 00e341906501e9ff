import Basics
import HTTPMessages
import Synchronization
import SystemCrypto

/// A target that receives the bytes of a fetched file.
package protocol FetchTarget: Sendable {
  /// Discards the bytes so far: the file now comes from its start, perhaps again.
  func restart() throws
  /// Takes the next bytes.
  func write(_ bytes: [UInt8]) throws
}

extension DriveClient {
  /// The most bytes of a file that is fetched: 256 MiB.
  package static let mostBytes = 256 << 20

  /// Fetches a spreadsheet as an XLSX file. A Google Sheet is exported; above the limit of the export it is fetched by the
  /// address that Google gives for it.
  ///
  /// - Throws: `DriveError`: `drive.too-large`, `drive.wrong-type`, `drive.damaged` and what the calls throw; what the target
  ///   throws.
  package func fetch(_ file: DriveFile, into target: some FetchTarget) async throws {
    guard file.isGoogleSheet else {
      try await receive(
        reading(
          "files/\(file.id)", label: "files/ID", subject: Self.named(file),
          query: [("alt", "media"), ("supportsAllDrives", "true")]), into: target, size: file.size, md5: file.md5)
      return
    }
    let export = reading(
      "files/\(file.id)/export", label: "files/ID/export", subject: Self.named(file),
      query: [("mimeType", MediaType.xlsx)])
    do { try await receive(export, into: target) } catch let error as DriveError
      where error.code == .tooLarge && error.status == 403
    { try await fetchLarge(file, into: target, after: error) }
  }

  /// Fetches a sheet above the limit of the export: by the address that Google gives for it, or as a download that Google
  /// prepares.
  private func fetchLarge(_ file: DriveFile, into target: some FetchTarget, after error: DriveError) async throws {
    if let link = try await exportLink(of: file) {
      do { return try await follow(link, of: file, into: target) } catch let refused as DriveError
        where refused.status != nil || refused.code == .damaged
      {
        // The other way may work.
      }
    }
    guard let link = try await preparedDownload(of: file) else { throw error }
    try await follow(link, of: file, into: target)
  }

  private func exportLink(of file: DriveFile) async throws(DriveError) -> String? {
    let call = reading(
      "files/\(file.id)", label: "files/ID", subject: Self.named(file),
      query: [("fields", "exportLinks"), ("supportsAllDrives", "true")])
    return try json(try await send(call), of: call)["exportLinks"]?[MediaType.xlsx]?.string
  }

  /// Fetches a URL that Google gave. It and its redirects are followed on Google's hosts only, because the token is
  /// sent too.
  private func follow(_ link: String, of file: DriveFile, into target: some FetchTarget) async throws {
    var url = link
    for _ in 0...RedirectRule.mostHops {
      var call = GoogleCall(
        method: "GET", url: url, label: "GET the export of a large sheet", subject: Self.named(file))
      call.isRepeatable = true
      call.isGiven = true
      call.answers = [301, 302, 303, 307, 308]
      let answer = try await receive(call, into: target)
      guard answer.status != 200 else { return }
      guard let location = answer.header("Location"), let source = HTTPURL(url), let next = source.resolve(location)
      else { throw Self.badAnswer("it redirects without an address", call, answer.status) }
      url = next
    }
    throw DriveError(
      .badAnswer, "the export of \(Self.named(file)) redirects more than \(RedirectRule.mostHops) times.")
  }

  @discardableResult private func receive(
    _ call: GoogleCall, into target: some FetchTarget, size: Int? = nil, md5: String? = nil
  ) async throws -> TransportResponse {
    let arrival = Arrival(target, sums: md5 != nil)
    var call = call
    call.answerSize = Self.mostBytes
    call.timeout = .seconds(600)
    call.onAttempt = { arrival.restart() }
    call.consume = { arrival.consume($0) }
    let response: TransportResponse
    do throws(DriveError) { response = try await send(call) } catch {
      // If the target failed, that failure ended the call.
      if let failure = arrival.failure { throw failure }
      throw error
    }
    if let failure = arrival.failure { throw failure }
    if call.answers.contains(response.status) { return response }
    guard response.status == 200 else {
      throw DriveError(
        .damaged, "Google's answer does not contain \(call.subject).",
        hint: "Try again, and check the network for a proxy that answers in Google's place.", request: call.label,
        status: response.status)
    }
    try Self.check(arrival, size, md5, call)
    return response
  }

  /// Refuses bytes that are not the whole file: a proxy's page, or only a part.
  private static func check(_ arrival: Arrival, _ size: Int?, _ md5: String?, _ call: GoogleCall) throws(DriveError) {
    if let size, size != arrival.count {
      throw DriveError(
        .damaged, "\(call.subject) has \(size) bytes, but \(arrival.count) arrived.", hint: "Try again.",
        request: call.label)
    }
    if let md5, md5 != arrival.md5 {
      throw DriveError(
        .damaged, "the download of \(call.subject) is not what Drive has: the checksums differ.",
        hint: "Try again. Somebody may have changed the file meanwhile.", request: call.label)
    }
    // The checksum has shown that these are the bytes of the file. If it is not a workbook, its reader gives the better error.
    guard md5 == nil else { return }
    guard arrival.start == [0x50, 0x4B] else {
      throw DriveError(
        .damaged, "the download of \(call.subject) is not an XLSX file.",
        hint: "Open it in Drive, and check the network for a proxy that answers in Google's place.", request: call.label
      )
    }
  }

  // MARK: - Downloads that Google prepares

  /// The most checks whether a download is ready, over about ten minutes.
  private static let mostLooks = 40

  /// Has Google prepare a sheet for download, and returns its address; nil if the answer has none. Source:
  /// `files.download` and `operations.get` in Google's discovery document.
  private func preparedDownload(of file: DriveFile) async throws(DriveError) -> String? {
    var call = GoogleCall(
      method: "POST", url: url("/drive/v3/files/\(file.id)/download", [("mimeType", MediaType.xlsx)]),
      label: "POST /drive/v3/files/ID/download", subject: Self.named(file))
    // Preparing it twice does no harm.
    call.isRepeatable = true
    call.timeout = .seconds(600)
    for look in 1...Self.mostLooks {
      let response = try await send(call)
      let operation = try json(response, of: call)
      if let error = operation["error"], let words = error["message"]?.string {
        throw DriveError(
          .tooLarge, "Google cannot prepare \(Self.named(file)) for download.",
          hint: "Split the sheet, or upload it as an XLSX file.", request: call.label, cause: Excerpt.visible(words))
      }
      if operation["done"]?.isTrue == true { return operation["response"]?["downloadUri"]?.string }
      // The name may be a path, which goes into the URL as one part.
      guard let name = operation["name"]?.string, (1...1000).contains(name.utf8.count), ![".", ".."].contains(name)
      else { throw Self.badAnswer("it does not name the download", call, response.status) }
      try await calls.wait(afterLook: look, call)
      call = reading(
        "operations/\(FormEncoding.encode(name))", label: "operations/NAME", subject: Self.named(file), query: [])
    }
    throw DriveError(
      .server, "Google did not prepare \(Self.named(file)) for download in time.", hint: "Try again later.",
      request: call.label)
  }
}

/// The bytes of one file on their way to a target.
private final class Arrival: Sendable {
  private struct State {
    var failure: (any Error)?
    var count = 0
    var start: [UInt8] = []
    var sum: MessageDigest?
  }

  private let target: any FetchTarget
  private let state = Mutex(State())

  private let sums: Bool

  init(_ target: any FetchTarget, sums: Bool) { (self.target, self.sums) = (target, sums) }

  var failure: (any Error)? { state.withLock { $0.failure } }
  var count: Int { state.withLock { $0.count } }
  var md5: String? { state.withLock { $0.sum.map(MD5Sum.text) } }
  var start: [UInt8] { state.withLock { $0.start } }

  func restart() {
    state.withLock { state in
      state.count = 0
      state.start = []
      state.sum = sums ? MessageDigest(.md5) : nil
      do { try target.restart() } catch { state.failure = error }
    }
  }

  func consume(_ bytes: [UInt8]) -> Bool {
    state.withLock { state in
      guard state.failure == nil else { return false }
      state.count += bytes.count
      state.sum?.add(bytes)
      if state.start.count < 2 { state.start += bytes.prefix(2 - state.start.count) }
      do { try target.write(bytes) } catch { state.failure = error }
      return state.failure == nil
    }
  }
}

/// The checksum that Drive gives for the content of a file, in hexadecimal digits.
enum MD5Sum {
  static func text(of source: some UploadSource) throws -> String {
    let digest = MessageDigest(.md5)
    let step = 1 << 20
    for start in stride(from: 0, to: source.size, by: step) {
      digest.add(try source.bytes(start..<min(start + step, source.size)))
    }
    return text(of: digest)
  }

  static func text(of digest: MessageDigest) -> String { HexDigit.text(of: digest.value) }
}
