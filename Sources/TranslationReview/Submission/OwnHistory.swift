import Basics
import NStackAPI

/// What this profile's own earlier imports did, so that a sheet that comes back again is not in conflict with itself.
///
/// Work counts as a sheet's own where it came from the same sheet in the same file, by its path or its content: a copy of the
/// sheet that somebody else edited is no later work on the first one. Nor is a file that was not edited since: where it wants
/// something else than was proposed, somebody had decided so.
public struct OwnHistory: Sendable {
  /// Where a row stood.
  struct Source: Hashable, Sendable {
    let sheetID: String?
    let path: String
    let digest: String

    /// Whether rows of both are work on one sheet, the one after the other. A sheet without an id is known by its file.
    func isOfSameWork(as other: Source) -> Bool {
      if let sheetID, let id = other.sheetID, sheetID != id { return false }
      return path == other.path || isOfSameContent(as: other)
    }

    func isOfSameContent(as other: Source) -> Bool { !digest.isEmpty && digest == other.digest }
  }

  struct Posting: Hashable, Sendable {
    let text: TextIdentity
    let value: ExactText

    init(_ value: String, _ text: TextIdentity) {
      self.text = TextIdentity(section: text.section, key: text.key, locale: LocaleName.normalized(text.locale))
      self.value = ExactText(value)
    }
  }

  private var posted: [Posting: Set<Source>] = [:]
  /// What the server made of proposals, and what was taken back to.
  private var left: [Posting: Set<Source>] = [:]
  private var deleted: [Int: Set<Source>] = [:]
  private let resolve: @Sendable (_ path: String) -> String

  /// A history of nothing.
  ///
  /// - Parameter resolve: Makes of a file's path, as it was given, one that names the file for certain.
  public init(resolvingPathsBy resolve: @escaping @Sendable (_ path: String) -> String = { $0 }) {
    self.resolve = resolve
  }

  /// Whether two files may hold work on one sheet, the one after the other.
  public func isSameWork(_ left: ReturnedSheet.File, _ right: ReturnedSheet.File) -> Bool {
    source(left).isOfSameWork(as: source(right))
  }

  /// Adds what an import did, or may have done.
  ///
  /// - Parameter files: The files whose work all of it was, as for what was taken back; nil for the import's own, row by row.
  public mutating func add(_ changeset: Changeset, _ entries: [JournalEntry], as files: [ReturnedSheet.File]? = nil) {
    for deed in Self.deeds(of: changeset, entries, isUndo: files != nil) {
      let sources = files?.map(source) ?? deed.items.map { source(of: changeset.items[$0].row, in: changeset.files) }
      add(deed.question, Set(sources))
    }
  }

  /// Adds that an own import did something, as work on a file.
  package mutating func add(_ question: Question, sheetID: String?, of file: ReturnedSheet.File) {
    add(question, [Source(sheetID: sheetID, path: resolve(file.path), digest: file.digest)])
  }

  private mutating func add(_ question: Question, _ sources: Set<Source>) {
    switch question.deed {
    case .posted(let posting): posted[posting, default: []].formUnion(sources)
    case .left(let posting): left[posting, default: []].formUnion(sources)
    case .deleted(let id): deleted[id, default: []].formUnion(sources)
    }
  }

  /// Whether an own earlier import of a row's sheet proposed a value for its text, and the row is later work.
  func didPropose(_ value: String, in row: ReturnedRow, of files: [ReturnedSheet.File]) -> Bool {
    let place = Posting(value, row.row.text)
    let own = source(of: row, in: files)
    let isLater = posted[place]?.contains { own.isOfSameWork(as: $0) && !own.isOfSameContent(as: $0) } ?? false
    return isLater || isOwn(left[place], row, files)
  }

  /// Whether an own earlier import of a row's sheet deleted a proposal.
  func didDelete(_ id: Int, in row: ReturnedRow, of files: [ReturnedSheet.File]) -> Bool {
    isOwn(deleted[id], row, files)
  }

  private func isOwn(_ sources: Set<Source>?, _ row: ReturnedRow, _ files: [ReturnedSheet.File]) -> Bool {
    guard let sources else { return false }
    let own = source(of: row, in: files)
    return sources.contains { own.isOfSameWork(as: $0) }
  }

  private func source(_ file: ReturnedSheet.File) -> Source {
    Source(sheetID: file.sheetID, path: resolve(file.path), digest: file.digest)
  }

  private func source(of row: ReturnedRow, in files: [ReturnedSheet.File]) -> Source {
    let file = files.indices.contains(row.place.fileIndex) ? files[row.place.fileIndex] : nil
    return Source(
      sheetID: row.row.base?.sheetID?.text ?? file?.sheetID, path: resolve(row.place.file), digest: file?.digest ?? "")
  }
}
