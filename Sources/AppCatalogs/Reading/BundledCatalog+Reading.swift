import Basics
import Exchange
import Spreadsheet

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension BundledTexts {
  /// Whether a path is that of a folder.
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
      let (stem, type) = (CatalogPath.stem(path), CatalogPath.type(path))
      return switch format {
      case .strings, .stringsdict, .xcstrings: type == format.rawValue && stem == table ?? "Localizable"
      case .android: type == "xml" && stem == table ?? "strings"
      case .arb: type == "arb" && stem.hasPrefix("\(table ?? "app")_")
      case .i18next: type == "json" && stem == table ?? "translation"
      }
    }
  }

  private static func readFile(_ path: String) throws -> [BundledTexts] {
    switch CatalogPath.type(path) {
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
      // A file that is not there is told of first.
      _ = try InputFile(path: path)
      throw SpreadsheetError(
        .exchangeUnknown, "\(other.isEmpty ? "a name without extension" : ".\(other)") is not a catalogue.",
        hint: "Name an .xcstrings, .strings, .stringsdict, strings.xml, .arb or i18next .json.",
        place: SpreadsheetError.Place(file: path))
    }
  }

  private static func appleLocale(_ path: String) -> String? {
    let folder = CatalogPath.folderName(path)
    return folder.hasSuffix(".lproj") ? String(folder.dropLast(6)) : nil
  }

  /// The catalogues in a folder and in the folders of its languages, by name.
  private static func catalogFiles(in folder: String) throws -> [String] {
    var files: [String] = []
    for name in try names(in: folder) {
      let path = "\(folder)/\(name)"
      if ["strings", "stringsdict", "xcstrings", "arb"].contains(CatalogPath.type(name)) {
        files.append(path)
      } else if name.hasSuffix(".lproj") {
        files += try inside(path, ["strings", "stringsdict"])
      } else if name == "values" || name.hasPrefix("values-") && AndroidLocale.locale(String(name.dropFirst(7))) != nil
      {
        files += try inside(path, ["xml"])
      } else if CatalogPath.isLocale(name) {
        files += try inside(path, ["json"])
      } else if CatalogPath.type(name) == "json", CatalogPath.isLocale(CatalogPath.stem(name)) {
        files.append(path)
      }
    }
    return files
  }

  private static func inside(_ folder: String, _ types: [String]) throws -> [String] {
    try names(in: folder).filter { types.contains(CatalogPath.type($0)) }.map { "\(folder)/\($0)" }
  }

  /// The names in a folder, sorted; none if it is not a folder.
  private static func names(in folder: String) throws(SpreadsheetError) -> [String] {
    guard let stream = opendir(folder) else {
      if errno == ENOTDIR { return [] }
      throw SpreadsheetError(
        .ioRead, "the folder can't be read: \(String(cString: strerror(errno))).",
        place: SpreadsheetError.Place(file: folder))
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted { ExactText($0) < ExactText($1) }
  }
}
