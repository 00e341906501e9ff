extension SandboxBehavior {
  /// A number as the behaviour writes it.
  func identifier(_ number: Int) -> JSONText {
    writesIdentifiersAsStrings ? .string("\(number)") : .number(number)
  }

  /// The refusal of something that does not exist.
  var notFound: SandboxRefusal {
    SandboxRefusal(notFoundStatus, "Entity not found")
  }
}
