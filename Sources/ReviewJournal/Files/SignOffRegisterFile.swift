public import TranslationReview

/// The register of sign-offs as a file: lines of JSON, to which imports add. It is rewritten with the last sign-off of
/// each text when most of what it has was replaced, so it does not grow with the number of imports.
public struct SignOffRegisterFile: SignOffRegister, Sendable {
  /// The number of replaced sign-offs, besides as many as there are texts, up to which the file is only added to.
  private static let slack = 1_000

  private let path: String

  /// Creates a register in a file, which need not exist yet.
  public init(path: String) {
    self.path = path
  }

  private var file: LineFile { LineFile(path: path, name: "the register of reviewed texts") }

  /// Returns the sign-offs of one application, platform and origin. A missing file has none.
  ///
  /// - Throws: `SpreadsheetError`: `io.read`.
  public func signOffs(in scope: TextHash) throws -> SignOffs {
    var signOffs = SignOffs()
    for line in try file.lines() {
      for entry in SignOffs.entries(line: line, scope: scope) ?? [] { _ = signOffs.add(entry) }
    }
    return signOffs
  }

  /// Adds sign-offs. Several processes may do so at the same time.
  ///
  /// - Throws: `SpreadsheetError`: `io.write`, `io.read`.
  public func add(_ signOffs: SignOffs, scope: TextHash) throws -> SignOffs.Merge {
    var result = SignOffs.Merge()
    guard !signOffs.isEmpty else { return result }
    try file.update { lines in
      var known = SignOffs()
      var count = 0
      // Lines of other applications and of newer versions are kept as they are.
      var others: [String] = []
      for line in lines {
        guard let entries = SignOffs.entries(line: line, scope: scope) else {
          others.append(String(line))
          continue
        }
        count += entries.count
        for entry in entries { _ = known.add(entry) }
      }
      let merged = known.merge(signOffs)
      result = merged.result
      guard count + merged.news.count > 2 * known.count + Self.slack else {
        return .append(SignOffs.lines(of: merged.news, scope: scope))
      }
      return .replace(others + SignOffs.lines(of: known.entries, scope: scope))
    }
    return result
  }
}
