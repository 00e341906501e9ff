import Dispatch
import Foundation
import NStackAPI
import ProgramRuns
import Synchronization

/// One thread, a clock that only moves when nothing else can, and chance from a seed: a run is the same every time.
///
/// Everything that runs under it waits through ``clock``; jobs that are ready at the same moment run in an order that the
/// seed decides.
final class VirtualTime: TaskExecutor, Sendable {
  private struct Timer {
    let due: Duration
    let number: Int
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var jobs: [UnownedJob] = []
    var timers: [Timer] = []
    var now = Duration.zero
    var number = 0
    var isOver = false
    var random: SeededNumbers
  }

  private let state: Mutex<State>
  private let wake = DispatchSemaphore(value: 0)

  private init(seed: UInt64) { state = Mutex(State(random: SeededNumbers(seed: seed))) }

  /// Runs `body` under virtual time.
  static func run<Result: Sendable>(
    seed: UInt64, _ body: @escaping @Sendable (_ clock: RetryClock) async throws -> Result
  ) async throws -> Result {
    let time = VirtualTime(seed: seed)
    // A thread of its own: the shared pools have too few for many runs that wait at the same time.
    Thread.detachNewThread { time.drain() }
    defer { time.end() }
    return try await withTaskExecutorPreference(time) { try await body(time.clock) }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { $0.jobs.append(job) }
    wake.signal()
  }

  private func end() {
    state.withLock { $0.isOver = true }
    wake.signal()
  }

  private func drain() {
    while true {
      let (job, timer, isOver) = state.withLock { state -> (UnownedJob?, Timer?, Bool) in
        if !state.jobs.isEmpty {
          let index = state.random.below(state.jobs.count)
          return (state.jobs.remove(at: index), nil, false)
        }
        if state.isOver { return (nil, nil, true) }
        let first = state.timers.indices.min {
          (state.timers[$0].due, state.timers[$0].number) < (state.timers[$1].due, state.timers[$1].number)
        }
        guard let first else { return (nil, nil, false) }
        let timer = state.timers.remove(at: first)
        state.now = max(state.now, timer.due)
        return (nil, timer, false)
      }
      if let job {
        job.runSynchronously(on: asUnownedTaskExecutor())
      } else if let timer {
        timer.continuation.resume()
      } else if isOver {
        return
      } else {
        wake.wait()
      }
    }
  }

  private var clock: RetryClock {
    RetryClock(
      now: { self.state.withLock(\.now) }, calendarNow: { self.state.withLock { 1_700_000_000 + $0.now.inSeconds } },
      sleep: { try await self.sleep($0) }, random: { self.state.withLock { $0.random.unit() } },
      moment: { SystemMoment(boot: "boot", sinceBoot: self.state.withLock(\.now)) })
  }

  private func sleep(_ time: Duration) async throws {
    let number = state.withLock { state in
      state.number += 1
      return state.number
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let isCancelled = state.withLock { state in
          guard !Task.isCancelled else { return true }
          state.timers.append(Timer(due: state.now + max(.zero, time), number: number, continuation: continuation))
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      let timer = state.withLock { state in
        state.timers.firstIndex { $0.number == number }.map { state.timers.remove(at: $0) }
      }
      timer?.continuation.resume(throwing: CancellationError())
    }
  }
}

extension RetryClock {
  /// The monotonic time in seconds.
  var seconds: Double { now().inSeconds }
}

extension SeededNumbers {
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }

  mutating func unit() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }
}
