import AppCatalogs
import ArgumentParser
import Basics
import KeyGenerator
import ReviewJournal
import TranslationReview

struct CatalogWritingOptions: ParsableArguments {
  @OptionGroup var source: TextInputOptions
  @OptionGroup var locales: LocaleOptions
  @Option(name: .output, help: .value("dir", "The folder for the files.")) var folder: String
  @Flag(.onlyCheck) var check = false
  @Flag("Replace files with texts that NStack lacks.") var overwrite = false
  @OptionGroup var form: StyleFlags
  @OptionGroup(title: "Catalogue") var shown: PseudoFlag
  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  func validate() throws { try require(!folder.isEmpty, "--output is empty; it takes the name of a folder.") }

  func run(_ format: CatalogFormat) async throws {
    let options = try form.applied(to: CatalogOptions(), for: format.rawValue)
    try requireFolder(format)
    let folder = folder.last == "/" ? String(folder.dropLast()) : folder
    var texts = try await source.texts(locales, connection, output)
    if let pseudo = shown.pseudo { texts.changeValues(pseudo.text) }
    let catalog = AppCatalog(texts, groupsPlurals: options.readsPlurals)
    let (contents, findings) = CatalogContents.make(of: catalog, format, options)
    let (files, lost) = contents.files(format, options)
    try refuseAlikeLocales(contents, catalog)
    try refuseOtherNames(contents, files)
    let made = files.map { (path: "\(folder)/\($0.path)", text: String(decoding: $0.bytes, as: UTF8.self)) }
    if !check, !overwrite { try refuseReplacingOthers(made, contents, format) }
    let stale = try stale(format, options, in: folder, besides: made.map(\.path))
    try (findings + lost).warn(output)
    let written = try GeneratedFiles(made, replacing: nil, removing: stale, checkOnly: check)
    if output.json { try Terminal.print(json(format, folder, files, written, findings + lost)) }
    if !output.json || check { written.report(checkOnly: check, output) }
    if files.isEmpty { output.note("there is no text for \(format.name), so no file is written") }
    if check, written.isOutOfDate { throw ExitStatus.failure.error }
  }

  private func requireFolder(_ format: CatalogFormat) throws {
    let name = FileName(folder)
    let types = CatalogFormat.allCases.map(\.rawValue) + ["xml", "json"]
    guard types.contains(name.type), !BundledTexts.isFolder(folder) else { return }
    throw Failure.usage(
      .arguments, "--output \(folder) names a file, and generate \(format.rawValue) writes its files into a folder.",
      hint: "Name the folder; --style table=\(name.base) changes the name of the files.")
  }

  private func refuseAlikeLocales(_ contents: CatalogContents, _ catalog: AppCatalog) throws {
    guard let (first, second) = contents.alike else { return }
    throw Failure.usage(
      .catalogLocale,
      "the locales \(catalog.locales[first]) and \(catalog.locales[second]) would both be "
        + "\(contents.locales[second]) in the catalogue.",
      hint: "Give one of them another name, as in --style locale-name=da-DK=da.")
  }

  /// Refuses locales and paths that are not valid file names. An app looks for the exact locale, so a changed name
  /// would not work.
  private func refuseOtherNames(_ contents: CatalogContents, _ files: [CatalogFile]) throws {
    var folder = PathComponents()
    for file in files {
      let steps = file.path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      guard steps.count <= 2, steps.allSatisfy({ PathComponent(exactly: $0) != nil }), folder.insert(file.path) else {
        throw Failure.usage(
          .catalogLocale,
          "the texts would be written to \(Visible.path(file.path)), which is not a valid file name, or is the file of "
            + "another locale.", hint: "Give it another name, as in --style locale-name=da-DK=da, or leave it out.")
      }
    }
  }

  /// Refuses to replace a file that was not generated, if texts would be lost.
  private func refuseReplacingOthers(
    _ files: [(path: String, text: String)], _ contents: CatalogContents, _ format: CatalogFormat
  ) throws {
    let known = contents.names(in: format)
    for file in files {
      guard let bytes = try PlainFile.bytes(at: file.path), !CatalogNotice.isIn(bytes), bytes != Array(file.text.utf8)
      else { continue }
      let found = try BundledTexts.read(file.path)
      let names = found.flatMap { $0.texts.keys.filter { !known.contains($0) }.map(\.string) + $0.others }
      let locales = format == .xcstrings ? found.compactMap(\.locale).filter { !contents.hasLocale($0) } : []
      guard let other = names.min() ?? locales.first else { continue }
      throw Failure.usage(
        .catalogTarget,
        "\(file.path) has texts that NStack does not have, such as \"\(Visible.text(other))\", so it is not replaced.",
        hint: "Choose another --output, or another name with --style table=NAME, or add --overwrite.")
    }
  }

  /// The files of an earlier run that this run does not write: only those marked as generated.
  private func stale(_ format: CatalogFormat, _ options: CatalogOptions, in folder: String, besides paths: [String])
    throws -> [String]
  {
    try BundledTexts.files(in: folder, format, table: options.table).filter { path in
      guard !paths.contains(path), let bytes = try PlainFile.bytes(at: path, first: 1_024) else { return false }
      return CatalogNotice.isIn(bytes)
    }
  }

  private func json(
    _ format: CatalogFormat, _ folder: String, _ files: [CatalogFile], _ written: GeneratedFiles,
    _ findings: [CatalogFinding]
  ) -> JSONValue {
    [
      "format": format.rawValue, "folder": folder, "files": written.json, "texts": files.reduce(0) { $0 + $1.texts },
      "findings": findings.json,
    ]
  }
}

/// Texts that a catalogue cannot represent.
extension [CatalogFinding] {
  /// Warns of the findings, naming only some of each kind.
  func warn(_ output: OutputOptions) throws {
    guard !output.json else { return }
    let most = output.verbose ? Int.max : 10
    for code in CatalogFinding.Code.allCases {
      let alike = filter { $0.code == code }
      for finding in alike.prefix(most) { output.note("warning: \(finding.line) [\(code.rawValue)]") }
      if alike.count > most {
        output.note("warning: … and \(alike.count - most) more of \(code.rawValue); --json and --verbose list them all")
      }
    }
  }

  var json: JSONValue {
    .array(map { ["code": $0.code.rawValue, "text": $0.text, "locale": $0.locale, "message": $0.message] })
  }
}

/// The files that `generate` writes. A file whose bytes would not change is not written, so that nothing is rebuilt.
struct GeneratedFiles {
  /// What was done, or with `--check` would be done, with a file.
  enum Change: String { case written, unchanged, removed }

  private(set) var changes: [(path: String, change: Change)] = []

  var isOutOfDate: Bool { changes.contains { $0.change != .unchanged } }

  /// Compares files with what is on the disk, and writes those that differ.
  ///
  /// - Parameter notice: The first bytes of files that may be replaced; nil if the caller has checked that nothing would
  ///   be lost.
  init(
    _ files: [(path: String, text: String)], replacing notice: String?, removing stale: [String] = [], checkOnly: Bool
  ) throws {
    // All are compared before the first is written, so that an unreadable file changes nothing.
    for file in files {
      let found = try PlainFile.bytes(at: file.path)
      let isSame = found == Array(file.text.utf8)
      if !isSame, !checkOnly, let notice { try Self.refuseReplacingOthers(file.path, found, notice) }
      changes.append((file.path, isSame ? .unchanged : .written))
    }
    for (file, change) in zip(files, changes) where change.change == .written && !checkOnly {
      // The generated files may be read by everyone who may read the sources.
      try PlainFile.makeFolders(above: file.path, mode: 0o777)
      try PlainFile.write(Array(file.text.utf8), to: file.path)
    }
    for path in stale {
      if !checkOnly { PlainFile.remove(path) }
      changes.append((path, .removed))
    }
  }

  static let notice = "// Generated by nstack-review "

  /// Refuses to replace a file that was written by someone else.
  private static func refuseReplacingOthers(_ path: String, _ bytes: [UInt8]?, _ notice: String) throws {
    guard let bytes, !bytes.isEmpty, !bytes.starts(with: notice.utf8) else { return }
    throw Failure.usage(
      .generatedTarget, "\(Visible.path(path)) exists and was not generated, so it is not replaced.",
      hint: "Choose another --output, or remove the file.")
  }

  var json: JSONValue { .array(changes.map { ["file": $0.path, "change": $0.change.rawValue] }) }

  func report(checkOnly: Bool, _ output: OutputOptions) {
    for (path, change) in changes {
      switch change {
      case .written where checkOnly, .removed where checkOnly:
        let state = change == .written ? "out of date" : "not needed any more"
        Terminal.note("error: \(Visible.path(path)) is \(state). Run the command again without --check.")
      case .written: output.note("wrote \(path)")
      case .removed: output.note("removed \(path), which this run did not generate")
      case .unchanged: output.note("unchanged \(path)")
      }
    }
  }
}
