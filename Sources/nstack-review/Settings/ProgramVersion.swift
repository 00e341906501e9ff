/// The version of the program.
enum ProgramVersion {
  static let number = "1.0.0"
  static let name = "nstack-review \(number)"
}
