import Basics

struct SwiftSection {
  let name: String
  let type: String
  /// The name of the property of the outer class; the type's for enums.
  let property: String
  var members: [SwiftMember]
  var collisions: [NameTable.Collision]
}

struct SwiftMember {
  struct Parameter {
    let value: TextParameter
    /// The label in a call; nil for a value by position.
    let label: String?
    let name: String

    var declaration: String {
      let name = SwiftName.source(name)
      return (label == nil ? "_ \(name)" : name) + ": \(value.kind.rawValue)"
    }

    /// The parameter in the dictionary of values.
    var argument: String {
      let make =
        switch value.kind {
        case .text: "text"
        case .number: "number"
        case .decimal: "decimal"
        }
      return "\(SwiftLiteral.string(value.name)): .\(make)(\(SwiftName.source(name)))"
    }
  }

  let name: TextName
  let index: Int
  let identifier: String
  /// The value that the code has: that of the default language, else its `other` form of a plural, else the first
  /// that there is, else the path.
  let fallback: String
  /// The default language's `other` form, if it lacks the text because it does not have this form of a plural.
  let otherForm: String?
  /// The locale of the value; nil if no language has one.
  let locale: String?
  let parameters: [Parameter]

  init(_ texts: AppTexts, _ index: Int, identifier: String, outer: String) {
    name = texts.names[index]
    self.index = index
    self.identifier = identifier
    let base = texts.defaultLanguage
    let isLacking = base.values[index] == nil
    otherForm =
      isLacking
      ? PluralCategory.otherForm(ofKey: name.key.string).flatMap { key in
        texts.index(of: TextName(section: texts.names[index].section.string, key: key)).flatMap { base.values[$0] }
      } : nil
    let language = isLacking && otherForm == nil ? texts.languages.first { $0.values[index] != nil } : base
    locale = language?.locale
    fallback = otherForm ?? language?.values[index] ?? name.path
    let values = language == nil ? [] : TextParameter.all(in: fallback)
    let table = NameTable(values.map(\.name), taken: [outer]) { name in
      name.utf8.allSatisfy(\.isASCIIDigit) ? "p\(name)" : SwiftName.member(name)
    }
    parameters = values.map { value in
      let name = table[ExactText(value.name)]
      return Parameter(value: value, label: value.name.utf8.allSatisfy(\.isASCIIDigit) ? nil : name, name: name)
    }
  }
}
