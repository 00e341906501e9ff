import Basics

/// `docProps/core.xml`, `docProps/app.xml` and `docProps/custom.xml`.
///
/// No time is written, so that the same table gives the same bytes.
enum DocumentPropertiesWriter {
  static func core(_ properties: DocumentProperties) -> String {
    var part = "<cp:coreProperties"
    part += " xmlns:cp=\"http://schemas.openxmlformats.org/package/2006/metadata/core-properties\""
    part += " xmlns:dc=\"http://purl.org/dc/elements/1.1/\">"
    for (name, value) in [
      ("title", properties.title), ("subject", properties.subject), ("creator", properties.creator),
      ("description", properties.description),
    ] {
      if let value { part += "<dc:\(name)>\(XMLText.escaped(value))</dc:\(name)>" }
    }
    return XMLPart.text(part + "</cp:coreProperties>")
  }

  static func application() -> String {
    XMLPart.text(
      "<Properties xmlns=\"http://schemas.openxmlformats.org/officeDocument/2006/extended-properties\">"
        + "<Application>nstack-review</Application></Properties>")
  }

  static func custom(_ properties: DocumentProperties) -> String {
    var part = "<Properties xmlns=\"http://schemas.openxmlformats.org/officeDocument/2006/custom-properties\""
    part += " xmlns:vt=\"http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes\">"
    for (index, property) in properties.custom.enumerated() {
      // The set of user-defined properties, whose numbers start at 2 ([MS-OLEPS] 2.25.1).
      part += "<property fmtid=\"{D5CDD505-2E9C-101B-9397-08002B2CF9AE}\" pid=\"\(index + 2)\""
      part += " name=\"\(XMLText.escaped(property.name))\">"
      part += "<vt:lpwstr>\(XMLText.escaped(property.value))</vt:lpwstr></property>"
    }
    return XMLPart.text(part + "</Properties>")
  }
}
