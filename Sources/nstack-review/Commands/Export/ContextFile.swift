import Basics
import ReviewJournal
import Spreadsheet
import TranslationReview
import Yams

/// A file of context for translators: for each text a description, a screenshot's address and a maximum length.
///
/// YAML maps sections to keys to these; CSV has the columns Section, Key, Description, Screenshot, Maximum length.
enum ContextFile {
  static func contexts(at path: String) throws -> [TextKey: TextContext] {
    let name = path.lowercased()
    if name.hasSuffix(".yaml") || name.hasSuffix(".yml") { return try fromYAML(path) }
    return try fromTable(path)
  }

  /// Warns of texts in a context file that the application does not have.
  static func warn(of contexts: [TextKey: TextContext]?, in catalog: Catalog, _ output: OutputOptions) {
    let faults = catalog.faults(of: (contexts ?? [:]).keys)
    for fault in faults.prefix(mostWarnings) { output.note("warning: --context: \(fault)") }
    let rest = faults.count - mostWarnings
    guard rest > 0 else { return }
    output.note("warning: … and \(Counted.text(rest, "more text")) of --context that the application does not have")
  }

  private static let mostWarnings = 20

  // MARK: - YAML

  private static func fromYAML(_ path: String) throws -> [TextKey: TextContext] {
    guard let text = try PlainFile.text(at: path, most: 64 << 20) else {
      throw Failure.usage(.contextMissing, "\(path): there is no such file.", hint: "Check the file name of --context.")
    }
    let node: Node?
    do {
      node = try Yams.compose(yaml: text)
    } catch {
      throw Failure.usage(.contextYAML, YAMLProblem.line(error, path: path))
    }
    guard let sections = node?.mapping else { throw shape(path, node) }
    var contexts: [TextKey: TextContext] = [:]
    for (section, keys) in sections {
      guard let section = section.string, let keys = keys.mapping else { throw shape(path, keys) }
      for (key, facts) in keys {
        guard let key = key.string else { throw shape(path, key) }
        contexts[TextKey(section: section, key: key)] = try context(facts, path)
      }
    }
    return contexts
  }

  private static let members = ["description", "screenshot", "maximum-length"]

  private static func context(_ node: Node, _ path: String) throws -> TextContext {
    if let description = node.scalar?.string { return TextContext(description: description) }
    guard let facts = node.mapping else { throw shape(path, node) }
    var context = TextContext()
    for (name, value) in facts {
      guard let text = value.scalar?.string else { throw shape(path, value) }
      switch name.string {
      case "description": context.description = text
      case "screenshot": context.screenshot = text
      case "maximum-length": context.maximumLength = try length(text, "\(path): line \(value.mark?.line ?? 0)")
      default:
        throw Failure.usage(
          .contextUnknownKey, "\(path): line \(name.mark?.line ?? 0): \"\(name.string ?? "")\" is not known.",
          hint: CloseName.nearest(to: name.string ?? "", among: Self.members).map { "Did you mean \($0)?" }
            ?? "Known are \(Self.members.joined(separator: ", ")).")
      }
    }
    return context
  }

  private static func shape(_ path: String, _ node: Node?) -> Failure {
    Failure.usage(
      .contextShape, "\(path): line \(node?.mark?.line ?? 1): sections that map keys to descriptions were expected.",
      hint: "As in: login: {title: {description: Headline, maximum-length: 24}}")
  }

  private static func length(_ text: String, _ place: String) throws -> Int {
    guard let length = Int(text), length > 0 else {
      throw Failure.usage(.contextMaximumLength, "\(place): the maximum length \"\(text)\" is not a number above 0.")
    }
    return length
  }

  // MARK: - CSV or XLSX

  /// Refuses a header that was perhaps meant for a column that is missing. Other columns are the table's own.
  private static func refuseMisspelt(_ headers: [String], _ path: String) throws(Failure) {
    let found = Set(headers.compactMap { ReviewColumn(header: $0) })
    for column in [ReviewColumn.description, .screenshot, .maximumLength] where !found.contains(column) {
      let meant = headers.first { header in
        let start = header.lowercased().prefix { $0.isLetter }
        return ReviewColumn(header: header) == nil
          && (column.resembles(header) || (start.count > 2 && column.header.lowercased().hasPrefix(start)))
      }
      guard let meant else { continue }
      throw Failure.usage(
        .contextUnknownKey, "\(path): row 1: the column \"\(Visible.text(meant))\" is not known.",
        hint: "Did you mean \(column.header)?")
    }
  }

  private static func fromTable(_ path: String) throws -> [TextKey: TextContext] {
    var columns: [ReviewColumn: Int]?
    var contexts: [TextKey: TextContext] = [:]
    let take = { (row: Row) throws in
      guard let places = columns else {
        try refuseMisspelt((0..<row.count).map { row.text(of: row[$0]) }, path)
        columns = Dictionary(
          (0..<row.count).compactMap { position in
            ReviewColumn(header: row.text(of: row[position])).map { ($0, row[position].column) }
          }, uniquingKeysWith: { first, _ in first })
        return
      }
      let text = { (column: ReviewColumn) in places[column].map { row.text(inColumn: $0) } ?? "" }
      guard !text(.key).isEmpty else { return }
      let limit = text(.maximumLength)
      contexts[TextKey(section: text(.section), key: text(.key))] = TextContext(
        description: text(.description), screenshot: text(.screenshot),
        maximumLength: limit.isEmpty ? nil : try length(limit, "\(path): row \(row.index + 1)"))
    }
    switch try SpreadsheetDocument.open(path: path, csv: CSVReadingOptions(), limits: SpreadsheetLimits()) {
    case .workbook(let workbook): try workbook.readRows(ofWorksheetAt: 0, take)
    case .delimited(let document): try document.readRows(take)
    }
    guard let columns, columns[.section] != nil, columns[.key] != nil else {
      throw Failure.usage(
        .contextColumns, "\(path): the columns Section and Key are missing.",
        hint: "The others are Description, Screenshot and Maximum length.")
    }
    return contexts
  }
}
