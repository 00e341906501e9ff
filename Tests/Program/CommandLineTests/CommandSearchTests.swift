import Testing

@testable import nstack_review

@Suite("The search for a command") struct CommandSearchTests {
  @Test(arguments: [
    "", "--help", "--version", "help", "help history undo", "export exprot.xlsx", "history", "history --json",
    "memory --json", "memory list", "--generate-completion-script=bash", "sheets --all",
  ]) func `leaves alone what is a command, or belongs to one`(arguments: String) throws {
    try CommandSearch(arguments.split(separator: " ").map(String.init), in: NStackReview.self).refuseUnknown()
  }
}
