import Basics
import Spreadsheet

/// The members of a JSON object. Each must be present and must be read, so that a misspelled one is never ignored.
struct PlanMembers {
  private var members: [(String, JSONValue)]
  private let what: String

  init(_ value: JSONValue, of what: String) throws(SpreadsheetError) {
    guard case .object(let members) = value else { throw PlanFile.malformed("\(what) is not an object") }
    self.members = members
    self.what = what
  }

  mutating func value(_ name: String) throws(SpreadsheetError) -> JSONValue {
    guard let index = members.firstIndex(where: { $0.0 == name }) else {
      throw PlanFile.malformed("\(what) lacks \"\(name)\"")
    }
    return members.remove(at: index).1
  }

  mutating func string(_ name: String) throws(SpreadsheetError) -> String {
    guard case .string(let text) = try value(name) else { throw PlanFile.malformed("\"\(name)\" is not a string") }
    return text
  }

  mutating func optionalString(_ name: String) throws(SpreadsheetError) -> String? {
    switch try value(name) {
    case .null: return nil
    case .string(let text): return text
    default: throw PlanFile.malformed("\"\(name)\" is not a string")
    }
  }

  mutating func integer(_ name: String) throws(SpreadsheetError) -> Int {
    guard case .integer(let number) = try value(name) else { throw PlanFile.malformed("\"\(name)\" is not an integer") }
    return number
  }

  /// Reads an integer that is left out where it says nothing.
  mutating func optionalInteger(_ name: String) throws(SpreadsheetError) -> Int? {
    members.contains { $0.0 == name } ? try integer(name) : nil
  }

  mutating func boolean(_ name: String) throws(SpreadsheetError) -> Bool {
    guard case .boolean(let flag) = try value(name) else { throw PlanFile.malformed("\"\(name)\" is not a Boolean") }
    return flag
  }

  mutating func array(_ name: String) throws(SpreadsheetError) -> [JSONValue] {
    guard case .array(let values) = try value(name) else { throw PlanFile.malformed("\"\(name)\" is not an array") }
    return values
  }

  /// Reads an array that plans of earlier versions do not have.
  mutating func optionalArray(_ name: String) throws(SpreadsheetError) -> [JSONValue] {
    members.contains { $0.0 == name } ? try array(name) : []
  }

  mutating func object(_ name: String) throws(SpreadsheetError) -> [(String, JSONValue)] {
    guard case .object(let members) = try value(name) else { throw PlanFile.malformed("\"\(name)\" is not an object") }
    return members
  }

  func finish() throws(SpreadsheetError) {
    if let left = members.first {
      throw PlanFile.malformed("\(what) has an unknown member \"\(Visible.text(left.0))\"")
    }
  }
}
