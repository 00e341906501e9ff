extension ReturnedSheet.File {
  /// Whether the file still holds the bytes that were read from it; nil where it is not there to be read.
  package var isUnchanged: Bool? {
    (try? FileDigest.sha256(ofFileAt: path)).map { $0 == digest }
  }
}
