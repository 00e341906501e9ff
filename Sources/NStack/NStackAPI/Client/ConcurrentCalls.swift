package enum ConcurrentCalls {
  /// The results of a call for each element, in the order of the elements. The first failure ends all calls.
  package static func values<Element: Sendable, Value: Sendable>(
    for elements: [Element], concurrency: Int, progress: (@Sendable (_ done: Int) -> Void)? = nil,
    _ call: @escaping @Sendable (Element) async throws(NStackError) -> Value
  ) async throws(NStackError) -> [Value] {
    let result = await withTaskGroup(of: (index: Int, result: Result<Value, NStackError>).self) { group in
      var rest = elements.enumerated().makeIterator()
      func startNext() {
        guard let (index, element) = rest.next() else { return }
        group.addTask {
          do throws(NStackError) { return (index, .success(try await call(element))) } catch {
            return (index, .failure(error))
          }
        }
      }
      for _ in 0..<min(max(1, concurrency), elements.count) { startNext() }
      var values: [(index: Int, value: Value)] = []
      while let (index, result) = await group.next() {
        switch result {
        case .success(let value): values.append((index, value))
        case .failure(let error):
          // Later failures come only from calls that this failure cancelled.
          group.cancelAll()
          return Result<[Value], NStackError>.failure(error)
        }
        progress?(values.count)
        startNext()
      }
      return .success(values.sorted { $0.index < $1.index }.map(\.value))
    }
    return try result.get()
  }
}
