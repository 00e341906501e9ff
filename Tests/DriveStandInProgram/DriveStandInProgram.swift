import DriveStandIn
import Foundation

/// Runs a stand-in for checks with the real program. It prints its URL, and ends when its standard input does.
///
/// Its first argument is a folder: `NAME.xlsx` in it become Google Sheets of `reviewer@example.com` in the folder `sheets`. Further
/// arguments are faults for uploads: `keep=N` keeps N bytes of a request and breaks the connection.
@main
struct DriveStandInProgram {
  static func main() async throws {
    let server = try await DriveStandIn()
    let arguments = CommandLine.arguments.dropFirst()
    let folder = arguments.first
    server.with { state in
      var sheets = StandInFile("Sheets", type: StandInFile.folderType, owner: state.person)
      sheets.id = "sheets"
      state.add(sheets)
      if let milliseconds = arguments.compactMap({ Self.number($0, "latency=") }).first {
        state.latency = .milliseconds(milliseconds)
      }
      for count in arguments.compactMap({ Self.number($0, "keep=") }) {
        state.faults.append(StandInFault("PUT", "/stand-in/upload/", .keep(count)))
      }
    }
    if let folder {
      for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where name.hasSuffix(".xlsx") {
        let content = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
        server.with { state in
          var file = StandInFile(
            String(name.dropLast(5)), type: StandInFile.sheet, folder: "sheets", owner: state.person, content: content)
          file.id = "id-" + name.dropLast(5).map { $0.isLetter || $0.isNumber ? $0 : "-" }
          state.add(file)
        }
      }
    }
    let token = server.with { $0.giveToken(to: $0.person, scopes: ["https://www.googleapis.com/auth/drive"]) }
    // Unlike `print`, this is not kept back until there is more.
    FileHandle.standardOutput.write(Data("\(server.url) \(token)\n".utf8))
    // The input ends with the program that started this one.
    while readLine() != nil {}
    await server.stop()
  }

  private static func number(_ argument: String, _ name: String) -> Int? {
    argument.hasPrefix(name) ? Int(argument.dropFirst(name.count)) : nil
  }
}
