import Basics
import HTTPMessages

/// How a person names a file in Drive.
package enum DriveAddress: Hashable, Sendable {
  /// A file or folder by its id, with the key that the address of an item has that is shared by a link.
  case item(String, key: String? = nil)
  /// A folder by its id or name.
  case folder(String, key: String? = nil)
  /// A file by the id or name of its folder and its own name.
  case named(String, folder: String)

  /// The start of addresses that are written for this program.
  package static let scheme = "drive:"

  /// Whether a text is meant as an address in Drive, valid or not, and not as the path of a file.
  package static func isMeant(_ text: String) -> Bool {
    text.lowercased().hasPrefix(scheme) || googleHost(of: text) != nil
  }

  /// Reads `drive:ID`, `drive:FOLDER/`, `drive:FOLDER/NAME`, or the address of a sheet, file or folder from a browser.
  ///
  /// - Throws: `drive.address`.
  package init(_ text: String) throws(DriveError) {
    if text.lowercased().hasPrefix(Self.scheme) {
      try self.init(reference: text.dropFirst(Self.scheme.count), text)
    } else {
      try self.init(page: text)
    }
  }

  private init(reference: Substring, _ text: String) throws(DriveError) {
    let parts = reference.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let id = parts.first, !["", ".", ".."].contains(id) else { throw Self.refusal(text) }
    switch parts.count {
    case 1:
      guard Self.isID(id) else { throw Self.refusal(text) }
      self = .item(id)
    case _ where parts[1].isEmpty: self = .folder(id)
    default: self = .named(parts[1], folder: id)
    }
  }

  /// Reads `…/spreadsheets/d/ID/…`, `…/file/d/ID/…`, `…/folders/ID` and `…?id=ID`.
  private init(page text: String) throws(DriveError) {
    guard Self.googleHost(of: text) != nil, let url = Self.page(text) else { throw Self.refusal(text) }
    let steps = url.path.split(separator: "/").map(String.init)
    // A sheet that is published on the web has an address of another kind, `/d/e/…`.
    if steps.contains("e") { throw Self.refusal(text) }
    let query = (url.query ?? "").split(separator: "&").map { $0.split(separator: "=", maxSplits: 1) }
    func parameter(_ name: String) -> String? {
      query.first { $0.count == 2 && $0[0] == name }.map { String($0[1]) }.flatMap { Self.isID($0) ? $0 : nil }
    }
    let key = parameter("resourcekey")
    if let step = steps.firstIndex(of: "folders"), step + 1 < steps.count, Self.isID(steps[step + 1]) {
      self = .folder(steps[step + 1], key: key)
    } else if let step = steps.firstIndex(of: "d"), step + 1 < steps.count, Self.isID(steps[step + 1]) {
      self = .item(steps[step + 1], key: key)
    } else {
      guard let id = parameter("id") else { throw Self.refusal(text) }
      self = .item(id, key: key)
    }
  }

  /// Whether a text has the form of an id. Only such a text may go into the path of a URL.
  static func isID(_ text: String) -> Bool {
    (1...200).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "-_".utf8.contains($0) }
  }

  /// The URL of a Google page, from an address that a browser may show without its scheme.
  private static func page(_ text: String) -> HTTPURL? {
    let rest = ["https://", "http://"].first(where: text.lowercased().hasPrefix).map { text.dropFirst($0.count) }
    return HTTPURL("https://" + (rest ?? text[...]))
  }

  private static func googleHost(of text: String) -> String? {
    guard let url = page(text), ["docs", "drive", "sheets"].contains(where: { url.origin.host == "\($0).google.com" })
    else { return nil }
    return url.origin.host
  }

  private static func refusal(_ text: String) -> DriveError {
    DriveError(
      .address, "\"\(Excerpt.visible(text))\" is not the address of a file or folder in Drive.",
      hint: "Give drive:ID, drive:FOLDER/, drive:FOLDER/NAME, or the address from the browser.")
  }
}

/// Names that come from Drive, made safe as names of files.
///
/// In Drive a name may be anything: `../x`, `a/b`, a line break, or nothing at all.
package enum DriveName {
  /// A name for a file: without separators, control and bidi characters, and neither hidden nor, like `..`, the name of a
  /// folder.
  package static func file(_ name: String, ending: String) -> String {
    let hasEnding = name.lowercased().hasSuffix(ending.lowercased())
    return PathComponent(hasEnding ? String(name.dropLast(ending.count)) : name, otherwise: "sheet").text + ending
  }
}
