import Basics

/// The columns with information for translators.
extension ColumnTraits {
  static let description = context(header: "Description", width: 20, text: { $0.description }) { $1.description = $0 }

  static let screenshot = context(header: "Screenshot", width: 12, look: .link, text: { $0.screenshot }) {
    $1.screenshot = $0
  }

  static let maximumLength = context(
    header: "Maximum length", width: 11, text: { $0.maximumLength.map(String.init) ?? "" },
    read: { $1.maximumLength = Digits.integer(ReviewColumn.trimmed($0).utf8) })

  private static func context(
    header: String, width: Double, look: ColumnLook = .quiet, text: @escaping @Sendable (TextContext) -> String,
    read: @escaping @Sendable (_ text: String, _ context: inout TextContext) -> Void
  ) -> ColumnTraits {
    ColumnTraits(
      header: header, isOfText: true, isOfExportAlone: true, isPresent: { $0.hasContext }, width: width,
      look: look, source: .row, text: { $0.context.map(text) ?? "" }, mayBeEscaped: true,
      read: { found, row in
        guard !found.isEmpty else { return }
        var context = row.context ?? TextContext()
        read(found, &context)
        row.context = context
      })
  }
}
