import Testing

@testable import nstack_review

@Suite("The pager")
struct PagerTests {
  @Test(
    "the variable chooses the pager, and an empty one or cat switches it off",
    arguments: [("", nil), ("  ", nil), ("cat", nil), (" cat", nil), ("more -s", "more -s")] as [(String, String?)])
  func chosen(variable: String, command: String?) {
    #expect(Pager.command(chosenAs: variable) == command)
  }

  @Test("without the variable it is less, if that is installed")
  func standard() {
    #expect(Pager.command(chosenAs: nil) == "command -v less >/dev/null 2>&1 || exit 127; exec less")
  }

  @Test("the pager gets every line, and one that cannot be started has shown nothing")
  func shown() throws {
    let place = try Workplace()
    #expect(Pager.show(["Én", "to"], with: "cat > '\(place.path("shown.txt"))'"))
    #expect(try place.read("shown.txt") == "Én\nto\n")
    #expect(!Pager.show([], with: "exit 127"))
    #expect(!Pager.show(["Én"], with: nil))
  }
}
