import Testing

@testable import nstack_review

@Suite("The search for a command")
struct CommandSearchTests {
  private func refusal(_ arguments: String) -> String? {
    let words = arguments.split(separator: " ").map(String.init)
    do throws(Failure) {
      try CommandSearch(words, in: NStackReview.self).refuseUnknown()
      return nil
    } catch {
      return error.line
    }
  }

  @Test(
    "suggests the command that was meant before its flags are blamed",
    arguments: [
      ("exprot review.xlsx --sandbox --locale da-DK", "\"exprot\" is not a command. Did you mean export?"),
      ("proposals lsit --mine", "\"lsit\" is not a command of proposals. Did you mean list?"),
      ("history unod last", "\"unod\" is not a command of history. Did you mean undo?"),
      ("push review.xlsx", "\"push\" is not a command. Did you mean drive push?"),
      ("help exprot", "\"exprot\" is not a command. Did you mean export?"),
      (
        "--sandbox status",
        "the flag --sandbox comes before the command. Write it after the command: nstack-review status … --sandbox"
      ),
    ])
  func suggestion(arguments: String, line: String) {
    #expect(refusal(arguments) == line)
  }

  @Test("lists the commands if none is near")
  func listed() {
    #expect(refusal("frobnicate")?.contains("The commands are init, doctor, export, check") == true)
  }

  @Test(
    "leaves alone what is a command, or belongs to one",
    arguments: [
      "", "--help", "--version", "help", "help history undo", "export exprot.xlsx", "history", "history --json",
      "memory team.tmx", "memory list", "--generate-completion-script=bash", "sheets --all",
    ])
  func known(arguments: String) {
    #expect(refusal(arguments) == nil)
  }
}
