import Testing

@testable import nstack_review

struct PagerTests {
  @Test func `without the variable it is less, if that is installed`() {
    #expect(Pager.command(chosenAs: nil) == "command -v less >/dev/null 2>&1 || exit 127; exec less")
  }
}
