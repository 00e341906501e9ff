import CZlib

/// One block of a part, compressed on any thread that is free.
///
/// The thread that made a job passes it on in ``DeflatePool/submit(_:)``, and gets it back when the pool reports it as
/// done. In between, only the thread that runs it may access it.
final class DeflateJob: @unchecked Sendable {
  /// How many of the bytes before a block help to compress it: DEFLATE's window.
  static let dictionarySize = 32 << 10

  /// The bytes to compress, with the dictionary in the headroom before them.
  var input: ByteBuffer
  /// The length of the dictionary.
  var dictionaryCount = 0
  /// Whether this is the last block of the part.
  var isLast = false
  /// The compressed bytes.
  var output: ByteBuffer
  /// The CRC-32 of the input.
  var checksum: UInt = 0
  /// Whether the work is done; guarded by the pool's lock.
  var isDone = false

  init(capacity: Int) {
    input = ByteBuffer(capacity: capacity, headroom: Self.dictionarySize)
    output = ByteBuffer(capacity: capacity / 4)
  }

  deinit {
    input.deallocate()
    output.deallocate()
  }

  /// Prepares the job for the next block: the end of this input becomes its dictionary.
  func leaveDictionary(to next: DeflateJob) {
    let known = min(dictionaryCount + input.count, Self.dictionarySize)
    (next.input.base - known).update(from: input.base + input.count - known, count: known)
    next.dictionaryCount = known
  }

  func run(with compressor: DeflateCompressor) {
    output.truncate(to: 0)
    checksum = crc32(0, input.base, UInt32(input.count))
    compressor.compress(
      input.base, count: input.count, dictionaryCount: dictionaryCount, isLast: isLast, into: &output)
  }
}

/// zlib's state for raw DEFLATE, reused for every block.
final class DeflateCompressor {
  // zlib keeps the address of its stream, so the stream must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private let level: DeflateLevel

  init(level: DeflateLevel) {
    self.level = level
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let status = nstack_deflate_init_raw(stream, level.number, level.memory)
    precondition(status == Z_OK, "zlib has no memory for a stream")
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  /// Compresses one block so that it fits between the block before and the block after it.
  func compress(
    _ start: UnsafeMutablePointer<UInt8>, count: Int, dictionaryCount: Int, isLast: Bool,
    into output: inout ByteBuffer
  ) {
    deflateReset(stream)
    if level == .tuned {
      // Level 1's search, but with longer matches entered and six candidates examined: on worksheets the result is as
      // small as level 5 and as fast as level 3.
      deflateTune(stream, 4, 64, 64, 6)
    }
    if dictionaryCount > 0 {
      deflateSetDictionary(stream, start - dictionaryCount, UInt32(dictionaryCount))
    }
    stream.pointee.next_in = start
    stream.pointee.avail_in = UInt32(count)
    while true {
      let room = max(Int(stream.pointee.avail_in) / 2, 4 << 10)
      stream.pointee.next_out = output.reserve(room)
      stream.pointee.avail_out = UInt32(room)
      let status = deflate(stream, isLast ? Z_FINISH : Z_SYNC_FLUSH)
      output.advance(by: room - Int(stream.pointee.avail_out))
      if isLast ? status == Z_STREAM_END : stream.pointee.avail_out > 0 { break }
      precondition(status == Z_OK || status == Z_BUF_ERROR, "zlib refused a block")
    }
  }
}

/// How hard DEFLATE tries.
enum DeflateLevel: Equatable {
  /// The settings that are best for worksheets.
  case tuned
  /// One of zlib's levels, 1 (fast) to 9 (small).
  case level(Int)

  fileprivate var number: Int32 {
    switch self {
    case .tuned: 1
    case .level(let level): Int32(min(max(level, 1), 9))
    }
  }

  /// How much memory zlib uses, 1 to 9. The smaller hash table of 7 stays in the processor's first cache.
  fileprivate var memory: Int32 { self == .tuned ? 7 : 8 }
}
