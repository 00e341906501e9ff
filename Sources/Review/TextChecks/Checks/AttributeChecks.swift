import Basics

extension Check {
  /// Refuses active contents that the source text does not have: handlers, elements such as `<script>`, and addresses
  /// that run code or lead elsewhere.
  static let htmlUnsafe = Check("html.unsafe", .error) { text in
    guard let source = text.scannedSource, source.string != text.proposal else { return [] }
    let elements = HTMLElement.all(in: text.scannedProposal)
    // A text may be an address, or contain one in a Markdown link.
    let links = (LinkScanner.markdownTargets(in: text.scannedProposal) + [text.proposal]).filter(KnownMarkup.isCode)
    let elsewhere = KnownMarkup.codeAddresses(in: text.proposal)
    let escaped = HTMLElement.escaped(in: text.scannedProposal)
    guard !elements.isEmpty || !escaped.isEmpty || !links.isEmpty || !elsewhere.isEmpty else { return [] }
    let known = KnownMarkup(source)
    func faults(in elements: [HTMLElement], _ known: KnownMarkup) -> [CheckFinding] {
      elements.flatMap { element -> [CheckFinding] in
        let isKnown = !activeElements.contains(element.name) || known.elements.contains(element.name)
        let token = "<\(element.isClosing ? "/" : "")\(element.name)>"
        return (isKnown ? [] : [CheckFinding("check.element.unsafe", token: token)])
          + element.attributes.compactMap { attribute in
            known.fault(in: attribute).map { CheckFinding($0, token: attribute.token) }
          }
      }
    }
    let ofTags = faults(in: elements, known)
    // Escaped tags in the source text do not justify real tags.
    let ofEscaped = escaped.isEmpty ? [] : faults(in: escaped, KnownMarkup(source, readsEscaped: true))
    let ofElements = ofTags + ofEscaped.filter { !ofTags.contains($0) }
    func unknown(_ links: [String]) -> [CheckFinding] {
      links.filter { !known.links.contains($0) }.withoutRepeats.map { CheckFinding("check.address.scheme", token: $0) }
    }
    let found = ofElements + unknown(links)
    return found.isEmpty ? unknown(elsewhere) : found
  }

  /// Warns of passive attributes that were added, lost, changed or moved to other words. Attributes with text for
  /// readers may be translated.
  static let htmlAttribute = Check("html.attribute", .warning) { text in
    guard let source = text.scannedSource, source.has(.angle), text.scannedProposal.has(.angle),
      source.string != text.proposal
    else { return [] }
    let names = Set(text.sourceTags.map { $0.name.lowercased() })
    let known = KnownMarkup(source)
    func attributes(_ text: ScannedText) -> [HTMLElement.Attribute] {
      HTMLElement.all(in: text).filter { $0.isEnded && !$0.isClosing && names.contains($0.name) }.flatMap(\.attributes)
        .filter { !isForReaders($0.name) }
    }
    let (wanted, found) = (attributes(source), attributes(text.scannedProposal))
    guard wanted != found else { return [] }
    let wantedOnes = Set(wanted)
    let (wantedAt, foundAt) = (Dictionary(grouping: wanted, by: \.place), Dictionary(grouping: found, by: \.place))
    let foundNames = Set(text.proposalTags.map { $0.name.lowercased() })
    let added = found.filter { !wantedOnes.contains($0) }
    let lost = wanted.filter { foundAt[$0.place] == nil && foundNames.contains($0.element) }
    // Two links whose addresses were swapped, or that now have the same address.
    let moved = wanted.map(\.place).withoutRepeats.compactMap { place -> CheckFinding? in
      guard let before = wantedAt[place], let now = foundAt[place], before.count == now.count,
        now.allSatisfy(wantedOnes.contains), let index = before.indices.first(where: { before[$0] != now[$0] })
      else { return nil }
      return CheckFinding("check.link.moved", before[index].token, token: now[index].token)
    }
    return lost.withoutRepeats.map { CheckFinding("check.attribute.missing", token: $0.token) } + moved
      + added.filter { known.fault(in: $0) == nil }.withoutRepeats.map { attribute in
        CheckFinding(
          wantedAt[attribute.place]?.first.map { Reason("check.attribute.other", $0.token) }
            ?? Reason("check.attribute.extra"), token: attribute.token)
      }
  }

  /// The elements that load or run something, or that end the element around the text.
  private static let activeElements = Set(
    """
    applet, base, embed, frame, frameset, iframe, math, meta, noscript, object, plaintext, script, style, svg,
    template, textarea, xmp
    """.commaSeparated)

  /// Whether an attribute is text for readers, or the language or direction of text.
  fileprivate static func isForReaders(_ name: String) -> Bool {
    ["lang", "xml:lang", "dir", "title", "alt", "label", "placeholder", "summary", "abbr"].contains(name)
      || name.hasPrefix("aria-")
  }
}

/// The tags, attributes and addresses of a source text.
private struct KnownMarkup {
  let elements: Set<String>
  let links: Set<String>
  private let attributes: Set<HTMLElement.Attribute>
  private let places: Set<String>
  private let schemes: Set<String>
  private let hosts: Set<String>

  /// - Parameter readsEscaped: Whether tags in escaped form count too.
  init(_ source: ScannedText, readsEscaped: Bool = false) {
    let all = HTMLElement.all(in: source) + (readsEscaped ? HTMLElement.escaped(in: source) : [])
    elements = Set(all.map(\.name))
    attributes = Set(all.flatMap(\.attributes))
    places = Set(attributes.map(\.place))
    links = Set(LinkScanner.markdownTargets(in: source) + [source.string] + Self.codeAddresses(in: source.string))
    let addresses = (attributes.compactMap(\.value) + links + LinkScanner.urls(in: source)).map(LinkAddress.init)
    // http and https always count as known.
    schemes = Set(addresses.compactMap(\.scheme)).union(["http", "https"])
    hosts = Set(addresses.flatMap(\.hosts))
  }

  /// The code of the fault of an attribute; nil if it lets a browser do no more than the source text does.
  func fault(in attribute: HTMLElement.Attribute) -> String? {
    guard !attributes.contains(attribute), let value = attribute.value else { return nil }
    let event = attribute.name.utf8.dropFirst(2)
    let isHandler = attribute.name.hasPrefix("on") && !event.isEmpty && event.allSatisfy(\.isASCIILetter)
    let isActive = isHandler || Self.active.contains(attribute.name)
    let isNew = !places.contains(attribute.place)
    let address = LinkAddress(value)
    if isActive, isNew { return "check.attribute.unsafe" }
    if isHandler || attribute.name == "srcdoc" || attribute.name == "style" && Self.acts(value) {
      return "check.attribute.value"
    }
    if Check.isForReaders(attribute.name) { return nil }
    if let scheme = address.scheme,
      Self.codeSchemes.contains(scheme) || Self.addresses.contains(attribute.name) && !schemes.contains(scheme)
    {
      return "check.address.scheme"
    }
    return address.hosts.contains { !hosts.contains($0) } ? "check.address.host" : nil
  }

  /// The schemes of addresses that run code or contain a document.
  private static let codeSchemes: Set = ["javascript", "vbscript", "livescript", "data"]

  /// Whether a whole text is an address that runs code. "JavaScript: on" and "Data: 5 MB" are texts.
  static func isCode(_ text: String) -> Bool {
    guard text.utf8.contains(UInt8(ascii: ":")) || text.utf8.contains(UInt8(ascii: "&")) else { return false }
    let resolved = HTMLEntities.resolved(text)
    guard let scheme = LinkAddress(resolved).scheme, codeSchemes.contains(scheme),
      let colon = resolved.firstIndex(of: ":"), let next = resolved[colon...].dropFirst().first, !next.isWhitespace
    else { return false }
    return scheme != "data" || resolved.contains(",")
  }

  /// The addresses in a text that run code: in angle brackets, Markdown references and escaped markup.
  static func codeAddresses(in text: String) -> [String] {
    guard text.utf8.contains(UInt8(ascii: ":")) || text.utf8.contains(UInt8(ascii: "&")) else { return [] }
    let resolved = HTMLEntities.resolved(text)
    guard resolved.lowercased().contains("script:") else { return [] }
    return resolved.matches(of: /(?i)(?:^|[^a-z0-9])((?:javascript|vbscript|livescript):[^\s<>"']+)/).map {
      String($0.1)
    }
  }

  /// Whether a style loads something, or covers the page.
  private static func acts(_ value: String) -> Bool {
    let style = value.lowercased()
    return ["url(", "expression", "import", "binding", "behavior", "position", "\\", "/*"].contains {
      style.contains($0)
    }
  }

  /// The attributes besides handlers that a browser acts on. A link does not act until somebody follows it.
  private static let active = Set(
    """
    action, background, code, codebase, data, dynsrc, formaction, http-equiv, lowsrc, ping, poster, src, srcdoc,
    srcset, style, xlink:href
    """.commaSeparated)

  /// The attributes that are addresses.
  private static let addresses = active.union(["cite", "href", "longdesc", "manifest", "profile", "usemap", "to"])
}
