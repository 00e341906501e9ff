/// Adds the styles of marks to a styles part (ECMA-376 Part 1, 18.8), after all existing ones.
struct StylesRewriter {
  /// The part with the added styles.
  let bytes: [UInt8]
  /// The cell style of each mark.
  let cellStyles: [Int]
  /// The differential format of each mark.
  let differentialFormats: [Int]

  /// The elements that come after `dxfs`.
  private static let behindDifferential = ["tableStyles", "colors", "extLst"]

  /// Adds the styles; nil if the part has no list of fills or of cell formats to add to.
  init?(_ part: [UInt8], marks: [CellMark]) {
    var cellStyles: [Int] = []
    var differentialFormats: [Int] = []
    let rewritten: [UInt8]? = part.withUnsafeBufferPointer { bytes in
      let lists = StylesLists(bytes)
      guard var fills = lists.list("fills"), var formats = lists.list("cellXfs") else { return nil }
      let p = lists.prefix
      var differential = lists.list("dxfs")
      var added = [String]()
      for mark in marks {
        let color = Self.hexadecimal(mark.fill)
        let pattern =
          "<\(p)patternFill patternType=\"solid\"><\(p)fgColor rgb=\"\(color)\"/><\(p)bgColor rgb=\"\(color)\"/>"
          + "</\(p)patternFill>"
        let fill = fills.index(adding: "<\(p)fill>\(pattern)</\(p)fill>")
        let format =
          "<\(p)xf numFmtId=\"49\" fontId=\"0\" fillId=\"\(fill)\" borderId=\"0\""
          + (lists.list("cellStyleXfs") == nil ? "" : " xfId=\"0\"")
          + " applyNumberFormat=\"1\" applyFill=\"1\" applyAlignment=\"1\">"
          + "<\(p)alignment vertical=\"top\" wrapText=\"1\"/></\(p)xf>"
        cellStyles.append(formats.index(adding: format))
        let difference = "<\(p)dxf><\(p)fill>\(pattern)</\(p)fill></\(p)dxf>"
        if differential != nil {
          differentialFormats.append(differential?.index(adding: difference) ?? 0)
        } else {
          differentialFormats.append(added.count)
          added.append(difference)
        }
      }
      var changes = ByteChanges()
      fills.record(in: &changes)
      formats.record(in: &changes)
      differential?.record(in: &changes)
      if !added.isEmpty {
        let place = lists.start(ofFirst: Self.behindDifferential) ?? lists.rootEnd
        changes.insert("<\(p)dxfs count=\"\(added.count)\">\(added.joined())</\(p)dxfs>", at: place)
      }
      return changes.applied(to: bytes)
    }
    guard let rewritten else { return nil }
    bytes = rewritten
    self.cellStyles = cellStyles
    self.differentialFormats = differentialFormats
  }

  private static func hexadecimal(_ color: UInt32) -> String {
    let digits = String(color, radix: 16, uppercase: true)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}

/// The lists of a styles part, and their offsets.
private struct StylesLists {
  /// One list.
  struct List {
    let name: String
    let tag: MarkupScanner.Tag
    let count: Range<Int>?
    /// Its members as they are written.
    var members: [String]
    /// Where to insert further members; nil for a list without an end tag.
    var end: Int?
    var added: [String] = []

    /// The index of a member, which is added if it is missing.
    mutating func index(adding member: String) -> Int {
      if let known = (members + added).firstIndex(of: member) { return known }
      added.append(member)
      return members.count + added.count - 1
    }

    func record(in changes: inout ByteChanges) {
      guard !added.isEmpty else { return }
      if let count { changes.replace(count, with: String(members.count + added.count)) }
      if let end {
        changes.insert(added.joined(), at: end)
      } else {
        let slash = tag.range.upperBound - 2
        changes.replace(slash..<tag.range.upperBound, with: ">\(added.joined())</\(name)>")
      }
    }
  }

  /// The prefix of the part's elements, with its colon.
  private(set) var prefix = ""
  /// The offset of the root's end tag.
  private(set) var rootEnd = 0
  private var lists: [String: List] = [:]
  private var starts: [String: Int] = [:]

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    var scanner = MarkupScanner(bytes)
    var depth = 0
    var open: List?
    var memberStart = 0
    while let tag = scanner.next() {
      let name = scanner.text(tag.name)
      if tag.kind == .end { depth -= 1 }
      switch depth {
      case 0:
        if tag.kind == .start { prefix = name.lastIndex(of: ":").map { String(name[...$0]) } ?? "" }
        if tag.kind == .end { rootEnd = tag.range.lowerBound }
      case 1:
        if tag.kind == .end {
          open?.end = tag.range.lowerBound
          if let open { lists[open.name] = open }
          open = nil
        } else {
          starts[name] = tag.range.lowerBound
          open = List(name: name, tag: tag, count: scanner.attribute("count", of: tag)?.value, members: [])
          if tag.kind == .empty {
            if let open { lists[open.name] = open }
            open = nil
          }
        }
      case 2:
        if tag.kind == .start { memberStart = tag.range.lowerBound }
        if tag.kind == .empty { open?.members.append(scanner.text(tag.range)) }
        if tag.kind == .end { open?.members.append(scanner.text(memberStart..<tag.range.upperBound)) }
      default: break
      }
      if tag.kind == .start { depth += 1 }
    }
  }

  func list(_ name: String) -> List? {
    lists[prefix + name]
  }

  /// The offset of the first of some elements.
  func start(ofFirst names: [String]) -> Int? {
    names.compactMap { starts[prefix + $0] }.min()
  }
}
