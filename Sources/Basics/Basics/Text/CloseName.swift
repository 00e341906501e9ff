package enum CloseName {
  /// The name that is closest to another one; of several, the first. Nil if all of them need more than `most` changes: two by
  /// default, and more for a name of twelve characters or more.
  package static func nearest(to name: String, among names: [String], most: Int? = nil) -> String? {
    let target = name.lowercased().unicodeScalars.map(\.value)
    var most = most ?? max(2, name.unicodeScalars.count / 4)
    var nearest: String?
    var cells: [Int] = []
    for candidate in names where most >= 0 {
      let scalars = candidate.lowercased().unicodeScalars.map(\.value)
      guard let distance = EditDistance.between(target, scalars, most: most, &cells) else { continue }
      nearest = candidate
      most = distance - 1
    }
    return nearest
  }
}
