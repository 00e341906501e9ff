internal import CZlib
import ProgramRuns

/// Compressing for containers (RFC 1951, without a header).
enum Deflate {
  static func bytes(_ content: [UInt8], level: Int32 = 6) -> [UInt8] {
    var all: [UInt8] = []
    compress([(content, 1)], level: level) { all += $0 }
    return all
  }

  /// A part that is one piece repeated between a start and an end, never held as a whole.
  ///
  /// - Returns: What ``ZIPArchiveBuilder/Entry`` needs to know of it.
  static func repeating(_ piece: [UInt8], count: Int, between start: [UInt8], and end: [UInt8]) -> (
    data: [UInt8], checksum: UInt32, size: UInt64
  ) {
    // Large enough that the calls don't count.
    let perBlock = max(1, (256 << 10) / max(1, piece.count))
    let block = piece.repeated(perBlock)
    let pieces = [(start, 1), (block, count / perBlock), (piece, count % perBlock), (end, 1)]
    var data: [UInt8] = []
    compress(pieces, level: 6) { data += $0 }
    var checksum: UInt = 0
    var size = 0
    for (bytes, times) in pieces {
      for _ in 0..<times {
        checksum = bytes.withUnsafeBufferPointer { crc32(checksum, $0.baseAddress, uInt($0.count)) }
        size += bytes.count
      }
    }
    return (data, UInt32(truncatingIfNeeded: checksum), UInt64(size))
  }

  private static func compress(_ pieces: [([UInt8], Int)], level: Int32, _ take: ([UInt8]) -> Void) {
    // zlib keeps the address of its stream.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    defer {
      deflateEnd(stream)
      stream.deallocate()
    }
    precondition(nstack_deflate_init_raw(stream, level, 8) == Z_OK)
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    func run(_ bytes: [UInt8], _ flush: Int32) {
      var bytes = bytes
      bytes.withUnsafeMutableBufferPointer { input in
        stream.pointee.next_in = input.baseAddress
        stream.pointee.avail_in = uInt(input.count)
        repeat {
          let written = buffer.withUnsafeMutableBufferPointer { output in
            stream.pointee.next_out = output.baseAddress
            stream.pointee.avail_out = uInt(output.count)
            _ = deflate(stream, flush)
            return output.count - Int(stream.pointee.avail_out)
          }
          take(Array(buffer[..<written]))
        } while stream.pointee.avail_out == 0
      }
    }
    for (bytes, times) in pieces { for _ in 0..<times { run(bytes, Z_NO_FLUSH) } }
    run([], Z_FINISH)
  }
}

/// CRC-32 of bytes.
enum Checksum {
  static func of(_ bytes: [UInt8]) -> UInt32 {
    UInt32(truncatingIfNeeded: bytes.withUnsafeBufferPointer { crc32(0, $0.baseAddress, uInt($0.count)) })
  }
}
