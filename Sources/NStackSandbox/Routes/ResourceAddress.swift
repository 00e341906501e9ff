/// Which resource is requested, and in which form, by the path or the query of a URL.
///
/// The default is the path, because clients append a query of their own to a URL.
struct ResourceAddress: Hashable, Sendable {
  let id: Int
  /// Whether texts that are not yet published are asked for.
  var isNewest = false
  var isFlat = false
  /// Whose proposed values are asked for.
  var guid: String?

  init(id: Int) {
    self.id = id
  }

  /// Reads the name that ``name`` writes, such as `301-newest-flat`; nil if it is not one.
  init?(name: String) {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard let number = parts.first, number.allSatisfy({ $0.isASCII && $0.isNumber }), let id = Int(number) else {
      return nil
    }
    self.init(id: id)
    for part in parts.dropFirst() {
      switch part {
      case "newest" where !isNewest && !isFlat: isNewest = true
      case "flat" where !isFlat: isFlat = true
      default: return nil
      }
    }
  }

  /// The resource and its form as one part of a path. The guid is not in it.
  var name: String {
    "\(id)" + (isNewest ? "-newest" : "") + (isFlat ? "-flat" : "")
  }

  /// The form as a query, with its question mark; empty if the form is the plain one.
  var query: String {
    let parameters =
      (isNewest ? ["dev=true"] : []) + (isFlat ? ["flat=true"] : []) + (guid.map { ["guid=\(encoded($0))"] } ?? [])
    return parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&")
  }

  /// The part of a path with the guid, with its slash; empty without a guid.
  var guidPath: String {
    guid.map { "/for/\(encoded($0))" } ?? ""
  }

  private func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x30...0x39,
        UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "~"):
        String(UnicodeScalar(byte))
      default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }
}
