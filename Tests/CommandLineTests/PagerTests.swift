import Testing

@testable import nstack_review

@Suite("The pager")
struct PagerTests {
  @Test("without the variable it is less, if that is installed")
  func standard() {
    #expect(Pager.command(chosenAs: nil) == "command -v less >/dev/null 2>&1 || exit 127; exec less")
  }
}
