import Basics

/// What was done in a row, as the formula under `Progress` says it; or `red: ` and what is wrong with the proposal, which
/// only the formula finds.
enum RowProgress: String, CaseIterable {
  /// There is neither a text nor a proposal.
  case missing
  /// The proposal was changed.
  case changed
  /// The row was approved, changed or not.
  case approved
  /// The row is to be skipped, or its proposal withdrawn or rejected.
  case decided

  /// How ``rawValue`` begins for a proposal with a fault.
  static let red = "red: "

  /// Whether the formula may have given a text, and no person wrote it.
  static func isResult(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    utf8.isEmpty || utf8.starts(with: red.utf8) || allCases.contains { $0.rawValue.utf8.elementsEqual(utf8) }
  }

  init?(proposal: String, exported: String, current: String, action: String) {
    switch ReviewAction(word: action) {
    case .delete, .reject, .skip: self = .decided
    case .accept, .ok: self = .approved
    case nil where !proposal.isEmpty && ExactText(proposal) != ExactText(exported): self = .changed
    case nil where proposal.isEmpty && current.isEmpty: self = .missing
    case nil: return nil
    }
  }
}

extension ReviewRow {
  var progress: RowProgress? {
    guard base != nil else { return nil }
    return RowProgress(proposal: proposal, exported: exportedProposal ?? "", current: currentValue, action: action)
  }
}

/// The rows of a sheet by their progress.
struct ProgressCounts {
  /// What is counted, under the names on the worksheet `About`.
  enum Name: String, CaseIterable {
    case changed = "Changed"
    case approved = "Approved"
    case missing = "Missing"
    case red = "Red"
    /// The rows in which nothing was written, missing ones among them.
    case left = "Left"
  }

  private var numbers: [Name: Int] = [:]

  subscript(name: Name) -> Int { numbers[name, default: 0] }

  /// Adds rows with the same text under `Progress`.
  mutating func add(_ progress: String, count: Int = 1) {
    let name: Name? =
      switch RowProgress(rawValue: progress) {
      case .missing: .missing
      case .changed: .changed
      case .approved: .approved
      case .decided: nil
      case nil: progress.hasPrefix(RowProgress.red) ? .red : nil
      }
    if let name { numbers[name, default: 0] += count }
    if progress.isEmpty || name == .missing { numbers[.left, default: 0] += count }
  }

  /// The counts on one line: `3 changed, 1 approved, …`.
  var line: String { Name.allCases.map { "\(self[$0]) \($0.rawValue.lowercased())" }.joined(separator: ", ") }
}
