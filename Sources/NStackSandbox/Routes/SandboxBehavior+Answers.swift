import Basics

extension SandboxBehavior {
  /// A number as the behaviour writes it.
  func identifier(_ number: Int) -> JSONValue {
    writesIdentifiersAsStrings ? .string("\(number)") : .integer(number)
  }

  /// The refusal of something that does not exist.
  var notFound: SandboxRefusal {
    SandboxRefusal(notFoundStatus, "Entity not found")
  }
}
