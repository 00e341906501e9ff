/// Finds the known name that is closest to an unknown one.
package enum CloseName {
  /// The name that is closest to another one; nil if none is near.
  package static func nearest(to name: String, among names: [String]) -> String? {
    nearest(to: name, among: names, most: max(2, name.unicodeScalars.count / 4))
  }

  /// The name that is closest to another one, the first of several; nil if all are further away than `most` changes.
  package static func nearest(to name: String, among names: [String], most: Int) -> String? {
    let target = Array(name.lowercased().unicodeScalars)
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
  package static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar], most: Int) -> Int? {
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
