import CZlib
import Foundation
import GRDB
import SystemCrypto
import TranslationReview

/// Values of one kind that belong to an import, as a deflated JSON array. Rows and steps are repetitive, so they shrink
/// to an eighth.
struct JournalBlock: Codable, FetchableRecord, PersistableRecord {
  /// What a block holds.
  enum Kind: String, Codable, DatabaseValueConvertible { case item, change, note, finding, step }

  static let databaseTableName = "block"

  let `import`: Int64
  /// The number of the import's blocks before this one.
  let place: Int
  let kind: Kind
  /// The number of bytes when inflated.
  let size: Int
  /// A stream of zlib (RFC 1950).
  let body: Data
  let proof: Data

  init<Value: Encodable>(_ values: [Value], _ kind: Kind, of import: Int64, at place: Int) throws {
    let json = [UInt8](try JSONEncoder.ofRecords.encode(values))
    var count = compressBound(uLong(json.count))
    var stream = [UInt8](repeating: 0, count: Int(count))
    guard compress2(&stream, &count, json, uLong(json.count), Z_DEFAULT_COMPRESSION) == Z_OK else {
      throw JournalError(.unusable, "zlib has no memory for the journal.")
    }
    (self.import, self.place, self.kind, size) = (`import`, place, kind, json.count)
    body = Data(stream.prefix(Int(count)))
    proof = Self.proof(Self.name(`import`, place, kind, size), body)
  }

  /// Whether the block is unchanged, and at the place at which it was written.
  func isIntact(at place: Int) -> Bool { proof == Self.proof(Self.name(`import`, place, kind, size), body) }

  func values<Value: Decodable>() throws -> [Value] {
    var count = uLong(size)
    var json = [UInt8](repeating: 0, count: size)
    guard uncompress(&json, &count, [UInt8](body), uLong(body.count)) == Z_OK, count == size else {
      throw JournalRows.damaged("block \(place)", `import`)
    }
    return try JSONDecoder().decode([Value].self, from: Data(json))
  }

  private static func name(_ row: Int64, _ place: Int, _ kind: Kind, _ size: Int) -> String {
    "block \(row) \(place) \(kind) \(size)"
  }

  /// The first 16 bytes of SHA-256 over a row's name and contents.
  static func proof(_ name: String, _ body: Data) -> Data {
    let digest = MessageDigest(.sha256)
    digest.add(Data("\(name) ".utf8))
    digest.add(body)
    return Data(digest.value.prefix(16))
  }
}

extension [JournalBlock] {
  func values<Value: Decodable>(_ kind: JournalBlock.Kind) throws -> [Value] {
    try filter { $0.kind == kind }.flatMap { try $0.values() as [Value] }
  }
}
