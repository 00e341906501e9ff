import Basics
import HTTPMessages

extension DriveClient {
  /// The most looks whether a download is prepared: about ten minutes.
  private static let mostLooks = 40

  /// Has Google prepare a sheet for download, and returns its address; nil if the answer has none.
  ///
  /// Source: `files.download` and `operations.get` in Google's discovery document.
  func preparedDownload(of file: DriveFile) async throws(DriveError) -> String? {
    var call = GoogleCall(
      method: "POST", url: url("/drive/v3/files/\(file.id)/download", [(name: "mimeType", value: MediaType.xlsx)]),
      label: "POST /drive/v3/files/ID/download", subject: Self.named(file))
    // One that is prepared twice does no harm.
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
      if case .boolean(true)? = operation["done"] { return operation["response"]?["downloadUri"]?.string }
      guard let name = operation["name"]?.string, DriveAddress.isID(name) else {
        throw Self.badAnswer("it does not name the download", call, response.status)
      }
      let wait = calls.backoff.delay(afterAttempt: min(look, 5), asked: nil, random: calls.clock.random())
      try await calls.wait(wait ?? .zero, call)
      call = reading("operations/\(name)", label: "operations/NAME", subject: Self.named(file), query: [])
    }
    throw DriveError(
      .server, "Google did not prepare \(Self.named(file)) for download in time.", hint: "Try again later.",
      request: call.label)
  }
}
