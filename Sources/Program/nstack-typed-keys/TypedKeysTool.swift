import Basics
import Foundation
import KeyGenerator
import Resources

/// The tool behind the plugins: writes the typed keys of a folder of texts to a file. It opens no connection.
///
/// Options are in `typed-keys.json` beside the texts, so that both plugins use the same ones.
@main enum TypedKeysTool {
  private static let mostBytesOfSettings = 1 << 16

  static func main() {
    do {
      let call = try Call(Array(CommandLine.arguments.dropFirst()))
      exit(try run(call) ? 0 : 1)
    } catch {
      tell("error: \(error)")
      exit(1)
    }
  }

  /// - Returns: Whether the file now has the new code.
  private static func run(_ call: Call) throws -> Bool {
    let resources = try ResourceFolder(at: call.input)
    for resource in resources.resources {
      for finding in resource.findings {
        tell("\(resource.file):1: warning: \(Visible.text("\(finding.section).\(finding.key)")): \(finding.message)")
      }
    }
    let texts = AppTexts(resources)
    let path = URL(filePath: call.output)
    let code = SwiftGenerator.code(of: texts, try options(call.input), file: path.lastPathComponent)
    let folder = path.deletingLastPathComponent().path
    for finding in code.findings { tell(finding.warning(inFolder: "\(folder)/")) }
    guard let file = code.files.first else { return false }
    let bytes = Array(file.text.utf8)
    // A file with an unchanged modification time is not compiled again.
    if try ResourceFolder.bytes(at: call.output, most: .max) == bytes { return true }
    if call.isCheck {
      tell("error: \(Visible.path(call.output)) is out of date. Run the command again without --check.")
      return false
    }
    try FileManager.default.createDirectory(at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: path, options: .atomic)
    return true
  }

  private static func options(_ folder: String) throws -> SwiftOptions {
    let path = "\(folder)/\(SwiftOptions.settingsFile)"
    guard let bytes = try ResourceFolder.bytes(at: path, most: mostBytesOfSettings) else {
      return SwiftOptions(tool: ProgramVersion.name)
    }
    do throws(SettingsFault) { return try SwiftOptions(settings: bytes, tool: ProgramVersion.name) } catch {
      throw Mistake(description: "\(path): \(error.message)")
    }
  }

  private static func tell(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}

private struct Call {
  var input = ""
  var output = ""
  var isCheck = false

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--input": input = rest.popFirst() ?? ""
      case "--output": output = rest.popFirst() ?? ""
      case "--check": isCheck = true
      default: throw Mistake(description: "\(argument) is not known. \(Self.usage)")
      }
    }
    guard !input.isEmpty, !output.isEmpty else {
      throw Mistake(description: "a folder or a file is missing. \(Self.usage)")
    }
  }

  private static let usage = "Usage: --input FOLDER --output FILE [--check]"
}

/// What is wrong with a call, in a sentence.
private struct Mistake: Error, CustomStringConvertible { let description: String }
