import Testing

@testable import TranslationMemory

struct FuzzyIndexTests {
  private func scores(_ text: String, _ texts: [String], threshold: Int = 70) -> [Int: Int] {
    var scratch = FuzzyIndex.Scratch()
    let found = FuzzyIndex(texts, threshold: threshold).texts(similarTo: text, &scratch)
    return Dictionary(found.map { ($0.text, $0.score) }, uniquingKeysWith: { first, _ in first })
  }

  @Test func `the score is the share of characters that stay, in whole per cent`() {
    let texts = ["Save changes", "Save change", "Save the changes", "Save", "Delete changes", "Save changes"]
    // Of 12 characters one goes; of 16, four are new.
    #expect(scores("Save changes", texts) == [1: 91, 2: 75])
    #expect(scores("Save changes", texts, threshold: 76) == [1: 91])
  }

  @Test func `characters count as people see them`() {
    #expect(scores("Cafe\u{301}s", ["Cafe\u{301}t"]) == [0: 80])
    #expect(scores("👨‍👩‍👧 family", ["👨‍👩‍👦 family"]) == [0: 87])
  }

  @Test(arguments: 253...257) func `texts that differ in as many characters as fit into a byte are compared`(count: Int)
  {
    let text = String(repeating: "a", count: 1_200)
    let other = text.dropLast(count) + String(repeating: "b", count: count)
    let longer = text + String(repeating: "b", count: count)
    #expect(scores(text, [String(other), longer]) == [0: 100 * (1_200 - count) / 1_200, 1: 120_000 / (1_200 + count)])
    #expect(scores(longer, [text]) == [0: 120_000 / (1_200 + count)])
  }

  @Test func `texts with more than 255 of one character are compared`() {
    let texts = [(600, 100), (500, 0), (400, 300), (700, 300)].map { (same: Int, other: Int) in
      String(repeating: "a", count: same) + String(repeating: "b", count: other)
    }
    #expect(scores(String(repeating: "a", count: 700), texts) == [0: 85, 1: 71, 3: 70])
  }

  @Test func `numbers and placeholders that differ take away ten each`() {
    // Of 30 characters one differs, and each text has a number that the other lacks.
    #expect(scores("You have 3 unread messages now", ["You have 4 unread messages now"]) == [0: 76])
    #expect(scores("You have 3 unread messages now", ["You have 4 unread messages now"], threshold: 80) == [:])
    #expect(scores("Welcome to this app, dear %@ and all", ["Welcome to this app, dear %d and all"]) == [0: 77])
  }

  /// A generator with the same numbers in each run.
  private struct Dice: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 33
    }
  }

  @Test(arguments: [70, 75, 85, 95], [(longest: 30, asked: 40), (longest: 140, asked: 8)])
  func `no similar text is missed, and none is added`(threshold: Int, _ size: (longest: Int, asked: Int)) async {
    var dice = Dice(state: UInt64(threshold))
    let letters = Array("abcde ")
    var texts: [String] = []
    for _ in 0..<30 {
      let length = Int.random(in: 1...size.longest, using: &dice)
      let text = (0..<length).compactMap { _ in letters.randomElement(using: &dice) }
      texts.append(String(text))
      for _ in 0..<4 {
        var near = text
        for _ in 0..<Int.random(in: 1...4, using: &dice) {
          let place = Int.random(in: 0..<near.count, using: &dice)
          switch Int.random(in: 0...2, using: &dice) {
          case 0 where near.count > 1: near.remove(at: place)
          case 1: near.insert(letters[place % letters.count], at: place)
          default: near[place] = letters[(place + 1) % letters.count]
          }
        }
        texts.append(String(near))
      }
    }
    var found = 0
    for text in texts.prefix(size.asked) {
      // Other tests share the thread.
      await Task.yield()
      var expected: [Int: Int] = [:]
      for (place, other) in texts.enumerated() {
        let length = max(text.count, other.count)
        let distance = distance(Array(text), Array(other))
        let score = 100 * (length - distance) / length
        if distance > 0, score >= threshold { expected[place] = score }
      }
      #expect(scores(text, texts, threshold: threshold) == expected, "\(text)")
      found += expected.count
    }
    #expect(found > 0)
  }

  /// The distance by the definition, with the whole table.
  private func distance(_ left: [Character], _ right: [Character]) -> Int {
    var row = Array(0...right.count)
    for (index, character) in left.enumerated() {
      var next = [index + 1]
      for (place, other) in right.enumerated() {
        next.append(min(row[place] + (character == other ? 0 : 1), row[place + 1] + 1, next[place] + 1))
      }
      row = next
    }
    return row[right.count]
  }

  @Test func `a search offers a similar text only if it is asked to, and after the same one`() async throws {
    let similar = ListedMemory([("en", "Save all changes"), ("da", "Gem alle ændringer")])
    let same = ListedMemory([("en", "save ALL change"), ("da", "gem hele ændringen")])
    #expect(try await lookUp("Save all change", in: "da", [similar]) == nil)
    let match = try #require(try await lookUp("Save all change", in: "da", [similar], threshold: 85))
    #expect(match.text == "Gem alle ændringer" && match.exactness == .fuzzy(93))
    #expect(try await lookUp("Save all change", in: "da", [similar, same], threshold: 85)?.exactness == .folded)
  }
}
