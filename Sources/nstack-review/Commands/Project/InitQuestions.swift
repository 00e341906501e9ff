import Basics
import NStackAPI

/// The answers of `init`: from flags, or from questions on the terminal.
struct InitAnswers {
  var address: AddressSettings
  var platform: String
  /// The credentials that were typed; nil for those of the environment or the user's file.
  var credentials: (applicationID: String, restAPIKey: String)?

  var namesAddress: Bool { address.baseURL != nil || address.stage != nil || address.country != nil }

  var projectLines: [String] {
    let members = [("base-url", address.baseURL), ("stage", address.stage), ("country", address.country)]
    return ["# nstack-review: which NStack this project's texts are in. No secrets belong here."]
      + members.compactMap { name, setting in setting.map { "\(name): \(Self.yaml($0.text))" } } + [
        "platform: \(Self.yaml(platform))", "# profiles:", "#   staging:",
        "#     base-url: https://staging.example.com",
      ]
  }

  /// The lines of the user's file with the typed credentials; none if none were typed.
  func userLines(hasAddress: Bool) -> [String] {
    guard let credentials else { return [] }
    // Without it, credentials would not be sent to an address that only the project's file names.
    let line = hasAddress ? [] : address.baseURL.map { ["base-url: \(Self.yaml($0.text))"] } ?? []
    return line + [
      "application-id: \(Self.yaml(credentials.applicationID))", "rest-api-key: \(Self.yaml(credentials.restAPIKey))",
    ]
  }

  /// A value in YAML, in quotes if it is more than a plain word.
  private static func yaml(_ value: String) -> String {
    let isPlain = value.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./:".contains($0)) }
    let isWord = isPlain && value.first.map { $0.isLetter || $0.isNumber } == true && value.last != ":"
    return isWord ? value : JSONValue.string(value).text
  }
}

/// The questions of `init`, about what no flag and no setting says.
struct InitQuestions {
  /// What to do after a connection that did not work.
  enum Next {
    case askAgain
    case write
    case leave
  }

  /// Asks a question and gives the answer; nil at the end of the input.
  let ask: (_ question: String) -> String?
  /// Asks for a secret, which is not shown while it is typed; nil at the end of the input.
  let askSecret: (_ question: String) -> String?

  /// Asks for the address and the platform, and returns whether everything was answered. An empty line means the known one.
  func fill(_ answers: inout InitAnswers, platform: String?, knownURL: String?) -> Bool {
    if answers.address.stage == nil {
      let known = answers.address.baseURL?.text ?? knownURL ?? NStackConfiguration.defaultBaseURL
      guard let given = ask("Base URL of NStack [\(known)]:").map(Self.trimmed) else { return false }
      // The project's file need not repeat what other settings have.
      if !given.isEmpty, given != known { answers.address.baseURL = Setting(given, from: "your answer") }
    }
    guard platform == nil else { return true }
    guard let given = ask("Platform: mobile, web, backend or another slug of yours [\(answers.platform)]:") else {
      return false
    }
    if !Self.trimmed(given).isEmpty { answers.platform = Self.trimmed(given) }
    return true
  }

  /// Asks for the credentials, and returns whether the questions were answered. An empty line means those that were typed
  /// before, or those of the variables or the user's file, or leaves them out.
  func fillCredentials(_ answers: inout InitAnswers, hasOthers: Bool) -> Bool {
    let before = answers.credentials
    let empty = before?.applicationID ?? (hasOthers ? "empty: those that were tried" : "empty: set it later")
    let bracketed = before == nil ? "(\(empty))" : "[\(empty)]"
    guard let answer = ask("Application id, from NStack's console \(bracketed):").map(Self.trimmed) else {
      return false
    }
    let id = answer.isEmpty ? before?.applicationID ?? "" : answer
    guard !id.isEmpty else { return true }
    let same = before == nil ? "" : "; empty: the same"
    guard let key = askSecret("REST API key (it is not shown\(same)):").map(Self.trimmed) else { return false }
    let isComplete = !key.isEmpty || before != nil
    answers.credentials = isComplete ? (id, key.isEmpty ? before?.restAPIKey ?? "" : key) : nil
    return true
  }

  func next() -> Next {
    while true {
      guard let line = ask("[a]nswer again, [w]rite the file as it is, [q]uit:") else { return .leave }
      switch line.lowercased().first(where: { !$0.isWhitespace }) {
      case "a": return .askAgain
      case "w": return .write
      case "q": return .leave
      default: continue
      }
    }
  }

  private static func trimmed(_ text: String) -> String {
    guard let first = text.firstIndex(where: { !$0.isWhitespace }),
      let last = text.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(text[first...last])
  }
}
