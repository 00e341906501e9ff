#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A JSON document, split into its form, which similar documents share, and its values.
struct DocumentForm {
  enum Value {
    /// The bytes of a text between its quotation marks, or of a number that does not fit ``PackedNumber``.
    case text(ArraySlice<UInt8>)
    case number(PackedNumber)
  }

  /// The document with a ``PackedDocuments/Slot`` in place of each value.
  private(set) var form: [UInt8] = []
  private(set) var values: [Value] = []

  init(_ document: Data) {
    let bytes = Array(document)
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      switch byte {
      case UInt8(ascii: "\""):
        let end = Self.endOfText(bytes, from: place)
        // A member's name belongs to the form.
        if end + 1 < bytes.count, bytes[end] == UInt8(ascii: "\""), bytes[end + 1] == UInt8(ascii: ":") {
          form += bytes[place...end]
        } else {
          form.append(byte)
          form.append(PackedDocuments.Slot.text.rawValue)
          values.append(.text(bytes[(place + 1)..<end]))
          if end < bytes.count { form.append(byte) }
        }
        place = min(end + 1, bytes.count)
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        let end = bytes[place...].firstIndex { !Self.isOfNumber($0) } ?? bytes.count
        take(number: bytes[place..<end])
        place = end
      case 1...3:
        // The byte would be read as a slot. Such a document, which is not ours, is kept whole.
        form = [PackedDocuments.Slot.literal.rawValue]
        values = [.text(bytes[...])]
        return
      default:
        form.append(byte)
        place += 1
      }
    }
    // A member's name may contain any byte as well.
    let slots = form.count { PackedDocuments.Slot(rawValue: $0) != nil }
    if slots != values.count {
      form = [PackedDocuments.Slot.literal.rawValue]
      values = [.text(bytes[...])]
    }
  }

  private mutating func take(number: ArraySlice<UInt8>) {
    if let read = PackedNumber(number) {
      form.append(PackedDocuments.Slot.number.rawValue)
      values.append(.number(read))
    } else {
      form.append(PackedDocuments.Slot.literal.rawValue)
      values.append(.text(number))
    }
  }

  /// The place of the quotation mark that ends a text, or the end of the bytes.
  private static func endOfText(_ bytes: [UInt8], from start: Int) -> Int {
    var place = start + 1
    while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(place, bytes.count)
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
      UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }
}
