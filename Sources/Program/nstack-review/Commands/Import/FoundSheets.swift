import Basics
import Spreadsheet
import TranslationReview

struct FoundSheets {
  /// The maximum number of skipped folder entries that are named; the rest are only counted.
  private static let mostNamed = 20

  /// The files; the files of a folder are ordered by name.
  private(set) var paths: [String] = []
  private(set) var diagnostics: [Diagnostic] = []
  /// Files that may be sheets by their names or contents but are not read.
  private(set) var leftOut: [ReturnedSheet.ForeignFile] = []
  private var skipped = 0

  /// Adds a file, or the sheets in a folder.
  ///
  /// - Throws: ``Failure``: `usage.empty-folder` for a folder without a sheet, `file.name` for a name that is not UTF-8.
  mutating func add(_ path: String, isRecursive: Bool) throws {
    guard let names = try Self.names(in: path) else {
      paths.append(path)
      return
    }
    let before = (paths.count, skipped)
    try add(names, in: path, isRecursive: isRecursive)
    guard paths.count == before.0 else { return }
    throw Failure.usage(
      .emptyFolder, "\(path) contains no .xlsx, .xlsm, .csv, .tsv, .xlf or .po file, and no review in .html.",
      hint: skipped > before.1 && !isRecursive
        ? "To read the folders in it, add --recursive." : "Name the sheets, or the folder that has them.")
  }

  private mutating func add(_ names: [String], in folder: String, isRecursive: Bool) throws {
    for name in names {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      let shown = Visible.path(path)
      switch Self.kind(of: path) {
      case .folder where isRecursive:
        guard let names = try Self.names(in: path) else {
          skip(.sheetSubfolder, .warning, "\(shown) is a folder that cannot be read; its sheets are missing.")
          continue
        }
        try add(names, in: path, isRecursive: true)
      case .folder: skip(.sheetSubfolder, .warning, "\(shown) is a folder and was not read; --recursive reads it.")
      // A link may form a loop.
      case .linkToFolder: skip(.sheetSubfolder, .warning, "\(shown) is a link to a folder and was not read.")
      case .brokenLink: skip(.sheetPassedOver, .warning, "\(shown) is a link to a file that is not there.")
      case .other where Self.isSheet(named: name) || Self.isPage(path, name): paths.append(path)
      case .other:
        if let reason = Self.reasonToName(path, name) {
          leftOut.append(ReturnedSheet.ForeignFile(path: path, message: reason))
          continue
        }
        skip(
          .sheetPassedOver, .info,
          "\(shown) was not read: its name does not end in .xlsx, .xlsm, .csv, .tsv, .xlf or .po, and it is not a review in .html."
        )
      }
    }
  }

  /// Unsupported spreadsheet formats count too, so that a sheet saved as one of them is refused and not skipped.
  private static func isSheet(named name: String) -> Bool {
    TableFormat.isSpreadsheet(named: name) || SheetFormat(exchangeOf: name) != nil
  }

  /// Whether a file is a review as a page, or a mail that contains one. Other pages, such as reports, are not sheets.
  private static func isPage(_ path: String, _ name: String) -> Bool {
    ["html", "htm", "mhtml", "mht", "eml"].contains(FileName(name).type) && ReviewSheetReader.isPage(path)
  }

  /// Why a file that is skipped because of its name may still be a sheet; nil if nothing suggests it.
  private static func reasonToName(_ path: String, _ name: String) -> String? {
    guard let point = name.lastIndex(of: ".") else { return nil }
    let (stem, ending) = (String(name[..<point]), name[name.index(after: point)...].lowercased())
    if ["part", "partial", "crdownload", "opdownload", "download", "tmp"].contains(ending) {
      // A browser may add its own extension to a download.
      guard isSheet(named: stem) || ending != "tmp" && !stem.contains(".") else { return nil }
      return "its name is that of an unfinished download or copy. Fetch the whole file, and delete this one."
    }
    guard ["txt", "tab"].contains(ending) else { return nil }
    // Excel writes text in the code page of its system, or in UTF-16.
    let hasHeader = [nil, "WINDOWS-1252"].contains { encoding in
      (try? ReviewSheetReader.mayBeReviewSheet(path, csv: CSVReadingOptions(encoding: encoding))) == true
    }
    guard isSheet(named: stem) || hasHeader else { return nil }
    return "files in .\(ending) are only read if they are named directly. Name it, or rename it to end in .csv or .tsv."
  }

  private mutating func skip(_ code: Diagnostic.Code, _ severity: Severity, _ message: String) {
    skipped += 1
    if skipped <= Self.mostNamed {
      diagnostics.append(Diagnostic(code: code, severity: severity, message: message))
    } else {
      let rest = Counted.text(skipped - Self.mostNamed, "more entry", "more entries")
      if skipped > Self.mostNamed + 1 { diagnostics.removeLast() }
      diagnostics.append(
        Diagnostic(code: .sheetPassedOver, severity: .warning, message: "… and \(rest) of folders were not read."))
    }
  }

  private enum Kind { case folder, linkToFolder, brokenLink, other }

  private static func kind(of path: String) -> Kind {
    var (link, target) = (stat(), stat())
    guard lstat(path, &link) == 0 else { return .other }
    let isLink = link.st_mode & S_IFMT == S_IFLNK
    guard stat(path, &target) == 0 else { return isLink ? .brokenLink : .other }
    guard target.st_mode & S_IFMT == S_IFDIR else { return .other }
    return isLink ? .linkToFolder : .folder
  }

  /// Visible files that systems create in folders. Other such files, and the lock files of programs, are hidden.
  private static let systemFiles: Set = ["thumbs.db", "desktop.ini"]

  /// The names in a folder in order, without hidden ones; nil if the path is not a folder.
  private static func names(in path: String) throws -> [String]? {
    guard let found = try? FileBytes.names(inFolder: path) else { return nil }
    let names = try found.map { bytes in
      guard let name = String(validating: bytes, as: UTF8.self) else {
        throw Failure.usage(
          .fileName, "\(path) contains a file whose name is not UTF-8: \(Self.spelled(bytes)).",
          hint: "Rename the file.")
      }
      return name
    }
    return names.filter { !$0.hasPrefix("~$") && !$0.hasPrefix(".") && !systemFiles.contains($0.lowercased()) }.sorted()
  }

  /// A name with its bytes that are not UTF-8 spelled out, as in `caf\\xE9.csv`.
  static func spelled(_ bytes: [UInt8]) -> String {
    var result = ""
    var rest = bytes[...]
    while let first = rest.first {
      let known = (1...4).lazy.compactMap { String(validating: rest.prefix($0), as: UTF8.self) }.first
      result += known ?? "\\x" + String(first, radix: 16, uppercase: true)
      rest = rest.dropFirst(known?.utf8.count ?? 1)
    }
    return result
  }
}

extension Diagnostic.Code {
  /// A folder inside a folder was not read.
  static let sheetSubfolder = Self(rawValue: "sheet.subfolder")
  /// An entry of a folder was not read.
  static let sheetPassedOver = Self(rawValue: "sheet.passed-over")
}
