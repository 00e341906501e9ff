import Basics

/// Reads a regular expression into the steps of a ``TextPattern``.
struct PatternReader {
  private indirect enum Node {
    case set(ScalarSet)
    case edge(TextPattern.Edge)
    case sequence([Node])
    case choice([Node])
    case repeated(Node, least: Int, most: Int?, isLazy: Bool)
  }

  /// The maximum number of steps, and of characters of a pattern: what its author can still read.
  private static let mostSteps = 500
  private static let deepest = 30

  private let pattern: String
  private let characters: [Unicode.Scalar]
  private var index = 0
  private var depth = 0
  private var isCaseless = false

  private var steps: [TextPattern.Step] = []
  private var sets: [ScalarSet] = []
  private var work = 0

  init(_ pattern: String) {
    self.pattern = pattern
    characters = Array(pattern.unicodeScalars.prefix(Self.mostSteps + 1))
  }

  mutating func program() throws(TextPattern.Refusal) -> ([TextPattern.Step], [ScalarSet]) {
    if characters.count > Self.mostSteps { throw tooLarge }
    if takes("(?i)") { isCaseless = true }
    let node = try choice()
    if index < characters.count { throw wrong("a ) is without its (") }
    try add(node)
    steps.append(.end)
    return (steps, sets)
  }

  // MARK: - Refusals

  private func refusal(_ what: String) -> TextPattern.Refusal {
    TextPattern.Refusal(message: "\"\(Visible.text(pattern))\" \(what)")
  }

  private func wrong(_ what: String) -> TextPattern.Refusal {
    refusal("is not a regular expression: \(what). Correct it, as in '\\[\\[.+?\\]\\]'.")
  }

  /// For what would need to try one way after another.
  private func unbounded(_ what: String) -> TextPattern.Refusal {
    refusal("has \(what), which could take too long on a text. Write it without.")
  }

  private var tooLarge: TextPattern.Refusal {
    refusal("is too large: with what it repeats it has over \(Self.mostSteps) steps. Shorten it, or write two.")
  }

  // MARK: - Reading

  private var next: Unicode.Scalar? { character(at: index) }

  private func character(at index: Int) -> Unicode.Scalar? {
    characters.indices.contains(index) ? characters[index] : nil
  }

  private mutating func takes(_ text: String) -> Bool {
    guard characters[index...].starts(with: text.unicodeScalars) else { return false }
    index += text.unicodeScalars.count
    return true
  }

  private mutating func choice() throws(TextPattern.Refusal) -> Node {
    var ways = [try sequence()]
    while takes("|") { ways.append(try sequence()) }
    return ways.count == 1 ? ways[0] : .choice(ways)
  }

  private mutating func sequence() throws(TextPattern.Refusal) -> Node {
    var nodes: [Node] = []
    while let sign = next, sign != "|", sign != ")" { nodes.append(try repeated()) }
    return .sequence(nodes)
  }

  private mutating func repeated() throws(TextPattern.Refusal) -> Node {
    var node = try atom()
    while let (least, most) = try count() {
      let isLazy = takes("?")
      if !isLazy, takes("+") { throw unbounded("a possessive quantifier") }
      node = .repeated(node, least: least, most: most, isLazy: isLazy)
      if let sign = next, "*+?".unicodeScalars.contains(sign) { throw wrong("\(sign) follows another quantifier") }
    }
    return node
  }

  /// Reads a quantifier; nil if there is none.
  private mutating func count() throws(TextPattern.Refusal) -> (least: Int, most: Int?)? {
    if takes("*") { return (0, nil) }
    if takes("+") { return (1, nil) }
    if takes("?") { return (0, 1) }
    let start = index
    guard takes("{"), let least = number() else {
      // A brace that counts nothing is text, as in `{name}`.
      index = start
      return nil
    }
    let hasMost = takes(",")
    let most = hasMost ? number() : least
    guard takes("}"), most.map({ least <= $0 }) ?? true else { throw wrong("{ has no counts such as {2} or {1,3}") }
    return (least, most)
  }

  private mutating func number() -> Int? {
    let start = index
    while let sign = next, ("0"..."9").contains(sign) { index += 1 }
    // More would be too large in any case.
    return start == index ? nil : Int(String(String.UnicodeScalarView(characters[start..<index]))) ?? .max
  }

  private mutating func atom() throws(TextPattern.Refusal) -> Node {
    guard let sign = next else { return .sequence([]) }
    index += 1
    switch sign {
    case "(": return try group()
    case "[": return .set(try set())
    case ".": return .set(ScalarSet([.range("\n"..."\n")], isNegated: true))
    case "^": return .edge(.textStart)
    case "$": return .edge(.textEnd)
    case "*", "+", "?": throw wrong("\(sign) follows nothing that it could repeat")
    case "\\":
      if takes("b") { return .edge(.word) }
      if takes("B") { return .edge(.noWord) }
      return .set(ScalarSet([try escaped()], isCaseless: isCaseless))
    default: return .set(ScalarSet([.range(sign...sign)], isCaseless: isCaseless))
    }
  }

  private mutating func group() throws(TextPattern.Refusal) -> Node {
    for start in ["?=", "?!", "?<=", "?<!"] where takes(start) { throw unbounded("a look-around (\(start)") }
    if takes("?>") { throw unbounded("an atomic group") }
    if !takes("?:"), next == "?" {
      throw wrong("(? begins no group. (?: does, and (?i) at the start of the pattern is for both cases")
    }
    depth += 1
    guard depth <= Self.deepest else { throw refusal("has more than \(Self.deepest) brackets within each other.") }
    let node = try choice()
    depth -= 1
    guard takes(")") else { throw wrong("a ( is without its )") }
    return node
  }

  private mutating func set() throws(TextPattern.Refusal) -> ScalarSet {
    let isNegated = takes("^")
    var parts: [ScalarSet.Part] = []
    while parts.isEmpty || next != "]" {
      guard let sign = next else { throw wrong("a [ is without its ]") }
      let part = try setPart()
      guard case .range(let low) = part, next == "-", let after = character(at: index + 1), after != "]" else {
        parts.append(part)
        continue
      }
      index += 1
      guard case .range(let high) = try setPart(), low.lowerBound <= high.lowerBound else {
        throw wrong("the range after [ that begins with \(sign) has no end")
      }
      parts.append(.range(low.lowerBound...high.lowerBound))
    }
    index += 1
    return ScalarSet(parts, isNegated: isNegated, isCaseless: isCaseless)
  }

  private mutating func setPart() throws(TextPattern.Refusal) -> ScalarSet.Part {
    guard let sign = next else { throw wrong("a [ is without its ]") }
    index += 1
    return sign == "\\" ? try escaped() : .range(sign...sign)
  }

  /// Reads what follows a backslash.
  private mutating func escaped() throws(TextPattern.Refusal) -> ScalarSet.Part {
    guard let sign = next else { throw wrong("it ends with \\") }
    index += 1
    let kinds: [Unicode.Scalar: ScalarSet.Kind] = ["d": .digit, "w": .word, "s": .space]
    if let kind = kinds[sign] { return .kind(kind, isNegated: false) }
    if let lower = Unicode.Scalar(sign.value | 0x20), sign.isASCII, let kind = kinds[lower] {
      return .kind(kind, isNegated: true)
    }
    let controls: [Unicode.Scalar: Unicode.Scalar] = ["n": "\n", "t": "\t", "r": "\r"]
    if let control = controls[sign] { return .range(control...control) }
    switch sign {
    case "p", "P":
      guard let name = braced(), let kind = ScalarSet.Kind(rawValue: name), name.count < 3 else {
        throw wrong("\\\(sign) takes {L}, {Lu}, {Ll}, {N}, {P} or {S}")
      }
      return .kind(kind, isNegated: sign == "P")
    case "u", "x":
      let length = sign == "u" ? 4 : 2
      let hex = braced()
      let digits = hex ?? String(String.UnicodeScalarView(characters[index...].prefix(length)))
      if hex == nil { index += length }
      guard hex != nil || digits.utf8.count == length,
        let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
      else { throw wrong("\\\(sign) is without the number of a character, as in \\u00A0") }
      return .range(scalar...scalar)
    case "1"..."9", "k": throw unbounded("a backreference (\\\(sign))")
    case "0", "a"..."z", "A"..."Z": throw wrong("\\\(sign) is not known")
    default: return .range(sign...sign)
    }
  }

  /// Reads what is in braces; nil if nothing is.
  private mutating func braced() -> String? {
    guard next == "{", let end = characters[index...].firstIndex(of: "}") else { return nil }
    defer { index = end + 1 }
    return String(String.UnicodeScalarView(characters[(index + 1)..<end]))
  }

  // MARK: - Steps

  private mutating func add(_ node: Node) throws(TextPattern.Refusal) {
    work += 1
    guard steps.count < Self.mostSteps, work < 10 * Self.mostSteps else { throw tooLarge }
    switch node {
    case .set(let set):
      steps.append(.one(sets.count))
      sets.append(set)
    case .edge(let edge): steps.append(.edge(edge))
    case .sequence(let nodes): for node in nodes { try add(node) }
    case .choice(let ways):
      var ends: [Int] = []
      for way in ways.dropLast() {
        let fork = steps.count
        steps.append(.either(fork + 1, fork + 1))
        try add(way)
        ends.append(steps.count)
        steps.append(.either(0, 0))
        steps[fork] = .either(fork + 1, steps.count)
      }
      if let last = ways.last { try add(last) }
      for end in ends { steps[end] = .either(steps.count, steps.count) }
    case .repeated(let node, let least, let most, let isLazy):
      guard least <= Self.mostSteps, most ?? 0 <= Self.mostSteps else { throw tooLarge }
      func fork(_ inside: Int, _ after: Int) -> TextPattern.Step {
        isLazy ? .either(after, inside) : .either(inside, after)
      }
      for _ in 0..<least { try add(node) }
      guard let most else {
        let start = steps.count
        steps.append(.end)
        try add(node)
        steps.append(.either(start, start))
        steps[start] = fork(start + 1, steps.count)
        return
      }
      var forks: [Int] = []
      for _ in least..<most {
        forks.append(steps.count)
        steps.append(.end)
        try add(node)
      }
      for start in forks { steps[start] = fork(start + 1, steps.count) }
    }
  }
}
