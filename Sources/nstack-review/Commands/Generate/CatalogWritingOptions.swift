import AppCatalogs
import ArgumentParser
import Basics
import ReviewJournal
import TranslationReview

/// The flags of the commands that write a catalogue, and the writing.
struct CatalogWritingOptions: ParsableArguments {
  @OptionGroup var source: GenerateInputOptions
  @Option(
    name: [.customLong("output"), .customShort("o")],
    help: ArgumentHelp("The folder for the files; it is created if there is none.", valueName: "dir"))
  var folder: String
  @Flag(name: .long, help: "Write nothing, and end with 1 if a file is not what would be written.")
  var check = false
  @Flag(name: .long, help: "Replace files that have texts of their own.")
  var overwrite = false
  @Option(name: .long, help: "The name of the files, without extension and locale.")
  var table: String?
  @OptionGroup var form: CatalogFormFlags
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if folder.isEmpty { throw ValidationError("--output is empty; it takes the name of a folder.") }
    if let table, table.isEmpty || table.contains("/") || table.hasPrefix(".") {
      throw ValidationError("--table \"\(table)\" is not a file's name.")
    }
  }

  /// Writes a catalogue, or checks the one that is there.
  func run(_ format: CatalogFormat, isFlat: Bool = false) async throws {
    try await CommandRun.run(output) {
      let texts = try await source.texts(output)
      var options = form.options
      options.table = table
      options.isFlat = isFlat
      let catalog = AppCatalog(texts, groupsPlurals: !form.noPlurals)
      let (contents, findings) = CatalogContents.make(of: catalog, format, options)
      let (files, lost) = contents.files(format, options)
      let states = try files.map { file in
        let path = "\(folder)/\(file.path)"
        return (path: path, file: file, isSame: try PlainFile.bytes(at: path) == file.bytes)
      }
      if !check {
        if !overwrite {
          try refuseReplacingOthers(states.filter { !$0.isSame }.map(\.path), contents, format)
        }
        for state in states where !state.isSame { try PlainFile.write(state.file.bytes, to: state.path) }
      }
      try CatalogFindingLines.warn(of: findings + lost, output)
      try tell(format, states, findings + lost)
      if check, states.contains(where: { !$0.isSame }) { throw ExitStatus.failure.error }
    }
  }

  /// Refuses to replace a file with texts that would be lost: those that NStack does not have.
  private func refuseReplacingOthers(_ paths: [String], _ contents: CatalogContents, _ format: CatalogFormat) throws {
    let known = contents.names(in: format)
    for path in paths where PlainFile.exists(path) {
      let found = try BundledTexts.read(path).flatMap(\.texts.keys)
      guard let other = found.filter({ !known.contains($0) }).min() else { continue }
      throw Failure.usage(
        .catalogTarget,
        "\(path) has texts that NStack does not have, such as \"\(Visible.text(other.string))\", so it is not replaced.",
        hint: "Choose another --output or --table, or add --overwrite.")
    }
  }

  private func tell(
    _ format: CatalogFormat, _ states: [(path: String, file: CatalogFile, isSame: Bool)], _ findings: [CatalogFinding]
  ) throws {
    if output.json { return try Terminal.print(json(format, states, findings)) }
    for (path, file, isSame) in states {
      let what = isSame ? "up to date" : check ? "out of date" : "wrote"
      let line = isSame || check ? "\(path): \(what)" : "wrote \(path): \(Counted.text(file.texts, "text"))"
      if check, !isSame { Terminal.note("error: \(line); run the command without --check") } else { output.note(line) }
    }
    if states.isEmpty { output.note("there is no text for \(format.name), so nothing is written") }
  }

  private func json(
    _ format: CatalogFormat, _ states: [(path: String, file: CatalogFile, isSame: Bool)], _ findings: [CatalogFinding]
  ) -> JSONValue {
    .object([
      ("format", .string(format.rawValue)), ("folder", .string(folder)),
      (
        "files",
        .array(
          states.map { path, file, isSame in
            .object([
              ("file", .string(path)), ("texts", .integer(file.texts)), ("changed", .boolean(!isSame)),
            ])
          })
      ),
      ("findings", CatalogFindingLines.json(findings)),
    ])
  }
}

/// What a catalogue cannot hold, told.
enum CatalogFindingLines {
  /// The most lines of one kind.
  private static let most = 10

  /// Warns of findings, of each kind a few.
  static func warn(of findings: [CatalogFinding], _ output: OutputOptions) throws {
    guard !output.json else { return }
    for code in CatalogFinding.Code.allCases {
      let alike = findings.filter { $0.code == code }
      for finding in alike.prefix(output.verbose ? .max : most) {
        output.note("warning: \(finding.line) [\(code.rawValue)]")
      }
      if !output.verbose, alike.count > most {
        output.note("warning: … and \(alike.count - most) more of \(code.rawValue); --json and --verbose list them all")
      }
    }
  }

  static func json(_ findings: [CatalogFinding]) -> JSONValue {
    .array(
      findings.map {
        .object([
          ("code", .string($0.code.rawValue)), ("text", .string($0.text)), ("locale", .optional($0.locale)),
          ("message", .string($0.message)),
        ])
      })
  }
}
