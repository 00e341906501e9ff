import Basics
import NStackAPI

/// The current values of the texts of the calls, as far as they were read after the plan was made.
struct ServedTexts: Sendable {
  /// The known state of one language.
  struct Locale: Sendable {
    /// The time of the last change of its texts, as spelled in the index.
    var time: String?
    var url: String
    /// The entity tag of this state; nil if the plan read it, or if the server sends none.
    var entityTag: String?
    /// The values of the watched texts, empty if not translated; nil while the plan's own values are still current.
    var values: [TextKey: String]?
  }

  /// The languages by normalized name, without those that the index no longer lists.
  var locales: [String: Locale]
  /// The time when every language was last requested by its entity tag, by the monotonic clock.
  var askedAt: Duration?

  enum Value: Hashable {
    /// The value is as the plan saw it.
    case asPlanned
    /// The language does not have the text. If other languages have it, it is not translated yet.
    case missing
    case value(String)
  }

  func value(of text: TextIdentity) -> Value {
    guard let locale = locales[LocaleName.normalized(text.locale)] else { return .missing }
    guard let values = locale.values else { return .asPlanned }
    return values[TextKey(text)].map { .value($0) } ?? .missing
  }
}

/// Reads the index of texts, and the texts of each language whose time changed. Once a minute it requests all languages by
/// their entity tags.
struct TextReader: Sendable {
  static let timeBetweenTags = Duration.seconds(60)

  let service: any TextService
  /// The texts to watch, by the normalized name of the language.
  let watched: [String: Set<TextKey>]
  /// The index that the plan was made from; empty if it is not known.
  let planned: [ResourceIndexEntry]
  let plannedAt: Duration?
  /// How many languages are requested at once. All calls wait for a reading, and a product may have fifty languages.
  var concurrency = SubmissionOptions().concurrency

  /// Returns the reading after `previous`, which is nil for the plan's own reading.
  func read(after previous: ServedTexts?, begun: Duration) async -> Result<ServedTexts, NStackError> {
    do throws(NStackError) { return .success(try await texts(after: previous ?? asPlanned, begun)) } catch {
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
    let entries = index.filter { watched[LocaleName.normalized($0.language.locale)] != nil }
    let read = try await ConcurrentCalls.values(for: entries, concurrency: concurrency) { entry throws(NStackError) in
      try await locale(entry, after: previous, asksAll: asksAll)
    }
    for (entry, locale) in zip(entries, read) where locale != nil {
      next.locales[LocaleName.normalized(entry.language.locale)] = locale
    }
    return next
  }

  private func locale(_ entry: ResourceIndexEntry, after previous: ServedTexts, asksAll: Bool) async throws(NStackError)
    -> ServedTexts.Locale?
  {
    let name = LocaleName.normalized(entry.language.locale)
    var known = previous.locales[name].flatMap { $0.url == entry.url ? $0 : nil }
    if !asksAll, let known, let time = entry.lastUpdatedAt, time == known.time { return known }
    if let moved = try await service.resource(entry, unlessTagged: known?.entityTag) {
      return Self.locale(entry, moved, watched[name] ?? [])
    }
    known?.time = entry.lastUpdatedAt
    return known
  }

  private static func locale(_ entry: ResourceIndexEntry, _ moved: TaggedResource, _ keys: Set<TextKey>)
    -> ServedTexts.Locale
  {
    let texts = moved.resource.texts
    var values: [TextKey: String] = [:]
    for text in texts.entries {
      let key = TextKey(section: texts.sections[text.section], key: texts.string(text.key))
      if keys.contains(key) { values[key] = texts.string(text.value) }
    }
    return ServedTexts.Locale(time: entry.lastUpdatedAt, url: entry.url, entityTag: moved.entityTag, values: values)
  }
}
