/// Where a sheet is, as the register keeps it: a path, or `drive:ID/NAME` for a sheet in Google Drive.
struct SheetPlace: Hashable {
  private let isInDrive: Bool
  /// The path, or the address in Drive up to the id: a name in Drive may change, and two sheets may have the same.
  private let address: String
  private let name: String?

  init(_ file: String) {
    let parts = file.split(separator: "/").map(String.init)
    isInDrive = file.hasPrefix("drive:")
    address = isInDrive ? parts.first ?? file : file
    name = parts.last
  }

  /// Whether a file without an id may be this sheet: it has the same id in Drive, or the same name in any folder.
  func isNamed(like other: SheetPlace) -> Bool {
    isInDrive && other.isInDrive ? address == other.address : name == other.name
  }

  static func == (one: SheetPlace, other: SheetPlace) -> Bool { one.address == other.address }

  func hash(into hasher: inout Hasher) {
    hasher.combine(address)
  }
}
