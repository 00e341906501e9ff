import Basics
import NStackAPI

/// The texts and proposals of an application as one reading found them.
struct TextReading: Sendable {
  /// The texts of each language with their tags, in NStack's order.
  let resources: [(url: String, tagged: TaggedResource)]
  let proposals: ProposalList

  /// Reads the index, the texts of each language, and the pending proposals, at the same time as far as possible.
  ///
  /// - Parameters:
  ///   - locales: The locales to read, in any spelling; nil for all.
  ///   - kept: The texts that an earlier reading found at each URL. They are used again if they did not change.
  static func fetching(
    from service: any TextSessionService, locales: [String]?, kept: [String: TaggedResource]
  ) async throws(NStackError) -> TextReading {
    async let pending = proposals(from: service)
    let names = locales.map { Set($0.map(LocaleName.normalized)) }
    let entries = try await service.resourceIndex().filter { entry in
      names?.contains(LocaleName.normalized(entry.language.locale)) ?? true
    }
    let answers = await withTaskGroup(of: Answer.self) { group in
      for (place, entry) in entries.enumerated() {
        group.addTask { await answer(to: entry, at: place, from: service, kept: kept[entry.url]) }
      }
      var answers: [Answer] = []
      for await answer in group {
        answers.append(answer)
        if case .failure = answer.result { group.cancelAll() }
      }
      return answers
    }
    var resources: [(url: String, tagged: TaggedResource)] = []
    // The first failure is the cause; those after it are calls that it ended.
    for answer in answers { if case .failure(let error) = answer.result { throw error } }
    for answer in answers.sorted(by: { $0.place < $1.place }) {
      resources.append((entries[answer.place].url, try answer.result.get()))
    }
    return TextReading(resources: resources, proposals: try await pending.get())
  }

  /// What came of one entry of the index.
  private struct Answer: Sendable {
    let place: Int
    let result: Result<TaggedResource, NStackError>
  }

  private static func answer(
    to entry: ResourceIndexEntry, at place: Int, from service: any TextSessionService, kept: TaggedResource?
  ) async -> Answer {
    do throws(NStackError) {
      let fresh = try await service.resource(entry, unlessTagged: kept?.entityTag)
      guard let tagged = fresh ?? kept else {
        throw NStackError(
          .badBody, delivery: .definite, request: "the texts of \(entry.language.locale)",
          message: "the answer says that the texts did not change, but none were read before")
      }
      return Answer(place: place, result: .success(tagged))
    } catch {
      return Answer(place: place, result: .failure(error))
    }
  }

  private static func proposals(from service: any TextSessionService) async -> Result<ProposalList, NStackError> {
    do throws(NStackError) {
      return .success(try await service.proposalList(state: .unaccepted))
    } catch {
      return .failure(error)
    }
  }

  /// The texts with the proposals applied. It takes some time for large products, so it runs beside the main actor.
  nonisolated func texts(_ choice: ProposalChoice) async -> LocalizedTexts {
    LocalizedTexts(
      resources: resources.map { $0.tagged.resource }, proposals: proposals.proposals, choice: choice)
  }

  /// The texts by their URL, for the next reading.
  var kept: [String: TaggedResource] {
    Dictionary(resources.map { ($0.url, $0.tagged) }, uniquingKeysWith: { first, _ in first })
  }
}
