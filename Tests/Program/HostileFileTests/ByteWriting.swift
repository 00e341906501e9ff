import ProgramRuns

extension [UInt8] {
  /// The same bytes many times over.
  func repeated(_ count: Int) -> [UInt8] {
    var all: [UInt8] = []
    all.reserveCapacity(self.count * count)
    for _ in 0..<count { all += self }
    return all
  }
}

extension String { func repeated(_ count: Int) -> String { String(repeating: self, count: count) } }

extension SeededNumbers {
  mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) } }
}

extension WorkbookFile {
  static let keptRow = #"<row r="1"><c r="A1" t="inlineStr"><is><t>kept</t></is></c></row>"#

  /// The workbook whose only cell says `kept`.
  static let kept = WorkbookFile(keptRow)

  var container: ZIPArchiveBuilder { ZIPArchiveBuilder(parts.map { .init(deflating: $0.bytes, named: $0.name) }) }

  var bytes: [UInt8] { container.bytes }

  /// The container with one part that is a piece repeated between a start and an end.
  func repeating(_ piece: String, count: Int, between start: String, and end: String, in part: String = sheet)
    -> ZIPArchiveBuilder
  {
    let (data, checksum, size) = Deflate.repeating(
      Array(piece.utf8), count: count, between: Array(start.utf8), and: Array(end.utf8))
    let file = parts.contains { $0.name == part } ? self : with(part, "")
    return file.container.changing(part) {
      $0.compressed = data
      $0.checksum = checksum
      $0.size = UInt32(size)
    }
  }
}

extension ZIPArchiveBuilder {
  /// The place of an entry.
  func index(of name: String) -> Int {
    guard let index = entries.firstIndex(where: { $0.name == Array(name.utf8) }) else {
      preconditionFailure("no entry \(name)")
    }
    return index
  }

  /// The container with another entry of a name.
  func changing(_ name: String, _ body: (inout Entry) -> Void) -> ZIPArchiveBuilder { with { $0.change(name, body) } }
}

extension ZIPArchiveBuilder.Entry {
  init(deflating content: [UInt8], named name: String) {
    self.init(name, [])
    compressed = Deflate.bytes(content)
    method = 8
    checksum = Checksum.of(content)
    size = UInt32(content.count)
  }
}
