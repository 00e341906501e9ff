/// Dates as text, and their serial numbers.
enum DateText {
  /// The parts of a date in ISO 8601: a day, a time, or both.
  static func variant(_ text: UnsafeBufferPointer<UInt8>) -> StylesPartWriter.Variant {
    if text.contains(UInt8(ascii: "T")) { return .dateAndTime }
    guard text.contains(UInt8(ascii: ":")) else { return .date }
    // ISO 8601 as some programs write it has a space between the day and the time.
    return text.contains(UInt8(ascii: " ")) ? .dateAndTime : .time
  }

  /// The serial number of a date in the 1900 system.
  ///
  /// - Parameter stored: The serial number in the document that the date comes from, which may count from 1904. It is
  ///   as exact as the document was, so it is used unless the text names a different day.
  static func serial(_ text: UnsafeBufferPointer<UInt8>, stored: Double) -> Double {
    guard text.count >= 10, let serial = ISODate.serial(text, usesDates1904: false) else { return stored }
    let difference = serial.rounded(.down) - stored.rounded(.down)
    // A time that rounds up to the next day differs by one.
    return difference.magnitude <= 1 ? stored : stored + difference
  }
}
