import Basics
import Foundation
import ReviewJournal
import Spreadsheet
import Synchronization
import TranslationReview

/// The file that keeps drafts from run to run: one line for each step, in the order of the steps.
///
/// A line is a fingerprint and a step in JSON. It is synced before the decision is answered, so neither a crash nor a
/// power cut loses a decision. The last line is a fingerprint of all other lines, which shows if any line was lost.
/// Only the user can read the file, and only one process at a time can use it.
///
/// If another program removed, moved or changed the file, it is rewritten with all drafts, and the changed file is kept
/// beside it.
final class DraftFile: Sendable {
  /// The most bytes of the file.
  static let most = 256 << 20
  /// The file is rewritten when at least this many bytes are obsolete lines.
  private static let wasteWorthRemoving = 2 << 20
  /// The version of the format. A file of any other version is refused.
  private static let format = 4

  private struct State {
    var lock: ProcessLock
    /// The file's version after the last write; nil if there is no file.
    var version: FileVersion?
    /// The size in bytes of the lines that are not obsolete, when they were last counted.
    var meaningful = 0
    /// The last line of the file.
    var seal = Seal()
  }

  /// The fingerprint of all lines, kept as the file's last line.
  private struct Seal: Equatable {
    static let length = Seal().line.utf8.count
    private var hash = TextHash("drafts")

    /// Adds a line's fingerprint.
    mutating func add(_ line: Substring.UTF8View) { add(Array(line.prefix { $0 != 0x20 })) }

    mutating func add(_ fingerprint: [UInt8]) {
      hash = TextHash(hash.text + String(decoding: fingerprint, as: UTF8.self))
    }

    var line: String { hash.text + "\n" }
  }

  let path: String
  private let header: String
  private let most: Int
  private let rewrite: @Sendable (_ text: String, _ path: String) throws -> Void
  private let sync: @Sendable (_ descriptor: Int32) -> Int32
  private let state: Mutex<State>

  /// Locks the file, which the first step creates. Each application and profile has a separate file.
  ///
  /// - Parameters:
  ///   - most: The most bytes that the file may have.
  ///   - rewrite: Rewrites the file atomically.
  ///   - sync: Syncs the file to disk, like `fsync`.
  init(
    in folder: String, _ scope: SheetScope, profile: String, most: Int = DraftFile.most,
    rewrite: @escaping @Sendable (_ text: String, _ path: String) throws -> Void = { try PlainFile.write($0, to: $1) },
    sync: @escaping @Sendable (_ descriptor: Int32) -> Int32 = { fsync($0) }
  ) throws(ReviewPageError) {
    (self.most, self.sync, self.rewrite) = (most, sync, rewrite)
    path = StateFolder.drafts(in: folder, profile: profile, scope: scope.hash)
    let header = JSONValue.members([
      "drafts": Self.format, "scope": scope.hash.text, "platform": scope.platform, "origin": scope.origin,
      "profile": profile,
    ])
    self.header = Self.line(String(decoding: header.compactUTF8, as: UTF8.self))
    state = Mutex(State(lock: try Self.lock(path)))
  }

  private static func lock(_ path: String) throws(ReviewPageError) -> ProcessLock {
    do { try PlainFile.makeFolders(above: path) } catch {
      throw ReviewPageError(.draftsUnwritten, "The folder of the drafts cannot be created: \(error)")
    }
    do throws(ProcessLock.Failure) { return try ProcessLock(path: path + ".lock") } catch {
      switch error {
      case .held(let holder):
        throw ReviewPageError(
          .draftsLocked,
          "Another review of this application is open on this machine\(holder). Use its page, or end it first.")
      case .system(let what, let reason):
        throw ReviewPageError(.draftsUnwritten, "\(what): \(String(cString: strerror(reason))).")
      }
    }
  }

  /// Releases the lock, so that another process can open the file.
  func release() { state.withLock { $0.lock.release() } }

  // MARK: - The port

  private var portPath: String { path + ".port" }

  /// The port at which the drafts were last reviewed; nil if it is not known.
  var lastPort: Int? {
    (try? PlainFile.bytes(at: portPath, most: 6)).flatMap { Digits.integer($0) }.flatMap {
      (1...65_535).contains($0) ? $0 : nil
    }
  }

  /// Stores the port for the next review. A failure is ignored, because that review can take a free port.
  func keep(port: Int) { try? PlainFile.write("\(port)", to: portPath) }

  // MARK: - Reading

  /// Reads the drafts. A damaged file is rewritten with its readable lines, and so is one with many obsolete lines.
  ///
  /// - Returns: The drafts, and a remark if the file was damaged.
  func read() throws(ReviewPageError) -> (book: DraftBook, remark: String?) {
    try state.withLock { state throws(ReviewPageError) in
      let version = FileVersion(path: path)
      let found: [UInt8]?
      do { found = try PlainFile.bytes(at: path, most: most) } catch {
        throw ReviewPageError(.draftsDamaged, "The drafts in \(Visible.path(path)) cannot be read: \(error)")
      }
      guard let bytes = found else { return (DraftBook(), nil) }
      let contents = try contents(of: bytes)
      if let damage = contents.damage {
        let copy = bytes.isEmpty ? nil : try setAside()
        try writeAnew(contents.book, &state)
        return (contents.book, Self.remark(damage, keptAs: copy))
      }
      (state.version, state.seal) = (version, contents.seal)
      shorten(to: contents.book, from: bytes.count, &state)
      return (contents.book, nil)
    }
  }

  /// The contents of a file, and how it is damaged; nil for no damage.
  private func contents(of bytes: [UInt8]) throws(ReviewPageError) -> (book: DraftBook, seal: Seal, damage: String?) {
    var (book, seal, hasHeader) = (DraftBook(), Seal(), false)
    var (lines, damaged) = (0, 0)
    var all = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let isEnded = all.last?.isEmpty == true
    if isEnded { all.removeLast() }
    let last = all.last.flatMap { $0.contains(0x20) ? nil : all.popLast() }
    for line in all {
      seal.add(Array(line.prefix { $0 != 0x20 }))
      if line.isEmpty { continue }
      lines += 1
      // The damage may be in the end of a line.
      guard let text = Self.text(ofLine: line) ?? Self.text(ofLine: line.dropLast()) else {
        damaged += 1
        continue
      }
      if let step = try? JSONDecoder().decode(DraftStep.self, from: Data(text.utf8)) {
        book.apply(step)
      } else if Self.line(text) == header {
        hasHeader = true
      } else {
        throw ReviewPageError(
          .otherDrafts,
          "The drafts in \(Visible.path(path)) belong to another application or profile, or have another version than this "
            + "program reads. Move the file away to begin without drafts.")
      }
    }
    let isSealed = isEnded && last.map { $0.elementsEqual(seal.line.utf8.dropLast()) } == true
    if damaged > 0 {
      let damage =
        "\(damaged) of its \(Counted.text(lines, "line")) cannot be read, and what was decided there is left out"
      return (book, seal, damage)
    }
    guard !isSealed || !hasHeader else { return (book, seal, nil) }
    let isWhole = isEnded && last?.count == Seal.length - 1
    let what = hasHeader ? isWhole ? "a line of it is" : "its end is" : "its beginning is"
    return (book, seal, "\(what) missing, and decisions may be missing with it")
  }

  private static func remark(_ damage: String, keptAs copy: String?) -> String {
    "The file of drafts was damaged: \(damage). Drafts that you changed or discarded may be back, so look at the "
      + "drafts before you send them." + (copy.map { " The damaged file is kept as \(Visible.path($0))." } ?? "")
  }

  // MARK: - Writing

  /// Adds steps, which are on disk when this returns. Without steps, this only restores a file that another program
  /// changed.
  ///
  /// - Parameter book: The contents of the file afterwards.
  /// - Returns: A remark if another program had changed the file.
  /// - Throws: ``ReviewPageError``: `drafts.write`, and `drafts.locked` if another process took the drafts after the
  ///   file of the lock was removed. The file is then unchanged.
  @discardableResult func append(_ steps: [DraftStep], leadingTo book: DraftBook) throws(ReviewPageError) -> String? {
    guard !steps.isEmpty || !book.isEmpty else { return nil }
    return try state.withLock { state throws(ReviewPageError) in
      if !state.lock.holds { state.lock = try Self.lock(path) }
      let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else {
        guard errno == ENOENT else { throw unwritten(errno) }
        try writeAnew(book, &state)
        return nil
      }
      defer { close(descriptor) }
      guard let version = state.version, FileVersion(descriptor: descriptor) == version else {
        let copy = try setAside()
        try writeAnew(book, &state)
        return
          "The file of drafts was changed by something else while the review was open. It was written anew with all "
          + "drafts of this page, and what was there is kept as \(Visible.path(copy))."
      }
      if !steps.isEmpty { try append(steps, to: descriptor, leadingTo: book, &state) }
      return nil
    }
  }

  private func append(_ steps: [DraftStep], to descriptor: Int32, leadingTo book: DraftBook, _ state: inout State)
    throws(ReviewPageError)
  {
    // The steps overwrite the last line.
    let end = Int(lseek(descriptor, -off_t(Seal.length), SEEK_END))
    guard end >= 0 else { throw unwritten(errno) }
    var seal = state.seal
    let text = Self.sealed(try Self.lines(of: steps), &seal)
    guard end + text.utf8.count <= most else { return try writeAnew(book, &state) }
    if let reason = LineFile.append(text, to: descriptor, size: end, sync: sync) {
      _ = pwrite(descriptor, state.seal.line, Seal.length, off_t(end))
      state.version = FileVersion(descriptor: descriptor)
      throw unwritten(reason)
    }
    (state.version, state.seal) = (FileVersion(descriptor: descriptor), seal)
    // The file may have been removed or replaced during the write.
    guard FileVersion(path: path) == state.version else { return try writeAnew(book, &state) }
    shorten(to: book, from: end + text.utf8.count, &state)
  }

  /// Rewrites the file, and creates the folders above it.
  private func writeAnew(_ book: DraftBook, _ state: inout State) throws(ReviewPageError) {
    let (text, seal) = try text(of: book)
    guard text.utf8.count <= most else {
      throw ReviewPageError(
        .draftsUnwritten,
        "The draft was not kept: \(Visible.path(path)) would be larger than \(most) bytes. Send drafts, and then "
          + "decide more.")
    }
    do { try rewrite(text, path) } catch { throw ReviewPageError(.draftsUnwritten, "The draft was not kept: \(error)") }
    (state.version, state.seal) = (FileVersion(path: path), seal)
    state.meaningful = text.utf8.count
  }

  /// Gives the file a second name, which the rewrite does not replace.
  private func setAside() throws(ReviewPageError) -> String {
    var number = 1
    while PlainFile.exists("\(path).aside-\(number)") { number += 1 }
    let copy = "\(path).aside-\(number)"
    // Some file systems have no hard links.
    guard link(path, copy) == 0 || rename(path, copy) == 0 else { throw unwritten(errno) }
    return copy
  }

  private func text(of book: DraftBook) throws(ReviewPageError) -> (text: String, seal: Seal) {
    var seal = Seal()
    return (Self.sealed([header] + (try Self.lines(of: book.steps)), &seal), seal)
  }

  /// The lines, followed by the seal.
  private static func sealed(_ lines: [String], _ seal: inout Seal) -> String {
    for line in lines { seal.add(line[...].utf8) }
    return lines.joined() + seal.line
  }

  /// Rewrites the file if it has many obsolete lines.
  ///
  /// A failure is ignored, because the long file has the same contents. The next attempt is made when the file is twice
  /// as long.
  private func shorten(to book: DraftBook, from size: Int, _ state: inout State) {
    guard size > 2 * state.meaningful + Self.wasteWorthRemoving, let (text, seal) = try? text(of: book) else { return }
    state.meaningful = text.utf8.count
    guard size > 2 * text.utf8.count + Self.wasteWorthRemoving else { return }
    do {
      try rewrite(text, path)
      (state.version, state.seal) = (FileVersion(path: path), seal)
    } catch { state.meaningful = size }
  }

  private func unwritten(_ number: Int32) -> ReviewPageError {
    ReviewPageError(
      .draftsUnwritten,
      "The draft was not kept: \(Visible.path(path)) cannot be written (\(String(cString: strerror(number)))).")
  }

  // MARK: - Lines

  private static func line(_ text: String) -> String { "\(TextHash(text).text) \(text)\n" }

  private static func lines(of steps: [DraftStep]) throws(ReviewPageError) -> [String] {
    let encoder = JSONEncoder.ofRecords
    do { return try steps.map { line(String(decoding: try encoder.encode($0), as: UTF8.self)) } } catch {
      throw ReviewPageError(.draftsUnwritten, "The draft was not kept: \(error)")
    }
  }

  /// The step in a line, without the fingerprint and the line end; nil if the line was changed.
  private static func text(ofLine line: ArraySlice<UInt8>) -> String? {
    guard let space = line.firstIndex(of: 0x20), let text = String(validating: line[(space + 1)...], as: UTF8.self),
      line[..<space].elementsEqual(TextHash(text).text.utf8)
    else { return nil }
    return text
  }
}
