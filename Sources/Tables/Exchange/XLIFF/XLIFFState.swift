extension XLIFFUnit {
  /// How far a translation is, by its `state` or by what CAT tools write instead.
  package enum Progress: Hashable, Sendable {
    case unstated
    /// The file says that the translation is not finished. The phrase says what shows it, such as `the state
    /// "needs-translation"`.
    case unfinished(String)
    case translated
    /// The file says that a person has approved the translation.
    case confirmed
  }

  /// The qualifiers of translations that a tool guessed: from a similar text, a glossary or machine translation.
  package static let guesses = ["fuzzy-match", "leveraged-mt", "leveraged-glossary", "mt-suggestion", "tm-suggestion"]
}

extension XLIFFUnit.Progress {
  /// The progress of a unit of XLIFF 1.2.
  static func ofUnit(_ element: XMLNode, target: XMLNode) -> Self {
    let state = target.attribute("state") ?? ""
    if state == "new" || state.hasPrefix("needs-") { return .unfinished("the state \"\(state)\"") }
    if let phrase = ToolStatus.unfinished(in: element) { return .unfinished(phrase) }
    if let segment = emptySegment(of: element, target: target) { return .unfinished(segment) }
    if state == "final" || state == "signed-off" || element.attribute("approved") == "yes" { return .confirmed }
    if state == "translated" { return .translated }
    let qualifier = target.attribute("state-qualifier") ?? ""
    return XLIFFUnit.guesses.contains(qualifier) ? .unfinished("the state qualifier \"\(qualifier)\"") : .unstated
  }

  /// Reports a segment without a translation, in a unit that a tool divided into segments; nil if all have one.
  private static func emptySegment(of element: XMLNode, target: XMLNode) -> String? {
    let translated = segments(in: target)
    let wanted = element.first("seg-source").map(segments) ?? [:]
    guard !translated.isEmpty || !wanted.isEmpty else { return nil }
    let empty = wanted.filter { !$0.value.isEmpty && translated[$0.key]?.isEmpty ?? true }
    // A unit without any translated segment counts as an empty target.
    guard !empty.isEmpty, translated.values.contains(where: { !$0.isEmpty }) else { return nil }
    return "a segment without a translation"
  }

  private static func segments(in element: XMLNode) -> [String: InlineText] {
    element.ownElements.reduce(into: [:]) { found, child in
      if child.name == "mrk", child.attribute("mtype") == "seg" {
        found[child.attribute("mid") ?? ""] = XLIFF1Unit.text(of: child)
      } else if ["g", "mrk"].contains(child.name) {
        found.merge(segments(in: child)) { first, _ in first }
      }
    }
  }

  /// The progress of a unit is that of its least finished segment.
  static func least(_ segments: [Self]) -> Self {
    for progress in segments { if case .unfinished = progress { return progress } }
    if segments.contains(.unstated) || segments.isEmpty { return .unstated }
    return segments.contains(.translated) ? .translated : .confirmed
  }

  /// The progress of a segment of XLIFF 2.0.
  static func ofSegment(_ segment: XMLNode) -> Self {
    switch segment.attribute("state") {
    case "initial"?: .unfinished("the state \"initial\"")
    case "translated"?: .translated
    case "reviewed"?, "final"?: .confirmed
    default: .unstated
    }
  }

  /// The value of `state`; nil for no state.
  func state(unfinished: String) -> String? {
    switch self {
    case .unstated: nil
    case .unfinished: unfinished
    case .translated: "translated"
    case .confirmed: "final"
    }
  }
}

/// The status of a unit in CAT tools' own elements and attributes.
private enum ToolStatus {
  private static let trados = "http://sdl.com/FileTypes/SdlXliff/1.0"
  private static let memoQ = "MQXliff"
  private static let phrase = "http://www.memsource.com/mxlf/2.0"

  /// Why a unit is not finished, as a phrase; nil if it is not marked as unfinished.
  static func unfinished(in unit: XMLNode) -> String? {
    // memoQ sets its other statuses by itself, or for translations that were started or rejected.
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
