import ReviewJournal

/// The guid of a profile. It is created once and kept, because only the guid that made a proposal can delete it.
enum StoredGUID {
  static func value(ofProfile profile: String) throws -> String {
    guard let folder = StateFolder.standard else {
      throw Failure.usage(
        .stateFolder, "there is no folder to keep the guid in, as HOME is not set.",
        hint: "Set NSTACK_GUID, HOME or XDG_STATE_HOME.")
    }
    let name = String(profile.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    let path = "\(folder)/guid-\(name)"
    if let kept = try PlainFile.text(at: path)?.split(whereSeparator: \.isWhitespace).first { return String(kept) }
    let made = random()
    try PlainFile.write("\(made)\n", to: path)
    return made
  }

  /// A random UUID of version 4 (RFC 9562).
  private static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    let high = generator.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
    let low = generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    let digits = [high, low].map { half in
      let text = String(half, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }.joined()
    var result = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { result += "-" }
      result.append(digit)
    }
    return result
  }
}
