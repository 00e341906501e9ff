/// The variable that makes every command use the embedded sandbox.
enum SandboxVariable {
  static let name = "NSTACK_SANDBOX"

  /// What a run says first because of the variable.
  static let reminder = "this is the sandbox, because \(name) is set: NStack is neither read nor changed"

  /// Whether the variable asks for the sandbox. `0`, `no`, `off` and `false` do not.
  static var isSet: Bool {
    guard let value = EnvironmentVariables.value(name) else { return false }
    return !["0", "no", "off", "false"].contains(value.lowercased())
  }
}
