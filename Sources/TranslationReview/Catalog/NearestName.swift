import Basics
import NStackAPI

/// Finds the names on the server that are closest to an unknown name.
final class NearestName {
  /// The number of unknown names that get a suggestion; each costs a comparison with every key.
  private static let mostSuggestions = 50

  private let catalog: Catalog
  private var given = 0

  init(catalog: Catalog) {
    self.catalog = catalog
  }

  /// Returns a sentence that names the nearest text; empty if no name is near.
  func suggestion(for text: TextIdentity) -> String {
    guard given < Self.mostSuggestions else { return "" }
    given += 1
    if catalog.languageIndex(ofLocale: text.locale) == nil {
      let locales = catalog.languages.map(\.locale)
      let near = CloseName.nearest(to: text.locale, among: locales)
      return near.map { " Did you mean the locale \($0)?" } ?? " Its locales are \(locales.joined(separator: ", "))."
    }
    let names = catalog.keys.map { "\($0.section)/\($0.key)" }
    return CloseName.nearest(to: "\(text.section)/\(text.key)", among: names).map { near in
      let difference = hiddenDifference(near, "\(text.section)/\(text.key)")
      return " Did you mean \(Visible.text(near))?\(difference)"
    } ?? ""
  }

  /// Returns a sentence about the invisible difference between two names that look the same.
  private func hiddenDifference(_ left: String, _ right: String) -> String {
    guard left == right || Visible.text(left) != left || Visible.text(right) != right else { return "" }
    let points = right.unicodeScalars.filter { $0.value > 0x7E || $0.value < 0x20 }
      .map { "U+" + String($0.value, radix: 16, uppercase: true) }
    return points.isEmpty ? "" : " The sheet's name contains \(points.joined(separator: ", "))."
  }
}
