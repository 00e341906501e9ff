import Foundation
import ProgramRuns
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads a file with the program and compares what came of it with what must.
struct HostileFileCheck {
  /// What a file outside holds that none may read.
  static let canary = "canary-that-nobody-may-read"
  /// Bounds for any file, on an idle machine, for a program that was built to be fast.
  static let seconds = 5.0
  static let memory = 256 << 20
  /// The most bytes of a file that is read twice more, which takes longest for the largest.
  private static let largestCompared = 1 << 20

  /// A build that is not optimised is given ten times the time: the largest worksheet takes it nine times as long.
  private static let factor: Double = ProgramUnderTest.isOptimised ? 1 : 10

  private let file: HostileFile
  private let folder: Folder
  private let input: String
  /// Whether it is, or its size is not known.
  private let isLarge: Bool
  /// What came of the commands so far.
  private var runs: [[String]: ProgramRun] = [:]

  static func run(_ file: HostileFile) throws {
    var check = try HostileFileCheck(file)
    try check.checkReading()
    try check.checkAsSheet()
    try check.checkStrictly()
  }

  private init(_ file: HostileFile) throws {
    self.file = file
    folder = try Folder()
    input = "\(folder.path)/\(file.fileName)"
    try file.make(input)
    var status = stat()
    if let kept = getenv("NSTACK_REVIEW_HOSTILE_FILES").map({ String(cString: $0) }) {
      let name = "\(file.testDescription.replacing("/", with: "-")).\(file.fileName.split(separator: ".").last ?? "")"
      try? FileManager.default.copyItem(atPath: input, toPath: "\(kept)/\(name)")
    }
    isLarge = stat(input, &status) != 0 || status.st_size > Self.largestCompared
  }

  private mutating func checkReading() throws {
    let before = try folder.names()
    let written = "out.json"
    let run =
      switch file.reading {
      case .table: try run("convert", input, written, "--json")
      case .reviewSheet: try run("check", input, "--json")
      }

    let output = String(decoding: run.output, as: UTF8.self)
    let errors = String(decoding: run.errors, as: UTF8.self)
    let status: Int32? = if case .exited(let status) = run.ending { status } else { nil }
    #expect([0, 1, 3].contains(status), "\(run.ending): \(errors.prefix(500))")
    let error = ErrorObject(output)
    for text in [output, errors] { #expect(!text.contains(Self.canary)) }
    let isWritten = file.reading != .reviewSheet && status == 0
    #expect(try folder.names() == (before + (isWritten ? [written] : [])).sorted())

    switch file.expectation {
    case .refused(let codes):
      #expect(status == 1)
      #expect(codes.contains(error?.code ?? ""), "\(error?.message ?? output)")
      for word in file.mentions { #expect(error?.message.contains(word) == true, "\(error?.message ?? "")") }
    case .accepted(let rows):
      #expect(status == (file.reading != .reviewSheet ? 0 : status), "\(error?.message ?? errors)")
      #expect(error == nil)
      if isWritten { #expect(Self.rows(try Folder.read("\(folder.path)/\(written)")) == rows) }
      for word in file.mentions { #expect(output.contains(word), "\(output)") }
    case .found(let codes):
      #expect(
        status == (codes.allSatisfy(["row.check-finding", "row.read-only-edit"].contains) ? 0 : 3),
        "\(error?.message ?? errors)")
      #expect(Self.findings(output) == codes)
      for word in file.mentions { #expect(output.contains(word), "\(output)") }
    case .bounded: break
    }
    if status == 1 {
      #expect(error != nil, "\(output) \(errors)")
      #expect(errors.isEmpty)
      if let error { #expect(Self.isPlain(error.message), "\(error.message.debugDescription)") }
    }
  }

  /// Whatever a file is, `check` ends in bounds too, writes nothing and says what it says in plain lines.
  private mutating func checkAsSheet() throws {
    let before = try folder.names()
    let run = try run("check", input)
    let errors = String(decoding: run.errors, as: UTF8.self)
    #expect([.exited(0), .exited(1), .exited(3)].contains(run.ending), "\(run.ending): \(errors.prefix(500))")
    #expect(try folder.names() == before)
    #expect(run.ending != .exited(1) || (run.output.isEmpty && errors.hasPrefix("error: ")), "\(errors.prefix(500))")
    for line in (String(decoding: run.output, as: UTF8.self) + errors).split(separator: "\n").prefix(100) {
      #expect(!line.contains(Self.canary) && Self.isPlain(String(line)), "\(line.debugDescription)")
    }
  }

  /// `convert --strict` refuses each table that `check` refuses for what it is, with the same code.
  private mutating func checkStrictly() throws {
    let isTable = [".xlsx", ".csv"].contains(where: file.fileName.hasSuffix)
    guard isTable, !isLarge, try run("check", input).ending == .exited(1) else { return }
    let check = try run("check", input, "--json")
    let code = ErrorObject(String(decoding: check.output, as: UTF8.self))?.code ?? ""
    // A table need not have what a review sheet must have, and nothing of it is kept for a plan.
    if code.hasPrefix("sheet.") || ["limit.edits", "limit.kept-text"].contains(code) { return }
    let run = try run("convert", input, "strict.json", "--strict", "--json")
    #expect(run.ending == .exited(1), "check: \(code)")
    #expect(ErrorObject(String(decoding: run.output, as: UTF8.self))?.code == code)
  }

  /// What comes of a command, which is run once.
  private mutating func run(_ words: String...) throws -> ProgramRun {
    if let run = runs[words] { return run }
    let run = try Self.run(words, in: folder)
    #expect(run.peakMemory <= Self.memory)
    #expect(run.processorTime <= Self.seconds * Self.factor)
    runs[words] = run
    return run
  }

  /// Runs the program within the bounds, which are wider where the machine has more to do than it has processors.
  static func run(_ arguments: [String], in folder: Folder) throws -> ProgramRun {
    var loads = [0.0]
    _ = getloadavg(&loads, 1)
    let busy = max(1, loads[0] / Double(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
    let bound = seconds * factor
    return try ProgramRun(
      ProgramUnderTest.path, arguments, in: folder.path,
      limits: ProgramRun.Limits(processorSeconds: Int(bound), memory: memory), wallSeconds: bound * 2 * (1 + busy))
  }

  /// The rows of a table in JSON, without blank ones.
  private static func rows(_ json: [UInt8]) -> [String] {
    let lines = json.split(separator: UInt8(ascii: "\n")).filter { $0.first == UInt8(ascii: "[") }
    return lines.map { line in String(decoding: line.last == UInt8(ascii: ",") ? line.dropLast() : line, as: UTF8.self)
    }.filter { $0 != "[]" }
  }

  /// The codes of the findings in rows.
  private static func findings(_ output: String) -> [String] {
    output.split(separator: "\n").compactMap { line in
      let start = "      \"code\": \""
      guard line.hasPrefix(start) else { return nil }
      let code = line.dropFirst(start.count).prefix { $0 != "\"" }
      return code.hasPrefix("row.") ? String(code) : nil
    }
  }

  /// Whether a message is one line that shows every character.
  private static func isPlain(_ message: String) -> Bool {
    message.utf8.count < 2_000
      && !message.unicodeScalars.contains { scalar in
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: true
        default: false
        }
      }
  }
}
