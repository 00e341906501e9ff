extension Diagnostic.Code {
  /// The code of a row that a check of a sheet refuses: `row.` and the name of the verdict, such as `row.damaged`.
  public static func row(_ verdict: Verdict) -> Self {
    Self(rawValue: "row.\(verdict.rawValue)")
  }
}
