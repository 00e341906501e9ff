import Basics
import ReviewJournal
import ReviewReports
import Spreadsheet

/// What `doctor` and `drive doctor` found, in the order of their checks.
struct DoctorReport {
  enum State: String {
    case good = "ok"
    /// It works, but something should be done.
    case warning
    case failed
    /// It was not tried.
    case skipped
  }

  private(set) var findings: [(name: String, state: State, saw: String, hint: String?, code: String?)] = []

  var hasFailed: Bool { findings.contains { $0.state == .failed } }

  mutating func add(_ name: String, _ saw: String, hint: String? = nil) { add(name, .good, saw, hint: hint) }

  mutating func add(_ name: String, _ state: State, _ saw: String, hint: String? = nil) {
    findings.append((name, state, saw, hint, nil))
  }

  mutating func add(_ name: String, failed error: any Error) {
    guard let failure = Failure(error) else { return add(name, .failed, "\(error)") }
    findings.append((name, .failed, failure.shownFinding, failure.hint, failure.code))
  }

  /// Runs a check, which returns what it found or throws.
  mutating func run(_ name: String, _ body: () async throws -> String) async {
    do { add(name, try await body()) } catch { add(name, failed: error) }
  }

  /// The findings as lines: the state, the name and what was found, and below that what to do.
  var lines: [String] {
    let rows = findings.map { finding in
      let state = finding.state == .failed ? "FAILED" : finding.state.rawValue
      return [
        state + String(repeating: " ", count: 7 - state.count), finding.name, Visible.text(finding.saw, limit: 1_000),
      ]
    }
    return zip(findings, rows.aligned()).flatMap { finding, line in
      guard let hint = finding.hint else { return [line] }
      return [line, String(repeating: " ", count: 9) + "→ \(Visible.text(hint, limit: 1_000))"]
    }
  }

  var json: JSONValue {
    let checks = findings.map { finding in
      JSONValue.members([
        "name": finding.name, "state": finding.state.rawValue, "saw": finding.saw, "hint": finding.hint,
      ])
    }
    return ["checks": checks, "failed": hasFailed]
  }

  var stepsJSON: JSONValue {
    let steps = findings.map { finding -> JSONValue in
      let saw = [finding.saw, finding.hint].compactMap(\.self).joined(separator: " ")
      return ["step": finding.name, "isDone": finding.state != .failed, "saw": saw, "code": finding.code]
    }
    return ["steps": steps]
  }
}

/// The checks of `doctor` that need no server: the program, its folders, the disk and the terminal.
extension DoctorReport {
  /// Less free space than this gets a warning; the largest sheets and their temporary files fit into it.
  private static let leastSpace = 200 << 20

  mutating func addProgram() {
    var name = utsname()
    let system =
      uname(&name) == 0
      ? "\(Self.text(of: name.sysname)) \(Self.text(of: name.release)) \(Self.text(of: name.machine))"
      : "unknown system"
    add("program", "\(ProgramVersion.name) on \(system)")
    add(
      "libraries",
      "libxml2 \(LinkedLibraries.libxml2), zlib \(LinkedLibraries.zlib), SQLite \(SQLiteLibrary.version ?? "unknown")")
  }

  mutating func addDictionaries() {
    let names = Dictionaries.names
    guard names.isEmpty else { return add("spelling", "dictionaries of Hunspell: \(names.joined(separator: ", "))") }
    add(
      "spelling", .skipped, "no dictionaries, so new words are not looked up",
      hint: "Install Hunspell and a dictionary of each language, such as hunspell-da.")
  }

  mutating func addFolders(state: String?) {
    addFolder("state folder", state, purpose: "journals and registers", isNeeded: true)
    addFolder("cache folder", EnvironmentVariables.cacheFolder, purpose: "texts of earlier runs")
    addFolder("temporary files", EnvironmentVariables.temporaryFolder, purpose: "large sheets", isMade: false)
    addFolder("this folder", EnvironmentVariables.workingFolder, purpose: "sheets")
  }

  private mutating func addFolder(
    _ name: String, _ folder: String?, purpose: String, isNeeded: Bool = false, isMade: Bool = true
  ) {
    let state: State = isNeeded ? .failed : .warning
    guard let folder else {
      return add(
        name, state, "there is none, as HOME is not set", hint: "Set HOME, or XDG_STATE_HOME and XDG_CACHE_HOME.")
    }
    var existing = folder
    while access(existing, F_OK) != 0, let slash = existing.lastIndex(of: "/"), slash != existing.startIndex {
      existing = String(existing[..<slash])
    }
    var status = stat()
    guard stat(existing, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      return add(
        name, state, "\(folder) cannot be made, as \(existing) is not a folder",
        hint: "Move that file away, or choose another folder: it is for \(purpose).")
    }
    if !isMade, existing != folder {
      return add(name, .warning, "\(folder) does not exist", hint: "Create it, or set TMPDIR: it is for \(purpose).")
    }
    guard access(existing, W_OK) == 0 else {
      return add(
        name, state, "\(existing) cannot be written to: \(String(cString: strerror(errno)))",
        hint: "Check its permissions: it is for \(purpose).")
    }
    var disk = statvfs()
    guard statvfs(existing, &disk) == 0 else { return add(name, "\(folder), for \(purpose)") }
    let space = Int(clamping: UInt64(disk.f_bavail)) * Int(clamping: UInt64(disk.f_frsize))
    let shown = "\(folder), for \(purpose), \(Self.size(space)) free"
    let isScarce = space < Self.leastSpace
    add(name, isScarce ? .warning : .good, shown, hint: isScarce ? "Free some space: it is for \(purpose)." : nil)
  }

  mutating func addTerminal(_ output: OutputOptions) {
    let colours = Terminal.usesColor(output) ? "colours" : "no colours"
    add(
      "terminal",
      Terminal.canAsk
        ? "\(Terminal.width) × \(Terminal.height), \(colours), questions can be asked"
        : "none to ask on: import needs --yes, and --allow-delete for deletions")
    let variable = ["LC_ALL", "LC_CTYPE", "LANG"].first { EnvironmentVariables.value($0) != nil }
    if let variable, let encoding = EnvironmentVariables.value(variable),
      !encoding.lowercased().replacing("-", with: "").contains("utf8")
    {
      add(
        "encoding", .warning, "\(variable) is \(encoding), which is not UTF-8",
        hint: "Texts are printed as UTF-8: set LC_ALL to a locale with UTF-8.")
    }
    let chosen = ["VISUAL", "EDITOR"].first { EnvironmentVariables.value($0) != nil }
    add(
      "editor",
      TextEditor.command.map { "\($0), \(chosen.map { "from \($0)" } ?? "as neither VISUAL nor EDITOR is set")" }
        ?? "none: conflicts are edited on one line")
  }

  private static func size(_ bytes: Int) -> String { bytes >= 1 << 30 ? "\(bytes >> 30) GiB" : "\(bytes >> 20) MiB" }

  private static func text<Value>(of field: Value) -> String {
    withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
