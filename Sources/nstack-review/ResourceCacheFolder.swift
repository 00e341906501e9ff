import NStackAPI
import Spreadsheet
import TranslationReview

/// Resources kept in a folder of the user's: a file for each locale, which begins with a digest of the rest.
struct ResourceCacheFolder: ResourceCache {
  private static let version = "nstack-review resource 1"
  private let path: String

  /// The cache of one application, platform, origin and kind of texts; nil where there is no folder for caches.
  init?(_ scope: SheetScope, isPublished: Bool) {
    guard let folder = EnvironmentVariables.cacheFolder else { return nil }
    path = "\(folder)/\(scope.hash)-\(isPublished ? "published" : "newest")"
  }

  func resource(forLocale locale: String) -> CachedResource? {
    guard let bytes = try? PlainFile.bytes(at: file(locale), most: 256 << 20),
      let end = bytes.firstIndex(of: UInt8(ascii: "\n")),
      bytes[..<end].elementsEqual(FileDigest.sha256(of: bytes[(end + 1)...]).utf8)
    else { return nil }
    var rest = bytes[(end + 1)...]
    var fields: [String] = []
    while fields.count < 5 {
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      fields.append(String(decoding: rest[..<end], as: UTF8.self))
      rest = rest[(end + 1)...]
    }
    guard fields[0] == Self.version else { return nil }
    let optional = fields.map { $0.isEmpty ? nil : $0 }
    return CachedResource(
      url: fields[1], lastUpdatedAt: optional[2], entityTag: optional[3], isSettled: fields[4] == "settled",
      body: Array(rest))
  }

  func keep(_ resource: CachedResource, forLocale locale: String) {
    let fields = [
      Self.version, resource.url, resource.lastUpdatedAt ?? "", resource.entityTag ?? "",
      resource.isSettled ? "settled" : "fresh",
    ]
    guard fields.allSatisfy({ !$0.utf8.contains(UInt8(ascii: "\n")) }) else { return }
    let content = Array((fields.joined(separator: "\n") + "\n").utf8) + resource.body
    // A cache that cannot be written to only costs the next run its time.
    try? PlainFile.write(Array((FileDigest.sha256(of: content[...]) + "\n").utf8) + content, to: file(locale))
  }

  private func file(_ locale: String) -> String {
    let name = FileDigest.sha256(of: Array(locale.utf8)[...]).prefix(16)
    let readable = locale.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    return "\(path)/\(readable.prefix(20))-\(name)"
  }
}
