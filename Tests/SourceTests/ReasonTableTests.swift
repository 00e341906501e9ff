import Foundation
import Testing

/// The sentences of reasons (`reasons.tsv`), and the codes in the sources that name them.
struct ReasonTableTests {
  /// The rows: the code, the English sentence, and those of other languages.
  static let table = Result {
    let path = "Sources/Basics/Basics/Words/reasons.tsv"
    return try String(contentsOf: SwiftSource.package.appendingPathComponent(path), encoding: .utf8).split(
      separator: "\n"
    ).map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
  }
  /// The ends of codes that are chosen when a sentence is made or rendered.
  private let forms = [".one", ".grey"]

  /// The sources that make reasons.
  private static func sources() throws -> [(path: String, text: String)] {
    try ["Sources/Basics", "Sources/Review", "Sources/Program"].flatMap(SwiftSource.texts(in:))
  }

  /// The codes in a text, as they are written: those that are put together have their interpolations.
  private func codes(in text: String) -> [String] {
    let calls = text.ranges(of: #/[^A-Za-z](?:Reason|CheckFinding)\((?!verbatim)|[^A-Za-z]reason\((?=")/#)
    let conditions = text.matches(of: #/\.option\([^"()]*"(\w+)"\)/#).map { "option.\($0.output.1)" }
    return calls.flatMap { literals(inFirstArgument: text[$0.upperBound...]) } + conditions
  }

  /// The texts between quotes up to the next argument.
  private func literals(inFirstArgument text: Substring) -> [String] {
    let string = #/"((?:\\\((?:[^()]|\([^()]*\))*\)|\\.|[^"\\\n])*)"/#
    var (found, depth, rest) = ([String](), 0, text)
    while let next = rest.first {
      if next == "\"", let match = rest.prefixMatch(of: string) {
        found.append(String(match.output.1))
        rest = rest[match.range.upperBound...]
        continue
      }
      if rest.hasPrefix("Reason(") || depth == 0 && (next == "," || next == ")") { break }
      depth += "([{".contains(next) ? 1 : ")]}".contains(next) ? -1 : 0
      rest.removeFirst()
    }
    return found
  }

  @Test func `every code in the sources has a sentence, and every sentence is used`() throws {
    let ids = try Self.table.get().map { $0[0] }
    #expect(ids.count > 200 && Set(ids).count == ids.count)
    let codes = try Self.sources().flatMap { self.codes(in: $0.text) }
    let whole = Set(codes.filter { !$0.contains(#"\("#) && !$0.hasPrefix(".") && !$0.hasSuffix(".") })
    let starts = Set(codes.compactMap { code in code.firstRange(of: #"\("#).map { String(code[..<$0.lowerBound]) } })
    #expect(whole.subtracting(ids).sorted() == [])
    #expect(starts.filter { start in !ids.contains { $0.hasPrefix(start) } }.sorted() == [])
    // Whole texts, and the first parts of those with interpolations.
    let literals = try Self.sources().reduce(into: Set<Substring>()) { found, source in
      for match in source.text.matches(of: #/"([A-Za-z.]+)(?:"|\\\()/#) { found.insert(match.output.1) }
    }
    let unused = ids.filter { id in
      let isForm = forms.contains { id.hasSuffix($0) && whole.contains(String(id.dropLast($0.count))) }
      // Some are put together: the first part ends in a point, or the last one begins with one.
      let isComposed = id.indices.contains {
        id[$0] == "." && (literals.contains(id[...$0]) || literals.contains(id[$0...]))
      }
      return !literals.contains(id[...]) && !isForm && !isComposed
    }
    #expect(unused == [])
  }

  @Test func `a code is found in each way in which the sources write it`() {
    let text = #"""
      return Reason(isA ? "a.b" : "a.c", "no code") + Reason(verbatim: "none") + Reason(cell(of: row, "a.d"), .reason(x))
      Reason(ids.map { Reason("a.f", "\(id)") })
      Reason("a.\(part)\(isOwn ? "Own" : "")", "\(id)"); drift.reason("a.e"); .option(phrase ?? nil, "ifMeant")
      """#
    #expect(
      codes(in: text) == ["a.b", "a.c", "a.d", "a.f", #"a.\(part)\(isOwn ? "Own" : "")"#, "a.e", "option.ifMeant"])
  }

  @Test func `every language has a sentence's places, or no sentence`() throws {
    func places(_ text: String) -> [String] { text.matches(of: #/\{\d+\+?\}/#).map { String($0.output) }.sorted() }
    for row in try Self.table.get() {
      #expect((2...10).contains(row.count) && !row[1].isEmpty, "\(row[0])")
      for (column, text) in row.enumerated().dropFirst(2) where !text.isEmpty {
        #expect(places(text) == places(row[1]), "\(row[0]), column \(column)")
      }
    }
  }

  @Test func `no code asks what a sentence says, or changes one`() throws {
    let sentence = #"\.(?:message|description|sentence|forReader|hint)\??"#
    let asks = try Regex(
      "\(sentence)(?: (?:==|!=) |\\.(?:contains|hasPrefix|hasSuffix|starts|ranges?|firstRange|firstMatch|replacing|split"
        + "|dropFirst|dropLast)\\()")
    for (path, text) in try SwiftSource.texts(in: "Sources") {
      #expect(text.split(separator: "\n").filter { $0.contains(asks) }.isEmpty, "\(path)")
    }
    #expect(try asks.firstMatch(in: #"if item.message.hasPrefix("The text") {"#) != nil)
    #expect(try asks.firstMatch(in: #"error.hint?.replacing("name it", with: "add --name")"#) != nil)
  }
}
