package enum ProgramVersion {
  package static let number = "1.0.0"
  package static let name = "nstack-review \(number)"
}
