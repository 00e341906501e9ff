/// A body of `multipart/related`: metadata, then media.
///
/// Source: RFC 2387 and RFC 2046, section 5.1.
struct MultipartRelated: Sendable {
  struct Part: Sendable {
    let type: String
    let body: ArraySlice<UInt8>
  }

  let parts: [Part]

  init(_ body: [UInt8], contentType: String) throws(DriveRefusal) {
    guard contentType.lowercased().hasPrefix("multipart/related"),
      let boundary = Self.boundary(contentType), !boundary.isEmpty
    else { throw .badRequest("Missing end boundary in multipart body.") }
    var parts: [Part] = []
    let delimiter = Array("--\(boundary)".utf8)
    guard let first = body.firstRange(of: delimiter) else { throw .badRequest("Missing multipart boundary.") }
    var rest = body[first.upperBound...]
    while !rest.starts(with: "--".utf8) {
      // Google's own client ends its lines with a line feed alone.
      let isWindows = rest.starts(with: "\r\n".utf8)
      guard isWindows || rest.first == 10,
        let end = rest.firstRange(of: Array((isWindows ? "\r\n" : "\n").utf8) + delimiter)
      else { throw .badRequest("Missing end boundary in multipart body.") }
      parts.append(try Self.part(rest[..<end.lowerBound], lineEnd: Array((isWindows ? "\r\n" : "\n").utf8)))
      rest = rest[end.upperBound...]
    }
    self.parts = parts
  }

  private static func part(_ bytes: ArraySlice<UInt8>, lineEnd: [UInt8]) throws(DriveRefusal) -> Part {
    guard let end = bytes.firstRange(of: lineEnd + lineEnd) else { throw .badRequest("Malformed multipart body.") }
    var type = "text/plain"
    let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
    // Google's own client folds a long header: its value is on the next line, after a space.
    let unfolded = head.replacing("\r\n", with: "\n").replacing("\n ", with: " ").replacing("\n\t", with: " ")
    for line in unfolded.split(separator: "\n") where line.lowercased().hasPrefix("content-type:") {
      type = String(line.drop { $0 != ":" }.dropFirst().drop { $0 == " " })
    }
    return Part(type: type, body: bytes[end.upperBound...])
  }

  private static func boundary(_ contentType: String) -> String? {
    for parameter in contentType.split(separator: ";").dropFirst() {
      let parameter = parameter.drop { $0 == " " }
      guard parameter.lowercased().hasPrefix("boundary=") else { continue }
      let value = parameter.dropFirst("boundary=".count)
      return value.hasPrefix("\"") ? String(value.dropFirst().prefix { $0 != "\"" }) : String(value)
    }
    return nil
  }
}
