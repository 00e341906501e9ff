import Basics
import ReviewJournal
import Spreadsheet

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The checks of `doctor` that need no server: the program, its folders, the disk and the terminal.
enum MachineChecks {
  /// Less free space than this gets a warning; the largest sheets and their temporary files fit into it.
  private static let leastSpace = 200 << 20

  static func addProgram(to report: inout DoctorReport) {
    var name = utsname()
    var system = "unknown system"
    if uname(&name) == 0 {
      let parts = [text(of: name.sysname), text(of: name.release), text(of: name.machine)]
      system = parts.joined(separator: " ")
    }
    report.add("program", "\(ProgramVersion.name) on \(system)")
    report.add(
      "libraries",
      "libxml2 \(LinkedLibraries.libxml2), zlib \(LinkedLibraries.zlib), SQLite \(SQLiteLibrary.version ?? "unknown")")
  }

  static func addFolders(state: String?, to report: inout DoctorReport) {
    add("state folder", state, purpose: "journals and registers", isNeeded: true, to: &report)
    add(
      "cache folder", EnvironmentVariables.cacheFolder, purpose: "texts of earlier runs", isNeeded: false, to: &report)
    add(
      "temporary files", EnvironmentVariables.value("TMPDIR") ?? "/tmp", purpose: "large sheets", isNeeded: false,
      isMade: false, to: &report)
    add("this folder", WorkingFolder.path, purpose: "sheets", isNeeded: false, to: &report)
  }

  /// Adds whether a folder, or the nearest one above it that exists, can be written to.
  ///
  /// - Parameter isMade: Whether the program creates the folder where it is missing.
  private static func add(
    _ name: String, _ folder: String?, purpose: String, isNeeded: Bool, isMade: Bool = true,
    to report: inout DoctorReport
  ) {
    guard let folder else {
      return report.add(
        name, isNeeded ? .failed : .warning, "there is none, as HOME is not set",
        hint: "Set HOME, or XDG_STATE_HOME and XDG_CACHE_HOME.")
    }
    var place = folder
    while access(place, F_OK) != 0, let slash = place.lastIndex(of: "/"), slash != place.startIndex {
      place = String(place[..<slash])
    }
    var status = stat()
    guard stat(place, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      return report.add(
        name, isNeeded ? .failed : .warning, "\(folder) cannot be made, as \(place) is not a folder",
        hint: "Move that file away, or choose another folder: it has \(purpose).")
    }
    if !isMade, place != folder {
      return report.add(
        name, .warning, "\(folder) does not exist", hint: "Create it, or set TMPDIR: it has \(purpose).")
    }
    guard access(place, W_OK) == 0 else {
      return report.add(
        name, isNeeded ? .failed : .warning, "\(place) cannot be written to: \(String(cString: strerror(errno)))",
        hint: "Check its rights: it has \(purpose).")
    }
    var disk = statvfs()
    guard statvfs(place, &disk) == 0 else { return report.add(name, folder) }
    let space = Int(clamping: UInt64(disk.f_bavail)) * Int(clamping: UInt64(disk.f_frsize))
    let shown = "\(folder), \(size(space)) free"
    if space < leastSpace {
      report.add(name, .warning, shown, hint: "Free some space: it has \(purpose).")
    } else {
      report.add(name, shown)
    }
  }

  static func addTerminal(_ output: OutputOptions, to report: inout DoctorReport) {
    if Terminal.canAsk {
      let colours = Terminal.usesColor(output) ? "colours" : "no colours"
      report.add("terminal", "\(Terminal.width) × \(Terminal.height), \(colours), questions can be asked")
    } else {
      report.add("terminal", "none: import needs --yes, and --allow-delete for deletions")
    }
    let encoding = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap(EnvironmentVariables.value).first
    let isUTF8 = encoding.map { $0.lowercased().replacing("-", with: "").contains("utf8") }
    if isUTF8 == false, let encoding {
      report.add("encoding", .warning, encoding, hint: "Texts are printed as UTF-8: set LC_ALL to a locale with UTF-8.")
    }
    report.add("editor", TextEditor.command ?? "none; texts are typed on a line")
  }

  private static func size(_ bytes: Int) -> String {
    bytes >= 1 << 30 ? "\(bytes >> 30) GiB" : "\(bytes >> 20) MiB"
  }

  private static func text<Value>(of field: Value) -> String {
    withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
