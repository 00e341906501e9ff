/// An element of an XML document with its contents.
package struct XMLNode: Sendable {
  package enum Content: Sendable {
    /// Text, with its references resolved.
    case text(String)
    case element(XMLNode)
  }

  package struct Attribute: Hashable, Sendable {
    package let name: String
    /// The namespace; nil for an attribute without a prefix.
    package let namespace: String?
    package let value: String
  }

  package let name: String
  package let namespace: String?
  package let attributes: [Attribute]
  /// The line of the start tag's end, counted from one; zero if it is not known.
  package let line: Int
  package internal(set) var contents: [Content] = []
  /// The name of the first character in a collected element that XML does not allow, such as `U+000B`; nil if there is
  /// none outside notes and alternatives.
  package internal(set) var forbidden: String?

  package static let xmlNamespace = "http://www.w3.org/XML/1998/namespace"

  package func attribute(_ name: String, in namespace: String? = nil) -> String? {
    attributes.first { $0.name == name && $0.namespace == namespace }?.value
  }

  /// The value of `xml:lang`, or of `lang` in older formats; nil if both are missing.
  package var language: String? { attribute("lang", in: Self.xmlNamespace) ?? attribute("lang") }

  package var elements: [XMLNode] {
    contents.compactMap { content in if case .element(let element) = content { element } else { nil } }
  }

  /// The elements among the contents that have this element's namespace. Tools add their own elements in other
  /// namespaces.
  package var ownElements: [XMLNode] { elements.filter { $0.namespace == namespace } }

  /// The first element with a name and this element's namespace among the contents; nil if there is none.
  package func first(_ name: String) -> XMLNode? {
    for case .element(let element) in contents where element.name == name && element.namespace == namespace {
      return element
    }
    return nil
  }

  package var text: String {
    contents.reduce(into: "") { text, content in
      switch content {
      case .text(let piece): text += piece
      case .element(let element): text += element.text
      }
    }
  }

  func inlineText(_ append: (XMLNode, inout InlineText) -> Void) -> InlineText {
    contents.reduce(into: InlineText()) { text, content in
      switch content {
      case .text(let piece): text.append(piece)
      case .element(let element): append(element, &text)
      }
    }
  }
}
