import Testing

@testable import ReviewReports
@testable import TranslationReview

struct LineChunksTests {
  @Test func `a mark of a difference stays with its word`() {
    let runs = [WordDiff.Piece(.same, "Log "), WordDiff.Piece(.added, "ind"), WordDiff.Piece(.same, "!")]
    #expect(
      TextColumn.chunks(of: runs) == [
        [WordDiff.Piece(.same, "Log")], [WordDiff.Piece(.same, " ")],
        [WordDiff.Piece(.added, "ind"), WordDiff.Piece(.same, "!")],
      ])
  }
}
