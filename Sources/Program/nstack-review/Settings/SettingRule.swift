import Basics

/// What a setting is called in files, which files and variables may give it, and what it takes.
struct SettingRule: Sendable {
  /// The files that may give a setting.
  enum Home {
    /// Both files, and their profiles.
    case everywhere
    /// Both files, outside of profiles.
    case files
    /// The project's file.
    case project
    /// The user's file and its profiles.
    case secret
    /// The user's file, because a project must not decide what this machine trusts, or how it prints.
    case machine
  }

  enum Kind {
    case text
    /// The path of a file, relative to the folder of the settings file.
    case path
    case words([String])
    case number(ClosedRange<Double>, isWhole: Bool = false, String)

    static let onOrOff = Kind.words(["on", "off"])
  }

  let name: String
  let home: Home
  let kind: Kind
  let variables: [String]

  private init(_ name: String, _ home: Home = .everywhere, _ kind: Kind = .text, variables: [String]? = nil) {
    (self.name, self.home, self.kind) = (name, home, kind)
    self.variables = variables ?? ["NSTACK_" + name.uppercased().replacing("-", with: "_")]
  }

  private static let aboveZero = Double.leastNonzeroMagnitude

  static let all = [
    SettingRule("base-url"), SettingRule("stage"), SettingRule("country"), SettingRule("platform"), SettingRule("guid"),
    SettingRule("settle-time", .everywhere, .number(0...3600, "seconds from 0 to 3600")),
    SettingRule("timeout", .everywhere, .number(aboveZero...3600, "seconds above 0, up to 3600")),
    SettingRule("concurrency", .everywhere, .number(1...256, isWhole: true, "a number from 1 to 256")),
    SettingRule("rate", .everywhere, .number(aboveZero...10_000, "calls a second above 0, up to 10000")),
    SettingRule("cache", .everywhere, .onOrOff), SettingRule("memory", variables: []), SettingRule("profile", .files),
    SettingRule("glossary", .project, .path, variables: []), SettingRule("application-id", .secret),
    SettingRule("rest-api-key", .secret), SettingRule("proxy", .machine, variables: ["HTTPS_PROXY", "https_proxy"]),
    SettingRule("ca-file", .machine, .path, variables: ["SSL_CERT_FILE"]),
    // Its variable may hold the credentials themselves.
    SettingRule("google-credentials", .machine, .path, variables: []),
    SettingRule("drive-owner", .machine, .words(["me", "anyone"])),
    SettingRule("patience", .machine, .number(aboveZero...3600, "seconds above 0, up to 3600")),
    SettingRule("log-format", .machine, .words(LogFormat.allCases.map(\.rawValue))),
    SettingRule("progress", .machine, .onOrOff), SettingRule("pager", .machine, .onOrOff, variables: []),
    SettingRule("color", .machine, .onOrOff, variables: []),
  ]

  /// Whether only some values can be used. None of them is a secret.
  var takesChosenValues: Bool {
    switch kind {
    case .text, .path: false
    case .words, .number: true
    }
  }

  static func named(_ name: String) -> SettingRule? { all.first { $0.name == name } }

  func isFor(usersFile: Bool, profile: Bool) -> Bool {
    switch home {
    case .everywhere: true
    case .files: !profile
    case .project: !usersFile && !profile
    case .secret: usersFile
    case .machine: usersFile && !profile
    }
  }

  /// - Throws: ``Failure`` `config.value` for a value that the setting does not take.
  func require(_ setting: Setting) throws(Failure) {
    let (isTaken, expected): (Bool, String) =
      switch kind {
      case .text: (true, "")
      case .path:
        // The content of a file of credentials, which no message may show.
        if setting.text.trimmed.hasPrefix("{") {
          throw setting.refusal("\(name) is not the path of a file", hint: "Write the path, and not the content.")
        } else {
          (true, "")
        }
      case .words(let words): (words.contains(setting.text), words.joined(separator: " or "))
      case .number(let range, let isWhole, let expected):
        (setting.number.map { range.contains($0) && (!isWhole || $0 == $0.rounded()) } ?? false, expected)
      }
    guard isTaken else {
      throw setting.refusal("\(name) is \"\(Visible.text(setting.text))\"", hint: "It takes \(expected).")
    }
  }
}

extension Setting { var number: Double? { Double(text) } }
