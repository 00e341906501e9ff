/// Reads a part in pieces: one thread inflates and cuts it, several parse its pieces, and the calling thread takes their
/// contents in order.
///
/// The memory is that of the slots. Anything out of the ordinary ends the reading without an error: the part must then
/// be read again by one parser, which finds the error, if there is one, and the place of it.
final class PieceReading<Parser: PieceParser>: @unchecked Sendable {
  /// One piece and what is in it.
  private struct Slot {
    var bytes: ByteBuffer
    var kind = PartCutter.Kind.items
    /// Whether it was parsed as expected, so far.
    var isExpected = false
    /// Whether it is the last piece, and was parsed to its end.
    var isEnd = false
    /// The parser that read it, and the names that the parser had met by then.
    var parser = 0
    var names = XMLPushParser.Names()
    let contents = Parser.Contents()
  }

  private let ring: PieceRing
  private let layout: PieceLayout
  private let makeParser: (_ handOver: @escaping () -> Bool) -> Parser?
  private let opening: [UInt8]
  private let frame: PieceFrame
  /// Raw memory, because several threads access it at once, each its own slots.
  private let slots: UnsafeMutablePointer<Slot>
  private let cutter: PartCutter

  /// - Parameters:
  ///   - cutter: Cuts the part, whose opening it has read.
  ///   - opening: That opening.
  ///   - makeParser: Makes a parser, on its thread; nil if there is no memory for it. `handOver` blocks until the contents
  ///     collected so far have been taken, and returns false if no more are wanted.
  init(
    _ cutter: PartCutter, opening: [UInt8], layout: PieceLayout,
    makeParser: @escaping (_ handOver: @escaping () -> Bool) -> Parser?
  ) {
    self.cutter = cutter
    self.opening = opening
    self.layout = layout
    frame = PieceFrame(opening, cutter.tags)
    self.makeParser = makeParser
    ring = PieceRing(count: layout.slots)
    slots = .allocate(capacity: layout.slots)
    for slot in 0..<layout.slots {
      let capacity = layout.pieceSize + PartCutter.chunkSize
      (slots + slot).initialize(to: Slot(bytes: ByteBuffer(capacity: capacity, headroom: frame.start.count)))
      frame.start.withUnsafeBufferPointer { start in
        if let first = start.baseAddress {
          (slots[slot].bytes.base - start.count).update(from: first, count: start.count)
        }
      }
    }
  }

  deinit {
    for slot in 0..<layout.slots { slots[slot].bytes.deallocate() }
    slots.deinitialize(count: layout.slots)
    slots.deallocate()
  }

  /// Passes the contents of the pieces to `take`, in order, on the calling thread.
  ///
  /// - Parameter take: Returns false if contents do not follow those before them as expected. An error that it throws
  ///   ends the reading, and is passed on.
  /// - Returns: Whether the whole part was as expected.
  func forEach(_ take: (Parser.Contents) throws -> Bool) throws -> Bool {
    // Each piece would be parsed with them.
    if frame.start.count > PieceFrame.longestStart { return false }
    guard let cutting = WorkerThread({ [self] in cut() }) else { return false }
    let parsing = (0..<layout.parsers).compactMap { number in WorkerThread { [self] in parse(number) } }
    defer {
      ring.cancel()
      for thread in parsing + [cutting] { thread.join() }
    }
    if parsing.isEmpty { return false }
    var names = Array(repeating: XMLPushParser.Names(), count: layout.parsers)
    var isWhole = false
    while let slot = ring.slotToEmpty() {
      let contents = slots[slot].contents
      names[slots[slot].parser] = slots[slot].names
      guard slots[slot].isExpected, XMLPushParser.Names.areFew(names), try take(contents) else { return false }
      contents.removeAll()
      isWhole = slots[slot].isEnd
      ring.empty()
    }
    return isWhole
  }

  // MARK: - On other threads

  private func cut() {
    while let slot = ring.slotToCut() {
      // An error is found again by the parser of the whole part.
      guard let kind = try? cutter.cut(into: &slots[slot].bytes) else { break }
      slots[slot].kind = kind
      if kind == .items { slots[slot].bytes.append(frame.end) }
      ring.pass(isRest: kind != .items)
      if kind == .last { break }
    }
    ring.end()
  }

  private func parse(_ number: Int) {
    var parser: Parser?
    defer { parser = nil }
    /// The names that earlier parsers of this thread have met.
    var names = XMLPushParser.Names()
    var slot = 0
    func describe(isExpected: Bool, isEnd: Bool) {
      slots[slot].isExpected = isExpected
      slots[slot].isEnd = isEnd
      slots[slot].parser = number
      slots[slot].names = names + (parser?.names ?? XMLPushParser.Names())
    }
    func replaceParser() {
      names = names + (parser?.names ?? XMLPushParser.Names())
      parser = nil
      parser = makeParser { [self] in
        // All is as expected until something else is found.
        describe(isExpected: true, isEnd: false)
        return ring.handOver(slot)
      }
    }
    func open() -> Bool {
      replaceParser()
      return opening.withUnsafeBytes { parser?.open($0) ?? false }
    }
    var isOpen = open()
    replaceParser()
    var hasRest = false
    while let next = ring.slotToParse(hasRest: hasRest) {
      slot = next
      let kind = slots[slot].kind
      if kind != .items, !hasRest {
        hasRest = true
        isOpen = open()
      }
      let isExpected = isOpen && parse(slot, kind, with: parser)
      describe(isExpected: isExpected, isEnd: isExpected && kind == .last)
      ring.finish(slot)
      if !isExpected { return }
    }
  }

  private func parse(_ slot: Int, _ kind: PartCutter.Kind, with parser: Parser?) -> Bool {
    guard let parser else { return false }
    let (bytes, contents) = (slots[slot].bytes, slots[slot].contents)
    if kind == .items {
      let size = frame.start.count
      return parser.parse(
        document: UnsafeRawBufferPointer(start: bytes.base - size, count: size + bytes.count),
        endSize: frame.end.utf8CodeUnitCount, into: contents)
    }
    return parser.parse(
      rest: UnsafeRawBufferPointer(start: bytes.base, count: bytes.count), isLast: kind == .last, into: contents)
  }
}
