/// A file that is uploaded piece by piece.
public protocol UploadSource: Sendable {
  /// The size in bytes, which must not change while it is uploaded.
  var size: Int { get }
  /// The bytes of a range.
  func bytes(_ range: Range<Int>) throws -> [UInt8]
}

/// Bytes in memory, to upload.
public struct UploadBytes: UploadSource {
  private let all: [UInt8]

  /// Creates a source of bytes.
  public init(_ bytes: [UInt8]) {
    all = bytes
  }

  /// The number of bytes.
  public var size: Int { all.count }

  /// The bytes of a range.
  public func bytes(_ range: Range<Int>) throws -> [UInt8] { Array(all[range]) }
}
