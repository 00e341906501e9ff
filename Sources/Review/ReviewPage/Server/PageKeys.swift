import Basics
import Synchronization

/// The keys of pages, and the tokens in addresses, each of which can be exchanged once for a key.
final class PageKeys: Sendable {
  /// The most pages that have a key. The oldest key is dropped when a new one is given.
  private static let most = 32

  private let state: Mutex<(token: [UInt8], keys: [[UInt8]])>

  init() { state = Mutex((Self.secret(), [])) }

  /// The token that can be exchanged next.
  var token: String { String(decoding: state.withLock(\.token), as: UTF8.self) }

  /// Exchanges the token for a key, and makes a new token.
  ///
  /// - Returns: Nil if the token was used before, or is wrong.
  func key(for token: String) -> String? {
    state.withLock { state in
      guard Self.areEqual(Array(token.utf8), state.token) else { return nil }
      state.token = Self.secret()
      let key = Self.secret()
      if state.keys.count == Self.most { state.keys.removeFirst() }
      state.keys.append(key)
      return String(decoding: key, as: UTF8.self)
    }
  }

  func isKnown(_ key: String) -> Bool {
    let key = Array(key.utf8)
    return state.withLock { state in
      // Every key is compared, so that the time taken reveals nothing.
      state.keys.reduce(false) { Self.areEqual($1, key) || $0 }
    }
  }

  /// 256 random bits, as letters and digits that need no escaping in an address.
  private static func secret() -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return Array(HexDigit.text(of: (0..<32).map { _ in generator.next() as UInt8 }).utf8)
  }

  /// Whether two keys are the same, in a time that depends only on their lengths.
  private static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
