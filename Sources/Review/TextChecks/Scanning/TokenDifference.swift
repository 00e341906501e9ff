/// The tokens of a source text and of a proposal that are missing in the other text.
struct TokenDifference {
  /// The tokens that the proposal lacks, once for each time it lacks them, in the order of the source text.
  private(set) var missing: [String] = []
  /// The tokens that the source text lacks, in the order of the proposal.
  private(set) var extra: [String] = []

  init(source: [String], proposal: [String]) {
    guard source != proposal else { return }
    missing = Self.tokens(of: source, without: proposal)
    extra = Self.tokens(of: proposal, without: source)
  }

  private static func tokens(of text: [String], without other: [String]) -> [String] {
    var left = other.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    return text.filter { token in
      guard let count = left[token], count > 0 else { return true }
      left[token] = count - 1
      return false
    }
  }

  var isEmpty: Bool { missing.isEmpty && extra.isEmpty }
}

extension [String] {
  /// The maximum number of tokens that a sentence names.
  private static var mostListed: Int { 10 }

  /// The first tokens, for sentences in any language.
  var listed: String { prefix(Self.mostListed).joined(separator: ", ") + (count > Self.mostListed ? ", …" : "") }
}

extension Array where Element: Hashable {
  /// The elements, each once, in order.
  package var withoutRepeats: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
