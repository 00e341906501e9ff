extension PluralCategory {
  /// Whether the category means a single number in many languages, so that a text may spell the number out.
  package var isOftenOneNumber: Bool { self == .zero || self == .one || self == .two }

  /// The category that a key ends in, after `.`, `_` or `-`, as in `reply.one`; nil if it does not end in one.
  package init?(endOf key: String) {
    let bytes = key.utf8
    guard
      let separator = bytes.lastIndex(where: {
        $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
      })
    else { return nil }
    let name = key[bytes.index(after: separator)...]
    // A fast exit: hardly any key ends in a category.
    guard 3...5 ~= name.utf8.count, let category = PluralCategory(rawValue: name.lowercased()) else { return nil }
    self = category
  }

  /// The key of the `other` form beside a key that ends in another category, in the same case: `REPLY_OTHER` beside
  /// `REPLY_ONE`. Nil for any other key.
  package static func otherForm(ofKey key: String) -> String? {
    guard let category = PluralCategory(endOf: key), category != .other else { return nil }
    let suffix = key.suffix(category.rawValue.count)
    let other = PluralCategory.other.rawValue
    let isUpper = suffix.first?.isUppercase ?? false
    let form = !isUpper ? other : suffix == suffix.uppercased() ? other.uppercased() : other.capitalizedFirst
    return key.dropLast(suffix.count) + form
  }
}

extension String { fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() } }
