import Exchange

/// A version of XLIFF in which sheets are written. Both come back.
public enum XLIFFSheetVersion: String, CaseIterable, Sendable {
  /// XLIFF 1.2. Nearly every CAT tool takes it, and a file may have several locales.
  case version12 = "1.2"
  /// XLIFF 2.1, with one locale in a file.
  case version21 = "2.1"

  var version: XLIFFVersion {
    switch self {
    case .version12: .version12
    case .version21: .version21
    }
  }
}
