import ReviewPage
import ReviewSheets
import TextChecks

extension SheetPage {
  /// The page of a review that edits itself, with the checks of the project's file and which approval it requires. A
  /// command that writes such a page has refused a file of checks that cannot be read.
  static let editor = SheetPage(start: ReviewFilePage.prefix, end: ReviewFilePage.suffix) {
    let approval = (try? SettingsFile.ofProject())?.approval ?? .optional
    return [("checks", ((try? SettingsFile.checkSettings()) ?? CheckSettings()).json)]
      + (approval == .optional ? [] : [("approval", .string(approval.rawValue))])
  }
}
