/// Memory for some pages: page `p` belongs in frame `p` modulo their number. Freed by hand.
struct PageFrames {
  /// The number of frames, a power of two.
  let count: Int
  private let memory: UnsafeMutablePointer<UInt8>
  /// The page in each frame; -1 is none.
  private let pages: UnsafeMutablePointer<Int>

  init(count: Int) {
    precondition(count.nonzeroBitCount == 1, "the frame of a page is found by masking")
    self.count = count
    // The system provides the memory only when it is touched.
    memory = .allocate(capacity: count << PagedBytes.pageBits)
    pages = .allocate(capacity: count)
    pages.initialize(repeating: -1, count: count)
  }

  func deallocate() {
    memory.deallocate()
    pages.deallocate()
  }

  /// The frame that a page belongs in.
  @inline(__always)
  subscript(page: Int) -> UnsafeMutablePointer<UInt8> {
    memory + (page & (count - 1)) << PagedBytes.pageBits
  }

  /// Whether a page is in its frame.
  @inline(__always)
  func contains(_ page: Int) -> Bool {
    pages[page & (count - 1)] == page
  }

  /// Announces which page is in the frame of `page` from now on.
  func setPage(_ page: Int) {
    pages[page & (count - 1)] = page
  }

  /// Announces that no page is in the frame of `page`.
  func clear(_ page: Int) {
    pages[page & (count - 1)] = -1
  }
}
