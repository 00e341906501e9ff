import ArgumentParser
import Basics
import KeyGenerator
import ReviewJournal

struct GenerateSwiftCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "swift", "Write the texts as typed keys in Swift: L10n.Login.title, or tr.login.title with --style classes.",
    discussion: """
      The same texts give the same bytes, and a file that is up to date is not touched. Warnings are in the form that Xcode \
      reads. Exits with 1 if --check finds a file that is out of date, or --strict finds two keys with the same Swift name.
      """,
    examples: [
      "generate swift --input texts --output Sources/App/L10n.swift --access public",
      "generate swift --input texts --output Sources/App/Texts --file-per-section --check",
    ])

  @OptionGroup var source: TextInputOptions
  @OptionGroup var locales: LocaleOptions
  @Option(name: .output, help: .value("path", "The file, or with --file-per-section the folder.")) var path: String
  @Option("form", "L10n.Login.title, or tr.login.title; texts, or keys for TextStore.") var style = SwiftOptions.Style.enums
  @Option("level", "Who sees the keys.") var access = SwiftOptions.Access.internal
  @Option("name", "The outer type (default: L10n, or Localizations).") var enumName: String?
  @Option("function", "Looks a text up by section and key: Texts.value.") var lookUp: String?
  @Flag(.noPlurals) var noPlurals = false
  @Flag("Write a file for each section, for more than 5,000 texts.") var filePerSection = false
  @Flag("Fail if two keys have the same Swift name.") var strict = false
  @Flag(.onlyCheck) var check = false
  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    try require(!path.isEmpty, "--output is empty; it takes the name of a file or folder.")
    try require(path != "-", "--output is -; it takes the name of a file or folder.")
    try require(
      "--enum-name", enumName, takes: "the name of a Swift type that begins with a capital, such as L10n",
      SwiftOptions.isTypeName)
    try require("--look-up", lookUp, takes: "the name of a function, such as Texts.value", SwiftOptions.isFunctionName)
  }

  func run() async throws {
    let texts = try await source.texts(locales, connection, output)
    let code = SwiftGenerator.code(of: texts, options, file: fileName)
    let warnings = code.findings.map { $0.warning(inFolder: folder) }
    if !output.quiet { warnings.forEach(Terminal.note) }
    let collisions = code.findings.filter { $0.code == .collision }
    if strict, let first = collisions.first {
      throw Failure(
        .failure, .collisions,
        "\(Counted.text(collisions.count, "name")) in NStack would be the same as others in Swift; the first: \(first.message)"
      )
    }
    let files = code.files.map { (path: folder + $0.name, text: $0.text) }
    let written = try GeneratedFiles(
      files, replacing: GeneratedFiles.notice, removing: try stale(besides: files.map(\.path)), checkOnly: check)
    if output.json {
      try Terminal.print(json(code, written))
    } else {
      output.note("\(Counted.text(code.count, "text")), \(Counted.text(warnings.count, "warning"))")
    }
    if !output.json || check { written.report(checkOnly: check, output) }
    if check, written.isOutOfDate { throw ExitStatus.failure.error }
  }

  private var options: SwiftOptions {
    var options = SwiftOptions(tool: ProgramVersion.name)
    (options.style, options.access, options.name, options.lookUp) = (style, access, enumName, lookUp)
    (options.isFilePerSection, options.readsPlurals) = (filePerSection, !noPlurals)
    return options
  }

  /// The folder of the files with a slash at its end; empty for the current one.
  private var folder: String { filePerSection && !path.hasSuffix("/") ? "\(path)/" : FileName(path).folder }

  private var fileName: String { filePerSection ? "\(options.typeName).swift" : String(path.dropFirst(folder.count)) }

  /// The files of sections that an earlier run wrote and this run does not.
  private func stale(besides files: [String]) throws -> [String] {
    guard filePerSection else { return [] }
    let written = Set(files)
    let names = try PlainFile.names(in: folder).filter { name in
      name.hasPrefix("\(options.typeName)+") && name.hasSuffix(".swift") && !written.contains(folder + name)
    }
    return try names.sorted().map { folder + $0 }.filter { path in
      // A file with such a name may be somebody else's.
      try PlainFile.bytes(at: path, first: 64)?.starts(with: GeneratedFiles.notice.utf8) == true
    }
  }

  private func json(_ code: GeneratedCode, _ written: GeneratedFiles) -> JSONValue {
    let warnings = code.findings.map { finding in
      JSONValue.members([
        "code": finding.code.rawValue, "text": finding.name, "file": folder + finding.file, "line": finding.line,
        "message": finding.message,
      ])
    }
    return [
      "texts": code.count, "isUpToDate": !check || !written.isOutOfDate, "files": written.json, "warnings": warnings,
    ]
  }
}

extension SwiftOptions.Style: ExpressibleByArgument {}
extension SwiftOptions.Access: ExpressibleByArgument {}
