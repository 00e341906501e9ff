import Basics
import NStackAPI
package import Spreadsheet
import TranslationReview

/// The files that show the results of the rows of returned sheets.
public struct ResultFiles: Sendable {
  /// The names of the files in messages. A program can set its own, such as its flags.
  package struct Names: Sendable {
    /// The annotated copies.
    package var annotated = "the annotated copy"
    /// The sheet of rows to fix.
    package var toFix = "the sheet to fix"
    /// The report.
    package var report = "the report"
    /// The saved plan.
    package var plan = "the plan"

    /// Creates the default names.
    package init() {}
  }

  /// The path of a copy of the returned rows with a Result column and refreshed cells, in the format of the returned
  /// sheet; for several sheets, a folder. Nil writes none.
  public var annotated: String?
  /// The path of a sheet with the rows to fix (refused, not chosen, in conflict or failed), in the format of its
  /// extension; without an extension, a folder with one such sheet for each returned sheet. Nil writes none.
  public var toFix: String?
  /// The path of a report, `.html` or `.json`; nil writes none.
  public var report: String?
  /// How the returned CSV files were read.
  package var csv = CSVReadingOptions()
  /// The names of the files in messages.
  package var names = Names()

  /// Creates a choice without files.
  public init() {}

  /// The path for the annotated copy of each file: the given path itself or, for several files, the file's own name in
  /// that folder.
  func annotationTargets(of files: [ReturnedSheet.File], _ foreignFiles: [ReturnedSheet.ForeignFile])
    throws(ImportError) -> [String]
  {
    guard let annotated else { return [] }
    guard annotatesIntoFolder(files, foreignFiles) else { return [annotated] }
    guard !Self.isSheet(named: annotated) else {
      throw ImportError(
        .annotatedName,
        "\(names.annotated) \(annotated) names one file, and there are \(files.count) sheets to annotate.",
        hint: "Name a folder.")
    }
    return try Self.targets(in: annotated, files.map(\.copyName), .annotatedName)
  }

  /// The path for each file's rows to fix: the given path itself, or the file's own name in that folder.
  func toFixTargets(of files: [ReturnedSheet.File]) throws(ImportError) -> [String] {
    guard let toFix else { return [] }
    guard SheetFormat(extensionOf: toFix) != nil else {
      return try Self.targets(in: toFix, files.map(\.toFixName), .results)
    }
    guard files.count < 2 else {
      throw ImportError(
        .results, "\(names.toFix) \(toFix) names one file, and there are \(files.count) sheets.",
        hint: "Name a folder: each sheet gets a file of its own there.")
    }
    return [toFix]
  }

  private static func targets(in folder: String, _ names: [String], _ code: ImportError.Code) throws(ImportError)
    -> [String]
  {
    var taken = PathComponents()
    for name in names where !taken.insert(name) {
      throw ImportError(
        code, "two of the sheets are called \(name), so one folder cannot hold both.",
        hint: "Import them one after the other.")
    }
    return names.map { "\(folder.hasSuffix("/") ? String(folder.dropLast()) : folder)/\($0)" }
  }

  /// Whether annotated copies go into a folder. They do if several files were given, even if some were left out.
  func annotatesIntoFolder(_ files: [ReturnedSheet.File], _ foreignFiles: [ReturnedSheet.ForeignFile]) -> Bool {
    guard files.count == 1 else { return true }
    return !foreignFiles.isEmpty && !(annotated.map(Self.isSheet) ?? false)
  }

  private static func isSheet(named path: String) -> Bool {
    TableFormat.isSpreadsheet(named: path) || SheetFormat(extensionOf: path) == .html
  }
}

extension ResultFiles {
  /// Refuses paths at which no file could be written afterwards, and paths of files that are read.
  ///
  /// - Parameters:
  ///   - foreignFiles: The files that were given but left out.
  ///   - plan: The saved plan that is read.
  ///   - planToWrite: The plan that is saved.
  ///   - edits: The edited rows of the files that are read. An earlier copy of these rows may be overwritten.
  /// - Throws: `usage.results`, `usage.annotate`, `annotate.changed`, `export.unsent-edits`.
  func check(
    against files: [ReturnedSheet.File], _ foreignFiles: [ReturnedSheet.ForeignFile], plan: String? = nil,
    planToWrite: String? = nil, edits: [ReturnedRow]
  ) throws(ImportError) {
    let copies = try annotationTargets(of: files, foreignFiles)
    let fixes = try toFixTargets(of: files)
    var targets = copies.map { (names.annotated, $0) } + fixes.map { (names.toFix, $0) }
    let sources = files.map(\.path) + foreignFiles.map(\.path) + [plan].compactMap(\.self)
    for (name, path) in [(names.report, report), (names.plan, planToWrite)] {
      if let path { targets.append((name, path)) }
    }
    for (name, path) in targets.dropFirst(copies.count) {
      if let source = sources.first(where: { PlainFile.isSame($0, path) }) {
        throw ImportError(.results, "\(name) would overwrite \(source), which is read.", hint: "Choose another name.")
      }
    }
    for (index, (name, path)) in targets.enumerated() {
      if let other = targets[..<index].first(where: { $0.1 == path || PlainFile.isSame($0.1, path) }) {
        throw ImportError(
          .results, "\(other.0) and \(name) would both write to \(path).", hint: "Choose another name for one.")
      }
    }
    // The folders of annotated copies and of rows to fix are created; all other folders must exist.
    let made = (annotatesIntoFolder(files, foreignFiles) ? copies : []) + fixes.filter { $0 != toFix }
    for (name, path) in targets where !made.contains(path) {
      if let reason = PlainFile.reasonNotToWrite(path) {
        throw ImportError(.results, "\(name): \(path) cannot be written, as \(reason).")
      }
    }
    try checkCopies(copies, of: files)
    try checkLocales(of: edits)
    var kept = ReturnedSheet()
    kept.rows = edits
    for (_, path) in targets { try EditedSheet.refuseOverwriting(path, csv: csv, onlyEdits: true) { kept } }
  }

  /// Refuses a sheet of rows to fix if its format has one locale and there are edits in several. It is not known yet
  /// which rows will need fixing.
  private func checkLocales(of edits: [ReturnedRow]) throws(ImportError) {
    guard let toFix, let format = SheetFormat(extensionOf: toFix), format.hasOneLocale else { return }
    let requests = edits.filter { $0.intent != .nothing && $0.intent != .skip }
    let locales = Set(requests.map { LocaleName.normalized($0.text.locale) }).sorted()
    guard locales.count > 1 else { return }
    let list = locales.prefix(5).map { Visible.text($0) }.joined(separator: ", ") + (locales.count > 5 ? ", …" : "")
    throw ImportError(
      .results,
      "\(names.toFix) \(toFix): a file in this format has one locale, and the edits are in "
        + "\(locales.count) locales (\(list)).",
      hint: "Name a file in another format, such as .xlsx, or import the locales one after the other.")
  }

  private func checkCopies(_ copies: [String], of files: [ReturnedSheet.File]) throws(ImportError) {
    if annotated != nil, let changed = files.first(where: { $0.isUnchanged != true }) {
      throw ImportError(
        .annotatedSheetChanged,
        "\(names.annotated) needs \(changed.path) as it was read, but it was changed or is gone.",
        hint: "Put it back, or leave \(names.annotated) out.")
    }
    for (index, target) in copies.enumerated() {
      let (source, readable) = (files[index].path, files[index].readablePath)
      if PlainFile.isSame(readable, target) {
        throw ImportError(
          .annotatedName, "\(names.annotated) would overwrite the returned sheet \(source).",
          hint: "Choose another name.")
      }
      guard SheetFormat(exchangeOf: readable) == nil else {
        throw ImportError(
          .annotatedName,
          "\(names.annotated) copies workbooks, CSV files and web pages, and \(source) is none of them.",
          hint: "Use \(names.toFix) instead.")
      }
      let (isPage, isWorkbook) = (files[index].format == .html, !files[index].worksheets.isEmpty)
      let format = TableFormat(ofFileNamed: target)
      let isMacroWorkbook = format == .xlsx && TableFormat(extensionOf: target) == nil
      let isOther = isWorkbook == (format?.isDelimited == true) || format == .html
      if SheetFormat(exchangeOf: target) != nil || isMacroWorkbook || (isPage ? format != .html : isOther) {
        let kind = isPage ? "HTML" : isWorkbook ? "XLSX" : "CSV"
        throw ImportError(
          .annotatedName, "\(names.annotated) \(target): the annotated copy of \(source) is a file in \(kind).",
          hint: "Name a file that ends in .\(kind.lowercased()).")
      }
    }
  }
}

extension ReturnedSheet.File {
  /// The name of a file's sheet of rows to fix, in a folder.
  fileprivate var toFixName: String {
    let named = SheetFormat(extensionOf: copyName)
    if named != nil, named != .tsv { return copyName }
    return copyName + (format == .html ? ".html" : worksheets.isEmpty ? ".csv" : ".xlsx")
  }

  /// The name of a file's annotated copy, in a folder. A fetched sheet's name may lack an extension.
  fileprivate var copyName: String {
    var name = path.split(separator: "/").last.map { PathComponent(String($0), otherwise: "sheet").text } ?? "sheet"
    // The copy of a workbook with macros has no macros.
    if TableFormat(ofFileNamed: name) == .xlsx, TableFormat(extensionOf: name) == nil, let dot = name.lastIndex(of: ".")
    {
      name = name[..<dot] + ".xlsx"
    }
    // A page may have come in a mail.
    if format == .html, TableFormat(ofFileNamed: name) != .html { return name + ".html" }
    guard let fetchedPath, let dot = fetchedPath.lastIndex(of: ".") else { return name }
    let ending = fetchedPath[dot...]
    return name.lowercased().hasSuffix(ending) ? name : name + ending
  }
}
