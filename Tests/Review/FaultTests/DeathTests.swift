import NStackAPI
import Testing
import TranslationReview

struct DeathTests {
  @Test(arguments: [1, 4]) func `S20: killed at every step of an import of fifty rows, then gone on with`(
    concurrency: Int
  ) async throws {
    let whole = try await Trial(changes: 50, concurrency: concurrency).run()
    #expect(whole.violations == [])
    #expect(whole.steps > 100)
    for step in 1...whole.steps {
      let result = try await Trial(changes: 50, concurrency: concurrency, dieAt: step).run()
      #expect(result.violations == [], "killed at step \(step)")
    }
  }
}
