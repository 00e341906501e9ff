/// A deliberate failure, to test how a client copes with it.
package struct SandboxFault: Sendable {
  package enum Action: Sendable {
    /// The request is not carried out; this answer comes instead.
    case refuse(status: Int, headers: [(name: String, value: String)] = [], body: String = "")
    /// The request is carried out; this answer comes all the same.
    case answer(status: Int, headers: [(name: String, value: String)] = [], body: String = "")
    /// The request is carried out after some time, whether or not the client still waits.
    case applyLate(Duration)
    /// The request is carried out; its answer comes after some time.
    case answerLate(Duration)
    /// The request is carried out; the connection breaks within its answer.
    case breakAnswer
    /// The request is not carried out; the connection breaks.
    case breakConnection
  }

  /// The method of the requests that are meant; `*` for any.
  package let method: String
  /// Parts of a path that follow one another in the paths that are meant, such as `proposals`; nil for any path.
  package let path: String?
  /// Which of them, counted from one since the start.
  package let isMeant: @Sendable (_ number: Int) -> Bool
  package let action: Action

  /// Creates a fault for the requests with some numbers, `{ $0 % 3 == 0 }` for every third.
  package init(
    _ method: String, path: String? = nil, _ isMeant: @escaping @Sendable (_ number: Int) -> Bool, _ action: Action
  ) { (self.method, self.path, self.isMeant, self.action) = (method, path, isMeant, action) }

  func counts(method: String, path: String) -> Bool {
    guard self.method == "*" || self.method == method else { return false }
    guard let wanted = self.path?.split(separator: "/"), !wanted.isEmpty else { return true }
    let parts = path.split(separator: "/")
    return parts.indices.contains { parts[$0...].starts(with: wanted) }
  }
}

extension SandboxFault {
  /// Reads a fault as a command line gives it: `METHOD [PATH]: ACTION [WORD…]`.
  ///
  /// `POST proposals: 429 retry-after=2 every=3` refuses every third post of a proposal. An action is a status (the
  /// request is not carried out, or with the word `applied` it is), `break`, `break-answer`, `late=SECONDS` or
  /// `apply-late=SECONDS`. The words `every=N`, `first=N`, `from=N` and `only=N` say which of the requests are meant;
  /// `retry-after=SECONDS`, `location=URL`, `type=TYPE` and, as the last one, `body=TEXT` say what a status comes with.
  /// Throws `fault` with what was found.
  package init(_ text: String) throws(SandboxError) {
    func failure(_ words: String) -> SandboxError { SandboxError(.fault, "the fault \"\(text)\" \(words)") }
    func duration(_ value: String) throws(SandboxError) -> Duration {
      guard let seconds = Double(value), (0...3600).contains(seconds) else {
        throw failure("waits for \"\(value)\"; a wait is a number of seconds from 0 to 3600")
      }
      return .seconds(seconds)
    }
    guard let colon = text.firstIndex(of: ":") else {
      throw failure("has no colon between the requests and what happens to them")
    }
    let request = text[..<colon].split(separator: " ")
    guard let method = request.first, request.count <= 2, method == "*" || method.allSatisfy(\.isUppercase) else {
      throw failure("must start with a method in capitals or *, and a part of a path if any")
    }
    let words = Self.words(text[text.index(after: colon)...])
    guard let first = words.first else { throw failure("does not say what happens") }
    var options = FaultOptions()
    for word in words.dropFirst() {
      guard options.read(word.name, word.value) else {
        throw failure("has an unknown word \"\(word.value.map { "\(word.name)=\($0)" } ?? word.name)\"")
      }
    }
    let action: Action
    switch (first.name, first.value, Int(first.name)) {
    case ("break", nil, _): action = .breakConnection
    case ("break-answer", nil, _): action = .breakAnswer
    case ("late", let value?, _): action = .answerLate(try duration(value))
    case ("apply-late", let value?, _): action = .applyLate(try duration(value))
    case (_, nil, let status?) where (200...599).contains(status):
      action =
        options.isApplied
        ? .answer(status: status, headers: options.headers, body: options.body)
        : .refuse(status: status, headers: options.headers, body: options.body)
    default:
      throw failure(
        "names no action; there are a status from 200 to 599, break, break-answer, late=SECONDS and apply-late=SECONDS")
    }
    guard !options.describesAnswer || first.name.first?.isNumber == true else {
      throw failure("describes an answer, which only a status can have")
    }
    self.init(String(method), path: request.count == 2 ? String(request[1]) : nil, options.isMeant, action)
  }

  private static func words(_ text: Substring) -> [(name: String, value: String?)] {
    var words: [(name: String, value: String?)] = []
    var rest = text.drop { $0 == " " }
    while !rest.isEmpty {
      // A body may contain spaces, so it is all that follows.
      let word = rest.hasPrefix("body=") ? rest : rest.prefix { $0 != " " }
      rest = rest[word.endIndex...].drop { $0 == " " }
      let name = word.prefix { $0 != "=" }
      words.append((String(name), name.endIndex < word.endIndex ? String(word[name.endIndex...].dropFirst()) : nil))
    }
    return words
  }
}

private struct FaultOptions {
  var every = 1
  var first = Int.max
  var from = 1
  var only: Int?
  var isApplied = false
  var headers: [(name: String, value: String)] = []
  var body = ""

  var isMeant: @Sendable (_ number: Int) -> Bool {
    { [every, first, from, only] in $0 % every == 0 && $0 <= first && $0 >= from && $0 == only ?? $0 }
  }

  var describesAnswer: Bool { isApplied || !headers.isEmpty || !body.isEmpty }

  /// Reads a word. Returns whether it is known and has a value that fits.
  mutating func read(_ name: String, _ value: String?) -> Bool {
    switch (name, value) {
    case ("applied", nil): isApplied = true
    case ("retry-after", let value?): headers.append(("Retry-After", value))
    case ("location", let value?): headers.append(("Location", value))
    case ("type", let value?): headers.append(("Content-Type", value))
    case ("body", let value?): body = value
    default:
      guard let number = value.flatMap({ Int($0) }), number > 0 else { return false }
      switch name {
      case "every": every = number
      case "first": first = number
      case "from": from = number
      case "only": only = number
      default: return false
      }
    }
    return true
  }
}
