import NStackAPI

extension RowChecks {
  /// The reason to refuse a value of a saved plan; nil if it may be sent.
  ///
  /// The other checks judged the value when the plan was made, with the options and notes of that time. What can never be
  /// meant is looked for once more, because a plan is a file that people edit.
  static func refusal(ofSaved value: String, for text: TextIdentity, currentValue: String) -> String? {
    let checked = CheckedText(text: text, proposal: value, currentValue: currentValue)
    return RowFinding.refusal(
      StandardChecks.all.filter(\.isIndispensable).flatMap { check in
        check.findings(in: checked).map { RowFinding(check: check.id, severity: check.severity, finding: $0) }
      })
  }
}
