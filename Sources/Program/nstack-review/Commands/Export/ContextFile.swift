import Basics
import Spreadsheet
import TranslationReview

/// A file of context for translators: for each text a description, a screenshot's address and a maximum length.
///
/// YAML maps sections to keys to these; CSV has the columns Section, Key, Description, Screenshot, Maximum length.
extension ContextOptions {
  func contexts() throws -> [TextKey: TextContext]? {
    guard let path = context else { return nil }
    let isYAML = [".yaml", ".yml"].contains { path.lowercased().hasSuffix($0) }
    return try isYAML ? Self.fromYAML(path) : Self.fromTable(path)
  }

  private static func fromYAML(_ path: String) throws -> [TextKey: TextContext] {
    guard let root = try YAMLValue.read(path, most: 64 << 20, notYAML: .contextYAML) else {
      throw Failure.usage(.contextMissing, "\(path): there is no such file.", hint: "Check the file name of --context.")
    }
    guard let sections = root.members else { throw shapeFailure(root) }
    var contexts: [TextKey: TextContext] = [:]
    for (section, keys) in sections {
      guard let section = section.text, let members = keys.members else { throw shapeFailure(keys) }
      for (key, facts) in members {
        guard let name = key.text else { throw shapeFailure(key) }
        contexts[TextKey(section: section, key: name)] = try context(facts)
      }
    }
    return contexts
  }

  private static func context(_ node: YAMLValue) throws -> TextContext {
    if let description = node.text { return TextContext(description: description) }
    guard let facts = node.members else { throw shapeFailure(node) }
    var context = TextContext()
    for (name, value) in facts {
      guard let text = value.text else { throw shapeFailure(value) }
      switch name.text {
      case "description": context.description = text
      case "screenshot": context.screenshot = text
      case "maximum-length": context.maximumLength = try length(text, value.location)
      default:
        let name = (text: name.text ?? "", location: name.location)
        throw Failure.usage(
          .contextUnknownKey, "\(name.location): \"\(name.text)\" is not known.",
          hint: YAMLValue.hint(for: name.text, among: ["description", "screenshot", "maximum-length"]))
      }
    }
    return context
  }

  private static func shapeFailure(_ node: YAMLValue) -> Failure {
    Failure.usage(
      .contextShape, "\(node.location): sections that map keys to descriptions were expected.",
      hint: "As in: login: {title: {description: Headline, maximum-length: 24}}")
  }

  private static func length(_ text: String, _ location: String) throws -> Int {
    guard let length = Int(text), length > 0 else {
      throw Failure.usage(.contextMaximumLength, "\(location): the maximum length \"\(text)\" is not a number above 0.")
    }
    return length
  }

  /// Refuses an unknown header if an expected column is missing, because it may be misspelled. Otherwise further
  /// columns are allowed.
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
    let read = { (row: Row) throws in
      guard let known = columns else {
        try refuseMisspelt(row.filledCells.map { row.text(of: $0) }, path)
        columns = Dictionary(
          row.filledCells.compactMap { cell in ReviewColumn(header: row.text(of: cell)).map { ($0, cell.column) } },
          uniquingKeysWith: { first, _ in first })
        return
      }
      let text = { (column: ReviewColumn) in known[column].map { row.text(inColumn: $0) } ?? "" }
      guard !text(.key).isEmpty else { return }
      let limit = text(.maximumLength)
      contexts[TextKey(section: text(.section), key: text(.key))] = TextContext(
        description: text(.description), screenshot: text(.screenshot),
        maximumLength: limit.isEmpty ? nil : try length(limit, "\(path): row \(row.index + 1)"))
    }
    switch try SpreadsheetDocument.open(path: path, csv: CSVReadingOptions(), limits: SpreadsheetLimits()) {
    case .workbook(let workbook): try workbook.readRows(ofWorksheetAt: 0, read)
    case .delimited(let document): try document.readRows(read)
    }
    guard let columns, columns[.section] != nil, columns[.key] != nil else {
      throw Failure.usage(
        .contextColumns, "\(path): the columns Section and Key are missing.",
        hint: "The others are Description, Screenshot and Maximum length.")
    }
    return contexts
  }
}
