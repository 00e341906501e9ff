import Basics

/// A `trans-unit` of XLIFF 1.
struct XLIFF1Unit {
  private(set) var unit: XLIFFUnit

  /// Reads an element.
  init(_ element: XMLNode, metadataGroup: String) {
    unit = XLIFFUnit(id: element.attribute("id") ?? "")
    unit.name = element.attribute("resname") ?? ""
    unit.line = element.line
    unit.source = element.first("source").map { Self.text(of: $0) } ?? InlineText()
    if element.attribute("size-unit") ?? "pixel" == "char" {
      unit.maximumLength = element.attribute("maxwidth").flatMap { Int($0) }
    }
    for child in element.ownElements {
      switch child.name {
      case "note":
        unit.notes.append(XLIFFUnit.Note(category: child.attribute("from") ?? "", text: child.text))
      case "context-group":
        let prefix = Self.contextPrefix(of: metadataGroup)
        for context in child.elements {
          guard let type = context.attribute("context-type"), type.hasPrefix(prefix) else { continue }
          unit.metadata[String(type.dropFirst(prefix.count))] = context.text
        }
      default: break
      }
    }
    guard let target = element.first("target") else { return }
    unit.hasSeveralTargets = element.ownElements.count { $0.name == "target" } > 1
    unit.target = Self.text(of: target)
    unit.progress = Self.progress(of: element, target: target)
    unit.qualifier = target.attribute("state-qualifier")
  }

  /// The start of the type of a context that holds metadata of a group. The name of a context group cannot tell, because
  /// it is unique in its file.
  static func contextPrefix(of group: String) -> String { "x-\(group)-" }

  // MARK: - Progress

  private static func progress(of element: XMLNode, target: XMLNode) -> XLIFFUnit.Progress {
    let state = target.attribute("state") ?? ""
    if state == "new" || state.hasPrefix("needs-") { return .unfinished("the state \"\(state)\"") }
    if let phrase = ToolStatus.unfinished(in: element) { return .unfinished(phrase) }
    if let segment = emptySegment(of: element, target: target) { return .unfinished(segment) }
    if state == "final" || state == "signed-off" || element.attribute("approved") == "yes" { return .confirmed }
    if state == "translated" { return .translated }
    let qualifier = target.attribute("state-qualifier") ?? ""
    return XLIFFUnit.guesses.contains(qualifier) ? .unfinished("the state qualifier \"\(qualifier)\"") : .unstated
  }

  /// A segment of the source text that has no translation, where a tool divided the unit into segments.
  private static func emptySegment(of element: XMLNode, target: XMLNode) -> String? {
    let translated = segments(in: target)
    let wanted = element.first("seg-source").map(segments) ?? [:]
    guard !translated.isEmpty || !wanted.isEmpty else { return nil }
    let empty = wanted.filter { !$0.value.isEmpty && translated[$0.key]?.isEmpty ?? true }
    // A unit without any translated segment is an empty target.
    guard !empty.isEmpty, translated.values.contains(where: { !$0.isEmpty }) else { return nil }
    return "a segment without a translation"
  }

  private static func segments(in element: XMLNode) -> [String: InlineText] {
    element.ownElements.reduce(into: [:]) { found, child in
      if child.name == "mrk", child.attribute("mtype") == "seg" {
        found[child.attribute("mid") ?? ""] = text(of: child)
      } else if ["g", "mrk"].contains(child.name) {
        found.merge(segments(in: child)) { first, _ in first }
      }
    }
  }

  // MARK: - Text

  /// The text of a source, target or segment.
  static func text(of element: XMLNode) -> InlineText {
    var text = InlineText()
    for content in element.contents {
      switch content {
      case .text(let piece): text.append(piece)
      case .element(let child): append(child, to: &text)
      }
    }
    return text
  }

  /// What Trados keeps of a text that a reviser deleted.
  private static let deleted = ["x-sdl-deleted", "x-sdl-feedback-deleted"]

  private static func append(_ element: XMLNode, to text: inout InlineText) {
    if element.name == "mrk", deleted.contains(element.attribute("mtype") ?? "") { return }
    let id = element.attribute("id") ?? ""
    let label = element.attribute("equiv-text") ?? ""
    switch element.name {
    case "ph", "x", "it", "bpt", "ept", "bx", "ex":
      if let scalar = XLIFFCharacter.scalar(ofID: id) {
        text.append(String(scalar))
      } else {
        let isFormatting = ["it", "bpt", "ept", "bx", "ex"].contains(element.name)
        text.parts.append(
          .code(
            InlineText.Code(
              id: id, text: element.text, label: label, role: isFormatting ? .formatting : .standalone)))
      }
    // Text inside a pair of codes, and marked text, is text.
    default: text.append(Self.text(of: element))
    }
  }
}
