#if canImport(CLibCurl)
  import CZlib

  /// Decompresses the body of an answer: gzip or zlib, in one piece or several one after the other.
  final class BodyInflater {
    // zlib keeps the address of its stream, so the stream must not move.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)
    private var hasBytes = false
    private var isAtEnd = false

    /// Nil if zlib has no memory.
    init?() {
      stream.initialize(to: z_stream())
      guard nstack_inflate_init_wrapped(stream) == Z_OK else { return nil }
    }

    deinit {
      inflateEnd(stream)
      stream.deallocate()
    }

    /// Whether the body so far is complete. An empty body is.
    var isWhole: Bool { isAtEnd || !hasBytes }

    /// Decompresses the next bytes, and passes them on in pieces of at most 64 KiB until `take` wants no more. Returns
    /// false if the bytes are not valid, or no more are wanted.
    func inflate(_ bytes: UnsafeRawBufferPointer, to take: (UnsafeRawBufferPointer) -> Bool) -> Bool {
      guard let start = bytes.baseAddress, bytes.count > 0 else { return true }
      hasBytes = true
      stream.pointee.next_in = UnsafeMutablePointer(mutating: start.assumingMemoryBound(to: UInt8.self))
      stream.pointee.avail_in = UInt32(clamping: bytes.count)
      while true {
        if isAtEnd {
          guard stream.pointee.avail_in > 0 else { return true }
          guard inflateReset(stream) == Z_OK else { return false }
          isAtEnd = false
        }
        var count = 0
        let result = buffer.withUnsafeMutableBufferPointer { buffer in
          stream.pointee.next_out = buffer.baseAddress
          stream.pointee.avail_out = UInt32(buffer.count)
          let result = CZlib.inflate(stream, Z_NO_FLUSH)
          count = buffer.count - Int(stream.pointee.avail_out)
          return result
        }
        isAtEnd = result == Z_STREAM_END
        // More bytes are needed.
        guard result == Z_OK || isAtEnd || result == Z_BUF_ERROR else { return false }
        if count > 0, !buffer.withUnsafeBytes({ take(UnsafeRawBufferPointer(rebasing: $0[..<count])) }) { return false }
        if !isAtEnd, stream.pointee.avail_in == 0, stream.pointee.avail_out > 0 || result == Z_BUF_ERROR { return true }
      }
    }
  }
#endif
