package import Basics
import Exchange
import Spreadsheet

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

package struct BundledTexts: Sendable {
  package let format: CatalogFormat
  package let file: String
  /// The locale as the file or its folder names it; empty for Android's default language, nil if nothing names it.
  package var locale: String?
  package var texts: [ExactText: CatalogContents.Value]
  /// The names in the file that are not compared: other resources, and texts that are not to be translated or not translated
  /// yet.
  package var others: [String] = []
  /// Whether the file says that its texts are the source texts.
  var isSource = false
  var isNested = false
}

enum CatalogFileError {
  static let mostBytes = 512 << 20

  static func bytes(of path: String) throws(SpreadsheetError) -> [UInt8] {
    let file = try InputFile(path: path)
    guard file.size <= mostBytes else {
      throw malformed(
        path, "the file has more than \(mostBytes) bytes", hint: "Name the catalogue that the app ships with.")
    }
    guard file.size > 0 else {
      throw malformed(path, "the file is empty", hint: "Name the catalogue that the app ships with.")
    }
    let bytes = try file.bytes(file.size, at: 0)
    if file.hasChanged { throw file.changedError }
    return bytes
  }

  /// The error for a file whose content does not fit the format of its name.
  static func malformed(
    _ path: String, _ what: String, line: Int? = nil,
    hint: String = "Check the file, or write it again with `nstack-review generate`."
  ) -> SpreadsheetError {
    SpreadsheetError(.exchangeFormat, "\(what).", hint: hint, place: SpreadsheetError.Place(file: path, line: line))
  }
}

extension BundledTexts {
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Reads a catalogue: one file, or a folder of them as `generate` writes it.
  ///
  /// - Throws: `SpreadsheetError`: the codes of `InputFile`, `XMLFile`, `exchange.format` and `exchange.unknown`.
  package static func read(_ path: String) throws -> [BundledTexts] {
    guard isFolder(path) else { return try readFile(path) }
    let files = try catalogFiles(in: path)
    guard !files.isEmpty else {
      throw SpreadsheetError(
        .exchangeUnknown, "the folder has no catalogue.",
        hint: "Name a file, or a folder with LOCALE.lproj, values-LOCALE, *.arb or LOCALE/*.json in it.",
        place: SpreadsheetError.Place(file: path))
    }
    return try files.flatMap(readFile)
  }

  /// The files of a format in a folder, with the name that `generate` gives them; none if there is no folder.
  package static func files(in folder: String, _ format: CatalogFormat, table: String?) throws -> [String] {
    guard isFolder(folder) else { return [] }
    return try catalogFiles(in: folder).filter { path in
      let (stem, type) = (FileName(path).base, FileName(path).type)
      return switch format {
      case .strings, .stringsdict, .xcstrings: type == format.rawValue && stem == table ?? "Localizable"
      case .android: type == "xml" && stem == table ?? "strings"
      case .arb: type == "arb" && stem.hasPrefix("\(table ?? "app")_")
      case .i18next: type == "json" && stem == table ?? "translation"
      }
    }
  }

  private static func readFile(_ path: String) throws -> [BundledTexts] {
    switch FileName(path).type {
    case "xcstrings": return try XCStringsReader.read(CatalogFileError.bytes(of: path), path)
    case "strings":
      let bytes = try CatalogFileError.bytes(of: path)
      let isXML = bytes.drop { $0 == 0xEF || $0 == 0xBB || $0 == 0xBF || $0.isASCIISpace }.starts(with: "<?xml".utf8)
      let texts = isXML ? try PropertyListReader.read(path) : try StringsReader.read(bytes, path)
      return [BundledTexts(format: .strings, file: path, locale: appleLocale(path), texts: texts)]
    case "stringsdict":
      return [
        BundledTexts(
          format: .stringsdict, file: path, locale: appleLocale(path), texts: try PropertyListReader.read(path))
      ]
    case "xml":
      let folder = CatalogPath.folderName(path)
      let locale = folder.hasPrefix("values-") ? AndroidLocale.locale(String(folder.dropFirst(7))) : ""
      let (texts, others) = try AndroidReader.read(path)
      return [BundledTexts(format: .android, file: path, locale: locale, texts: texts, others: others)]
    case "arb": return [try KeyedJSONReader.readARB(CatalogFileError.bytes(of: path), path)]
    case "json": return [try KeyedJSONReader.readI18next(CatalogFileError.bytes(of: path), path)]
    case let other:
      // A missing file is reported first.
      _ = try InputFile(path: path)
      throw SpreadsheetError(
        .exchangeUnknown, "\(other.isEmpty ? "a name without extension" : ".\(other)") is not a catalogue.",
        hint: "Name an .xcstrings, .strings, .stringsdict, strings.xml, .arb or i18next .json.",
        place: SpreadsheetError.Place(file: path))
    }
  }

  /// The name of the folder or file of an i18next JSON, if it is that of a locale.
  static func localeName(ofJSON path: String) -> String? {
    [CatalogPath.folderName(path), FileName(path).base].first(where: CatalogPath.isLocale)
  }

  private static func appleLocale(_ path: String) -> String? {
    let folder = CatalogPath.folderName(path)
    return folder.hasSuffix(".lproj") ? String(folder.dropLast(6)) : nil
  }

  private static func catalogFiles(in folder: String) throws -> [String] {
    var files: [String] = []
    for name in try names(in: folder) {
      let path = "\(folder)/\(name)"
      if ["strings", "stringsdict", "xcstrings", "arb"].contains(FileName(name).type) {
        files.append(path)
      } else if name.hasSuffix(".lproj") {
        files += try inside(path, ["strings", "stringsdict"])
      } else if name == "values" || name.hasPrefix("values-") && AndroidLocale.locale(String(name.dropFirst(7))) != nil
      {
        files += try inside(path, ["xml"])
      } else if CatalogPath.isLocale(name) {
        files += try inside(path, ["json"])
      } else if FileName(name).type == "json", CatalogPath.isLocale(FileName(name).base) {
        files.append(path)
      }
    }
    return files
  }

  private static func inside(_ folder: String, _ types: [String]) throws -> [String] {
    try names(in: folder).filter { types.contains(FileName($0).type) }.map { "\(folder)/\($0)" }
  }

  /// The names in a folder, sorted; none if it is not a folder.
  private static func names(in folder: String) throws(SpreadsheetError) -> [String] {
    do throws(FileBytes.Failure) {
      let names = try FileBytes.names(inFolder: folder)?.map { String(decoding: $0, as: UTF8.self) } ?? []
      return names.filter { !$0.hasPrefix(".") }.sorted { ExactText($0) < ExactText($1) }
    } catch {
      throw SpreadsheetError(
        .ioRead, "the folder \(error.predicate(most: 0))", place: SpreadsheetError.Place(file: folder))
    }
  }
}
