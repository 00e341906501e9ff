/// A text as numbers, one for each character that a person sees.
enum Graphemes {
  /// The numbers of a text's characters. Two characters have the same number if they have the same scalars, apart from
  /// one chance in two thousand million for characters of several scalars.
  static func numbers(of text: String) -> [UInt32] {
    var numbers: [UInt32] = []
    numbers.reserveCapacity(text.utf8.count)
    for character in text {
      var number: UInt32 = 0
      var count = 0
      for scalar in character.unicodeScalars {
        // FNV-1a over the scalars.
        if count == 1 { number = (0x811C_9DC5 ^ number) &* 0x0100_0193 }
        number = count == 0 ? scalar.value : (number ^ scalar.value) &* 0x0100_0193
        count += 1
      }
      numbers.append(count == 1 ? number : number | 0x8000_0000)
    }
    return numbers
  }
}
