import Basics

/// `${name}`, as JavaScript templates and Android's annotations write it.
enum TemplateSyntax: PlaceholderSyntax {
  static let id = "placeholder.template"
  static let marks = TextMarks.brace

  static func placeholders(in text: ScannedText) -> [String] {
    BracedToken.all(in: text).filter { $0.form == .dollar && !$0.name.isEmpty }.map { "${\($0.name)}" }
  }
}
