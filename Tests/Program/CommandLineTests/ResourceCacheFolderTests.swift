import Foundation
import NStackAPI
import Testing

@testable import nstack_review

@Suite("Resources kept in a folder") struct ResourceCacheFolderTests {
  private let resource = CachedResource(
    url: "https://cdn.example/6.json", entityTag: "\"a\"", body: Array("{\"data\":{}}\n\n".utf8))

  private let place: Workplace
  private let cache: ResourceCacheFolder

  init() throws {
    place = try Workplace()
    cache = ResourceCacheFolder(path: place.path("kept"))
  }

  /// The only file in the folder.
  private var file: URL {
    get throws {
      let files = try FileManager.default.contentsOfDirectory(
        at: URL(filePath: place.path("kept")), includingPropertiesForKeys: nil)
      #expect(files.count == 1)
      return try #require(files.first)
    }
  }

  private func identity(_ file: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: file.path)[.systemFileNumber] as? Int
  }

  @Test func `are the user's alone`() throws {
    func rights(_ path: String) throws -> Int {
      try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }
    cache.keep(resource, forLocale: "da-DK")
    let file = try file
    #expect(try rights(file.path) == 0o600)
    #expect(try rights(file.deletingLastPathComponent().path) == 0o700)
  }

  @Test func `come back as they were, with or without an ETag`() {
    #expect(cache.resource(forLocale: "da-DK") == nil)
    cache.keep(resource, forLocale: "da-DK")
    #expect(cache.resource(forLocale: "da-DK") == resource)
    #expect(cache.resource(forLocale: "da-dk") == nil)
    var plain = resource
    plain.entityTag = nil
    cache.keep(plain, forLocale: "da-DK")
    #expect(cache.resource(forLocale: "da-DK") == plain)
  }

  @Test func `are not written again as they are`() throws {
    cache.keep(resource, forLocale: "da-DK")
    let file = try file
    let first = try identity(file)
    cache.keep(resource, forLocale: "da-DK")
    #expect(try identity(file) == first)
    var changed = resource
    changed.body[0] = UInt8(ascii: "[")
    cache.keep(changed, forLocale: "da-DK")
    #expect(cache.resource(forLocale: "da-DK") == changed)
    #expect(try self.file == file)
  }

  @Test func `are gone once they are damaged, and kept anew`() throws {
    cache.keep(resource, forLocale: "da-DK")
    let file = try file
    let whole = try Data(contentsOf: file)
    for place in [0, 64, 65, 70, whole.count - 1] {
      var bytes = whole
      bytes[place] ^= 1
      try bytes.write(to: file)
      #expect(cache.resource(forLocale: "da-DK") == nil)
      cache.keep(resource, forLocale: "da-DK")
      #expect(cache.resource(forLocale: "da-DK") == resource)
    }
    for length in [0, 10, 65, 80, whole.count - 1] {
      try whole.prefix(length).write(to: file)
      #expect(cache.resource(forLocale: "da-DK") == nil)
    }
  }
}
