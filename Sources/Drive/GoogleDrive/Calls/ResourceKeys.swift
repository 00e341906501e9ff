import Synchronization

/// The keys of items that are shared by a link. Google finds some of these items only with their key. An address from the
/// browser has the key of its item, and an answer those of others.
///
/// Source: "Access link-shared Drive files using resource keys" in Google's guide.
final class ResourceKeys: Sendable {
  private let keys = Mutex<[String: String]>([:])

  func note(_ more: [String: String]) { if !more.isEmpty { keys.withLock { $0.merge(more) { $1 } } } }

  /// The header for the items that a call names in its path, and the folder; nil if none has a key.
  func header(for call: GoogleCall) -> (name: String, value: String)? {
    let path = call.url.prefix { $0 != "?" }.split(separator: "/").map(String.init)
    let pairs = keys.withLock { keys in
      (path + [call.folder].compactMap(\.self)).compactMap { id in keys[id].map { "\(id)/\($0)" } }
    }
    return pairs.isEmpty ? nil : ("X-Goog-Drive-Resource-Keys", pairs.joined(separator: ","))
  }
}
