/// Collects the posts of conversations (MS-XLSX 2.1.16, Threaded Comments).
final class ThreadedCommentsReader: XMLElementReader {
  struct Post {
    let place: (row: Int, column: Int)
    let personID: String?
    var text: String
  }

  private(set) var comments: [Post] = []
  private let budget: CommentBudget
  private var post: Post?
  private var text: [UInt8] = []
  private var isInText = false
  private var depth = 0

  init(_ budget: CommentBudget) {
    self.budget = budget
  }

  func start(_ element: XMLElement, _ attributes: XMLAttributes) throws(SpreadsheetError) {
    depth = element.depth
    switch depth {
    case 1: if !element.is("ThreadedComments", in: .threadedComments) { throw Self.badPart }
    case 2 where element.is("threadedComment", in: .threadedComments):
      try budget.takeOne()
      post = Post(place: try CommentReference.place(attributes), personID: attributes.text("personId"), text: "")
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
    guard element.depth == 2, var post else { return }
    post.text = String(decoding: text, as: UTF8.self)
    try CommentReference.checkLength(post.text, at: post.place, limit: budget.textLimit)
    comments.append(post)
    self.post = nil
  }

  private static var badPart: SpreadsheetError {
    SpreadsheetError(
      .xlsxBadPart, "the threaded comments part does not contain threaded comments.",
      hint: "Open the file in a spreadsheet program and save it again.")
  }
}

/// Collects the names of the persons who take part in conversations.
final class PersonsReader: XMLElementReader {
  /// The names by ID, in lower case.
  private(set) var names: [String: String] = [:]
  private let budget: CommentBudget

  init(_ budget: CommentBudget) {
    self.budget = budget
  }

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
  static let threadedComments = XMLNamespace(
    transitional: "http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments",
    strict: "http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments")
}
