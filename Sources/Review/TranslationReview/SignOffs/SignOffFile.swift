import Basics
package import Spreadsheet

/// Sign-offs as a file that people give to each other. It has fingerprints of texts, and neither texts nor credentials.
package struct SignOffFile: Sendable {
  /// The maximum size of a file in bytes, which is enough for a million texts.
  package static let mostBytes = 512 << 20
  /// The version of the format that this program writes and reads.
  static let version = 1
  static let format = "nstack-review reviewed"

  /// The sign-offs.
  package let signOffs: SignOffs
  private let scope: String
  private let application: String
  private let platform: String
  private let origin: String
  private let createdAt: String
  private let tool: String

  /// Creates a file from its contents.
  ///
  /// - Parameters:
  ///   - signOffs: The sign-offs.
  ///   - scope: The application, platform and origin of the texts.
  ///   - provenance: The time, and the tool that writes the file.
  package init(_ signOffs: SignOffs, scope: SheetScope, provenance: SheetProvenance) {
    self.signOffs = signOffs
    (self.scope, application) = (scope.hash.text, scope.shortApplicationHash)
    (platform, origin) = (scope.platform, scope.origin)
    (createdAt, tool) = (provenance.exportedAt ?? "", provenance.tool)
  }

  /// Refuses the sign-offs of another application, platform or server.
  ///
  /// - Throws: `SpreadsheetError`: `shared.other-application`.
  package func refuseOther(than scope: SheetScope) throws(SpreadsheetError) {
    guard self.scope != scope.hash.text else { return }
    throw SpreadsheetError(
      .sharedOtherApplication,
      "the texts belong to a different application, platform or server "
        + "(\(Visible.text(platform)), \(Visible.text(origin)), application \(Visible.text(application))) than this "
        + "connection's (\(scope.platform), \(scope.origin), application \(scope.shortApplicationHash)).",
      hint: "Use the profile that they were reviewed with.")
  }

  // MARK: - Text

  /// The contents of the file, one text on each line, in the order of locale, section and key.
  package var text: String {
    let entries = signOffs.entries
    let json: JSONValue = [
      "format": Self.format, "version": Self.version, "createdAt": createdAt, "tool": tool,
      "for": JSONValue.members(["application": application, "platform": platform, "origin": origin, "scope": scope]),
      "texts": JSONValue.list(entries.count) { index in
        let entry = entries[index]
        return .raw(entry.signOff.json.with(["time": entry.time]).compactUTF8)
      },
    ]
    return json.text + "\n"
  }

  /// Reads ``text`` back.
  ///
  /// - Throws: `SpreadsheetError`: `shared.version` for an unknown version of the format, `shared.malformed` for
  ///   anything else that ``text`` would not write.
  package init(text: String) throws(SpreadsheetError) {
    let value: JSONValue
    do throws(JSONReader.SyntaxError) { value = try JSONValue(parsing: text) } catch {
      throw Self.malformed(error.finding)
    }
    guard value["format"]?.string == Self.format else { throw Self.malformed("\"format\" is not \"\(Self.format)\"") }
    guard value["version"]?.integer == Self.version else {
      throw SpreadsheetError(
        .sharedVersion,
        "the file has a different version of the format, and this program reads version \(Self.version).",
        hint: "Export it again with the same version of the program.")
    }
    let target = value["for"]
    guard let scope = target?["scope"]?.string, let texts = value["texts"]?.elements else {
      throw Self.malformed("it lacks \"for\" or \"texts\"")
    }
    var signOffs = SignOffs()
    for (index, text) in texts.enumerated() {
      guard let signOff = SignOff(json: text), let time = text["time"]?.string, Self.isTime(time) else {
        throw Self.malformed("text \(index + 1) is incomplete, or its time is not like 2026-01-31T10:00:00Z")
      }
      _ = signOffs.add(SignOffs.Entry(signOff, at: time))
    }
    self.signOffs = signOffs
    self.scope = scope
    application = target?["application"]?.string ?? ""
    platform = target?["platform"]?.string ?? ""
    origin = target?["origin"]?.string ?? ""
    createdAt = value["createdAt"]?.string ?? ""
    tool = value["tool"]?.string ?? ""
  }

  /// Whether a time, and the time one second later, has the form in which times can be compared as texts: a new
  /// sign-off must be able to replace it.
  private static func isTime(_ text: String) -> Bool {
    UTCTime.seconds(of: text).map { UTCTime.text(secondsSince1970: $0 + 1).utf8.count == text.utf8.count } ?? false
  }

  private static func malformed(_ what: String) -> SpreadsheetError {
    SpreadsheetError(
      .sharedMalformed, "this is not a file of reviewed texts: \(what).",
      hint: "Write one with sheets reviewed --export.")
  }
}
