extension SandboxFault {
  /// Reads a fault as a command line gives it: `METHOD [PATH]: ACTION [WORD…]`.
  ///
  /// `POST proposals: 429 retry-after=2 every=3` refuses every third post of a proposal. An action is a status (the
  /// request is not carried out, or with the word `applied` it is), `break`, `break-answer`, `late=SECONDS` or
  /// `apply-late=SECONDS`. The words `every=N`, `first=N`, `from=N` and `only=N` say which of the requests are meant;
  /// `retry-after=SECONDS`, `location=URL`, `type=TYPE` and, as the last one, `body=TEXT` say what a status comes with.
  ///
  /// - Throws: `fault` with what was found.
  package init(_ text: String) throws(SandboxError) {
    guard let colon = text.firstIndex(of: ":") else {
      throw Self.failure(text, "has no colon between the requests and what happens to them")
    }
    let request = text[..<colon].split(separator: " ")
    guard let method = request.first, request.count <= 2, method == "*" || method.allSatisfy(\.isUppercase) else {
      throw Self.failure(text, "must start with a method in capitals or *, and a part of a path if any")
    }
    var words = FaultWords(text[text.index(after: colon)...])
    guard let first = words.next() else { throw Self.failure(text, "does not say what happens") }
    let action: Action
    switch (first.name, first.value) {
    case ("break", nil): action = .breakConnection
    case ("break-answer", nil): action = .breakAnswer
    case ("late", let value?):
      action = .answerLate(try Self.wait(value, text))
    case ("apply-late", let value?):
      action = .applyLate(try Self.wait(value, text))
    default:
      guard let status = Int(first.name), (200...599).contains(status), first.value == nil else {
        throw Self.failure(
          text,
          "names no action; there are a status from 200 to 599, break, break-answer, late=SECONDS and "
            + "apply-late=SECONDS")
      }
      action = .refuse(status: status)
    }
    var options = FaultOptions()
    while let word = words.next() {
      guard options.take(word) else { throw Self.failure(text, "has an unknown word \"\(word.text)\"") }
    }
    guard options.answer.isPlain || first.name.first?.isNumber == true else {
      throw Self.failure(text, "describes an answer, which only a status can have")
    }
    self.init(
      String(method), path: request.count == 2 ? String(request[1]) : nil, options.numbers.isMeant,
      options.answer.applied(to: action))
  }

  private static func wait(_ value: String, _ text: String) throws(SandboxError) -> Duration {
    guard let seconds = Double(value), (0...3600).contains(seconds) else {
      throw failure(text, "waits for \"\(value)\"; a wait is a number of seconds from 0 to 3600")
    }
    return .seconds(seconds)
  }

  fileprivate static func failure(_ text: String, _ words: String) -> SandboxError {
    SandboxError(.fault, "the fault \"\(text)\" \(words)")
  }
}

/// The words of a fault, one after the other.
private struct FaultWords {
  struct Word {
    let name: String
    /// What follows the first `=`; nil if there is none.
    let value: String?
    var text: String { value.map { "\(name)=\($0)" } ?? name }
  }

  private var rest: Substring

  init(_ text: Substring) {
    rest = text
  }

  mutating func next() -> Word? {
    rest = rest.drop { $0 == " " }
    guard !rest.isEmpty else { return nil }
    // A body may contain spaces, so it is all that follows.
    let word = rest.hasPrefix("body=") ? rest : rest.prefix { $0 != " " }
    rest = rest[word.endIndex...]
    guard let equals = word.firstIndex(of: "=") else { return Word(name: String(word), value: nil) }
    return Word(name: String(word[..<equals]), value: String(word[word.index(after: equals)...]))
  }
}

/// What the words after a fault's action say.
private struct FaultOptions {
  /// Which requests are meant.
  struct Numbers: Sendable {
    var every = 1
    var first = Int.max
    var from = 1
    var only: Int?

    var isMeant: @Sendable (Int) -> Bool {
      { number in
        number % every == 0 && number <= first && number >= from && (only.map { $0 == number } ?? true)
      }
    }
  }

  /// The parts of an answer beside its status.
  struct Answer {
    var isApplied = false
    var headers: [(name: String, value: String)] = []
    var body = ""

    var isPlain: Bool { !isApplied && headers.isEmpty && body.isEmpty }

    func applied(to action: SandboxFault.Action) -> SandboxFault.Action {
      guard case .refuse(let status, _, _) = action else { return action }
      return isApplied
        ? .answer(status: status, headers: headers, body: body) : .refuse(status: status, headers: headers, body: body)
    }
  }

  var numbers = Numbers()
  var answer = Answer()

  /// Takes a word in.
  ///
  /// - Returns: Whether it is known and has a value that fits.
  mutating func take(_ word: FaultWords.Word) -> Bool {
    switch (word.name, word.value) {
    case ("applied", nil): answer.isApplied = true
    case ("retry-after", let value?): answer.headers.append(("Retry-After", value))
    case ("location", let value?): answer.headers.append(("Location", value))
    case ("type", let value?): answer.headers.append(("Content-Type", value))
    case ("body", let value?): answer.body = value
    case (let name, let value?):
      guard let number = Int(value), number > 0 else { return false }
      switch name {
      case "every": numbers.every = number
      case "first": numbers.first = number
      case "from": numbers.from = number
      case "only": numbers.only = number
      default: return false
      }
    default: return false
    }
    return true
  }
}
