import Basics
import ReviewJournal
import Spreadsheet
import Synchronization
import TranslationReview

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The file that keeps drafts from run to run: one line for each step, in the order of the steps.
///
/// A line is a fingerprint and a step in JSON. It is synced before the decision is answered, so neither a program that
/// is killed nor a power cut loses one. A line that was cut off at the end of the file was never answered, and is
/// dropped. The user alone can read the file, and one process at a time has it.
final class DraftFile: Sendable {
  /// The most bytes of the file.
  static let most = 256 << 20
  /// The fewest bytes of lines without a meaning that are worth a new file.
  private static let wasteWorthRemoving = 2 << 20
  private static let format = 1

  /// The path of the file.
  let path: String
  private let header: String
  private let lock: ProcessLock
  private let most: Int
  private let rewrite: @Sendable (_ text: String, _ path: String) throws -> Void
  private let sync: @Sendable (_ descriptor: Int32) -> Int32
  /// The bytes that the lines with a meaning had when they were last counted.
  private let meaningful = Mutex(0)

  /// Opens the file, which is created with the first step, and locks it.
  ///
  /// - Parameters:
  ///   - scope: The application, platform and origin that the drafts are for.
  ///   - profile: The name of the profile. Each has drafts of its own.
  ///   - most: The most bytes that the file may have.
  ///   - rewrite: Writes the file anew, whole or not at all.
  ///   - sync: Brings what was written to the disk, as `fsync` does.
  /// - Throws: ``ReviewPageError``: `drafts.locked`, `drafts.write`.
  init(
    in folder: String, _ scope: SheetScope, profile: String, most: Int = DraftFile.most,
    rewrite: @escaping @Sendable (_ text: String, _ path: String) throws -> Void = { try PlainFile.write($0, to: $1) },
    sync: @escaping @Sendable (_ descriptor: Int32) -> Int32 = { fsync($0) }
  ) throws(ReviewPageError) {
    (self.most, self.sync, self.rewrite) = (most, sync, rewrite)
    path = StateFolder.drafts(in: folder, profile: profile, scope: scope.hash)
    header = Self.line(
      .object([
        ("drafts", .integer(Self.format)), ("scope", .string(scope.hash.text)), ("platform", .string(scope.platform)),
        ("origin", .string(scope.origin)), ("profile", .string(profile)),
      ]))
    do {
      try PlainFile.makeFolders(above: path)
    } catch {
      throw ReviewPageError(.draftsUnwritten, "The folder of the drafts cannot be created: \(error)")
    }
    do throws(ProcessLock.Failure) {
      lock = try ProcessLock(path: path + ".lock")
    } catch {
      switch error {
      case .held(let holder):
        throw ReviewPageError(
          .draftsLocked,
          "Another review of this application is open on this machine"
            + (holder.map { " (process \($0))." } ?? ".") + " Use its page, or end it first.")
      case .system(let what, let reason):
        throw ReviewPageError(.draftsUnwritten, "\(what): \(String(cString: strerror(reason))).")
      }
    }
  }

  /// Lets another process open the file.
  func release() {
    lock.release()
  }

  // MARK: - Reading

  /// Reads the drafts, and makes the file short if most of it has no meaning any more.
  ///
  /// - Throws: ``ReviewPageError``: `drafts.damaged`, `drafts.other-application`, `drafts.write`.
  func read() throws(ReviewPageError) -> DraftBook {
    let bytes: [UInt8]
    do {
      bytes = try PlainFile.bytes(at: path, most: most) ?? []
    } catch {
      throw ReviewPageError(.draftsDamaged, "The drafts in \(Visible.path(path)) cannot be read: \(error)")
    }
    // A line that was cut off has no end.
    let whole = bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    if whole < bytes.count { try cut(to: whole) }
    var book = DraftBook()
    for (index, line) in bytes[..<whole].split(separator: 0x0A).enumerated() {
      guard let json = Self.json(ofLine: line) else { throw damaged(line: index + 1) }
      if index == 0 {
        try check(header: json)
      } else {
        guard let step = DraftStep(json) else { throw damaged(line: index + 1) }
        book.take(step)
      }
    }
    shorten(to: book, from: whole)
    return book
  }

  private func check(header json: JSONValue) throws(ReviewPageError) {
    guard Self.line(json) != header else { return }
    throw ReviewPageError(
      .otherDrafts,
      "The drafts in \(Visible.path(path)) belong to another application or profile, or a newer version wrote them. Move the "
        + "file away to begin without drafts.")
  }

  private func damaged(line: Int) -> ReviewPageError {
    ReviewPageError(
      .draftsDamaged,
      "The drafts in \(Visible.path(path)) are damaged: line \(line) is not as it was written. Remove the line to go "
        + "on without that decision, or move the file away to begin without drafts.")
  }

  // MARK: - Writing

  /// Adds steps, which are on the disk when this returns.
  ///
  /// - Parameter book: What the file then means.
  /// - Throws: ``ReviewPageError`` `drafts.write`. The file is as it was then.
  func append(_ steps: [DraftStep], leadingTo book: DraftBook) throws(ReviewPageError) {
    guard !steps.isEmpty else { return }
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw unwritten(errno) }
    defer { close(descriptor) }
    let size = Int(lseek(descriptor, 0, SEEK_END))
    guard size >= 0 else { throw unwritten(errno) }
    let text = (size == 0 ? header : "") + steps.map { Self.line($0.json) }.joined()
    guard size + text.utf8.count <= most else { return try writeAnew(book) }
    do {
      try Array(text.utf8).withUnsafeBytes { try CheckedWrite.write($0, to: descriptor, file: path) }
    } catch {
      // Half a line in the middle of the file would be damage.
      _ = ftruncate(descriptor, off_t(size))
      throw ReviewPageError(.draftsUnwritten, "The draft was not kept: \(error)")
    }
    guard sync(descriptor) == 0 else {
      let reason = errno
      _ = ftruncate(descriptor, off_t(size))
      throw unwritten(reason)
    }
    if size == 0 { SyncedFolder.syncName(of: path) }
    shorten(to: book, from: size + text.utf8.count)
  }

  /// Writes the file anew, because it would become larger than it can be read.
  private func writeAnew(_ book: DraftBook) throws(ReviewPageError) {
    let text = text(of: book)
    guard text.utf8.count <= most else {
      throw ReviewPageError(
        .draftsUnwritten,
        "The draft was not kept: \(Visible.path(path)) would be larger than \(most) bytes. Send drafts, and then "
          + "decide more.")
    }
    do {
      try rewrite(text, path)
    } catch {
      throw ReviewPageError(.draftsUnwritten, "The draft was not kept: \(error)")
    }
    meaningful.withLock { $0 = text.utf8.count }
  }

  private func text(of book: DraftBook) -> String {
    header + book.steps.map { Self.line($0.json) }.joined()
  }

  private func cut(to size: Int) throws(ReviewPageError) {
    guard truncate(path, off_t(size)) == 0 else { throw unwritten(errno) }
  }

  /// Writes the file anew if its lines without a meaning are many.
  ///
  /// A failure is ignored, because the long file means the same. The next try is when the file is twice as long.
  private func shorten(to book: DraftBook, from size: Int) {
    guard size > 2 * meaningful.withLock(\.self) + Self.wasteWorthRemoving else { return }
    let text = text(of: book)
    meaningful.withLock { $0 = text.utf8.count }
    guard size > 2 * text.utf8.count + Self.wasteWorthRemoving else { return }
    do {
      try rewrite(text, path)
    } catch {
      meaningful.withLock { $0 = size }
    }
  }

  private func unwritten(_ number: Int32) -> ReviewPageError {
    ReviewPageError(
      .draftsUnwritten,
      "The draft was not kept: \(Visible.path(path)) cannot be written (\(String(cString: strerror(number)))).")
  }

  // MARK: - Lines

  private static func line(_ json: JSONValue) -> String {
    let text = String(decoding: json.compactUTF8, as: UTF8.self)
    return "\(TextHash(text).text) \(text)\n"
  }

  /// The JSON of a line without its end; nil if the line is not as it was written.
  private static func json(ofLine line: ArraySlice<UInt8>) -> JSONValue? {
    guard let space = line.firstIndex(of: 0x20), let text = String(validating: line[(space + 1)...], as: UTF8.self),
      line[..<space].elementsEqual(TextHash(text).text.utf8)
    else { return nil }
    return try? JSONValue(parsing: text)
  }
}
