import Basics
import Foundation

/// The pictures that a context file names by their paths, as a page contains them.
struct ContextPictures {
  /// The most bytes of one picture: 2 MB.
  private static let mostBytes = 2_000_000
  /// The most bytes of all pictures: 12 MB, so that a mail can still have the page.
  private static let mostInAll = 12_000_000
  /// The most pictures that are told one by one.
  private static let mostNamed = 10

  /// The pictures as `data:` addresses, by the names that the context file has for them.
  private(set) var addresses: [String: String] = [:]
  /// Why some are left out.
  private(set) var remarks: [String] = []

  /// Reads pictures.
  ///
  /// - Parameters:
  ///   - names: Their paths, relative to the context file's folder. Addresses stay links.
  ///   - path: The context file.
  init(_ names: [String], besides path: String) {
    var total = 0
    for name in names where !name.contains("://") && !name.hasPrefix("data:") {
      let file = name.hasPrefix("/") ? name : FileName(path).folder + name
      var refusal: String?
      do throws(FileBytes.Failure) {
        let bytes = try FileBytes.bytes(at: file, most: Self.mostBytes)
        let type = bytes.flatMap(Self.type)
        total += type == nil ? 0 : bytes?.count ?? 0
        if let bytes, let type, total <= Self.mostInAll {
          addresses[name] = "data:image/\(type);base64,\(Data(bytes).base64EncodedString())"
        } else if let bytes, type != nil {
          total -= bytes.count
          refusal = "would make the pictures larger than 12 MB in all."
        } else {
          refusal = bytes == nil ? "does not exist." : "is not a PNG, JPEG, GIF or WebP picture."
        }
      } catch { refusal = error == .tooLarge ? "is larger than 2 MB." : error.predicate(most: Self.mostBytes) }
      if let refusal { remarks.append("the page lacks the screenshot \(Visible.path(file)), which \(refusal)") }
    }
    let rest = remarks.count - Self.mostNamed
    if rest > 1 { remarks = remarks.prefix(Self.mostNamed) + ["the page lacks \(rest) more screenshots"] }
  }

  /// The kind of a picture by its first bytes; nil for one that is not shown. SVG is a page of its own, and not a picture.
  private static func type(of bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "png" }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "jpeg" }
    if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) { return "gif" }
    return bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8) ? "webp" : nil
  }
}
