import Basics
import ReviewJournal
import Spreadsheet

extension PlainFile {
  /// Reads the file that a flag or an argument names. Errors about its contents name its path.
  ///
  /// - Parameter missing: The error if there is no such file.
  static func read<Value>(
    _ path: String, most: Int = 1 << 30, orThrow missing: @autoclosure () -> any Error, _ read: (String) throws -> Value
  ) throws -> Value {
    guard let text = try text(at: path, most: most) else { throw missing() }
    do { return try read(text) } catch let error as SpreadsheetError { throw error.inFile(path) }
  }
}
