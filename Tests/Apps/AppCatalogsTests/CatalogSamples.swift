import AppCatalogs
import Basics
import Foundation
import KeyGenerator
import Resources

/// Catalogues of a few texts.
enum CatalogSamples {
  /// A catalogue of the section `a`.
  ///
  /// - Parameter values: The value of each key by locale; the first locale is the default language.
  static func catalog(
    _ locales: [String], _ values: KeyValuePairs<String, [String?]>, descriptions: [String: String] = [:],
    groupsPlurals: Bool = true
  ) throws -> AppCatalog {
    try catalog(locales, Array(values), descriptions: descriptions, groupsPlurals: groupsPlurals)
  }

  static func catalog(
    _ locales: [String], _ values: [(key: String, value: [String?])], descriptions: [String: String],
    groupsPlurals: Bool
  ) throws -> AppCatalog {
    let sources = try locales.indices.map { place in
      var json = "{\"data\":{\"a\":{"
      json += values.compactMap { key, values in
        values[place].map { "\(JSONValue.string(key).text):\(JSONValue.string($0).text)" }
      }.joined(separator: ",")
      let content = try ResourceReader.read(Array((json + "}}}").utf8), locale: locales[place])
      return AppTexts.Source(locale: locales[place], isDefault: place == 0, texts: content.texts)
    }
    var texts = AppTexts(sources)
    for (key, text) in descriptions { texts.descriptions[TextName(section: "a", key: key)] = text }
    return AppCatalog(texts, groupsPlurals: groupsPlurals)
  }

  /// The files of a catalogue by path, and the lines of what was told.
  static func files(_ catalog: AppCatalog, _ format: CatalogFormat, _ options: CatalogOptions = CatalogOptions()) -> (
    files: [String: String], told: [String]
  ) {
    let (contents, findings) = CatalogContents.make(of: catalog, format, options)
    let (files, lost) = contents.files(format, options)
    let texts = files.map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) }
    return (Dictionary(uniqueKeysWithValues: texts), (findings + lost).map(\.line))
  }

  /// Texts that are hard to write in one format or another.
  static let hard = [
    "a \"quote\" and an 'apostrophe'", "two\nlines", "a\ttab and a\r\nWindows line", " spaces at both ends ",
    "two  spaces", "back\\slash \\n and \\u0041", "@at", "?question", "#sign", "100 % of 50% or 5%", "%%", "</string>",
    "]]>", "<b>bold</b> & <i>italic</i>", "&amp;", "\u{2028}\u{2029}", "\u{1F469}\u{200D}\u{1F680} rocket", "e\u{301}",
    "\u{8}\u{C}\u{1}\u{7F}", "\u{200F}\u{202B}שלום\u{202C}", "/* a */ // b", "<!-- a --> --", "=1;", "{", "}", "{}",
    "\u{FEFF}mark", "\u{A0}no break\u{A0}", "$t(key)", "\u{0}zero", "\u{FFFE}", "\\", "'", "\"", "''{", "@", "?", " ",
  ]

  static func withFolder<Result>(_ files: [String: String], _ body: (String) throws -> Result) throws -> Result {
    try withFolder(files.mapValues { Data($0.utf8) }, body)
  }

  /// Calls `body` with the path of a folder that has these files, by path below it.
  static func withFolder<Result>(_ files: [String: Data], _ body: (String) throws -> Result) throws -> Result {
    let folder = NSTemporaryDirectory() + "catalogue-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (path, data) in files {
      let file = URL(filePath: "\(folder)/\(path)")
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: file)
    }
    return try body(folder)
  }

  /// The name of a text of the section `a` in a format, without collisions.
  static func name(_ key: String, _ format: CatalogFormat) -> String {
    switch format {
    case .android: "a_\(key)"
    case .arb: "a" + key.prefix(1).uppercased() + key.dropFirst()
    default: "a.\(key)"
    }
  }
}
