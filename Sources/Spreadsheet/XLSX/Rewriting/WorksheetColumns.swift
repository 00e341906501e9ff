import Basics

/// Changes the widths of columns in the head of a worksheet part (ECMA-376 Part 1, 18.3.1.13).
struct WorksheetColumns {
  var prefix = ""
  private let widths: [Int: Double]
  private var list: MarkupScanner.Tag?
  /// Where the list ends.
  private var end: Int?
  /// The columns whose widths are set.
  private var done: Set<Int> = []

  init(widths: [Int: Double]) {
    self.widths = widths
  }

  mutating func take(list tag: MarkupScanner.Tag, _ scanner: MarkupScanner) {
    if tag.kind == .end { end = tag.range.lowerBound } else { list = tag }
  }

  /// Reads one element, which may describe several columns, and splits it where one of them gets a width of its own.
  mutating func take(column tag: MarkupScanner.Tag, _ scanner: MarkupScanner, _ changes: inout ByteChanges) {
    guard tag.kind != .end, let first = number("min", tag, scanner), let last = number("max", tag, scanner),
      first <= last
    else { return }
    let inside = widths.keys.filter { (first...last).contains($0 + 1) }.sorted()
    guard !inside.isEmpty else {
      let before = widths.keys.filter { $0 + 1 < first && !done.contains($0) }.sorted()
      insert(before, at: tag.range.lowerBound, &changes)
      return
    }
    let rest = scanner.attributes(of: tag).filter { attribute in
      !["min", "max"].contains(scanner.text(attribute.name))
    }.map { scanner.text($0.whole) }.joined()
    var text = ""
    var next = first
    let before = widths.keys.filter { $0 + 1 < first && !done.contains($0) }.sorted()
    for column in before { text += element(column) }
    for column in inside {
      if next <= column { text += "<\(prefix)col min=\"\(next)\" max=\"\(column)\"\(rest)/>" }
      text += element(column)
      next = column + 2
    }
    if next <= last { text += "<\(prefix)col min=\"\(next)\" max=\"\(last)\"\(rest)/>" }
    done.formUnion(before + inside)
    changes.replace(tag.range, with: text)
  }

  /// Adds the remaining columns, in a new list if there is none.
  mutating func finish(before data: MarkupScanner.Tag, _ changes: inout ByteChanges) {
    let left = widths.keys.filter { !done.contains($0) }.sorted()
    guard !left.isEmpty else { return }
    if let end {
      insert(left, at: end, &changes)
    } else if let list, list.kind == .empty {
      changes.replace(list.range, with: "<\(prefix)cols>\(left.map(element).joined())</\(prefix)cols>")
    } else {
      changes.insert("<\(prefix)cols>\(left.map(element).joined())</\(prefix)cols>", at: data.range.lowerBound)
    }
  }

  private mutating func insert(_ columns: [Int], at place: Int, _ changes: inout ByteChanges) {
    guard !columns.isEmpty else { return }
    changes.insert(columns.map(element).joined(), at: place)
    done.formUnion(columns)
  }

  private func element(_ column: Int) -> String {
    let width = NumberText.shortest(widths[column] ?? 9.140625)
    return "<\(prefix)col min=\"\(column + 1)\" max=\"\(column + 1)\" width=\"\(width)\" customWidth=\"1\"/>"
  }

  private func number(_ name: StaticString, _ tag: MarkupScanner.Tag, _ scanner: MarkupScanner) -> Int? {
    scanner.attribute(name, of: tag).flatMap { Digits.integer(scanner.slice($0.value)) }
  }
}
