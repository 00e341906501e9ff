import Foundation
import Spreadsheet

@testable import Exchange

/// A file of its own for a test, which is deleted with it.
final class ExchangeFile {
  let path: String

  init(_ bytes: some Sequence<UInt8>) throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("exchange-\(UUID().uuidString)").path
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  convenience init(_ text: String) throws { try self.init(text.utf8) }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func units(_ coding: any UnitCoding, _ options: UnitReadingOptions = UnitReadingOptions()) throws -> [TranslationUnit]
  {
    var units: [TranslationUnit] = []
    try coding.read(path, options: options) { units.append($0) }
    return units
  }

  /// The error with which a coding refuses the file; nil if it reads it.
  func refusal(_ coding: any UnitCoding) throws -> SpreadsheetError? {
    do {
      _ = try units(coding)
      return nil
    } catch let error as SpreadsheetError { return error }
  }
}

/// What a reading told of what it left out.
final class Remarks: @unchecked Sendable {
  private let lock = NSLock()
  private var all: [SpreadsheetError] = []

  func add(_ error: SpreadsheetError) { lock.withLock { all.append(error) } }

  var found: [SpreadsheetError] { lock.withLock { all } }
}

extension TranslationUnit {
  /// The texts, each with its language: `da: Hej`.
  var lines: [String] { variants.map { "\($0.language): \($0.text)" } }
}
