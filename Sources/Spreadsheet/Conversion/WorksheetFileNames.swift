import Basics

/// File names for worksheets that stay distinct on a file system that ignores case.
struct WorksheetFileNames {
  private let file: FileName
  private var names = PathComponents()

  init(_ path: String) {
    file = FileName(path)
  }

  mutating func path(for worksheet: String) -> String {
    let name = names.name(of: worksheet, separator: " ")
    return "\(file.folder)\(file.base).\(name)\(file.suffix)"
  }
}
