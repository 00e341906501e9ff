/// The members of an answer that a caller asks for, such as `files(id,name),nextPageToken`.
///
/// Source: "Use the fields parameter" of Google's guide to performance.
struct FieldMask {
  private var members: [String: FieldMask?] = [:]

  init(_ text: String) {
    var rest = text[...]
    self.init(&rest)
  }

  private init(_ rest: inout Substring) {
    while let first = rest.first, first != ")" {
      if first == "," {
        rest.removeFirst()
        continue
      }
      let name = String(rest.prefix { $0 != "," && $0 != "(" && $0 != ")" })
      rest = rest.dropFirst(name.count)
      if rest.first == "(" {
        rest.removeFirst()
        members[name] = FieldMask(&rest)
        if rest.first == ")" { rest.removeFirst() }
      } else {
        members[name] = .some(nil)
      }
    }
  }

  /// The members of an object that are asked for.
  func select(_ object: [String: Any]) -> [String: Any] {
    if members["*"] != nil { return object }
    return object.reduce(into: [:]) { result, member in
      guard let mask = members[member.key] else { return }
      guard let mask else {
        result[member.key] = member.value
        return
      }
      if let inner = member.value as? [String: Any] {
        result[member.key] = mask.select(inner)
      } else if let list = member.value as? [[String: Any]] {
        result[member.key] = list.map(mask.select)
      }
    }
  }
}
