/// Reads bytes that have been written, on one thread.
final class PagedBytesReader {
  /// The error in reading the file, if there was one.
  private(set) var failure: SpreadsheetError?
  private let bytes: PagedBytes
  /// The frames of the bytes, and those for pages that are not in them.
  private let shared: PageFrames
  private let own: PageFrames
  private let ownsFrames: Bool

  /// - Parameter frames: How many pages it keeps in memory besides those of the bytes; nil displaces those, which only one
  ///   thread may do.
  init(_ bytes: PagedBytes, frames: Int?) {
    self.bytes = bytes
    shared = bytes.frames
    ownsFrames = frames != nil
    own = frames.map(PageFrames.init) ?? bytes.frames
  }

  deinit {
    if ownsFrames { own.deallocate() }
  }

  /// The bytes from an offset to the end of their page; nil if the file could not be read.
  ///
  /// Valid until the next read.
  @inline(__always)
  func bytes(from place: Int) -> UnsafeBufferPointer<UInt8>? {
    let page = place >> PagedBytes.pageBits
    let offset = place & (PagedBytes.pageSize - 1)
    let count = min(PagedBytes.pageSize, bytes.count - page << PagedBytes.pageBits) - offset
    if shared.contains(page) { return UnsafeBufferPointer(start: shared[page] + offset, count: count) }
    if !own.contains(page), !readPage(page) { return nil }
    return UnsafeBufferPointer(start: own[page] + offset, count: count)
  }

  @inline(never)
  private func readPage(_ page: Int) -> Bool {
    own.clear(page)
    guard bytes.hasWritten(page) else { return false }
    do throws(SpreadsheetError) {
      try bytes.read(page, into: own[page])
    } catch {
      failure = error
      return false
    }
    own.setPage(page)
    return true
  }
}
