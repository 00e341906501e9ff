/// File names for worksheets that stay distinct on a file system that ignores case.
struct WorksheetFileNames {
  private let file: FileName
  private var taken: Set<String> = []

  init(_ path: String) {
    file = FileName(path)
  }

  mutating func path(for worksheet: String) -> String {
    let forbidden: Set<Unicode.Scalar> = ["/", "\\", ":", "*", "?", "\"", "<", ">", "|"]
    let scalars = worksheet.unicodeScalars.map { scalar -> Unicode.Scalar in
      // Control characters, and characters that reverse the text or are invisible.
      let isHidden = [.control, .format].contains(scalar.properties.generalCategory)
      return forbidden.contains(scalar) || isHidden ? "_" : scalar
    }
    let name = String(String.UnicodeScalarView(scalars))
    var candidate = name
    var number = 2
    while !taken.insert(candidate.lowercased()).inserted {
      candidate = "\(name) \(number)"
      number += 1
    }
    return "\(file.folder)\(file.base).\(candidate)\(file.suffix)"
  }
}
