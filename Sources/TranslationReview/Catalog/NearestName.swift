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
      let near = Self.nearest(to: text.locale, among: locales)
      return near.map { " Did you mean the locale \($0)?" } ?? " Its locales are \(locales.joined(separator: ", "))."
    }
    let names = catalog.keys.map { "\($0.section)/\($0.key)" }
    return Self.nearest(to: "\(text.section)/\(text.key)", among: names).map { near in
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

  /// The name that is closest to another one; nil if none is near.
  static func nearest(to name: String, among names: [String]) -> String? {
    let target = Array(name.lowercased().unicodeScalars)
    let most = max(2, target.count / 4)
    var best: (distance: Int, name: String)?
    for candidate in names {
      let scalars = Array(candidate.lowercased().unicodeScalars)
      guard abs(scalars.count - target.count) <= most else { continue }
      let distance = distance(target, scalars, most: best.map { $0.distance - 1 } ?? most)
      if let distance { best = (distance, candidate) }
    }
    return best?.name
  }

  /// The number of single-character changes between two names; nil if it is above `most`.
  static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar], most: Int) -> Int? {
    guard most >= 0 else { return nil }
    var previous = Array(0...right.count)
    for (row, scalar) in left.enumerated() {
      var current = [row + 1]
      current.reserveCapacity(right.count + 1)
      var least = row + 1
      for (column, other) in right.enumerated() {
        let cost = min(previous[column + 1] + 1, current[column] + 1, previous[column] + (scalar == other ? 0 : 1))
        current.append(cost)
        least = min(least, cost)
      }
      guard least <= most else { return nil }
      previous = current
    }
    return previous[right.count] <= most ? previous[right.count] : nil
  }
}
