/// Bytes that are written in order and then read at any place: in memory while they are few, in a file without a name
/// once they are many.
///
/// The memory is a fixed row of frames; page `p` has its place in frame `p` modulo their number. Pages that are pushed
/// out while writing go to the file, and come back where they are read. So memory does not grow, and what is
/// read roughly in order costs one reading of the file.
final class PagedBytes {
  private static let pageBits = 12
  static let pageSize = 1 << pageBits
  /// How many pages are written at once; small pages are for reading out of order.
  private static let pagesAtOnce = 16

  /// How many bytes there are.
  private(set) var count = 0
  /// What went wrong with the file.
  private(set) var failure: SpreadsheetError?
  private let folder: String
  private let frameCount: Int
  private let memory: UnsafeMutablePointer<UInt8>
  /// The page that each frame holds; -1 for none.
  private let pages: UnsafeMutablePointer<Int>
  private var file: UnnamedFile?
  private var pagesWritten = 0

  /// - Parameters:
  ///   - frames: How many pages stay in memory; a power of two.
  ///   - folder: Where the file is made, if one is needed.
  init(frames: Int, folder: String) {
    precondition(frames.nonzeroBitCount == 1, "the frame of a page is found by masking")
    self.folder = folder
    frameCount = frames
    // The system gives the memory only as it is touched.
    memory = .allocate(capacity: frames * Self.pageSize)
    pages = .allocate(capacity: frames)
    pages.initialize(repeating: -1, count: frames)
  }

  deinit {
    memory.deallocate()
    pages.deallocate()
  }

  /// Adds bytes at the end.
  ///
  /// - Returns: False where the file could not be written; ``failure`` says why.
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

  /// Ends the writing, after which bytes may be read.
  ///
  /// - Returns: False where the file could not be written; ``failure`` says why.
  func seal() -> Bool {
    if file == nil { return failure == nil }
    let pageCount = (count + Self.pageSize - 1) >> Self.pageBits
    while pagesWritten < pageCount {
      if !writePages() { return false }
    }
    return true
  }

  /// The bytes from a place on, as far as their page goes; nil where the file could not be read.
  ///
  /// Valid until the next reading.
  @inline(__always)
  func bytes(from place: Int) -> UnsafeBufferPointer<UInt8>? {
    let page = place >> Self.pageBits
    if pages[page & (frameCount - 1)] != page, !readPage(page) { return nil }
    let offset = place & (Self.pageSize - 1)
    return UnsafeBufferPointer(
      start: frame(of: page) + offset, count: min(Self.pageSize, count - page << Self.pageBits) - offset)
  }

  @inline(__always)
  private func frame(of page: Int) -> UnsafeMutablePointer<UInt8> {
    memory + (page & (frameCount - 1)) << Self.pageBits
  }

  @inline(never)
  private func beginPage(_ page: Int) -> Bool {
    // The page that stood in this frame gives way.
    if page - frameCount >= pagesWritten, !writePages() { return false }
    pages[page & (frameCount - 1)] = page
    return true
  }

  /// Writes the oldest pages that are not in the file. They are neighbours in memory, because their number divides that
  /// of the frames.
  private func writePages() -> Bool {
    let start = pagesWritten << Self.pageBits
    let pageCount = min(Self.pagesAtOnce, frameCount)
    do throws(SpreadsheetError) {
      if file == nil { file = try UnnamedFile(in: folder) }
      try file?.append(
        UnsafeRawBufferPointer(
          start: frame(of: pagesWritten), count: min(pageCount << Self.pageBits, count - start)))
    } catch {
      failure = .temporaryFolder(folder, error)
      return false
    }
    pagesWritten += pageCount
    return true
  }

  @inline(never)
  private func readPage(_ page: Int) -> Bool {
    let start = page << Self.pageBits
    pages[page & (frameCount - 1)] = -1
    guard let file, start < count else { return false }
    do throws(SpreadsheetError) {
      try file.read(min(Self.pageSize, count - start), at: start, into: frame(of: page))
    } catch {
      failure = .temporaryFolder(folder, error)
      return false
    }
    pages[page & (frameCount - 1)] = page
    return true
  }
}

extension SpreadsheetError {
  /// The folder for temporary files takes or gives no bytes.
  fileprivate static func temporaryFolder(_ folder: String, _ error: SpreadsheetError) -> SpreadsheetError {
    let found =
      error.code.rawValue == "io.no-space" ? "has no space left" : "can't be used: \(error.cause ?? error.message)"
    return SpreadsheetError(
      .init(rawValue: "io.temporary"), "the folder for temporary files, \"\(folder)\", \(found).",
      hint: "Free some space, or set TMPDIR to another folder.", cause: error.cause)
  }
}
