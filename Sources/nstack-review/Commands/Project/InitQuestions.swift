import NStackAPI

/// The questions of `init`: what no flag and no setting says.
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

  /// Asks for the address and the platform, with what is known as the answer to an empty line.
  ///
  /// - Parameters:
  ///   - platform: The platform of a flag; nil to ask for it.
  ///   - knownURL: The address that the variables and the user's file name; nil for NStack's own.
  /// - Returns: Whether everything was answered.
  func fill(_ answers: inout InitAnswers, platform: String?, knownURL: String?) -> Bool {
    if answers.stage == nil {
      let known = answers.baseURL ?? knownURL ?? NStackConfiguration.defaultBaseURL
      guard let given = ask("Base URL of NStack [\(known)]:").map(Self.trimmed) else { return false }
      // What other settings say already, the project's file need not repeat.
      if !given.isEmpty, given != known { (answers.baseURL, answers.addressPlace) = (given, "your answer") }
    }
    guard platform == nil else { return true }
    guard let given = ask("Platform: mobile, web, backend or another slug of yours [\(answers.platform)]:") else {
      return false
    }
    if !Self.trimmed(given).isEmpty { answers.platform = Self.trimmed(given) }
    return true
  }

  /// Asks for the credentials, with what was typed before as the answer to an empty line. An empty answer without that
  /// leaves them out.
  ///
  /// - Parameter hasOthers: Whether the variables or the user's file have credentials, which an empty answer keeps.
  /// - Returns: Whether the questions were answered.
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

  /// Asks what to do after a connection that did not work.
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
