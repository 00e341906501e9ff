package import Spreadsheet

/// Writes a copy of an XLIFF file with changes in some units. All bytes around them stay as they are.
package enum XLIFFRewriter {
  /// What a copy says about the progress of a unit.
  package enum Progress: Sendable {
    /// What the file says.
    case kept
    /// That a person still has to approve the target, if the file says that one has.
    case unconfirmed
    /// That the target is not finished, so that it is not read.
    case unfinished
  }

  /// The changes in one unit.
  package struct Edit: Sendable {
    /// The place of the unit in the file, counted from one.
    package var number: Int
    /// A remark for people, which replaces the one of an earlier copy.
    package var remark: String
    /// The new target; nil leaves it as it is.
    package var target: InlineText?
    /// New values of metadata that the unit has.
    package var metadata: [String: String]
    /// What the copy says about the progress of the unit.
    package var progress: Progress

    /// Creates the changes.
    package init(
      number: Int, remark: String, target: InlineText? = nil, metadata: [String: String] = [:],
      progress: Progress = .kept
    ) {
      self.number = number
      self.remark = remark
      self.target = target
      self.metadata = metadata
      self.progress = progress
    }
  }

  /// Writes the copy.
  ///
  /// - Parameters:
  ///   - path: The file, which ``XLIFFReader`` has read without an error.
  ///   - program: The name of the program's group of metadata. Its remarks have this name and ` result`.
  ///   - edits: The changes.
  ///   - output: Where the copy is written. It is finished, or discarded if an error is thrown.
  package static func rewrite(
    _ path: String, program: String, edits: [Edit], limits: SpreadsheetLimits, to output: any ByteOutput
  ) throws {
    do {
      let bytes = try XMLFile.utf8(ofFileAt: path, limits: limits)
      let edits = Dictionary(edits.map { ($0.number, $0) }) { first, _ in first }
      let copy = bytes.withUnsafeBufferPointer { bytes in
        var walk = XLIFFWalk(MarkupScanner(bytes), program: program, edits: edits)
        return walk.changes().applied(to: bytes)
      }
      try output.write(copy)
      try output.finish()
    } catch {
      output.discard()
      throw error
    }
  }

  /// The category of a remark that a copy has.
  package static func remarkCategory(of program: String) -> String { "\(program) result" }
}

/// Finds the places of changes in the markup of an XLIFF file.
private struct XLIFFWalk {
  /// An element inside a unit.
  struct Element {
    let tag: MarkupScanner.Tag
    let name: String
  }

  /// The parts of a unit that may change.
  struct Unit {
    let number: Int
    let tag: MarkupScanner.Tag
    let prefix: String
    /// The start tags of the segments in XLIFF 2.
    var segments: [MarkupScanner.Tag] = []
    /// The open elements inside.
    var open: [Element] = []
    var sourceEnd: Int?
    var targets: [(tag: MarkupScanner.Tag, content: Range<Int>, end: Int)] = []
    var metadata: [(name: String, content: Range<Int>)] = []
    var oldRemarks: [Range<Int>] = []
    /// Where remarks may begin: after the start of an element for them, or before what must come after them.
    var notes: Int?
    var afterNotes: Int?
  }

  private var scanner: MarkupScanner
  private let program: String
  private let edits: [Int: XLIFFRewriter.Edit]
  private var isSecond = false
  private var namespaces = MarkupNamespaces()
  /// The namespace of the root element and of XLIFF's own elements; nil before the root. It may have none.
  private var ownNamespace: String??
  private var number = 0
  private var unit: Unit?
  private var result = ByteChanges()

  init(_ scanner: MarkupScanner, program: String, edits: [Int: XLIFFRewriter.Edit]) {
    self.scanner = scanner
    self.program = program
    self.edits = edits
  }

  mutating func changes() -> ByteChanges {
    while let tag = scanner.next() {
      let element = namespaces.take(tag, of: scanner)
      guard let ownNamespace else {
        ownNamespace = .some(element.namespace)
        isSecond = scanner.attribute("version", of: tag).map { scanner.text($0.value).hasPrefix("2") } ?? false
        continue
      }
      let name = element.namespace == ownNamespace ? element.name : Self.foreign + element.name
      let isUnit = name == (isSecond ? "unit" : "trans-unit")
      if unit == nil {
        guard isUnit, tag.kind != .end else { continue }
        number += 1
        if tag.kind == .start { unit = Unit(number: number, tag: tag, prefix: element.prefix) }
      } else if isUnit, tag.kind == .end, unit?.open.isEmpty == true {
        if let unit { change(unit) }
        unit = nil
      } else {
        take(tag, name)
      }
    }
    return result
  }

  /// What comes before the name of an element in another namespace: of a module of XLIFF 2, or of a tool.
  private static let foreign = "~"

  // MARK: - Units

  private mutating func take(_ tag: MarkupScanner.Tag, _ name: String) {
    switch tag.kind {
    case .start:
      begin(tag, name)
      unit?.open.append(Element(tag: tag, name: name))
    case .empty:
      begin(tag, name)
      end(Element(tag: tag, name: name), content: tag.range.upperBound..<tag.range.upperBound, whole: tag.range)
    case .end:
      guard let element = unit?.open.popLast() else { return }
      end(
        element, content: element.tag.range.upperBound..<tag.range.lowerBound,
        whole: element.tag.range.lowerBound..<tag.range.upperBound)
    }
  }

  private mutating func begin(_ tag: MarkupScanner.Tag, _ name: String) {
    guard isSecond, unit?.open.isEmpty == true else { return }
    switch name {
    case "notes": if tag.kind == .start { unit?.notes = tag.range.upperBound }
    case "originalData", "segment", "ignorable":
      if unit?.afterNotes == nil { unit?.afterNotes = tag.range.lowerBound }
    default: break
    }
  }

  private mutating func end(_ element: Element, content: Range<Int>, whole: Range<Int>) {
    let parents = unit?.open.map(\.name) ?? []
    switch (element.name, parents) {
    case ("segment", []): unit?.segments.append(element.tag)
    case ("source", []), ("seg-source", []): unit?.sourceEnd = whole.upperBound
    case ("target", []), ("target", ["segment"]): unit?.targets.append((element.tag, content, whole.upperBound))
    case ("source", ["segment"]): unit?.sourceEnd = whole.upperBound
    case ("context", ["context-group"]):
      let prefix = XLIFF1Unit.contextPrefix(of: program)
      if let type = attribute("context-type", of: element), type.hasPrefix(prefix) {
        unit?.metadata.append((String(type.dropFirst(prefix.count)), content))
      }
    case ("~meta", ["~metadata", "~metaGroup"]) where attribute("category", of: unit?.open.last) == program:
      if let type = attribute("type", of: element) { unit?.metadata.append((type, content)) }
    case ("note", []), ("note", ["notes"]):
      if attribute(isSecond ? "category" : "from", of: element) == XLIFFRewriter.remarkCategory(of: program) {
        unit?.oldRemarks.append(scanner.startOfWhiteSpace(before: whole.lowerBound)..<whole.upperBound)
      }
    default: break
    }
  }

  private func attribute(_ name: StaticString, of element: Element?) -> String? {
    guard let element else { return nil }
    return scanner.attribute(name, of: element.tag).map { scanner.text($0.value) }
  }

  // MARK: - Changes

  private mutating func change(_ unit: Unit) {
    let edit = edits[unit.number]
    // It may take the place of an earlier one, so that it must come first.
    addRemark(edit?.remark ?? "", to: unit)
    for remark in unit.oldRemarks { result.replace(remark, with: "") }
    guard let edit else { return }
    for (name, content) in unit.metadata {
      if let value = edit.metadata[name], !content.isEmpty {
        result.replace(content, with: XMLTextWriter.escaped(value, isContent: true))
      }
    }
    // A unit that a tool divided has no single place for a target.
    if unit.targets.count == 1, unit.segments.count <= 1, let target = unit.targets.first {
      change(target.tag, target.content, edit)
    }
    changeProgress(edit.progress, of: unit)
  }

  private mutating func change(_ tag: MarkupScanner.Tag, _ content: Range<Int>, _ edit: XLIFFRewriter.Edit) {
    guard let text = edit.target else { return }
    let markup = isSecond ? XLIFF2Markup.plainInline(text) : XLIFF1Markup.inline(text)
    if tag.kind == .empty {
      result.replace((tag.range.upperBound - 2)..<tag.range.upperBound, with: ">\(markup)</\(scanner.text(tag.name))>")
    } else {
      result.replace(content, with: markup)
    }
  }

  private mutating func changeProgress(_ progress: XLIFFRewriter.Progress, of unit: Unit) {
    guard progress != .kept else { return }
    let confirmed = isSecond ? ["reviewed", "final"] : ["final", "signed-off"]
    let unfinished = isSecond ? "initial" : "needs-translation"
    for tag in isSecond ? unit.segments : unit.targets.map(\.tag) {
      let state = scanner.attribute("state", of: tag)?.value
      if progress == .unfinished {
        if let state {
          result.replace(state, with: unfinished)
        } else {
          result.insert(" state=\"\(unfinished)\"", at: tag.name.upperBound)
        }
      } else if let state, confirmed.contains(scanner.text(state)) {
        result.replace(state, with: "translated")
      }
    }
    if let approval = scanner.attribute("approved", of: unit.tag)?.value { result.replace(approval, with: "no") }
  }

  private mutating func addRemark(_ remark: String, to unit: Unit) {
    guard !remark.isEmpty else { return }
    let category = XMLTextWriter.escaped(XLIFFRewriter.remarkCategory(of: program))
    let text = XMLTextWriter.escaped(remark, isContent: true)
    let name = unit.prefix + "note"
    if !isSecond {
      guard let place = unit.targets.last?.end ?? unit.sourceEnd else { return }
      result.insert("\n<\(name) from=\"\(category)\">\(text)</\(name)>", at: place)
    } else if let place = unit.notes {
      result.insert("<\(name) category=\"\(category)\">\(text)</\(name)>", at: place)
    } else if let place = unit.afterNotes {
      let notes = unit.prefix + "notes"
      result.insert("<\(notes)><\(name) category=\"\(category)\">\(text)</\(name)></\(notes)>\n", at: place)
    }
  }
}
