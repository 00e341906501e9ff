import Foundation

/// Lists of JSON documents as version 3 of the journal packed them. They are only read.
///
/// A block has every text of the documents once, sorted, each as the number of bytes that it shares with the one before
/// and the rest; then the forms of the documents, which are all except texts and numbers; then for each document its
/// form, the positions of its texts, and for each number the difference to the number of the document of that form
/// before. Numbers have seven bits in each byte, the lowest first.
enum PackedBlock {
  static let form: UInt8 = 1

  /// The byte in a form that marks a text, a number, or a number that is kept as a text.
  private enum Slot: UInt8 {
    case text = 1
    case number = 2
    case literal = 3
  }

  /// A number as an integer and the number of its decimals.
  private typealias Decimal = (mantissa: Int64, decimals: Int)

  private static let mostDecimals = 18

  static func lists(in block: Data) throws -> [[Data]] {
    var reader = Reader(rest: Array(block.dropFirst())[...])
    var texts: [[UInt8]] = []
    for _ in 0..<(try reader.count()) {
      let shared = try reader.count()
      let previous = texts.last ?? []
      guard shared <= previous.count else { throw DocumentBlock.Malformed() }
      texts.append(Array(previous.prefix(shared)) + (try reader.slice()))
    }
    let forms = try (0..<(try reader.count())).map { _ in try reader.slice() }
    var last = [[Decimal]](repeating: [], count: forms.count)
    return try (0..<(try reader.count())).map { _ in
      try (0..<(try reader.count())).map { _ in try document(&reader, texts, forms, &last) }
    }
  }

  private static func document(
    _ reader: inout Reader, _ texts: [[UInt8]], _ forms: [ArraySlice<UInt8>], _ last: inout [[Decimal]]
  ) throws -> Data {
    let form = try reader.count()
    guard forms.indices.contains(form) else { throw DocumentBlock.Malformed() }
    var bytes: [UInt8] = []
    var slot = 0
    for byte in forms[form] {
      switch Slot(rawValue: byte) {
      case nil: bytes.append(byte)
      case .text, .literal:
        let place = try reader.count()
        guard texts.indices.contains(place) else { throw DocumentBlock.Malformed() }
        bytes += texts[place]
      case .number:
        if slot == last[form].count { last[form].append((0, 0)) }
        let decimals = try reader.count()
        guard decimals <= mostDecimals else { throw DocumentBlock.Malformed() }
        let number = (try reader.signed() &+ scaled(last[form][slot], to: decimals), decimals)
        last[form][slot] = number
        bytes += digits(number).utf8
        slot += 1
      }
    }
    return Data(bytes)
  }

  /// The mantissa of a number with another number of decimals, perhaps rounded.
  private static func scaled(_ number: Decimal, to decimals: Int) -> Int64 {
    (0..<abs(decimals - number.decimals)).reduce(number.mantissa) { mantissa, _ in
      decimals > number.decimals ? mantissa &* 10 : mantissa / 10
    }
  }

  private static func digits(_ number: Decimal) -> String {
    guard number.decimals > 0 else { return "\(number.mantissa)" }
    let digits = "\(number.mantissa.magnitude)"
    let padded = String(repeating: "0", count: max(0, number.decimals + 1 - digits.count)) + digits
    let (whole, rest) = (padded.dropLast(number.decimals), padded.suffix(number.decimals))
    return "\(number.mantissa < 0 ? "-" : "")\(whole).\(rest)"
  }

  private struct Reader {
    var rest: ArraySlice<UInt8>

    /// A count, or a position in a list; at most the number of bytes.
    mutating func count() throws -> Int {
      guard let count = Int(exactly: try number()), count <= rest.endIndex else { throw DocumentBlock.Malformed() }
      return count
    }

    mutating func signed() throws -> Int64 {
      let number = try number()
      return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
    }

    mutating func slice() throws -> ArraySlice<UInt8> {
      let count = try count()
      guard count <= rest.count else { throw DocumentBlock.Malformed() }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }

    private mutating func number() throws -> UInt64 {
      var number: UInt64 = 0
      for shift in stride(from: UInt64(0), to: 64, by: 7) {
        guard let byte = rest.popFirst() else { throw DocumentBlock.Malformed() }
        number |= UInt64(byte & 0x7F) << shift
        if byte < 0x80 { return number }
      }
      throw DocumentBlock.Malformed()
    }
  }
}
