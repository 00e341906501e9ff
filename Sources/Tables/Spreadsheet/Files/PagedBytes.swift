/// Bytes that are written in order and then read at any offset. Small amounts stay in memory; the rest of larger ones
/// goes to an unnamed file.
///
/// The first pages stay in memory. Each later page has a fixed frame in a ring. It is written to the file when another page
/// needs the frame, and read back when it is needed. So memory does not grow, and reading roughly in order reads the file once.
final class PagedBytes {
  private static let pageBits = 12
  private static let pageSize = 1 << pageBits
  /// How many pages are written at once, and read at once in sequential reading. Pages are small because they may be
  /// read out of order.
  private static let pagesAtOnce = 16

  private(set) var count = 0
  private(set) var failure: SpreadsheetError?
  private let folder: String
  private var file: UnnamedFile?
  /// The number of pages that stay in memory, and the number of the first later page that is not yet in the file.
  private let pagesKept: Int
  private var pagesWritten: Int
  private let ringSize: Int
  private let memory: UnsafeMutablePointer<UInt8>
  /// The page in each frame of the ring; -1 is none.
  private let pages: UnsafeMutablePointer<Int>
  /// The last page of sequential reading, which takes several pages at once. Other pages may be read in between.
  private var lastRead = -1

  /// - Parameter frames: How many pages fit into memory, half of them in the ring.
  init(frames: Int, folder: String) {
    precondition(frames > 1 && frames.nonzeroBitCount == 1, "the frame of a page is found by masking")
    self.folder = folder
    ringSize = frames / 2
    pagesKept = frames - ringSize
    pagesWritten = pagesKept
    // The system provides the memory only when it is touched.
    memory = .allocate(capacity: frames << Self.pageBits + RowStorage.padding)
    pages = .allocate(capacity: ringSize)
    pages.initialize(repeating: -1, count: ringSize)
  }

  deinit {
    memory.deallocate()
    pages.deallocate()
  }

  /// Bytes that stay in memory; ``RowStorage/padding`` more bytes after them can be read.
  @inline(__always) func kept(upTo end: Int) -> UnsafePointer<UInt8>? {
    end <= pagesKept << Self.pageBits ? UnsafePointer(memory) : nil
  }

  @inline(__always) private func place(inRing page: Int) -> Int { (page - pagesKept) & (ringSize - 1) }

  @inline(__always) private func frame(of page: Int) -> UnsafeMutablePointer<UInt8> {
    memory + (page < pagesKept ? page : pagesKept + place(inRing: page)) << Self.pageBits
  }

  /// Adds bytes at the end. Returns false if the file could not be written; ``failure`` says why.
  @inline(__always) func append(_ start: UnsafePointer<UInt8>, count added: Int) -> Bool {
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

  /// Adds a word; everything added before must be words too.
  @inline(__always) func append(_ word: UInt64) -> Bool {
    let offset = count & (Self.pageSize - 1)
    if offset == 0, !beginPage(count >> Self.pageBits) { return false }
    UnsafeMutableRawPointer(frame(of: count >> Self.pageBits) + offset).storeBytes(of: word, as: UInt64.self)
    count += MemoryLayout<UInt64>.size
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

  @inline(never) private func beginPage(_ page: Int) -> Bool {
    if page < pagesKept { return true }
    // The page in this frame must be written to the file first.
    if page - ringSize >= pagesWritten, !writePages() { return false }
    pages[place(inRing: page)] = page
    return true
  }

  /// Writes the oldest pages that are not yet in the file. They are adjacent in memory, because the number of frames is
  /// a multiple of the pages written at once.
  private func writePages() -> Bool {
    let start = pagesWritten << Self.pageBits
    let pageCount = min(Self.pagesAtOnce, ringSize)
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
  @inline(__always) func bytes(from place: Int) -> UnsafeBufferPointer<UInt8>? {
    let page = place >> Self.pageBits
    let offset = place & (Self.pageSize - 1)
    if page >= pagesKept, pages[self.place(inRing: page)] != page, !read(page) { return nil }
    return UnsafeBufferPointer(
      start: frame(of: page) + offset, count: min(Self.pageSize, count - page << Self.pageBits) - offset)
  }

  @inline(never) private func read(_ page: Int) -> Bool {
    let first = place(inRing: page)
    let isInOrder = page == lastRead + 1 || page == pagesKept
    let most = isInOrder ? min(Self.pagesAtOnce, ringSize - first, pagesWritten - page) : 1
    (pages + first).update(repeating: -1, count: max(1, most))
    guard page < pagesWritten else { return false }
    do throws(SpreadsheetError) {
      try file?.read(
        min(most << Self.pageBits, count - page << Self.pageBits), at: (page - pagesKept) << Self.pageBits,
        into: frame(of: page))
    } catch {
      failure = .temporaryFolder(folder, error)
      return false
    }
    if isInOrder { lastRead = page + most - 1 }
    for index in 0..<most where (page + index) << Self.pageBits < count { pages[first + index] = page + index }
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
