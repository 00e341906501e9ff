import Basics

/// Collects the notes of a comments part (ECMA-376 Part 1, 18.7).
final class CommentsReader: XMLElementReader {
  private enum Section { case authors, comments, other }

  private(set) var comments: [CellComment] = []
  private let budget: CommentBudget
  private var section = Section.other
  private var authors: [String] = []
  private var place: CommentBudget.Position?
  private var author: String?
  private var text: [UInt8] = []
  private var isInText = false
  private var isInRun = false
  /// The depth of the element whose text is being collected; 0 if there is none.
  private var textDepth = 0
  private var pieceStart = 0
  private var depth = 0

  init(_ budget: CommentBudget) { self.budget = budget }

  func beginPart() { authors = [] }

  func start(_ element: XMLElement, _ attributes: XMLAttributes) throws(SpreadsheetError) {
    depth = element.depth
    let isOurs = XMLNamespace.spreadsheet.contains(element.namespace)
    func isNamed(_ name: StaticString) -> Bool { isOurs && element.name.equals(name) }
    switch depth {
    case 1: if !isNamed("comments") { throw .xlsx(.xlsxBadPart, "the comments part does not contain comments.") }
    case 2: section = isNamed("authors") ? .authors : isNamed("commentList") ? .comments : .other
    case 3 where section == .authors && isNamed("author"): startPiece()
    case 3 where section == .comments && isNamed("comment"):
      place = try budget.begin(attributes)
      author = attributes.number("authorId").flatMap { authors.indices.contains($0) ? authors[$0] : nil }
      text = []
      isInText = false
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
    if section == .authors, element.name.equals("author") {
      try budget.takeOne()
      authors.append(String(decoding: text, as: UTF8.self))
      text = []
    } else if let place {
      comments.append(try budget.comment(text, at: place, by: author))
      self.place = nil
      isInText = false
    }
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
}

extension CellComment {
  /// Whether this is the note that Excel writes beside a conversation for programs without conversations.
  var repeatsConversation: Bool { author?.hasPrefix("tc={") == true || text.hasPrefix("[Threaded comment]") }

  /// The comment; if it repeats a conversation, only its posts.
  var said: CellComment {
    repeatsConversation ? CellComment(row: row, column: column, author: nil, text: conversation ?? text) : self
  }

  /// The posts of a conversation that the note repeats; nil if the note has another form.
  ///
  /// Excel writes a title in brackets, a blank line, a hint for programs without conversations, a blank line, and then
  /// the posts, indented and each after a line with a label (`Comment:`, `Reply:`). Everything except the posts is in
  /// Excel's interface language.
  private var conversation: String? {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard lines.count > 5, lines[0].hasPrefix("["), lines[1].isEmpty, lines[3].isEmpty else { return nil }
    let posts = lines[4...]
    let said = posts.indices.filter { index in
      let isBeforePost = index + 1 < posts.endIndex && posts[index + 1].hasPrefix("    ")
      let endsAsLabel = posts[index].hasSuffix(":") || posts[index].hasSuffix("：")
      return !(isBeforePost && endsAsLabel && !posts[index].hasPrefix(" "))
    }
    return said.isEmpty ? nil : said.map { posts[$0] }.joined(separator: "\n")
  }
}

/// Collects the posts of conversations (MS-XLSX 2.1.16, Threaded Comments).
final class ThreadedCommentsReader: XMLElementReader {
  /// The posts, each with the number of its author among the persons.
  private(set) var comments: [CellComment] = []
  private let budget: CommentBudget
  private var post: (place: CommentBudget.Position, person: String?)?
  private var text: [UInt8] = []
  private var isInText = false
  private var depth = 0

  init(_ budget: CommentBudget) { self.budget = budget }

  func start(_ element: XMLElement, _ attributes: XMLAttributes) throws(SpreadsheetError) {
    depth = element.depth
    switch depth {
    case 1 where !element.is("ThreadedComments", in: .threadedComments):
      throw .xlsx(.xlsxBadPart, "the threaded comments part does not contain threaded comments.")
    case 2 where element.is("threadedComment", in: .threadedComments):
      post = (try budget.begin(attributes), attributes.text("personId"))
      text = []
    case 3: isInText = element.is("text", in: .threadedComments)
    default: break
    }
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(SpreadsheetError) {
    guard isInText, depth == 3 else { return }
    try budget.take(bytes: bytes.count)
    text.append(contentsOf: bytes)
  }

  func end(_ element: XMLElement) throws(SpreadsheetError) {
    depth = element.depth - 1
    if element.depth == 3 { isInText = false }
    guard element.depth == 2, let (place, person) = post else { return }
    comments.append(try budget.comment(text, at: place, by: person))
    self.post = nil
  }
}

final class PersonsReader: XMLElementReader {
  private(set) var names: [String: String] = [:]
  private let budget: CommentBudget

  init(_ budget: CommentBudget) { self.budget = budget }

  func start(_ element: XMLElement, _ attributes: XMLAttributes) throws(SpreadsheetError) {
    guard element.depth == 2, element.is("person", in: .threadedComments), let id = attributes.text("id"),
      let name = attributes.text("displayName")
    else { return }
    try budget.takeOne()
    try budget.take(bytes: name.utf8.count)
    names[id.lowercased()] = name
  }
}

extension XMLNamespace {
  /// Conversations and persons share one namespace.
  static let threadedComments = XMLNamespace("http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments")
}

/// The limit for all comments of a worksheet together.
final class CommentBudget {
  typealias Position = (row: Int, column: Int)

  /// Enough for a comment on every `Proposal` cell of a large review sheet.
  private static let countLimit = 100_000
  private static let byteLimit = 16 << 20

  private let textLimit: Int
  private var countLeft = countLimit
  private var bytesLeft = byteLimit

  init(textLimit: Int) { self.textLimit = textLimit }

  /// Begins a comment. Returns its cell; for a range, the first one.
  func begin(_ attributes: XMLAttributes) throws(SpreadsheetError) -> Position {
    try takeOne()
    let reference = attributes.bytes("ref") ?? UnsafeBufferPointer(start: nil, count: 0)
    let first = reference.prefix { $0 != UInt8(ascii: ":") }
    if let place = CellReferenceText.place(UnsafeBufferPointer(rebasing: first)) { return place }
    let found = String(decoding: reference.prefix(32), as: UTF8.self)
    throw .xlsx(.xlsxCellReference, "a comment refers to \"\(found)\", which is not a cell of a worksheet.")
  }

  /// Creates a comment when its element ends.
  func comment(_ utf8: [UInt8], at place: Position, by author: String?) throws(SpreadsheetError) -> CellComment {
    let text = String(decoding: utf8, as: UTF8.self)
    if text.utf8.count > textLimit, text.utf16.count > textLimit {
      throw .limit(
        .limitCellText, "a comment is longer than \(textLimit) characters (UTF-16 code units).", raise: "cellText",
        place: .init(cell: CellName.cell(row: place.row, column: place.column)))
    }
    return CellComment(row: place.row, column: place.column, author: author, text: text)
  }

  func takeOne() throws(SpreadsheetError) {
    countLeft -= 1
    if countLeft < 0 { throw Self.tooMuch }
  }

  func take(bytes: Int) throws(SpreadsheetError) {
    bytesLeft -= bytes
    if bytesLeft < 0 { throw Self.tooMuch }
  }

  private static var tooMuch: SpreadsheetError {
    SpreadsheetError(
      .limitComments,
      "the worksheet has more than \(countLimit) comments and authors, or they take more than \(byteLimit) bytes.",
      hint: "Delete comments that are no longer needed.")
  }
}
