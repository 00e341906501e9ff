import Testing

@testable import ReviewReports
@testable import TranslationReview

struct LineChunksTests {
  private func chunks(_ text: String) -> [String] {
    LineChunks.chunks(of: [WordDiff.Piece(.same, text)]).map { $0.map(\.text).joined() }
  }

  @Test func `a line ends at white space, and not before a closing mark or after an opening one`() {
    #expect(chunks("Tryk (her), nu!") == ["Tryk", " ", "(her),", " ", "nu!"])
  }

  @Test func `in scripts without spaces a line ends between characters, and not before a closing mark`() {
    #expect(chunks("日本語。次") == ["日", "本", "語。", "次"])
  }

  @Test func `a mark of a difference stays with its word`() {
    let runs = [WordDiff.Piece(.same, "Log "), WordDiff.Piece(.added, "ind"), WordDiff.Piece(.same, "!")]
    #expect(
      LineChunks.chunks(of: runs) == [
        [WordDiff.Piece(.same, "Log")], [WordDiff.Piece(.same, " ")],
        [WordDiff.Piece(.added, "ind"), WordDiff.Piece(.same, "!")],
      ])
  }
}
