import Basics
import ReviewJournal
import Spreadsheet

/// The checks of `doctor` that need no server: the program, its folders, the disk and the terminal.
extension DoctorReport {
  /// Less free space than this gets a warning; the largest sheets and their temporary files fit into it.
  private static let leastSpace = 200 << 20

  mutating func addProgram() {
    var name = utsname()
    var system = "unknown system"
    if uname(&name) == 0 {
      let parts = [Self.text(of: name.sysname), Self.text(of: name.release), Self.text(of: name.machine)]
      system = parts.joined(separator: " ")
    }
    add("program", "\(ProgramVersion.name) on \(system)")
    add(
      "libraries",
      "libxml2 \(LinkedLibraries.libxml2), zlib \(LinkedLibraries.zlib), SQLite \(SQLiteLibrary.version ?? "unknown")")
  }

  mutating func addFolders(state: String?) {
    addFolder("state folder", state, purpose: "journals and registers", isNeeded: true)
    addFolder(
      "cache folder", EnvironmentVariables.cacheFolder, purpose: "texts of earlier runs", isNeeded: false)
    addFolder(
      "temporary files", EnvironmentVariables.temporaryFolder, purpose: "large sheets", isNeeded: false,
      isMade: false)
    addFolder("this folder", WorkingFolder.path, purpose: "sheets", isNeeded: false)
  }

  /// Adds whether a folder, or the nearest one above it that exists, can be written to.
  private mutating func addFolder(
    _ name: String, _ folder: String?, purpose: String, isNeeded: Bool, isMade: Bool = true
  ) {
    guard let folder else {
      return add(
        name, isNeeded ? .failed : .warning, "there is none, as HOME is not set",
        hint: "Set HOME, or XDG_STATE_HOME and XDG_CACHE_HOME.")
    }
    var existing = folder
    while access(existing, F_OK) != 0, let slash = existing.lastIndex(of: "/"), slash != existing.startIndex {
      existing = String(existing[..<slash])
    }
    var status = stat()
    guard stat(existing, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      return add(
        name, isNeeded ? .failed : .warning, "\(folder) cannot be made, as \(existing) is not a folder",
        hint: "Move that file away, or choose another folder: it has \(purpose).")
    }
    if !isMade, existing != folder {
      return add(
        name, .warning, "\(folder) does not exist", hint: "Create it, or set TMPDIR: it has \(purpose).")
    }
    guard access(existing, W_OK) == 0 else {
      return add(
        name, isNeeded ? .failed : .warning, "\(existing) cannot be written to: \(String(cString: strerror(errno)))",
        hint: "Check its rights: it has \(purpose).")
    }
    var disk = statvfs()
    guard statvfs(existing, &disk) == 0 else { return add(name, "\(folder), for \(purpose)") }
    let space = Int(clamping: UInt64(disk.f_bavail)) * Int(clamping: UInt64(disk.f_frsize))
    let shown = "\(folder), for \(purpose), \(Self.size(space)) free"
    if space < Self.leastSpace {
      add(name, .warning, shown, hint: "Free some space: it has \(purpose).")
    } else {
      add(name, shown)
    }
  }

  mutating func addTerminal(_ output: OutputOptions) {
    if Terminal.canAsk {
      let colours = Terminal.usesColor(output) ? "colours" : "no colours"
      add("terminal", "\(Terminal.width) × \(Terminal.height), \(colours), questions can be asked")
    } else {
      add("terminal", "none to ask on: import needs --yes, and --allow-delete for deletions")
    }
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

  private static func size(_ bytes: Int) -> String {
    bytes >= 1 << 30 ? "\(bytes >> 30) GiB" : "\(bytes >> 20) MiB"
  }

  private static func text<Value>(of field: Value) -> String {
    withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
