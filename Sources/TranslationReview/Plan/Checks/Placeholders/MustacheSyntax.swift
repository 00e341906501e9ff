import Basics

/// `{{name}}`, as i18next and Handlebars write it, with or without spaces and a format: `{{ count, number }}`.
enum MustacheSyntax: PlaceholderSyntax {
  static let id = "placeholder.mustache"
  static let marks = TextMarks.brace

  static func placeholders(in text: ScannedText) -> [String] {
    BracedToken.all(in: text).filter { $0.form == .double && !$0.bareName.isEmpty }.map { "{{\($0.bareName)}}" }
  }
}
