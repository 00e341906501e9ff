/// A JSON text that was read whole: an index of its values, in one piece of memory.
///
/// Names and strings stay in the text until they are needed. Those with escapes are copied.
package struct JSONTree {
  /// One value, or the name of a member, whose value comes next.
  fileprivate struct Slot {
    var kind: JSONReader.Kind
    var isKept = false
    var start: UInt32
    var count: UInt32
    var next: UInt32
  }

  /// The slots and bytes, valid only while they are lent.
  fileprivate struct Memory {
    let slots: UnsafePointer<Slot>
    let source: UnsafePointer<UInt8>?
    let kept: UnsafePointer<UInt8>?

    func bytes(_ index: Int) -> UnsafeBufferPointer<UInt8> {
      let slot = slots[index]
      let start = (slot.isKept ? kept : source).map { $0 + Int(slot.start) }
      return UnsafeBufferPointer(start: start, count: Int(slot.count))
    }

    func text(_ index: Int) -> String { String(decoding: bytes(index), as: UTF8.self) }

    /// The index of the first member with a name, in a range of members.
    func member(_ name: UnsafeBufferPointer<UInt8>, from first: Int, to end: Int) -> Int? {
      var index = first
      while index < end {
        if Int(slots[index].count) == name.count, bytes(index).isSame(as: name) { return index }
        index = Int(slots[index + 1].next)
      }
      return nil
    }
  }

  /// The most members that are searched one by one; for more, a set is faster.
  private static let few = 16

  private let source: UnsafeBufferPointer<UInt8>
  private var slots: [Slot] = []
  private var kept: [UInt8] = []

  /// Reads a whole text, which must outlive the tree.
  ///
  /// An object with the same name twice is refused, because nothing says which of the two is right.
  package init(_ reader: consuming JSONReader) throws(JSONReader.SyntaxError) {
    source = reader.source
    // Every value takes at least a byte, and unescaping only shortens strings.
    guard source.count < UInt32.max else { throw reader.failure("more than \(UInt32.max) bytes") }
    // Reserved memory that is not used costs nothing; growing does.
    slots.reserveCapacity(source.count / 8)
    try readValue(&reader)
    try reader.expectEnd()
  }

  /// Reads a whole text and lends its value. No node may be kept after the call.
  package static func withRoot<Value, Failure: Error>(
    of bytes: [UInt8], orThrow failure: (JSONReader.SyntaxError) -> Failure, _ body: (JSONNode) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try bytes.withUnsafeBufferPointer { (buffer) throws(Failure) in
      let tree: JSONTree
      do throws(JSONReader.SyntaxError) { tree = try JSONTree(JSONReader(buffer)) } catch { throw failure(error) }
      return try tree.withRoot(body)
    }
  }

  /// Lends the value of the whole text. No node may be kept after the call.
  package func withRoot<Value, Failure: Error>(_ body: (JSONNode) throws(Failure) -> Value) throws(Failure) -> Value {
    try withMemory { (memory) throws(Failure) in try body(JSONNode(memory: memory, index: 0)) }
  }

  private func withMemory<Value, Failure: Error>(_ body: (Memory) throws(Failure) -> Value) throws(Failure) -> Value {
    try slots.withUnsafeBufferPointer { (slots) throws(Failure) in
      try kept.withUnsafeBufferPointer { (kept) throws(Failure) in
        // An empty document has already thrown, so this is never reached with input from outside.
        guard let start = slots.baseAddress else { preconditionFailure("a tree has a root") }
        return try body(Memory(slots: start, source: source.baseAddress, kept: kept.baseAddress))
      }
    }
  }

  private mutating func readValue(_ json: inout JSONReader) throws(JSONReader.SyntaxError) {
    let index = slots.count
    let kind = try json.peek()
    switch kind {
    case .string: try readText(&json)
    case .object, .array:
      slots.append(Slot(kind: kind, start: 0, count: 0, next: 0))
      let count = try kind == .object ? readMembers(&json) : readElements(&json)
      slots[index].count = UInt32(count)
      slots[index].next = UInt32(slots.count)
    case .number, .bool, .null: append(kind, try json.skipValue())
    }
  }

  private mutating func readElements(_ json: inout JSONReader) throws(JSONReader.SyntaxError) -> Int {
    var count = 0
    try json.readArray { (json) throws(JSONReader.SyntaxError) in
      try readValue(&json)
      count += 1
    }
    return count
  }

  private mutating func readMembers(_ json: inout JSONReader) throws(JSONReader.SyntaxError) -> Int {
    let first = slots.count
    var names: Set<ExactText> = []
    // If no earlier name has the same length, the name is new. Most names need no other comparison.
    var lengths: UInt64 = 0
    var count = 0
    try json.readMembers { (json) throws(JSONReader.SyntaxError) in
      let index = slots.count
      try readText(&json)
      try json.endName()
      let length = UInt64(1) << UInt64(slots[index].count & 63)
      if lengths & length != 0 || count >= Self.few, !isNew(index, first, count, &names) {
        let name = withMemory { $0.text(index) }
        throw json.failure("the name \"\(Visible.text(name, limit: 200))\" twice in one object")
      }
      lengths |= length
      try readValue(&json)
      count += 1
    }
    return count
  }

  /// Whether a name differs from all names before it, compared byte by byte.
  private func isNew(_ index: Int, _ first: Int, _ count: Int, _ names: inout Set<ExactText>) -> Bool {
    withMemory { memory in
      if count < Self.few { return memory.member(memory.bytes(index), from: first, to: index) == nil }
      if names.isEmpty {
        var other = first
        while other < index {
          names.insert(ExactText(memory.text(other)))
          other = Int(memory.slots[other + 1].next)
        }
      }
      return names.insert(ExactText(memory.text(index))).inserted
    }
  }

  private mutating func readText(_ json: inout JSONReader) throws(JSONReader.SyntaxError) {
    let start = kept.count
    if let range = try json.readString(inPlaceOrAppendingTo: &kept) { return append(.string, range) }
    append(.string, start..<kept.count, isKept: true)
  }

  private mutating func append(_ kind: JSONReader.Kind, _ range: Range<Int>, isKept: Bool = false) {
    slots.append(
      Slot(
        kind: kind, isKept: isKept, start: UInt32(range.lowerBound), count: UInt32(range.count),
        next: UInt32(slots.count + 1)))
  }
}

package struct JSONNode {
  fileprivate let memory: JSONTree.Memory
  fileprivate let index: Int

  package var kind: JSONReader.Kind { memory.slots[index].kind }

  package var count: Int { Int(memory.slots[index].count) }

  package var bytes: UnsafeBufferPointer<UInt8> { memory.bytes(index) }

  package var text: String { memory.text(index) }

  fileprivate var offset: Int { Int(memory.slots[index].start) }

  package var string: String? { kind == .string ? text : nil }

  package var isTrue: Bool { kind == .bool && bytes.first == UInt8(ascii: "t") }

  package var members: [(name: String, value: JSONNode)] {
    var members: [(name: String, value: JSONNode)] = []
    var rest = children
    while let name = rest.next(), let value = rest.next() { members.append((name.text, value)) }
    return members
  }

  package var children: Children { Children(memory: memory, index: index + 1, end: end) }

  /// The value of an object's first member with a name; nil if there is none.
  package func member(_ name: StaticString) -> JSONNode? {
    let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    return memory.member(name, from: index + 1, to: end).map { JSONNode(memory: memory, index: $0 + 1) }
  }

  private var end: Int { Int(memory.slots[index].next) }

  package struct Children: Sequence, IteratorProtocol {
    fileprivate let memory: JSONTree.Memory
    fileprivate var index: Int
    fileprivate let end: Int

    package mutating func next() -> JSONNode? {
      guard index < end else { return nil }
      defer { index = Int(memory.slots[index].next) }
      return JSONNode(memory: memory, index: index)
    }
  }
}

extension JSONNode {
  /// A number that is whole, or that is written as a string of digits; nil for any other value.
  package var looseInteger: Int? {
    switch kind {
    case .number: Digits.integer(bytes) ?? Self.wholeNumber(text)
    case .string: Digits.integer(bytes)
    default: nil
    }
  }

  /// The value of a number with a sign, a fraction or an exponent; nil if it is not whole.
  ///
  /// The result is what `JSONDecoder` reads: a number is whole if it is whole as a `Double`. Above 2^53 a `Double` cannot
  /// represent every number, so the digits themselves are read, and a fraction is cut off if 64 bits can hold all of them.
  private static func wholeNumber(_ text: String) -> Int? {
    if let number = Int(text) { return number }
    guard let double = Double(text), let number = Int(exactly: double) else { return nil }
    if double.magnitude < 0x1p53 { return number }
    let parts = text.split { $0 == "e" || $0 == "E" }
    let isNegative = text.hasPrefix("-")
    let digits = parts[0].dropFirst(isNegative ? 1 : 0).split(separator: ".", omittingEmptySubsequences: false)
    guard let exponent = parts.count > 1 ? Int(parts[1]) : 0 else { return nil }
    let count = digits[0].utf8.count + exponent
    let all = digits.joined()
    guard let end = all.lastIndex(where: { $0 != "0" }) else { return nil }
    let needed = all[...end]
    guard needed.utf8.count <= count || UInt64(needed) != nil else { return nil }
    let padding = String(repeating: "0", count: max(0, count - needed.utf8.count))
    return Int(needed.prefix(count) + padding).map { isNegative ? -$0 : $0 }
  }
}

extension JSONValue {
  package init(parsing text: String) throws(JSONReader.SyntaxError) {
    self = try JSONTree.withRoot(of: Array(text.utf8), orThrow: \.self) { (root) throws(JSONReader.SyntaxError) in
      try JSONValue(root)
    }
  }

  private init(_ node: JSONNode) throws(JSONReader.SyntaxError) {
    switch node.kind {
    case .string: self = .string(node.text)
    case .null: self = .null
    case .bool: self = .boolean(node.isTrue)
    case .number:
      guard let number = Int(node.text) else {
        throw JSONReader.SyntaxError(message: "the number \(node.text), which is not whole", offset: node.offset)
      }
      self = .integer(number)
    case .array:
      var elements: [JSONValue] = []
      for child in node.children { elements.append(try JSONValue(child)) }
      self = .array(elements)
    case .object:
      var members: [(String, JSONValue)] = []
      for (name, value) in node.members { members.append((name, try JSONValue(value))) }
      self = .object(members)
    }
  }
}
