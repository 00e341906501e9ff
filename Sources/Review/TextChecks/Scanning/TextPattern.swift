import Basics

/// A regular expression of a project.
///
/// All ways through it are followed at once, a character of the text at a time, as in RE2, Go and Rust. So each character
/// costs at most two steps for each step of the pattern, whatever is nested in it: `(a+)+$` takes no longer than `a+$`.
struct TextPattern: Sendable {
  /// Why a pattern is refused, in sentences.
  struct Refusal: Error { let message: String }

  enum Step: Sendable {
    /// A character of a set, by its index.
    case one(Int)
    /// Two ways, the preferred one first.
    case either(Int, Int)
    case edge(Edge)
    case end
  }

  /// A place between two characters.
  enum Edge: Sendable { case textStart, textEnd, word, noWord }

  let steps: [Step]
  let sets: [ScalarSet]
  /// The characters that a match may begin with; nil if they are not known.
  private let first: ScalarSet?

  /// After so many steps no further match is searched in a text. The first one is always found.
  private static let mostWork = 5_000_000

  /// Reads a regular expression.
  init(_ pattern: String) throws(Refusal) {
    var reader = PatternReader(pattern)
    (steps, sets) = try reader.program()
    first = Self.first(steps, sets)
  }

  /// What matches, in order, none within another one. Empty matches are left out.
  func all(in text: String) -> [String] {
    let scalars = Array(text.unicodeScalars)
    var (found, index, work): ([String], Int, Int) = ([], 0, 0)
    while work < Self.mostWork, let match = match(in: scalars, from: index, &work) {
      var token = String.UnicodeScalarView()
      token.append(contentsOf: scalars[match])
      if !token.isEmpty { found.append(String(token)) }
      index = max(match.upperBound, match.lowerBound + 1)
    }
    return found
  }

  func isFound(in text: String) -> Bool {
    var work = 0
    return match(in: Array(text.unicodeScalars), from: 0, &work) != nil
  }

  /// The first match from an index on; of those that begin there, the preferred one.
  ///
  /// - Parameter work: The number of steps, to which those of this search are added.
  func match(in text: [Unicode.Scalar], from start: Int, _ work: inout Int) -> Range<Int>? {
    typealias Way = (step: Int, start: Int)
    var (ways, next): ([Way], [Way]) = ([], [])
    var seen = [Int](repeating: -1, count: steps.count)
    var open: [Int] = []
    var match: Range<Int>?
    /// Follows a way as far as it goes without another character.
    func add(_ step: Int, from start: Int, at index: Int, to ways: inout [Way]) {
      open.append(step)
      while let step = open.popLast() {
        guard seen[step] != index else { continue }
        seen[step] = index
        work += 1
        switch steps[step] {
        case .either(let first, let second): open += [second, first]
        case .edge(let edge): if Self.isEdge(edge, text, index) { open.append(step + 1) }
        case .one, .end: ways.append((step, start))
        }
      }
    }
    var index = start
    while index <= text.count {
      if match == nil {
        if ways.isEmpty, let first { while index < text.count, !first.contains(text[index]) { index += 1 } }
        add(0, from: index, at: index, to: &ways)
      }
      if ways.isEmpty, match != nil { break }
      steps: for way in ways {
        work += 1
        switch steps[way.step] {
        case .one(let set):
          if index < text.count, sets[set].contains(text[index]) {
            add(way.step + 1, from: way.start, at: index + 1, to: &next)
          }
        default:
          match = way.start..<index
          break steps
        }
      }
      swap(&ways, &next)
      next.removeAll(keepingCapacity: true)
      index += 1
    }
    return match
  }

  private static func isEdge(_ edge: Edge, _ text: [Unicode.Scalar], _ index: Int) -> Bool {
    func isWord(_ index: Int) -> Bool { text.indices.contains(index) && ScalarSet.Kind.word.contains(text[index]) }
    return switch edge {
    case .textStart: index == 0
    case .textEnd: index == text.count
    case .word: isWord(index - 1) != isWord(index)
    case .noWord: isWord(index - 1) == isWord(index)
    }
  }

  private static func first(_ steps: [Step], _ sets: [ScalarSet]) -> ScalarSet? {
    var (open, seen): ([Int], Set<Int>) = ([0], [])
    var parts: [ScalarSet] = []
    while let step = open.popLast() {
      guard seen.insert(step).inserted else { continue }
      switch steps[step] {
      case .one(let set): parts.append(sets[set])
      case .either(let first, let second): open += [first, second]
      case .edge, .end: return nil
      }
    }
    return ScalarSet(parts.map(ScalarSet.Part.set))
  }
}

/// A set of characters in a regular expression.
struct ScalarSet: Sendable {
  indirect enum Part: Sendable {
    case range(ClosedRange<Unicode.Scalar>)
    case kind(Kind, isNegated: Bool)
    case set(ScalarSet)
  }

  /// The kinds of characters, by the name in `\p{…}`. The others are written `\d`, `\w` and `\s`.
  enum Kind: String, Sendable {
    case letter = "L"
    case upper = "Lu"
    case lower = "Ll"
    case number = "N"
    case punctuation = "P"
    case symbol = "S"
    case digit, word, space

    func contains(_ scalar: Unicode.Scalar) -> Bool {
      let properties = scalar.properties
      switch self {
      case .digit: return properties.generalCategory == .decimalNumber
      case .word:
        return scalar == "_" || properties.isAlphabetic || Kind.digit.contains(scalar)
          || [.nonspacingMark, .spacingMark].contains(properties.generalCategory)
      case .space: return properties.isWhitespace
      case .upper: return properties.generalCategory == .uppercaseLetter
      case .lower: return properties.generalCategory == .lowercaseLetter
      default: break
      }
      let kind: Kind? =
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: .letter
        case .decimalNumber, .letterNumber, .otherNumber: .number
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
          .finalPunctuation, .otherPunctuation:
          .punctuation
        case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol: .symbol
        default: nil
        }
      return kind == self
    }
  }

  private let parts: [Part]
  private let isNegated: Bool
  private let isCaseless: Bool
  /// The answers for ASCII, in two halves.
  private var ascii: (UInt64, UInt64) = (0, 0)

  init(_ parts: [Part], isNegated: Bool = false, isCaseless: Bool = false) {
    (self.parts, self.isNegated, self.isCaseless) = (parts, isNegated, isCaseless)
    for code in UInt8(0)..<0x80 where isFound(Unicode.Scalar(code)) {
      if code < 64 { ascii.0 |= 1 << UInt64(code) } else { ascii.1 |= 1 << UInt64(code - 64) }
    }
  }

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.isASCII else { return isFound(scalar) }
    return (scalar.value < 64 ? ascii.0 >> UInt64(scalar.value) : ascii.1 >> UInt64(scalar.value - 64)) & 1 == 1
  }

  private func isFound(_ scalar: Unicode.Scalar) -> Bool {
    func isPart(_ scalar: Unicode.Scalar) -> Bool {
      parts.contains { part in
        switch part {
        case .range(let range): range.contains(scalar)
        case .kind(let kind, let isNegated): kind.contains(scalar) != isNegated
        case .set(let set): set.contains(scalar)
        }
      }
    }
    let others = isCaseless ? [scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping] : []
    let isIn =
      isPart(scalar) || others.contains { $0.unicodeScalars.count == 1 && $0.unicodeScalars.contains(where: isPart) }
    return isIn != isNegated
  }
}
