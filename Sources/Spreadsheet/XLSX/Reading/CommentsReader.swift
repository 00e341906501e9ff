import Basics

/// Collects the notes of a comments part (ECMA-376 Part 1, 18.7).
final class CommentsReader: XMLElementReader {
  struct Note {
    let row: Int
    let column: Int
    let author: String?
    let text: String

    /// Whether this is the note that Excel writes beside a conversation for programs without conversations.
    var repeatsConversation: Bool { author?.hasPrefix("tc={") == true || text.hasPrefix("[Threaded comment]") }

    /// The note as a comment. If it repeats a conversation, only what was said in it.
    var comment: CellComment {
      guard repeatsConversation else { return CellComment(row: row, column: column, author: author, text: text) }
      return CellComment(row: row, column: column, author: nil, text: conversation ?? text)
    }

    /// What was said in a conversation that the note repeats; nil if the note has another form.
    ///
    /// Excel writes a title in brackets, a blank line, a hint for programs without conversations, a blank line, and then
    /// the posts, indented and each after a line with a label (`Comment:`, `Reply:`). All but the posts is in Excel's
    /// own language.
    private var conversation: String? {
      let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      guard lines.count > 5, lines[0].hasPrefix("["), lines[1].isEmpty, lines[3].isEmpty else { return nil }
      let posts = lines[4...]
      let said = posts.indices.filter { index in
        let isBeforePost = index + 1 < posts.endIndex && posts[index + 1].hasPrefix("    ")
        return
          !(isBeforePost && !posts[index].hasPrefix(" ")
          && (posts[index].last.map { [":", "：" as Character].contains($0) } ?? false))
      }
      return said.isEmpty ? nil : said.map { posts[$0] }.joined(separator: "\n")
    }
  }

  private enum Section {
    case authors, comments, other
  }

  private(set) var comments: [Note] = []
  private let budget: CommentBudget
  private var section = Section.other
  private var authors: [String] = []
  private var place: (row: Int, column: Int)?
  private var author: String?
  private var text: [UInt8] = []
  private var isInText = false
  private var isInRun = false
  /// The depth of the element whose text is being collected; 0 if there is none.
  private var textDepth = 0
  private var pieceStart = 0
  private var depth = 0

  init(_ budget: CommentBudget) {
    self.budget = budget
  }

  func beginPart() {
    authors = []
  }

  func start(_ element: XMLElement, _ attributes: XMLAttributes) throws(SpreadsheetError) {
    depth = element.depth
    let isOurs = XMLNamespace.spreadsheet.contains(element.namespace)
    func isNamed(_ name: StaticString) -> Bool { isOurs && XMLBytes.equal(element.name, name) }
    switch depth {
    case 1: if !isNamed("comments") { throw Self.badPart }
    case 2: section = isNamed("authors") ? .authors : isNamed("commentList") ? .comments : .other
    case 3 where section == .authors && isNamed("author"): startPiece()
    case 3 where section == .comments && isNamed("comment"): try startComment(attributes)
    case 4 where place != nil: isInText = isNamed("text")
    case 5 where isInText:
      isInRun = isNamed("r")
      if isNamed("t") { startPiece() }
    case 6 where isInText && isInRun: if isNamed("t") { startPiece() }
    default: break
    }
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(SpreadsheetError) {
    guard textDepth > 0, textDepth == depth else { return }
    try budget.take(bytes: bytes.count)
    text.append(contentsOf: bytes)
  }

  func end(_ element: XMLElement) throws(SpreadsheetError) {
    if element.depth == textDepth { endPiece() }
    depth = element.depth - 1
    guard element.depth == 3 else { return }
    if section == .authors, XMLBytes.equal(element.name, "author") {
      try budget.takeOne()
      authors.append(String(decoding: text, as: UTF8.self))
      text = []
    } else if let place {
      let written = String(decoding: text, as: UTF8.self)
      try CommentReference.checkLength(written, at: place, limit: budget.textLimit)
      comments.append(Note(row: place.row, column: place.column, author: author, text: written))
      self.place = nil
      isInText = false
    }
  }

  private func startComment(_ attributes: XMLAttributes) throws(SpreadsheetError) {
    try budget.takeOne()
    place = try CommentReference.place(attributes)
    author = attributes.number("authorId").flatMap { authors.indices.contains($0) ? authors[$0] : nil }
    text = []
    isInText = false
  }

  private func startPiece() {
    textDepth = depth
    pieceStart = text.count
  }

  private func endPiece() {
    textDepth = 0
    var piece = Array(text[pieceStart...])
    let length = piece.withUnsafeMutableBufferPointer { bytes in
      bytes.baseAddress.map { EscapedText.decode($0, count: bytes.count).count } ?? 0
    }
    text.replaceSubrange(pieceStart..., with: piece.prefix(length))
  }

  private static var badPart: SpreadsheetError {
    SpreadsheetError(
      .xlsxBadPart, "the comments part does not contain comments.",
      hint: "Open the file in a spreadsheet program and save it again.")
  }
}

enum CommentReference {
  /// The row and column of the cell; for a range, of its first cell.
  static func place(_ attributes: XMLAttributes) throws(SpreadsheetError) -> (row: Int, column: Int) {
    let reference = attributes.bytes("ref") ?? UnsafeBufferPointer(start: nil, count: 0)
    let first = reference.prefix { $0 != UInt8(ascii: ":") }
    guard let place = CellReferenceText.place(UnsafeBufferPointer(rebasing: first)) else {
      throw SpreadsheetError(
        .xlsxCellReference,
        "a comment refers to \"\(String(decoding: reference.prefix(32), as: UTF8.self))\","
          + " which is not a cell of a worksheet.",
        hint: "Open the file in a spreadsheet program and save it again.")
    }
    return place
  }

  static func checkLength(_ text: String, at place: (row: Int, column: Int), limit: Int) throws(SpreadsheetError) {
    if text.utf8.count > limit, text.utf16.count > limit {
      throw .limit(
        .limitCellText, "a comment is longer than \(limit) characters (UTF-16 code units).", raise: "cellText",
        place: .init(cell: CellName.cell(row: place.row, column: place.column)))
    }
  }
}
