import ArgumentParser

struct ConsentOptions: ParsableArguments {
  @Flag(help: "Do it without asking.")
  var yes = false
  @Flag(help: "Only show what would be done.")
  var dryRun = false
}

struct DeletionOptions: ParsableArguments {
  @Flag(help: "Allow the deletion of proposals.")
  var allowDelete = false
  @Option(help: .value("n", "Send nothing at all if more proposals than this would be deleted."))
  var maxDeletes: Int?

  func validate() throws {
    try require("--max-deletes", maxDeletes, takes: "a number from 0 on") { $0 >= 0 }
  }
}
