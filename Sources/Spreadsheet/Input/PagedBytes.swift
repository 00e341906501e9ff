/// Bytes that are written in order and then read at any offset. Small amounts stay in memory; larger ones go to a file
/// without a name.
///
/// The memory is a fixed array of frames; page `p` belongs in frame `p` modulo their number. Pages that are displaced
/// during writing go to the file, and a ``PagedBytesReader`` reads them back when they are needed. So memory does not
/// grow, and reading roughly in order reads the file once.
final class PagedBytes: @unchecked Sendable {
  static let pageBits = 12
  static let pageSize = 1 << pageBits
  /// How many pages are written at once. Pages are small because they may be read out of order.
  private static let pagesAtOnce = 16

  /// The number of bytes.
  private(set) var count = 0
  /// The error in writing the file, if there was one.
  private(set) var failure: SpreadsheetError?
  private let folder: String
  /// The frames. Their pages change only while bytes are written, and by a reader that uses them alone.
  let frames: PageFrames
  private var file: UnnamedFile?
  private var pagesWritten = 0

  /// - Parameters:
  ///   - frames: How many pages stay in memory; a power of two.
  ///   - folder: The folder for the file, if one is needed.
  init(frames: Int, folder: String) {
    self.folder = folder
    self.frames = PageFrames(count: frames)
  }

  deinit {
    frames.deallocate()
  }

  /// Adds bytes at the end.
  ///
  /// - Returns: False if the file could not be written; ``failure`` says why.
  @inline(__always)
  func append(_ start: UnsafePointer<UInt8>, count added: Int) -> Bool {
    var start = start
    var left = added
    while left > 0 {
      let offset = count & (Self.pageSize - 1)
      if offset == 0, !beginPage(count >> Self.pageBits) { return false }
      let size = min(left, Self.pageSize - offset)
      (frames[count >> Self.pageBits] + offset).update(from: start, count: size)
      count += size
      start += size
      left -= size
    }
    return true
  }

  /// Ends the writing, after which bytes can be read.
  ///
  /// - Returns: False if the file could not be written; ``failure`` says why.
  func seal() -> Bool {
    if file == nil { return failure == nil }
    let pageCount = (count + Self.pageSize - 1) >> Self.pageBits
    while pagesWritten < pageCount {
      if !writePages() { return false }
    }
    return true
  }

  @inline(never)
  private func beginPage(_ page: Int) -> Bool {
    // The page that this frame contains must be in the file first.
    if page - frames.count >= pagesWritten, !writePages() { return false }
    frames.setPage(page)
    return true
  }

  /// Writes the oldest pages that are not yet in the file. They are adjacent in memory, because the number of frames is
  /// a multiple of theirs.
  private func writePages() -> Bool {
    let start = pagesWritten << Self.pageBits
    let pageCount = min(Self.pagesAtOnce, frames.count)
    do throws(SpreadsheetError) {
      if file == nil { file = try UnnamedFile(in: folder) }
      try file?.append(
        UnsafeRawBufferPointer(
          start: frames[pagesWritten], count: min(pageCount << Self.pageBits, count - start)))
    } catch {
      failure = .temporaryFolder(folder, error)
      return false
    }
    pagesWritten += pageCount
    return true
  }

  /// Whether a page is in the file.
  func hasWritten(_ page: Int) -> Bool { page < pagesWritten }

  /// Reads a page from the file. Several threads may do so at once.
  ///
  /// - Throws: `io.temporary`.
  func read(_ page: Int, into frame: UnsafeMutablePointer<UInt8>) throws(SpreadsheetError) {
    let start = page << Self.pageBits
    do throws(SpreadsheetError) {
      try file?.read(min(Self.pageSize, count - start), at: start, into: frame)
    } catch {
      throw .temporaryFolder(folder, error)
    }
  }
}

extension SpreadsheetError {
  /// The error for a folder for temporary files that can't be written to or read from.
  fileprivate static func temporaryFolder(_ folder: String, _ error: SpreadsheetError) -> SpreadsheetError {
    let found =
      error.code == .ioNoSpace ? "has no space left" : "can't be used: \(error.cause ?? error.message)"
    return SpreadsheetError(
      .ioTemporary, "the folder for temporary files, \"\(folder)\", \(found).",
      hint: "Free some space, or set TMPDIR to another folder.", cause: error.cause)
  }
}
