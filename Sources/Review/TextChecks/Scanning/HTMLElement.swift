import Basics

/// An opening or closing tag with its attributes, as a browser reads it: of any name, with values in quotes or without, and
/// up to the end of the text if nothing closes it.
///
/// Source: the tokenizer of the HTML Standard (https://html.spec.whatwg.org/multipage/parsing.html#tokenization).
struct HTMLElement {
  struct Attribute: Hashable {
    /// The name of the element, in lower case.
    let element: String
    /// The name, in lower case.
    let name: String
    /// The value with its entities resolved; nil if there is none.
    let value: String?

    /// The names of element and attribute.
    var place: String { "\(element) \(name)" }
    /// The attribute as messages show it.
    var token: String { name + (value.map { "=\"\($0)\"" } ?? "") }
  }

  let name: String
  let isClosing: Bool
  private(set) var attributes: [Attribute] = []
  /// Whether a `>` ends the tag.
  private(set) var isEnded = false

  /// The tags of a text, in order.
  static func all(in text: ScannedText) -> [HTMLElement] {
    guard text.has(.angle) else { return [] }
    var elements: [HTMLElement] = []
    var index = 0
    while let open = text.bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      index = open + 1
      let isClosing = text[index] == UInt8(ascii: "/")
      let start = isClosing ? index + 1 : index
      guard text[start]?.isASCIILetter == true else { continue }
      elements.append(HTMLElement(in: text, nameAt: start, isClosing: isClosing, &index))
    }
    return elements
  }

  /// The tags of a text with its entities resolved; none if that reveals no more tags. An app may resolve `&lt;b&gt;`,
  /// and then show the text as HTML.
  static func escaped(in text: ScannedText) -> [HTMLElement] {
    guard text.has(.ampersand) else { return [] }
    var resolved = text.string
    for _ in 0..<mostEscapes { resolved = HTMLEntities.resolved(resolved) }
    func tags(_ text: some Sequence<UInt8>) -> Int { text.reduce(0) { $0 + ($1 == UInt8(ascii: "<") ? 1 : 0) } }
    return tags(resolved.utf8) > tags(text.bytes) ? all(in: ScannedText(resolved)) : []
  }

  /// The maximum number of times that a text is unescaped; `&amp;lt;` needs two.
  private static let mostEscapes = 3

  private init(in text: ScannedText, nameAt start: Int, isClosing: Bool, _ index: inout Int) {
    func skip(_ from: Int, while isMember: (UInt8) -> Bool) -> Int {
      var end = from
      while let byte = text[end], isMember(byte) { end += 1 }
      return end
    }
    let isSpace = { (byte: UInt8) in byte.isASCIISpace || byte == 0x0C }
    index = skip(start) { !isSpace($0) && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ">") }
    name = text.part(start..<index).lowercased()
    self.isClosing = isClosing
    while true {
      index = skip(index) { isSpace($0) || $0 == UInt8(ascii: "/") }
      guard let first = text[index] else { return }
      guard first != UInt8(ascii: ">") else { break }
      // An equals sign at the start is part of the name.
      let end = skip(index + 1) { !isSpace($0) && !"/>=".utf8.contains($0) }
      let attribute = text.part(index..<end).lowercased()
      index = skip(end, while: isSpace)
      guard text[index] == UInt8(ascii: "=") else {
        attributes.append(Attribute(element: name, name: attribute, value: nil))
        continue
      }
      index = skip(index + 1, while: isSpace)
      let value: Range<Int>
      if let quote = text[index], quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
        let close = skip(index + 1) { $0 != quote }
        value = index + 1..<close
        index = min(close + 1, text.bytes.count)
      } else {
        let close = skip(index) { !isSpace($0) && $0 != UInt8(ascii: ">") }
        value = index..<close
        index = close
      }
      attributes.append(Attribute(element: name, name: attribute, value: HTMLEntities.resolved(text.part(value))))
    }
    isEnded = true
    index += 1
  }
}

/// The entities that may hide an address: numbers, with a semicolon or without, and the names of ASCII characters.
enum HTMLEntities {
  private static let names: [String: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "Tab": "\t", "NewLine": "\n", "nbsp": "\u{A0}",
    "colon": ":", "sol": "/", "bsol": "\\", "period": ".", "commat": "@", "num": "#", "quest": "?", "equals": "=",
    "AMP": "&", "LT": "<", "GT": ">", "QUOT": "\"", "lpar": "(", "rpar": ")", "semi": ";", "comma": ",", "excl": "!",
    "lowbar": "_", "percnt": "%",
  ]

  /// A text with its entities resolved.
  static func resolved(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var result = ""
    var rest = text.unicodeScalars[...]
    while let start = rest.firstIndex(of: "&") {
      result.unicodeScalars.append(contentsOf: rest[..<start])
      rest = rest[start...].dropFirst()
      var end = rest.startIndex
      if let character = entity(in: rest, &end) {
        result += character
        rest = rest[end...]
        if rest.first == ";" { rest = rest.dropFirst() }
      } else {
        result += "&"
      }
    }
    result.unicodeScalars.append(contentsOf: rest)
    return result
  }

  private static func entity(in text: Substring.UnicodeScalarView, _ end: inout Substring.UnicodeScalarView.Index)
    -> String?
  {
    guard text.first == "#" else {
      let name = text.prefix { $0.isASCII && $0.properties.isAlphabetic }
      end = name.endIndex
      return names[String(name)]
    }
    var digits = text.dropFirst()
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    if isHexadecimal { digits = digits.dropFirst() }
    digits = digits.prefix {
      $0.isASCII && $0.properties.isASCIIHexDigit && (isHexadecimal || ("0"..."9").contains($0))
    }
    end = digits.endIndex
    return UInt32(String(digits), radix: isHexadecimal ? 16 : 10).flatMap(Unicode.Scalar.init).map { String($0) }
  }
}

/// An address in an attribute, as a browser reads it.
struct LinkAddress {
  /// The scheme in lower case, such as `https`; nil for an address without one.
  let scheme: String?
  /// The hosts in lower case: that of the address first, then those of addresses within it.
  let hosts: [String]

  init(_ text: String) {
    // Browsers ignore line breaks, tabs and leading control characters; hosts have no invisible characters.
    let scalars = text.unicodeScalars.filter { scalar in
      scalar.value > 0x20 && !(0x7F...0xA0).contains(scalar.value) && !scalar.properties.isDefaultIgnorableCodePoint
    }
    let bytes = String(String.UnicodeScalarView(scalars)).lowercased().utf8.map {
      $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0
    }
    let name = bytes.prefix { $0.isASCIILetter || $0.isASCIIDigit || "+-.".utf8.contains($0) }
    let hasScheme = name.first?.isASCIILetter == true && bytes[safe: name.endIndex] == UInt8(ascii: ":")
    scheme = hasScheme ? String(decoding: name, as: UTF8.self) : nil
    var hosts: [String] = []
    var index = 0
    if let scheme, Self.hostedSchemes.contains(scheme) {
      index = name.endIndex + 1
      Self.add(Self.host(in: bytes, &index), to: &hosts)
    }
    if scheme == "mailto" {
      // The addresses of copies (cc and bcc) are in the query.
      let boxes = bytes[name.endIndex...].split { "?&,;:=".utf8.contains($0) }
      for box in boxes where box.contains(UInt8(ascii: "@")) {
        Self.add(String(decoding: box.split(separator: UInt8(ascii: "@")).last ?? [], as: UTF8.self), to: &hosts)
      }
    }
    while index < bytes.count {
      let isAfterSign = index == 0 || ":=(,;'\"|".utf8.contains(bytes[index - 1])
      if isAfterSign, bytes[index] == UInt8(ascii: "/"), bytes[safe: index + 1] == UInt8(ascii: "/") {
        Self.add(Self.host(in: bytes, &index), to: &hosts)
      } else {
        index += 1
      }
    }
    self.hosts = hosts
  }

  /// The schemes with a host even without slashes: `https:nstack.io`.
  private static let hostedSchemes: Set = ["http", "https", "ftp", "ws", "wss"]

  private static func add(_ host: String, to hosts: inout [String]) { if !host.isEmpty { hosts.append(host) } }

  /// The host after any number of slashes, without user and port.
  private static func host(in bytes: [UInt8], _ index: inout Int) -> String {
    while bytes[safe: index] == UInt8(ascii: "/") { index += 1 }
    let authority = bytes[min(index, bytes.count)...].prefix { !"/?#\"'(),;<>".utf8.contains($0) }
    index = authority.endIndex
    let host = authority.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false).last ?? []
    return String(decoding: host.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
  }
}
