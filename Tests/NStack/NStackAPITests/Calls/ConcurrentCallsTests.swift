import NStackAPI
import Synchronization
import Testing

struct ConcurrentCallsTests {
  /// Notes how many calls are under way, and lets each wait until a number of them are.
  private actor Barrier {
    private let size: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(of size: Int) { self.size = size }

    func join() async {
      if waiting.count + 1 == size {
        for call in waiting { call.resume() }
        waiting = []
      } else {
        await withCheckedContinuation { waiting.append($0) }
      }
    }
  }

  private func error(_ message: String) -> NStackError {
    NStackError(.badBody, delivery: .definite, request: "test", message: message)
  }

  @Test func `Calls run at the same time, and their values are in the order of the elements`() async throws {
    // Each call waits for two others, so that one at a time would never end.
    let barrier = Barrier(of: 3)
    let values = try await ConcurrentCalls.values(for: Array(0..<12), concurrency: 3) { number throws(NStackError) in
      await barrier.join()
      return number * 2
    }
    #expect(values == [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22])
  }

  @Test(arguments: [1: 1, 4: 4, 0: 1]) func `No more calls run at the same time than were asked for`(
    concurrency: Int, most: Int
  ) async throws {
    let state = Mutex((running: 0, most: 0))
    _ = try await ConcurrentCalls.values(for: Array(0..<40), concurrency: concurrency) { _ throws(NStackError) in
      state.withLock { state in
        state.running += 1
        state.most = max(state.most, state.running)
      }
      for _ in 0..<5 { await Task.yield() }
      state.withLock { $0.running -= 1 }
    }
    #expect(state.withLock { $0.most } <= most)
  }

  @Test func `The first failure ends all calls, and is the one that is told`() async {
    let begun = Mutex(0)
    let failure = await #expect(throws: NStackError.self) {
      try await ConcurrentCalls.values(for: Array(0..<100), concurrency: 4) { number throws(NStackError) in
        begun.withLock { $0 += 1 }
        if number == 3 { throw error("the first") }
        while !Task.isCancelled { await Task.yield() }
        throw error("ended by it")
      }
    }
    #expect(failure?.message == "the first")
    #expect(begun.withLock { $0 } == 4)
  }
}
