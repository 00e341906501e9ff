import Basics
import Resources
import Spreadsheet

/// The folder into which a preview is written.
struct PreviewFolder {
  private let path: String

  /// - Parameter path: The path; the folder need not exist.
  init(_ path: String) {
    self.path = path
  }

  /// The path of the list of languages.
  var list: String { "\(path)/\(ResourceFolder.list)" }

  /// The path of a language's texts.
  func texts(inLocale locale: String) -> String { "\(path)/\(ResourceFolder.name(ofLocale: locale))" }

  /// Refuses to replace files that are not those of a preview, before the first one is written.
  ///
  /// - Throws: `preview.target`; `SpreadsheetError` for a file that cannot be read.
  func refuseReplacingOthers(_ files: [String]) throws {
    // It is where the texts of a sandbox have their proposals, which a preview would mix with its own.
    let proposals = "\(path)/proposals.json"
    if PlainFile.exists(proposals) {
      throw ImportError(
        .notAPreview,
        "\(proposals) says that \(path) is a folder of texts for a sandbox, so no preview is written there.",
        hint: "Choose another folder.")
    }
    for file in files {
      guard let bytes = try PlainFile.bytes(at: file), !Self.isServed(bytes) else { continue }
      throw ImportError(
        .notAPreview, "\(file) exists and is not a file of a preview, so it is not replaced.",
        hint: "Choose another folder.")
    }
  }

  /// The files of an earlier preview's other locales, which its list names.
  func others(than locales: [String]) throws -> [String] {
    guard let bytes = try PlainFile.bytes(at: list),
      let json = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
    else { return [] }
    let written = Set(locales.map(ExactText.init))
    return (json["data"]?.elements ?? []).compactMap { language in
      guard let locale = language["locale"]?.string, PathComponent(exactly: locale) != nil,
        !written.contains(ExactText(locale))
      else {
        return nil
      }
      let file = texts(inLocale: locale)
      return PlainFile.exists(file) ? file : nil
    }
  }

  /// Writes a file in the place of what is there.
  func write(_ bytes: [UInt8], to file: String) throws { try PlainFile.write(bytes, to: file) }

  /// Whether a file has the form of NStack's answers: an object with `data`.
  private static func isServed(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { buffer in
      do throws(JSONReader.SyntaxError) {
        var json = try JSONReader(buffer)
        guard try json.peek() == .object else { return false }
        var hasData = false
        try json.readObject { (json, name) throws(JSONReader.SyntaxError) in
          hasData = hasData || name == "data"
          try json.skipValue()
        }
        return hasData
      } catch {
        return false
      }
    }
  }
}
