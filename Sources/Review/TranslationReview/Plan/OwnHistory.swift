import Basics
import NStackAPI

/// The actions of this profile's earlier imports, so that a sheet that is imported again is not in conflict with itself.
///
/// An earlier action belongs to a sheet if it came from the same sheet id and the same file, by path or by contents. A
/// copy of the sheet that another reviewer edited does not count as later work on the first. Nor does a file that was
/// not edited after its import: if the server no longer has what the file asked for, a person decided that.
package struct OwnHistory: Sendable {
  /// The sheet and file that a row came from.
  struct Source: Hashable, Sendable {
    let sheetID: String?
    let path: String
    let digest: String

    /// Whether both are states of one sheet. A sheet without an id is identified by its file.
    func isOfSameWork(as other: Source) -> Bool {
      if let sheetID, let id = other.sheetID, sheetID != id { return false }
      return path == other.path || isOfSameContent(as: other)
    }

    func isOfSameContent(as other: Source) -> Bool { !digest.isEmpty && digest == other.digest }
  }

  package struct Posting: Hashable, Sendable {
    let text: TextIdentity
    let value: ExactText

    init(_ value: String, _ text: TextIdentity) {
      self.text = text.normalized
      self.value = ExactText(value)
    }
  }

  private var posted: [Posting: Set<Source>] = [:]
  /// Values that the server altered, and values that an undo restored.
  private var left: [Posting: Set<Source>] = [:]
  private var deleted: [Int: Set<Source>] = [:]
  /// The presets of the sheets, by the sheets' ids.
  package var presets: [String: String] = [:]
  /// The people in whose files a text was written that was not sent, by ``WrittenText``.
  package var writers: [TextHash: Set<String>] = [:]
  private let resolve: @Sendable (_ path: String) -> String

  /// Creates an empty history.
  ///
  /// - Parameter resolve: Turns the path of a file, as it was given, into one that identifies the file.
  package init(resolvingPathsBy resolve: @escaping @Sendable (_ path: String) -> String = { $0 }) {
    self.resolve = resolve
  }

  /// Whether two files may be states of one sheet.
  package func isSameWork(_ left: ReturnedSheet.File, _ right: ReturnedSheet.File) -> Bool {
    source(left).isOfSameWork(as: source(right))
  }

  /// Adds one action of an import, as work on a file.
  package mutating func add(_ question: Question, sheetID: String?, of file: ReturnedSheet.File) {
    add(question, [Source(sheetID: sheetID, path: resolve(file.path), digest: file.digest)])
  }

  mutating func add(_ question: Question, _ sources: Set<Source>) {
    switch question {
    case .posted(let posting): posted[posting, default: []].formUnion(sources)
    case .left(let posting): left[posting, default: []].formUnion(sources)
    case .deleted(let id): deleted[id, default: []].formUnion(sources)
    }
  }

  /// Whether an earlier import of a row's sheet proposed a value for its text, and the row was edited after that.
  func didPropose(_ value: String, in row: ReturnedRow, of files: [ReturnedSheet.File]) -> Bool {
    let posting = Posting(value, row.text)
    let own = source(of: row, in: files)
    let isLater = posted[posting]?.contains { own.isOfSameWork(as: $0) && !own.isOfSameContent(as: $0) } ?? false
    return isLater || isOwn(left[posting], row, files)
  }

  /// Whether a value was proposed in sheets of other presets than that of a row's sheet, and in none of its own.
  func wasSentForAnother(_ value: String, in row: ReturnedRow, of files: [ReturnedSheet.File]) -> Bool {
    guard let own = presets[source(of: row, in: files).sheetID ?? ""] else { return false }
    let known = posted[Posting(value, row.text)]?.compactMap { presets[$0.sheetID ?? ""] } ?? []
    return !known.isEmpty && !known.contains(own)
  }

  /// Whether an earlier import of a row's sheet deleted a proposal.
  func didDelete(_ id: Int, in row: ReturnedRow, of files: [ReturnedSheet.File]) -> Bool {
    isOwn(deleted[id], row, files)
  }

  private func isOwn(_ sources: Set<Source>?, _ row: ReturnedRow, _ files: [ReturnedSheet.File]) -> Bool {
    guard let sources else { return false }
    let own = source(of: row, in: files)
    return sources.contains { own.isOfSameWork(as: $0) }
  }

  func source(_ file: ReturnedSheet.File) -> Source {
    Source(sheetID: file.sheetID, path: resolve(file.path), digest: file.digest)
  }

  func source(of row: ReturnedRow, in files: [ReturnedSheet.File]) -> Source {
    let file = files.indices.contains(row.place.fileIndex) ? files[row.place.fileIndex] : nil
    return Source(
      sheetID: row.base?.sheetID?.text ?? file?.sheetID, path: resolve(row.place.file), digest: file?.digest ?? "")
  }
}

/// The questions that a plan asks about earlier imports.
extension OwnHistory {
  /// An action that one of this profile's imports may have taken.
  package enum Question: Hashable, Sendable {
    /// Proposed a value for a text.
    case posted(Posting)
    /// Left a text with a value, by an undo or because the server altered a proposal.
    case left(Posting)
    /// Deleted the proposal with an id.
    case deleted(Int)

    /// A hash that is unique to the question, in 64 hexadecimal digits.
    package var fingerprint: String {
      switch self {
      case .posted(let posting): PlanIdentity(parts: ["posted"] + Self.parts(posting)).text
      case .left(let posting): PlanIdentity(parts: ["left"] + Self.parts(posting)).text
      case .deleted(let id): PlanIdentity(parts: ["deleted", "\(id)"]).text
      }
    }

    private static func parts(_ posting: Posting) -> [String] {
      [posting.text.section, posting.text.key, posting.text.locale, posting.value.string]
    }
  }

  /// Returns the questions that planning a sheet may ask.
  package static func questions(of sheet: ReturnedSheet, against catalog: Catalog) -> Set<Question> {
    var questions: Set<Question> = []
    for row in sheet.rows {
      for own in catalog.pendingProposals(of: row.text) where own.canDelete {
        let posting = Posting(own.value, row.text)
        questions.formUnion([.posted(posting), .left(posting)])
      }
      if let id = row.base?.proposalID { questions.insert(.deleted(id)) }
    }
    return questions
  }
}
