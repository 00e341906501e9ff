/// A file of a catalogue, made and not yet written.
package struct CatalogFile: Sendable {
  /// The path in the folder of the catalogue.
  package let path: String
  /// The whole file.
  package let bytes: [UInt8]
  /// The number of texts in it.
  package let texts: Int
}
