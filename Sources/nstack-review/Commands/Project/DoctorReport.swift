import Basics
import ReviewReports

/// What `doctor` and `drive doctor` found, in the order of their checks.
struct DoctorReport {
  /// The result of a check.
  enum State: String {
    case good = "ok"
    /// It works, and something should be done.
    case warning
    case failed
    /// It was not tried.
    case skipped
  }

  struct Finding {
    let name: String
    let state: State
    let saw: String
    /// What to do; nil for nothing.
    let hint: String?
    var code: String?
  }

  private(set) var findings: [Finding] = []

  var hasFailed: Bool { findings.contains { $0.state == .failed } }

  mutating func add(_ name: String, _ saw: String, hint: String? = nil) {
    add(name, .good, saw, hint: hint)
  }

  mutating func add(_ name: String, _ state: State, _ saw: String, hint: String? = nil) {
    findings.append(Finding(name: name, state: state, saw: saw, hint: hint))
  }

  mutating func add(_ name: String, failed error: any Error) {
    guard let failure = Failure(error) else { return add(name, .failed, "\(error)") }
    let message = failure.hint.map { failure.shownLine.replacing(" \($0)", with: "") } ?? failure.shownLine
    findings.append(
      Finding(name: name, state: .failed, saw: message, hint: failure.hint, code: failure.code.rawValue))
  }

  /// Runs a check that says what it saw, or throws.
  mutating func run(_ name: String, _ body: () async throws -> String) async {
    do {
      add(name, try await body())
    } catch {
      add(name, failed: error)
    }
  }

  /// The findings on lines: the state, the name and what was found, and below it what to do.
  var lines: [String] {
    let rows = findings.map { finding in
      let state = finding.state == .failed ? "FAILED" : finding.state.rawValue
      return [
        state + String(repeating: " ", count: 7 - state.count), finding.name, Visible.text(finding.saw, limit: 1_000),
      ]
    }
    return zip(findings, TextTable.lines(rows)).flatMap { finding, line in
      guard let hint = finding.hint else { return [line] }
      return [line, String(repeating: " ", count: 9) + "→ \(Visible.text(hint, limit: 1_000))"]
    }
  }

  var json: JSONValue {
    let checks = findings.map { finding in
      JSONValue.members([
        "name": finding.name, "state": finding.state.rawValue, "saw": finding.saw, "hint": finding.hint,
      ])
    }
    return .members(["checks": checks, "failed": hasFailed])
  }

  var stepsJSON: JSONValue {
    let steps = findings.map { finding in
      let saw = [finding.saw, finding.hint].compactMap(\.self).joined(separator: " ")
      return JSONValue.members([
        "step": finding.name, "isDone": finding.state != .failed, "saw": saw, "code": finding.code,
      ])
    }
    return .members(["steps": steps])
  }
}
