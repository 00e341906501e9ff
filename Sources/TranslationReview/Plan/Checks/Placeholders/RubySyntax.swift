import Basics

/// `%{name}`, as Ruby and Vue write it.
enum RubySyntax: PlaceholderSyntax {
  static let id = "placeholder.ruby"
  static let marks = TextMarks.percent

  static func placeholders(in text: ScannedText) -> [String] {
    BracedToken.all(in: text).filter { $0.form == .percent && !$0.name.isEmpty }.map { "%{\($0.name)}" }
  }
}
