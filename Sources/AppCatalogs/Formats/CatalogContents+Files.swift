extension CatalogContents {
  /// The files of the catalogue, and what they could not hold.
  package func files(
    _ format: CatalogFormat, _ options: CatalogOptions
  ) -> (files: [CatalogFile], findings: [CatalogFinding]) {
    switch format {
    case .strings: (StringsWriter(options: options).files(self), [])
    case .stringsdict: StringsdictWriter(options: options).files(self)
    case .xcstrings: ([XCStringsWriter(options: options).file(self)], [])
    case .android: (AndroidWriter(options: options).files(self), [])
    case .arb: (ARBWriter(options: options).files(self), [])
    case .i18next: (I18nextWriter(options: options).files(self), [])
    }
  }
}
