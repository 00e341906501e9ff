/// Bytes that are written in order and then read at any offset. Small amounts stay in memory; larger ones go to a file
/// without a name.
///
/// The memory is a fixed array of frames; page `p` belongs in frame `p` modulo their number. Pages that are displaced
/// during writing go to the file, and are read back when they are needed. So memory does not grow, and reading roughly in
/// order reads the file once.
final class PagedBytes {
  private static let pageBits = 12
  private static let pageSize = 1 << pageBits
  /// How many pages are written at once. Pages are small because they may be read out of order.
  private static let pagesAtOnce = 16

  private(set) var count = 0
  private(set) var failure: SpreadsheetError?
  private let folder: String
  private var file: UnnamedFile?
  private var pagesWritten = 0
  private let frameCount: Int
  private let memory: UnsafeMutablePointer<UInt8>
  /// The page in each frame; -1 is none.
  private let pages: UnsafeMutablePointer<Int>

  init(frames: Int, folder: String) {
    precondition(frames.nonzeroBitCount == 1, "the frame of a page is found by masking")
    self.folder = folder
    frameCount = frames
    // The system provides the memory only when it is touched.
    memory = .allocate(capacity: frames << Self.pageBits)
    pages = .allocate(capacity: frames)
    pages.initialize(repeating: -1, count: frames)
  }

  deinit {
    memory.deallocate()
    pages.deallocate()
  }

  @inline(__always)
  private func frame(of page: Int) -> UnsafeMutablePointer<UInt8> {
    memory + (page & (frameCount - 1)) << Self.pageBits
  }

  /// Adds bytes at the end. Returns false if the file could not be written; ``failure`` says why.
  @inline(__always)
  func append(_ start: UnsafePointer<UInt8>, count added: Int) -> Bool {
    var start = start
    var left = added
    while left > 0 {
      let offset = count & (Self.pageSize - 1)
      if offset == 0, !beginPage(count >> Self.pageBits) { return false }
      let size = min(left, Self.pageSize - offset)
      (frame(of: count >> Self.pageBits) + offset).update(from: start, count: size)
      count += size
      start += size
      left -= size
    }
    return true
  }

  /// Ends the writing, after which bytes can be read. Returns false if the file could not be written; ``failure`` says
  /// why.
  func seal() -> Bool {
    if file == nil { return failure == nil }
    let pageCount = (count + Self.pageSize - 1) >> Self.pageBits
    while pagesWritten < pageCount { if !writePages() { return false } }
    return true
  }

  @inline(never)
  private func beginPage(_ page: Int) -> Bool {
    // The page that this frame contains must be in the file first.
    if page - frameCount >= pagesWritten, !writePages() { return false }
    pages[page & (frameCount - 1)] = page
    return true
  }

  /// Writes the oldest pages that are not yet in the file. They are adjacent in memory, because the number of frames is
  /// a multiple of theirs.
  private func writePages() -> Bool {
    let start = pagesWritten << Self.pageBits
    let pageCount = min(Self.pagesAtOnce, frameCount)
    do throws(SpreadsheetError) {
      if file == nil { file = try UnnamedFile(in: folder) }
      try file?.append(
        UnsafeRawBufferPointer(start: frame(of: pagesWritten), count: min(pageCount << Self.pageBits, count - start)))
    } catch {
      failure = .temporaryFolder(folder, error)
      return false
    }
    pagesWritten += pageCount
    return true
  }

  /// The bytes from an offset to the end of their page; nil if the file could not be read.
  ///
  /// Valid until the next read.
  @inline(__always)
  func bytes(from place: Int) -> UnsafeBufferPointer<UInt8>? {
    let page = place >> Self.pageBits
    let offset = place & (Self.pageSize - 1)
    if pages[page & (frameCount - 1)] != page, !read(page) { return nil }
    return UnsafeBufferPointer(
      start: frame(of: page) + offset, count: min(Self.pageSize, count - page << Self.pageBits) - offset)
  }

  @inline(never)
  private func read(_ page: Int) -> Bool {
    let start = page << Self.pageBits
    pages[page & (frameCount - 1)] = -1
    guard page < pagesWritten else { return false }
    do throws(SpreadsheetError) {
      try file?.read(min(Self.pageSize, count - start), at: start, into: frame(of: page))
    } catch {
      failure = .temporaryFolder(folder, error)
      return false
    }
    pages[page & (frameCount - 1)] = page
    return true
  }
}

extension SpreadsheetError {
  fileprivate static func temporaryFolder(_ folder: String, _ error: SpreadsheetError) -> SpreadsheetError {
    let found = error.code == .ioNoSpace ? "has no space left" : "can't be used: \(error.cause ?? error.message)"
    return SpreadsheetError(
      .ioTemporary, "the folder for temporary files, \"\(folder)\", \(found).",
      hint: "Free some space, or set TMPDIR to another folder.", cause: error.cause)
  }
}
