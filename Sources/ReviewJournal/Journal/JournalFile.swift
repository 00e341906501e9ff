import GRDB
import TranslationReview

/// The file of a journal, and the meaning of its errors.
enum JournalFile {
  /// `NSRV` marks the file as a journal of this program. Version 1 kept only the rows of a plan. Since version 3,
  /// finished imports are packed and indexed; since version 4, they are deflated.
  static let file = SQLiteFile(noun: "journal", mark: 0x4E53_5256, version: 4)

  static func perform<Value>(_ body: () throws -> Value) throws(JournalError) -> Value {
    do {
      return try body()
    } catch let error as JournalError {
      throw error
    } catch {
      throw JournalError(file.fault(for: error))
    }
  }
}

extension JournalError {
  init(_ fault: SQLiteFault) {
    let code: Code =
      switch fault.kind {
      case .damaged: .corrupt
      case .newerVersion: .newerVersion
      case .noSpace: .noSpace
      case .notDurable: .notDurable
      case .unusable: .unusable
      }
    self.init(code, fault.message, cause: fault.cause)
  }
}
