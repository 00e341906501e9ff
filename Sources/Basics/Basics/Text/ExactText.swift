/// A text that is compared byte by byte.
///
/// `String` treats two spellings of one letter (`é` as one scalar or as two) as equal. NStack does not, so keys and
/// values are compared through this type.
package struct ExactText: Hashable, Codable, Comparable, Sendable, CustomStringConvertible {
  package let string: String

  package init(_ string: String) { self.string = string }

  package var description: String { string }

  package static func == (left: ExactText, right: ExactText) -> Bool {
    let (left, right) = (left.string.utf8, right.string.utf8)
    guard left.count == right.count else { return false }
    // A string is in one piece of memory unless Foundation bridges it.
    // Comparing it byte by byte would take ten times as long.
    let isEqual = left.withContiguousStorageIfAvailable { left in
      right.withContiguousStorageIfAvailable { right in left.isSame(as: right) }
    }
    return (isEqual ?? nil) ?? left.elementsEqual(right)
  }

  package static func < (left: ExactText, right: ExactText) -> Bool {
    left.string.utf8.lexicographicallyPrecedes(right.string.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    var string = string
    string.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)
  }
}

extension UnsafeBufferPointer<UInt8> {
  package func isSame(as other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == other.count, let start = baseAddress, let otherStart = other.baseAddress else {
      return isEmpty && other.isEmpty
    }
    return memcmp(start, otherStart, count) == 0
  }
}
