package import Basics

/// A text of one language, as an app's catalogue holds it.
package enum CatalogText: Sendable {
  /// A text without forms.
  case plain(String)
  /// The forms of a plural that NStack has as texts of their own, such as `files.one` and `files.other`. There is
  /// always an `other`.
  case forms([PluralCategory: String])
  /// A text that is an ICU message, with the text as it was served.
  case message(ICUMessage, String)
}
