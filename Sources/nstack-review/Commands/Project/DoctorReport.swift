import Basics

/// What `doctor` found, in the order of its checks.
struct DoctorReport {
  /// How good a finding is.
  enum State: String {
    /// As it should be.
    case good = "ok"
    /// It works, and something should be done.
    case warning
    /// It does not work.
    case failed
    /// It was not tried.
    case skipped
  }

  /// One check.
  struct Finding {
    let name: String
    let state: State
    /// What was found.
    let saw: String
    /// What to do; nil for nothing.
    let hint: String?
  }

  private(set) var findings: [Finding] = []

  var hasFailed: Bool { findings.contains { $0.state == .failed } }

  mutating func add(_ name: String, _ saw: String, hint: String? = nil) {
    add(name, .good, saw, hint: hint)
  }

  mutating func add(_ name: String, _ state: State, _ saw: String, hint: String? = nil) {
    findings.append(Finding(name: name, state: state, saw: saw, hint: hint))
  }

  mutating func add(_ name: String, failed failure: Failure) {
    let message = failure.hint.map { failure.shownLine.replacing(" \($0)", with: "") } ?? failure.shownLine
    findings.append(Finding(name: name, state: .failed, saw: message, hint: failure.hint))
  }

  /// The findings on lines: the state, the name and what was found, and below it what to do.
  var lines: [String] {
    let width = findings.map(\.name.count).max() ?? 0
    return findings.flatMap { finding in
      let state = (finding.state == .failed ? "FAILED" : finding.state.rawValue).padded(to: 9)
      let line = "\(state)\(finding.name.padded(to: width + 2))\(Visible.text(finding.saw, limit: 1_000))"
      guard let hint = finding.hint else { return [line] }
      return [line, String(repeating: " ", count: 9) + "→ \(Visible.text(hint, limit: 1_000))"]
    }
  }

  var json: JSONValue {
    .object([
      (
        "checks",
        .array(
          findings.map { finding in
            .object([
              ("name", .string(finding.name)), ("state", .string(finding.state.rawValue)),
              ("saw", .string(finding.saw)),
              ("hint", .optional(finding.hint)),
            ])
          })
      ), ("failed", .boolean(hasFailed)),
    ])
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
