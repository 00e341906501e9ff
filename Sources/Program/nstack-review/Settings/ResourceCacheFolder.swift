import NStackAPI
import ReviewJournal
import TranslationReview

/// A cache of resources in a folder: a file for each locale, which begins with a digest of the rest.
struct ResourceCacheFolder: ResourceCache {
  private static let version = "nstack-review resource 1"
  /// The digest in hexadecimal digits, and the line's end.
  private static let digestLine = 65
  private let path: String

  /// The cache of one application, platform, origin and kind of texts; nil if there is no folder for caches.
  init?(_ scope: SheetScope, isPublished: Bool) {
    guard let folder = EnvironmentVariables.cacheFolder else { return nil }
    self.init(path: "\(folder)/\(scope.hash.text)-\(isPublished ? "published" : "newest")")
  }

  init(path: String) { self.path = path }

  func resource(forLocale locale: String) -> CachedResource? {
    guard let bytes = try? PlainFile.bytes(at: file(locale), most: 256 << 20) else { return nil }
    let content = bytes.dropFirst(Self.digestLine)
    guard bytes.prefix(Self.digestLine).elementsEqual((FileDigest.sha256(of: content) + "\n").utf8) else {
      // Otherwise the next write would take it for a complete file.
      PlainFile.remove(file(locale))
      return nil
    }
    var rest = content
    var fields: [String] = []
    while fields.count < 5 {
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      fields.append(String(decoding: rest[..<end], as: UTF8.self))
      rest = rest[(end + 1)...]
    }
    guard fields[0] == Self.version else { return nil }
    return CachedResource(url: fields[1], entityTag: fields[3].isEmpty ? nil : fields[3], body: Array(rest))
  }

  func keep(_ resource: CachedResource, forLocale locale: String) {
    // The third and fifth lines are ignored.
    let fields = [Self.version, resource.url, "", resource.entityTag ?? "", "fresh"]
    guard fields.allSatisfy({ !$0.utf8.contains(UInt8(ascii: "\n")) }) else { return }
    let content = Array((fields.joined(separator: "\n") + "\n").utf8) + resource.body
    let digest = Array((FileDigest.sha256(of: content[...]) + "\n").utf8)
    if PlainFile.size(of: file(locale)) == digest.count + content.count,
      (try? PlainFile.bytes(at: file(locale), first: digest.count)) == digest
    {
      return
    }
    // Without the cache, the next run is only slower.
    try? PlainFile.write(digest + content, to: file(locale))
    PlainFile.closeToOthers(file(locale))
  }

  private func file(_ locale: String) -> String {
    let name = FileDigest.sha256(of: Array(locale.utf8)[...]).prefix(16)
    let readable = locale.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    return "\(path)/\(readable.prefix(20))-\(name)"
  }
}
