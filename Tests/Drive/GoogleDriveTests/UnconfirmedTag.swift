import Testing

extension Tag {
  /// A test that rests on what only Google can confirm. The article *Sheets in Google Drive* lists these points.
  @Tag static var unconfirmed: Self
}
