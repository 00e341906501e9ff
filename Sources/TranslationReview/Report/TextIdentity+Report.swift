import Basics
import NStackAPI

extension TextIdentity {
  /// The identity on a line of a report: `section/key [locale]`.
  var reportName: String {
    "\(Visible.text(section))/\(Visible.text(key)) [\(Visible.text(locale))]"
  }

  /// The members for the identity: `section`, `key`, `locale`.
  var jsonMembers: [(String, JSONValue)] {
    [("section", .string(section)), ("key", .string(key)), ("locale", .string(locale))]
  }
}
