import Testing

@testable import ReviewPage

/// The tokens of addresses, and the keys for which they are exchanged.
@Suite("Keys of pages")
struct PageKeysTests {
  @Test("a token is exchanged once, and another one takes its place")
  func once() throws {
    let keys = PageKeys()
    let first = keys.token
    let key = try #require(keys.key(for: first))
    #expect(keys.key(for: first) == nil)
    #expect(keys.token != first)
    #expect(keys.isKnown(key))
    #expect(!keys.isKnown(first))
  }

  @Test(
    "a wrong token gives no key and leaves the right one as it is",
    arguments: ["", "x", String(repeating: "0", count: 64)])
  func wrong(token: String) {
    let keys = PageKeys()
    let right = keys.token
    #expect(keys.key(for: token) == nil)
    #expect(!keys.isKnown(token))
    #expect(keys.token == right)
  }

  @Test("several pages have a key at once, and the oldest goes after 32")
  func several() throws {
    let keys = PageKeys()
    let given = try (0..<33).map { _ in try #require(keys.key(for: keys.token)) }
    #expect(!keys.isKnown(given[0]))
    #expect(given.dropFirst().allSatisfy(keys.isKnown))
    #expect(Set(given).count == 33)
  }
}
