/// A comment on a cell: a note, as older programs write it, or one post of a conversation.
package struct CellComment: Hashable, Sendable {
  /// The row of the cell, counted from zero.
  package let row: Int
  /// The column of the cell, counted from zero.
  package let column: Int
  /// Its author; nil if the file does not say.
  package let author: String?
  package let text: String

  package init(row: Int, column: Int, author: String?, text: String) {
    (self.row, self.column, self.author, self.text) = (row, column, author, text)
  }
}

extension XLSXWorkbook {
  /// The comments on the cells of a worksheet, in the order of the file, with posts of conversations first.
  ///
  /// A note that only repeats a conversation, for programs without conversations, is left out.
  ///
  /// - Parameter index: The index of the worksheet in ``worksheets``.
  /// - Throws: `xlsx.bad-relationship`, `xlsx.bad-part`, `xlsx.cell-reference`, `limit.cell-text`, `limit.comments` and
  ///   the codes of the parts.
  package func comments(ofWorksheetAt index: Int) throws(SpreadsheetError) -> [CellComment] {
    precondition(worksheets.indices.contains(index), "no worksheet at \(index)")
    do throws(SpreadsheetError) { return try readComments(ofPart: partNames[index]) } catch {
      throw parts.archive.file.hasChanged ? parts.archive.file.changedError : error.inFile(parts.archive.file.path)
    }
  }

  private func readComments(ofPart name: String) throws(SpreadsheetError) -> [CellComment] {
    let relationships = try Relationships(of: name, in: parts)
    let budget = CommentBudget(textLimit: parts.limits.cellText)
    let posts = ThreadedCommentsReader(budget)
    for relationship in relationships.all("threadedComment") { try read(relationship, of: relationships, with: posts) }
    let notes = CommentsReader(budget)
    for relationship in relationships.all("comments") {
      notes.beginPart()
      try read(relationship, of: relationships, with: notes)
    }
    var comments: [CellComment] = []
    if !posts.comments.isEmpty {
      let persons = PersonsReader(budget)
      for relationship in self.relationships.all("person") {
        try read(relationship, of: self.relationships, with: persons)
      }
      comments = posts.comments.map { post in
        CellComment(
          row: post.row, column: post.column, author: post.author.flatMap { persons.names[$0.lowercased()] },
          text: post.text)
      }
    }
    let discussed = Set(posts.comments.map { [$0.row, $0.column] })
    for note in notes.comments where !(note.repeatsConversation && discussed.contains([note.row, note.column])) {
      comments.append(note.said)
    }
    return comments
  }

  private func read(_ relationship: Relationship, of relationships: Relationships, with reader: any XMLElementReader)
    throws(SpreadsheetError)
  { _ = try parts.read(try relationships.partName(of: relationship, in: parts), with: reader) }
}
