#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Packs JSON documents into little space. Unpacking gives the same bytes.
///
/// The rows of a plan and its steps are alike: the same members, the same texts, rising numbers. A packed document has
/// three parts:
///
/// - its form, which is everything except the texts and numbers;
/// - for each text, its position in a sorted list of all texts;
/// - for each number, the difference to the number of the previous document of the same form.
///
/// The list has only the part of each text that differs from the text before it.
enum PackedDocuments {
  private static let version: UInt8 = 1

  /// The byte in a form that marks a text, a number, or a number that does not fit ``PackedNumber``.
  enum Slot: UInt8 {
    case text = 1
    case number = 2
    case literal = 3
  }

  /// The bytes are not from ``pack(_:)``.
  struct Malformed: Error {}

  // MARK: - Packing

  /// - Returns: The bytes that ``unpack(_:)`` turns into the same lists.
  static func pack(_ lists: [[Data]]) -> Data {
    let scanned = lists.map { $0.map(DocumentForm.init) }
    var texts: Set<ArraySlice<UInt8>> = []
    for document in scanned.joined() {
      for case .text(let text) in document.values { texts.insert(text) }
    }
    let sorted = texts.sorted { $0.lexicographicallyPrecedes($1) }
    let places = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1, $0) })
    var writer = PackedWriter()
    writer.bytes.append(version)
    writer.write(sorted.count)
    var previous: ArraySlice<UInt8> = []
    for text in sorted {
      let shared = zip(previous, text).prefix { $0 == $1 }.count
      writer.write(shared)
      writer.write(text.dropFirst(shared))
      previous = text
    }
    var forms: [[UInt8]: Int] = [:]
    for document in scanned.joined() where forms[document.form] == nil { forms[document.form] = forms.count }
    writer.write(forms.count)
    for (form, _) in forms.sorted(by: { $0.value < $1.value }) { writer.write(form[...]) }
    var last = [[PackedNumber]](repeating: [], count: forms.count)
    writer.write(lists.count)
    for list in scanned {
      writer.write(list.count)
      for document in list {
        let form = forms[document.form] ?? 0
        writer.write(form)
        var slot = 0
        for value in document.values {
          switch value {
          case .text(let text): writer.write(places[text] ?? 0)
          case .number(let number):
            if slot == last[form].count { last[form].append(PackedNumber(mantissa: 0, decimals: 0)) }
            writer.write(Int(number.decimals))
            writer.writeSigned(number.mantissa &- last[form][slot].scaled(to: number.decimals))
            last[form][slot] = number
            slot += 1
          }
        }
      }
    }
    return Data(writer.bytes)
  }

  // MARK: - Unpacking

  /// - Throws: ``Malformed``.
  static func unpack(_ data: Data) throws -> [[Data]] {
    var reader = PackedReader(Array(data))
    guard try reader.byte() == version else { throw Malformed() }
    var texts: [[UInt8]] = []
    for _ in 0..<(try reader.count()) {
      let shared = try reader.count()
      guard let previous = texts.last?.prefix(shared) ?? (shared == 0 ? [] : nil), previous.count == shared else {
        throw Malformed()
      }
      texts.append(Array(previous) + (try reader.slice()))
    }
    let forms = try (0..<(try reader.count())).map { _ in try reader.slice() }
    var last = [[PackedNumber]](repeating: [], count: forms.count)
    return try (0..<(try reader.count())).map { _ in
      try (0..<(try reader.count())).map { _ in try document(&reader, texts, forms, &last) }
    }
  }

  private static func document(
    _ reader: inout PackedReader, _ texts: [[UInt8]], _ forms: [ArraySlice<UInt8>], _ last: inout [[PackedNumber]]
  ) throws -> Data {
    let form = try reader.count()
    guard forms.indices.contains(form) else { throw Malformed() }
    var bytes: [UInt8] = []
    var slot = 0
    for byte in forms[form] {
      switch Slot(rawValue: byte) {
      case nil: bytes.append(byte)
      case .text, .literal:
        let place = try reader.count()
        guard texts.indices.contains(place) else { throw Malformed() }
        bytes += texts[place]
      case .number:
        if slot == last[form].count { last[form].append(PackedNumber(mantissa: 0, decimals: 0)) }
        guard let decimals = UInt8(exactly: try reader.count()), decimals <= PackedNumber.mostDigits else {
          throw Malformed()
        }
        let mantissa = try reader.signed() &+ last[form][slot].scaled(to: decimals)
        last[form][slot] = PackedNumber(mantissa: mantissa, decimals: decimals)
        bytes += last[form][slot].text.utf8
        slot += 1
      }
    }
    return Data(bytes)
  }
}
