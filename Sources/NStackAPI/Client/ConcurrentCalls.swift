extension ProposalService {
  /// The pending proposals, or why they could not be read. A call that runs beside others has no typed error.
  package func pendingProposals() async -> Result<ProposalList, NStackError> {
    do throws(NStackError) {
      return .success(try await proposalList(state: .unaccepted))
    } catch {
      return .failure(error)
    }
  }
}

/// Calls for several elements, a number of them at the same time.
package enum ConcurrentCalls {
  /// The values that a call has for each element, in the order of the elements. The first failure ends all calls.
  ///
  /// - Parameters:
  ///   - concurrency: The most calls at the same time, at least one.
  ///   - progress: Told the number of finished calls after each.
  package static func values<Element: Sendable, Value: Sendable>(
    for elements: [Element], concurrency: Int, progress: (@Sendable (_ done: Int) -> Void)? = nil,
    _ call: @escaping @Sendable (Element) async throws(NStackError) -> Value
  ) async throws(NStackError) -> [Value] {
    let answers = await withTaskGroup(of: Answer<Value>.self) { group in
      var answers: [Answer<Value>] = []
      var next = 0
      while next < min(max(1, concurrency), elements.count) {
        group.addTask { [next] in await answer(to: elements[next], at: next, call) }
        next += 1
      }
      while let answer = await group.next() {
        answers.append(answer)
        if case .failure = answer.result {
          group.cancelAll()
          break
        }
        progress?(answers.count)
        if next < elements.count {
          group.addTask { [next] in await self.answer(to: elements[next], at: next, call) }
          next += 1
        }
      }
      return answers
    }
    // Failures after the first one are calls that it ended.
    if let last = answers.last, case .failure(let error) = last.result { throw error }
    var values: [Value] = []
    for answer in answers.sorted(by: { $0.place < $1.place }) { values.append(try answer.result.get()) }
    return values
  }

  private struct Answer<Value: Sendable>: Sendable {
    let place: Int
    let result: Result<Value, NStackError>
  }

  private static func answer<Element: Sendable, Value: Sendable>(
    to element: Element, at place: Int, _ call: @Sendable (Element) async throws(NStackError) -> Value
  ) async -> Answer<Value> {
    do throws(NStackError) {
      return Answer(place: place, result: .success(try await call(element)))
    } catch {
      return Answer(place: place, result: .failure(error))
    }
  }
}
