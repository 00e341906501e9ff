/// The Levenshtein distance: how many characters must be added, removed or replaced to turn one text into another.
package enum EditDistance {
  /// The distance between two texts; nil if it is more than `most`. Only the cells near the diagonal are computed, so the time
  /// is the length of the shorter text times `most`. The memory of the cells is used again from call to call.
  package static func between(_ left: [UInt32], _ right: [UInt32], most: Int, _ cells: inout [Int]) -> Int? {
    let most = min(most, max(left.count, right.count))
    var start = 0
    while start < left.count, start < right.count, left[start] == right[start] { start += 1 }
    var (leftEnd, rightEnd) = (left.count, right.count)
    while leftEnd > start, rightEnd > start, left[leftEnd - 1] == right[rightEnd - 1] {
      leftEnd -= 1
      rightEnd -= 1
    }
    let (height, width) = (leftEnd - start, rightEnd - start)
    guard abs(height - width) <= most else { return nil }
    guard height > 0, width > 0 else { return max(height, width) }
    let far = most + 1
    cells.removeAll(keepingCapacity: true)
    for column in 0...width { cells.append(min(column, far)) }
    for row in 1...height {
      let (first, last) = (max(1, row - most), min(width, row + most))
      var diagonal = cells[first - 1]
      cells[first - 1] = first == 1 ? min(row, far) : far
      var least = cells[first - 1]
      for column in first...last {
        let above = cells[column]
        let cost =
          left[start + row - 1] == right[start + column - 1] ? diagonal : min(diagonal, above, cells[column - 1]) + 1
        diagonal = above
        cells[column] = min(cost, far)
        least = min(least, cells[column])
      }
      if least > most { return nil }
    }
    return cells[width] <= most ? cells[width] : nil
  }
}

/// A text as numbers, one for each character that a person sees.
package enum Graphemes {
  /// Appends the numbers of a text's characters. Two characters have the same number if they have the same scalars,
  /// except for one chance in two billion for characters of several scalars.
  package static func append(_ text: String, to numbers: inout [UInt32]) {
    // In ASCII, only a carriage return and a line feed form one character.
    if text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) {
      return numbers.append(contentsOf: text.utf8.lazy.map(UInt32.init))
    }
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
  }
}
