import Foundation

/// The error that the program tells with `--json`.
struct ErrorObject: Decodable, Equatable {
  let code: String
  let message: String

  /// Nil where the output tells none.
  init?(_ output: String) {
    // Reading megabytes of findings as JSON would take long.
    guard output.contains("\"error\": {\n"),
      let told = try? JSONDecoder().decode([String: Self].self, from: Data(output.utf8)), let error = told["error"]
    else { return nil }
    self = error
  }
}
