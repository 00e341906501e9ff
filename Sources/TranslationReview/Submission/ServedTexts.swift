import Basics
import NStackAPI

/// The current values of the texts that calls are about, as far as they were read since the plan.
struct ServedTexts: Sendable {
  /// What is known of one language.
  struct Locale: Sendable {
    /// When its texts changed last, as the index spelled it.
    var time: String?
    var url: String
    /// What the server calls this state of its texts; nil where the plan read them, or it does not say.
    var entityTag: String?
    /// The values of the watched texts, empty where not translated; nil while those hold that the plan was made from.
    var values: [TextKey: String]?
  }

  /// By their normalized names. A language that the index does not list any more is not among them.
  var locales: [String: Locale]
  /// When the server was asked last about every language by its tag, by the monotonic clock; nil where that is too long ago.
  var askedAt: Duration?

  /// What is known of the value of a text.
  enum Value: Hashable {
    /// It is as the plan saw it.
    case asPlanned
    /// The language has no such text: other languages may have it, and then it is one to translate.
    case missing
    case value(String)
  }

  func value(of text: TextIdentity) -> Value {
    guard let locale = locales[LocaleName.normalized(text.locale)] else { return .missing }
    guard let values = locale.values else { return .asPlanned }
    return values[TextKey(text)].map { .value($0) } ?? .missing
  }
}

/// Reads the index of texts, and the texts again of each language whose time moved; of all of them once a minute, by their tags.
struct TextReader: Sendable {
  static let timeBetweenTags = Duration.seconds(60)

  let service: any TextService
  /// The texts to watch, by the normalized names of their languages.
  let watched: [String: Set<TextKey>]
  /// The index that the plan was made from; empty where that is not known.
  let planned: [ResourceIndexEntry]
  let plannedAt: Duration?

  /// The next reading after one; nil stands for the plan's own.
  func read(after previous: ServedTexts?, begun: Duration) async -> Result<ServedTexts, NStackError> {
    do throws(NStackError) {
      return .success(try await texts(after: previous ?? asPlanned, begun))
    } catch {
      return .failure(error)
    }
  }

  private var asPlanned: ServedTexts {
    var locales: [String: ServedTexts.Locale] = [:]
    for entry in planned {
      locales[LocaleName.normalized(entry.language.locale)] = ServedTexts.Locale(
        time: entry.lastUpdatedAt, url: entry.url)
    }
    return ServedTexts(locales: locales, askedAt: plannedAt)
  }

  private func texts(after previous: ServedTexts, _ begun: Duration) async throws(NStackError) -> ServedTexts {
    let index = try await service.resourceIndex()
    let asksAll = previous.askedAt.map { begun - $0 >= Self.timeBetweenTags } ?? true
    var next = ServedTexts(locales: [:], askedAt: asksAll ? begun : previous.askedAt)
    for entry in index {
      let name = LocaleName.normalized(entry.language.locale)
      guard let keys = watched[name] else { continue }
      if let known = previous.locales[name], known.url == entry.url {
        if !asksAll, let time = entry.lastUpdatedAt, time == known.time {
          next.locales[name] = known
          continue
        }
        guard let moved = try await service.resource(entry, unlessTagged: known.entityTag) else {
          next.locales[name] = known
          next.locales[name]?.time = entry.lastUpdatedAt
          continue
        }
        next.locales[name] = Self.locale(entry, moved, keys)
      } else if let moved = try await service.resource(entry, unlessTagged: nil) {
        next.locales[name] = Self.locale(entry, moved, keys)
      }
    }
    return next
  }

  private static func locale(
    _ entry: ResourceIndexEntry, _ moved: TaggedResource, _ keys: Set<TextKey>
  ) -> ServedTexts.Locale {
    let texts = moved.resource.texts
    var values: [TextKey: String] = [:]
    for text in texts.entries {
      let key = TextKey(section: texts.sections[text.section], key: texts.string(text.key))
      if keys.contains(key) { values[key] = texts.string(text.value) }
    }
    return ServedTexts.Locale(
      time: entry.lastUpdatedAt, url: entry.url, entityTag: moved.entityTag, values: values)
  }
}
