extension ReturnedSheet.File {
  /// Whether the file still has the bytes that were read from it; nil if it cannot be read.
  package var isUnchanged: Bool? {
    (try? FileDigest.sha256(ofFileAt: readablePath)).map { $0 == digest }
  }
}
