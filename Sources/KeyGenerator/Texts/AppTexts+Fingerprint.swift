import Basics

extension AppTexts {
  /// A number that changes with the names, the values that code has, and the descriptions, in hexadecimal digits.
  ///
  /// It says from which texts a file was made. A value in another language counts only where the default language has none.
  package var fingerprint: String {
    // FNV-1a with 64 bits.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ text: String) {
      for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      // No text has this byte.
      hash = (hash ^ 0xFF) &* 0x100_0000_01B3
    }
    for place in names.indices.sorted(by: { names[$0] < names[$1] }) {
      add(names[place].section.string)
      add(names[place].key.string)
      add(defaultLanguage.values[place] ?? languages.lazy.compactMap { $0.values[place] }.first ?? "")
      add(descriptions[names[place]] ?? "")
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
