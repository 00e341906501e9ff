import Basics

/// The data of a table in a web page: the JSON in its one element `<script id="nstack-review-data">`.
///
/// The programs through which a page passes change what is around the data: browsers add comments and turn line ends,
/// mail programs encode the page, and editors save it as UTF-16. The JSON is ASCII, so it survives all of that.
struct PageData {
  /// The id of the element.
  static let elementID = "nstack-review-data"
  /// What every page with data says about itself in its head, so that a page that lost its data is known as one.
  static let mark = "nstack-review review"

  /// The JSON, and what programs put around it in the element.
  let json: ArraySlice<UInt8>
  /// The line of the file in which the element's contents begin; nil if they were decoded.
  let line: Int?

  /// Finds the data in a file; nil if it is not a page with data, nor one that lost them.
  ///
  /// - Throws: `html.no-data`, `html.broken-data`, `html.two-reviews`, `limit.page`.
  init?(in file: InputFile, limits: SpreadsheetLimits) throws(SpreadsheetError) {
    if file.size == 0 { return nil }
    let head = try file.bytes(min(file.size, 64 << 10), at: 0)
    let isMail = Self.isMail(head)
    guard isMail || FileSignature.isPage(head) else { return nil }
    guard file.size <= limits.page else {
      throw .limit(.limitPage, "the page has more than \(limits.page) bytes.", raise: "page")
    }
    let page = try Self.utf8(try Self.bytes(of: file))
    if file.hasChanged { throw file.changedError }
    var pages = [page]
    if isMail { pages += try MailParts(of: page).decoded }
    let elements = try pages.map { (page) throws(SpreadsheetError) in
      try PageElements(in: page, id: Self.elementID).found
    }
    let places = elements.indices.flatMap { page in elements[page].map { (page: page, range: $0) } }
    guard let first = places.first else {
      guard pages.contains(where: { $0.firstPlace(of: Self.mark) != nil }) else { return nil }
      throw SpreadsheetError(
        .htmlNoData, "this is a review as a web page, but its data are gone.",
        hint: "Some programs leave them out when they save a page. Get the file that its Save button wrote.")
    }
    let found = pages[first.page][first.range]
    if places.contains(where: { pages[$0.page][$0.range] != found }) {
      throw SpreadsheetError(
        .htmlTwoReviews, "the file contains \(places.count) reviews.", hint: "Save each of them as a file of its own.")
    }
    // The escapes that an export writes, in UTF-7, are text to a reader of JSON.
    guard pages[first.page].firstPlace(of: "+afw-u", from: first.range.lowerBound, to: first.range.upperBound) == nil
    else { throw .brokenData("they are in UTF-7") }
    json = Self.withoutEntities(found)
    line = first.page == 0 ? 1 + page[..<first.range.lowerBound].count { $0 == 0x0A } : nil
  }

  /// Whether the file begins with the header of a mail, or of a page that a browser saved with its pictures.
  private static func isMail(_ head: [UInt8]) -> Bool {
    let lines = head.split(separator: 0x0A, maxSplits: 500)
    guard let first = lines.first, MailParts.isField(first) || first.starts(with: "From ".utf8) else { return false }
    return lines.contains { MailParts.isField($0, "mime-version") || MailParts.isField($0, "content-type") }
  }

  /// The bytes of a file, without a second copy of them.
  private static func bytes(of file: InputFile) throws(SpreadsheetError) -> [UInt8] {
    var failure: SpreadsheetError?
    let bytes = [UInt8](unsafeUninitializedCapacity: file.size) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      do throws(SpreadsheetError) { try file.read(file.size, at: 0, into: start) } catch {
        failure = error
        return
      }
      count = file.size
    }
    if let failure { throw failure }
    return bytes
  }

  private static let entities: [(name: [UInt8], character: UInt8)] = [
    (Array("&quot;".utf8), UInt8(ascii: "\"")), (Array("&#34;".utf8), UInt8(ascii: "\"")),
    (Array("&#39;".utf8), UInt8(ascii: "'")), (Array("&lt;".utf8), UInt8(ascii: "<")),
    (Array("&gt;".utf8), UInt8(ascii: ">")), (Array("&amp;".utf8), UInt8(ascii: "&")),
  ]

  /// JSON with the quotes that a program wrote as entities. An export writes no ampersand, so one after the first brace
  /// proves that a program did, and one without an entity that it did not.
  private static func withoutEntities(_ json: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let brace = json.firstIndex(of: UInt8(ascii: "{")), json[brace...].dropFirst().first == UInt8(ascii: "&")
    else { return json }
    var text: [UInt8] = []
    var rest = json
    while let first = rest.firstIndex(of: UInt8(ascii: "&")) {
      guard let entity = entities.first(where: { rest[first...].starts(with: $0.name) }) else { return json }
      text += rest[..<first]
      text.append(entity.character)
      rest = rest[first...].dropFirst(entity.name.count)
    }
    text += rest
    return text[...]
  }

  /// A text in UTF-8, or in another encoding that has ASCII as it is. UTF-16 is converted.
  static func utf8(_ bytes: [UInt8]) throws(SpreadsheetError) -> [UInt8] {
    guard bytes.count > 1 else { return bytes }
    // A page begins with an ASCII character, if not with a byte order mark.
    let isBig = bytes[0] == 0 || bytes.starts(with: [0xFE, 0xFF])
    guard isBig || bytes[1] == 0 || bytes.starts(with: [0xFF, 0xFE]) else { return bytes }
    var text = ByteBuffer(capacity: bytes.count)
    defer { text.deallocate() }
    let decoding = bytes.withUnsafeBytes {
      UTF16Decoder(isBigEndian: isBig).decode($0, isLast: true, replaces: false, into: &text)
    }
    guard !decoding.isBroken else { throw .brokenData("its UTF-16 is broken at byte \(decoding.consumed)") }
    return Array(UnsafeBufferPointer(start: text.base, count: text.count))
  }
}

extension SpreadsheetError {
  /// The error for data that cannot be read, so that no row of them can be trusted.
  ///
  /// - Parameter finding: What was found, as the end of a sentence.
  static func brokenData(_ finding: String, line: Int? = nil) -> SpreadsheetError {
    SpreadsheetError(
      .htmlBrokenData, "the data of the page are cut off or changed: \(finding).",
      hint: "Get the file again, best in a ZIP archive; unpack that, and give the page in it.", place: .init(line: line)
    )
  }
}

/// The elements of a page that may hold data: the contents of each `script` with an id.
private struct PageElements {
  private(set) var found: [Range<Int>] = []
  private let page: [UInt8]
  private var next = 0

  /// - Throws: `html.broken-data` for an element without an end.
  init(in page: [UInt8], id: String) throws(SpreadsheetError) {
    self.page = page
    while let start = page[next...].firstIndex(of: UInt8(ascii: "<")) {
      next = start + 1
      if skip("!--") {
        next = endOfComment(from: start)
        continue
      }
      let name = take(\.isASCIILetter)
      guard !name.isEmpty else { continue }
      let isFound = readAttributes(lookingFor: id)
      guard let opaque = ["script", "style", "textarea", "title"].first(where: { Self.isSame(name, $0) }) else {
        continue
      }
      let contents = next
      let end = page.firstPlace(of: "</\(opaque)", from: next)
      if opaque == "script", isFound {
        guard let end else { throw .brokenData("they have no end") }
        found.append(contents..<end)
      }
      next = end ?? page.count
    }
  }

  /// The place after the comment that begins somewhere, which is the page's end if the comment has none.
  private func endOfComment(from start: Int) -> Int {
    // The hyphens of `<!-->` are those of its end too.
    var place = start + 4
    while let sign = page[place...].firstIndex(of: UInt8(ascii: ">")) {
      let text = page[start + 2..<sign]
      if text.suffix(2).elementsEqual("--".utf8) || text.dropFirst(2).suffix(3).elementsEqual("--!".utf8) {
        return sign
      }
      place = sign + 1
    }
    return page.count
  }

  private static func isSame(_ bytes: ArraySlice<UInt8>, _ text: String) -> Bool {
    bytes.count == text.utf8.count && Array(bytes).firstPlace(of: text) == 0
  }

  private mutating func skip(_ text: String) -> Bool {
    guard page[next...].starts(with: text.utf8) else { return false }
    next += text.utf8.count
    return true
  }

  /// Takes the bytes that meet a condition.
  private mutating func take(_ isTaken: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let bytes = page[next...].prefix(while: isTaken)
    next = bytes.endIndex
    return bytes
  }

  /// Reads the attributes of a tag and its end, and returns whether it has the id.
  private mutating func readAttributes(lookingFor id: String) -> Bool {
    var isFound = false
    while next < page.count {
      _ = take { $0.isASCIISpace || $0 == UInt8(ascii: "/") }
      if skip(">") { return isFound }
      let name = take {
        !$0.isASCIISpace && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/")
      }
      _ = take(\.isASCIISpace)
      guard skip("=") else {
        // Such as a second equals sign, which is not a name.
        if name.isEmpty, next < page.count { next += 1 }
        continue
      }
      _ = take(\.isASCIISpace)
      let value: ArraySlice<UInt8>
      if let quote = page[safe: next], quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
        next += 1
        value = take { $0 != quote }
        next = min(next + 1, page.count)
      } else {
        value = take { !$0.isASCIISpace && $0 != UInt8(ascii: ">") }
      }
      if Self.isSame(name, "id"), value.elementsEqual(id.utf8) { isFound = true }
    }
    return false
  }
}

extension [UInt8] {
  /// The first place of a text in lower case, in either case; nil if it is not in a part. `firstRange(of:)` takes seconds
  /// for a large page.
  func firstPlace(of text: String, from start: Int = 0, to end: Int? = nil) -> Int? {
    let text = Array(text.utf8)
    return withUnsafeBufferPointer { bytes in
      let last = (end ?? bytes.count) - text.count
      var place = start
      while place <= last {
        var length = 0
        while length < text.count {
          let byte = bytes[place + length]
          guard (byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte) == text[length] else { break }
          length += 1
        }
        if length == text.count { return place }
        place += 1
      }
      return nil
    }
  }
}
