/// Bytes that a request brings for a file.
struct FileMedia: Sendable {
  let type: String
  let bytes: [UInt8]

  init(type: String?, bytes: [UInt8]) {
    let name = (type ?? "").prefix { $0 != ";" && $0 != " " }
    self.type = name.isEmpty || name == "*/*" ? MIMEType.any : String(name)
    self.bytes = bytes
  }

  /// Refuses what does not become a Google Sheet.
  func checkImport() throws(DriveRefusal) {
    guard type == MIMEType.xlsx, bytes.starts(with: "PK".utf8) else { throw .badRequest("Bad Request") }
    guard bytes.count <= DriveWorld.importLimit else {
      throw DriveRefusal(413, "uploadTooLarge", "The file is too large to be imported.")
    }
  }
}
