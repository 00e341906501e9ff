/// A format of catalogues that apps ship with.
package enum CatalogFormat: String, CaseIterable, Sendable {
  case strings, stringsdict, xcstrings, android, arb, i18next

  /// The name in messages.
  package var name: String {
    switch self {
    case .strings: ".strings"
    case .stringsdict: ".stringsdict"
    case .xcstrings: ".xcstrings"
    case .android: "Android's strings.xml"
    case .arb: "ARB"
    case .i18next: "i18next JSON"
    }
  }
}
