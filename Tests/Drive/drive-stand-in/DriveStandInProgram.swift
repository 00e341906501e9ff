import Basics
import DriveStandIn
import Foundation

/// Serves the stand-in until it is ended, and prints one line of JSON that says where.
///
/// Usage: `drive-stand-in [--key FILE] [--resave PROGRAM]`. `--key` writes the key file of the service account
/// there. `--resave` names a program that is run with two paths: it reads the XLSX at the first one and writes to the second.
///
/// `drive-stand-in --facts` prints what the stand-in takes for true, each with its source, and ends.
@main enum DriveStandInProgram {
  private struct Failure: Error, CustomStringConvertible { let description: String }

  static func main() async {
    do { try await run(Array(CommandLine.arguments.dropFirst())) } catch {
      FileHandle.standardError.write(Data("drive-stand-in: \(error)\n".utf8))
      exit(2)
    }
  }

  private static func run(_ arguments: [String]) async throws {
    if arguments == ["--facts"] {
      let lines = StandInFact.all.map { "\($0.source.rawValue)\t\($0.sentence)\n" }
      return FileHandle.standardOutput.write(Data(lines.joined().utf8))
    }
    var options: [String: String] = [:]
    var rest = arguments[...]
    while let name = rest.popFirst() {
      guard ["--key", "--resave"].contains(name), let value = rest.popFirst() else {
        throw Failure(
          description: "\(name) is not an option with a value; the options are --key, --resave, and --facts alone")
      }
      options[name] = value
    }
    let key = try StandInKey(email: "review@stand-in.iam.gserviceaccount.com", keyID: "stand-in-key")
    var hook: (@Sendable ([UInt8]) throws -> [UInt8])?
    if let program = options["--resave"] { hook = { try resave($0, with: program) } }
    let server = try await StandInServer(.sample(key: key), resave: hook)
    if let path = options["--key"] {
      guard
        FileManager.default.createFile(
          atPath: path, contents: Data(key.file(tokenURL: server.tokenURL).utf8), attributes: [.posixPermissions: 0o600]
        )
      else { throw Failure(description: "\(path) could not be written") }
    }
    let client = DriveWorld.sampleClient
    let line = JSONValue.object([
      ("url", .string(server.baseURL)), ("authorizationURL", .string(server.authorizationURL)),
      ("tokenURL", .string(server.tokenURL)), ("revocationURL", .string(server.revocationURL)),
      ("clientID", .string(client.id)), ("clientSecret", .string(client.secret)),
      ("serviceAccount", .string(key.email)),
    ])
    FileHandle.standardOutput.write(Data(line.compactUTF8 + [10]))
    await server.waitUntilStopped()
  }

  private static func resave(_ bytes: [UInt8], with program: String) throws -> [UInt8] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "drive-stand-in-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (before, after) = (folder.appending(path: "before.xlsx"), folder.appending(path: "after.xlsx"))
    try Data(bytes).write(to: before)
    let process = try Process.run(URL(filePath: program), arguments: [before.path, after.path])
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: "\(program) ended with \(process.terminationStatus)")
    }
    return Array(try Data(contentsOf: after))
  }
}
