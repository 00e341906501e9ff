package import Basics

/// The contents of a catalogue's files, in the format's own names and placeholders, without its escapes.
///
/// Writers turn contents into files, and readers turn files into contents. A comparison compares two of them.
package struct CatalogContents: Sendable {
  package struct Template: Hashable, Sendable {
    /// The text with a variable, such as `%#@count@`, for each plural.
    package var text: String
    package var plurals: [String: Plural]
  }

  package struct Plural: Hashable, Sendable {
    /// The position of the plural's number among the arguments, counted from 1; nil if it is the next argument.
    package var position: Int?
    /// The printf type of the number, such as `lld`.
    package var type: String
    package var forms: [PluralCategory: String]
  }

  package enum Value: Hashable, Sendable {
    case plain(String)
    case forms([PluralCategory: String])
    case template(Template)

    var isPlain: Bool { if case .plain = self { true } else { false } }
  }

  package struct Item: Sendable {
    package let name: String
    /// The section and key in NStack, without the category of a plural.
    package let source: TextName
    /// The names of the texts in NStack that are the forms of this plural; empty for another text.
    package var formNames: [PluralCategory: TextName] = [:]
    package let comment: String?
    /// The text by the index of its locale.
    package var texts: [Value?]
    /// The arguments that a developer gives, for the formats that describe them.
    package var arguments: [CatalogArgument] = []
  }

  package var locales: [String]
  package var defaultIndex: Int
  /// The texts in the order of their files.
  package var items: [Item]
}

package struct CatalogArgument: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case text = "String"
    case integer = "int"
    case number = "num"
    case decimal = "double"
    case date = "DateTime"
    case any = "Object"
  }

  package let name: String
  package var kind: Kind
  /// How ARB formats the value, such as `yMd`; nil if it does not.
  package var format: String?
}

extension CatalogContents {
  /// Two indices whose locales have the same name in a file system that ignores case; nil if there are none.
  package var alike: (first: Int, second: Int)? {
    var indices: [String: Int] = [:]
    for (index, locale) in locales.enumerated() {
      if let first = indices.updateValue(index, forKey: LocaleName.normalized(locale)) { return (first, index) }
    }
    return nil
  }

  func texts(at index: Int) -> [(item: Item, text: Value)] {
    items.compactMap { item in item.texts[index].map { (item, $0) } }
  }

  func files(_ make: (_ index: Int, _ texts: [(item: Item, text: Value)]) -> CatalogFile) -> [CatalogFile] {
    locales.indices.compactMap { index in
      let texts = texts(at: index)
      return texts.isEmpty ? nil : make(index, texts)
    }
  }
}

extension [PluralCategory: String] {
  /// The forms in the order of the CLDR.
  var ordered: [(category: PluralCategory, text: String)] {
    PluralCategory.allCases.compactMap { category in self[category].map { (category, $0) } }
  }
}
