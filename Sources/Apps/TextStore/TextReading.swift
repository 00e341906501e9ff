import Basics
import NStackAPI

/// The texts and proposals of an application as one reading found them.
struct TextReading: Sendable {
  /// The texts of each language with their tags, in NStack's order.
  let resources: [(url: String, tagged: TaggedResource)]
  let proposals: ProposalList

  /// The most languages that are read at the same time.
  private static let concurrency = 8

  struct Options {
    /// The locales to read, in any spelling; nil for all.
    let locales: [String]?
    /// Whose proposals are shown. With `none`, their list is not read.
    let choice: ProposalChoice
    /// Whether an application, or a language, may have no texts. Otherwise that is an error.
    let allowsEmpty: Bool
    /// The languages that are shown, which must not disappear because an entry cannot be read.
    let known: [Language]
    /// The texts that an earlier reading found at each URL. They are used again if they did not change.
    let kept: [String: TaggedResource]
  }

  /// Reads the index, the texts of each language, and the pending proposals if they may be shown, at the same time as far as
  /// possible.
  static func fetching(from service: any TextSessionService, _ options: Options) async throws(NStackError)
    -> TextReading
  {
    async let pending = options.choice == .none ? .success(ProposalList(proposals: [])) : service.pendingProposals()
    let index = try await service.wholeResourceIndex(updatedSince: nil)
    let entries = try options.entries(of: index)
    let kept = options.kept
    let tagged = try await ConcurrentCalls.values(for: entries, concurrency: concurrency) { entry throws(NStackError) in
      try await texts(of: entry, from: service, kept: kept[entry.url])
    }
    try options.refuseEmpty(tagged.map(\.resource))
    let proposals = try await pending.get()
    return TextReading(resources: zip(entries, tagged).map { ($0.url, $1) }, proposals: proposals)
  }

  private static func texts(of entry: ResourceIndexEntry, from service: any TextSessionService, kept: TaggedResource?)
    async throws(NStackError) -> TaggedResource
  {
    let fresh = try await service.resource(entry, unlessTagged: kept?.entityTag)
    guard let tagged = fresh ?? kept else {
      throw NStackError(
        .badBody, delivery: .definite, request: "the texts of \(entry.language.locale)",
        message: "the answer says that the texts did not change, but none were read before")
    }
    return tagged
  }

  /// The texts with the proposals applied. It takes some time for large products, so it runs off the main actor.
  nonisolated func texts(_ choice: ProposalChoice) async -> LocalizedTexts {
    LocalizedTexts(resources: resources.map { $0.tagged.resource }, proposals: proposals.proposals, choice: choice)
  }

  /// The texts by their URL, for the next reading.
  var kept: [String: TaggedResource] {
    Dictionary(resources.map { ($0.url, $0.tagged) }, uniquingKeysWith: { first, _ in first })
  }
}

extension TextReading.Options {
  func entries(of index: ResourceIndex) throws(NStackError) -> [ResourceIndexEntry] {
    let names = locales.map { Set($0.map(LocaleName.normalized)) }
    let entries = index.entries.filter { names?.contains(LocaleName.normalized($0.language.locale)) ?? true }
    if let item = index.unread.first {
      let listed = Set(entries.map { LocaleName.normalized($0.language.locale) })
      if let lost = known.first(where: { !listed.contains(LocaleName.normalized($0.locale)) }) {
        throw NStackError(
          .badBody, delivery: .definite, request: "the list of languages",
          message: "\(lost.locale) is not in it any more, and an entry could not be read: \(item)")
      }
    }
    guard entries.isEmpty, !allowsEmpty else { return entries }
    throw Self.refusal(
      index.entries.isEmpty
        ? "the index lists no language"
        : "the index lists none of the locales \(locales?.joined(separator: ", ") ?? "")")
  }

  /// Refuses a reading that would leave an app without texts, because that is most likely a failure of the server.
  func refuseEmpty(_ resources: [LocalizationResource]) throws(NStackError) {
    guard !allowsEmpty, let empty = resources.first(where: \.isEmpty) else { return }
    throw Self.refusal("the index lists \(empty.language.locale), but its resource contains no texts")
  }

  private static func refusal(_ message: String) -> NStackError {
    NStackError(.noTexts, delivery: .definite, request: "the texts of the application", message: message)
  }
}
