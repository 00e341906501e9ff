/// A body of `multipart/form-data`.
///
/// Source: RFC 7578, with the liberties that PHP takes: parts without a name are passed over.
struct MultipartForm {
  private let delimiter: [UInt8]

  /// Takes the boundary out of a `Content-Type`; nil if it names none.
  init?(_ contentType: String) {
    let parameters = Self.parameters(contentType)
    guard let boundary = parameters.first(where: { $0.name == "boundary" })?.value, !boundary.isEmpty else {
      return nil
    }
    delimiter = Array("--\(boundary)".utf8)
  }

  /// The fields. Files are not among them.
  func fields(of body: [UInt8]) -> FormFields {
    var fields = FormFields()
    for part in parts(of: body) {
      guard let end = part.firstRange(of: Array("\r\n\r\n".utf8)) else { continue }
      let head = String(decoding: part[..<end.lowerBound], as: UTF8.self)
      for line in head.split(whereSeparator: \.isNewline) where line.lowercased().hasPrefix("content-disposition:") {
        let parameters = Self.parameters(String(line))
        guard let name = parameters.first(where: { $0.name == "name" })?.value,
          !parameters.contains(where: { $0.name == "filename" })
        else { continue }
        fields.set(Array(name.utf8), Array(part[end.upperBound...]))
      }
    }
    return fields
  }

  /// The parts between the delimiters, without the line ends next to these.
  private func parts(of body: [UInt8]) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var rest = body[...]
    guard let first = rest.firstRange(of: delimiter) else { return [] }
    rest = rest[first.upperBound...]
    // Two hyphens after a delimiter end the form.
    while rest.starts(with: "\r\n".utf8), let next = rest.firstRange(of: Array("\r\n".utf8) + delimiter) {
      if next.lowerBound >= rest.startIndex + 2 { parts.append(rest[(rest.startIndex + 2)..<next.lowerBound]) }
      rest = rest[next.upperBound...]
    }
    return parts
  }

  /// The parameters after the first semicolon of a header's value, their names in small letters.
  private static func parameters(_ header: String) -> [(name: String, value: String)] {
    var parameters: [(name: String, value: String)] = []
    var rest = header.drop { $0 != ";" }
    while rest.first == ";" {
      rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
      let name = rest.prefix { $0 != "=" && $0 != ";" }
      rest = rest[name.endIndex...]
      var value = ""
      if rest.first == "=" {
        rest = rest.dropFirst()
        if rest.first == "\"" {
          rest = rest.dropFirst()
          while let character = rest.popFirst(), character != "\"" {
            value.append(character == "\\" ? rest.popFirst() ?? "\\" : character)
          }
          rest = rest.drop { $0 != ";" }
        } else {
          value = String(rest.prefix { $0 != ";" && $0 != " " })
          rest = rest.drop { $0 != ";" }
        }
      }
      parameters.append((name.lowercased(), value))
    }
    return parameters
  }
}
