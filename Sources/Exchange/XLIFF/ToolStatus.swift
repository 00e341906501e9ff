/// What the dialects of CAT tools say about a unit in elements and attributes of their own.
enum ToolStatus {
  private static let trados = "http://sdl.com/FileTypes/SdlXliff/1.0"
  private static let memoQ = "MQXliff"
  private static let phrase = "http://www.memsource.com/mxlf/2.0"

  /// Why a unit is not finished, as a phrase; nil if nothing says so.
  static func unfinished(in unit: XMLNode) -> String? {
    // Its other statuses are what memoQ fills in itself, or what was begun or rejected.
    if let status = unit.attribute("status", in: memoQ), !status.contains("Confirmed"), status != "Proofread" {
      return "the memoQ status \"\(status)\""
    }
    if unit.attribute("confirmed", in: phrase) == "0" { return "a segment that is not confirmed in Phrase" }
    for definition in unit.elements where definition.name == "seg-defs" && definition.namespace == trados {
      for segment in definition.elements where segment.name == "seg" {
        let confirmation = segment.attribute("conf") ?? "Unspecified"
        if !["Translated", "ApprovedTranslation", "ApprovedSignOff"].contains(confirmation) {
          return "the Trados status \"\(confirmation)\""
        }
      }
    }
    return nil
  }
}
