internal import CLinux

/// Has the bytes of a file sent to the disk while more of them are being made, so that little is left to wait for at the
/// end.
///
/// It changes nothing about when they are safe, which is after `fsync`, nor about its errors.
struct Writeback {
  private static let step = 4 << 20

  /// How many bytes were written, and how many of them are on their way.
  private var written = 0
  private var sent = 0

  /// Counts bytes that were written to the end of a file.
  mutating func take(_ count: Int, of descriptor: Int32) {
    written += count
    if written - sent < Self.step { return }
    #if os(Linux)
      nstack_begin_writeback(descriptor, Int64(sent), Int64(written - sent))
    #endif
    sent = written
  }
}
