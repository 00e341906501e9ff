import Basics
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
  /// The headers of every answer.
  ///
  /// The page accepts scripts and styles only from its own files, so a text that is mistaken for markup can do nothing.
  /// The browser caches nothing, and sends no referrer.
  private static let pageHeaders: [(name: String, value: String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
        + "form-action 'none'; frame-ancestors 'none'"
    ), ("Cache-Control", "no-store"), ("Referrer-Policy", "no-referrer"), ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"), ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
  ]

  init(_ bytes: [UInt8], type: String, status: HTTPResponse.Status = .ok) {
    var fields: HTTPFields = [.contentType: type]
    for header in Self.pageHeaders { if let name = HTTPField.Name(header.name) { fields[name] = header.value } }
    self.init(status: status, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  init(_ json: JSONValue, status: HTTPResponse.Status = .ok) {
    self.init(json.compactUTF8, type: "application/json; charset=utf-8", status: status)
  }

  init(failure error: any Error) {
    let failure: any Error = error is NIOTooManyBytesError ? RequestBody.tooLarge : error
    let shown = PageFailure(failure)
    let status = (failure as? ReviewPageError)?.status ?? (shown.isOfServer ? .badGateway : .internalServerError)
    let error: JSONValue = ["code": shown.code, "message": shown.message]
    self.init(["error": error], status: status)
  }
}

extension ReviewPageError {
  var status: HTTPResponse.Status {
    switch code {
    case .token, .key, .host, .origin: .forbidden
    case .path, .unknownText: .notFound
    case .method: .methodNotAllowed
    case .contentType: .unsupportedMediaType
    case .body: .contentTooLarge
    case .request, .halfCharacter: .badRequest
    case .alreadyProposed, .sameAsCurrent, .empty, .notOwn, .noConflict, .undecidable, .alreadyReviewed, .noSuggestion,
      .nothingToUndo, .planChanged, .nothingToSend, .sending, .tooManyDrafts:
      .conflict
    default: .internalServerError
    }
  }
}
