import Basics

struct SwiftSection {
  let name: String
  let type: String
  /// The name of the property of the outer class; for enums, the name of the type.
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
    /// Whether the value is the number that chooses a plural's form.
    var isCount = false

    var declaration: String {
      if isCount { return "_ \(name): Int" }
      let name = SwiftName.source(name)
      return (label == nil ? "_ \(name)" : name) + ": \(value.kind.rawValue)"
    }

    /// The parameter in the dictionary of values.
    var argument: String {
      let make =
        switch isCount ? .number : value.kind {
        case .text: "text"
        case .number: "number"
        case .decimal: "decimal"
        }
      return "\(SwiftLiteral.string(value.name)): .\(make)(\(SwiftName.source(name)))"
    }
  }

  /// A form of a plural.
  struct Form {
    let category: PluralCategory
    let key: String
    /// The value in the code; nil if its language lacks the form.
    let value: String?

    var literal: String {
      let parts = [category.rawValue, key].map(SwiftLiteral.string) + [value.map(SwiftLiteral.string) ?? "nil"]
      return "(\(parts.joined(separator: ", ")))"
    }
  }

  /// The section and key; of a plural, the key without its category.
  let name: TextName
  /// The indices of the text, or of a plural's forms, among the names.
  let indices: [Int]
  let identifier: String
  /// The value in the code: the default language's, else its `other` form of a plural, else the first one found, else
  /// the path. For a plural, the form `other`, or the last one.
  let fallback: String
  /// The default language's form `other`, if the text is a form of a plural that the default language does not have.
  let otherForm: String?
  /// The locale of the value; nil if no language has one.
  let locale: String?
  /// The forms of a plural; empty for another text.
  let forms: [Form]
  let parameters: [Parameter]
  /// The values whose names in Swift have a number, because other values have the same one.
  let collisions: [NameTable.Collision]
  /// The parameters as a dictionary of values. A text from the server may also use `{count}` for a plural's number.
  var arguments: String {
    let isNamed = forms.isEmpty || parameters.contains { $0.value.name == "count" }
    return (parameters.map(\.argument) + (isNamed ? [] : [#""count": .number(count)"#])).joined(separator: ", ")
  }

  /// Which of `%` and `$` are plain signs before a brace in translations.
  var signs: String {
    let forms = BracedToken.signs(in: Array(fallback.utf8))
    return (forms.contains(.percent) ? "%" : "") + (forms.contains(.dollar) ? "$" : "")
  }

  /// The position of a plural's number among the values of its forms; nil if they use it by name, or not at all.
  var countPosition: Int? { parameters.first { $0.isCount && $0.value.isPositional }?.value.number }

  init(_ texts: AppTexts, _ index: Int, readsMessages: Bool, identifier: String, outer: String) {
    name = texts.names[index]
    indices = [index]
    forms = []
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
    let isRead = readsMessages || ICUMessage.message(in: Array(fallback.utf8)) == nil
    (parameters, collisions) = Self.parameters(
      language == nil || !isRead ? [] : TextParameter.all(in: fallback), taken: [outer])
  }

  init(_ texts: AppTexts, _ group: PluralGroups.Group, identifier: String, outer: String) {
    name = group.name
    let categories = PluralCategory.allCases.filter { group.forms[$0] != nil }
    indices = categories.compactMap { group.forms[$0] }
    self.identifier = identifier
    let ordered = [texts.defaultLanguage] + texts.languages
    let language =
      ordered.first { language in group.forms[.other].flatMap { language.values[$0] } != nil }
      ?? ordered.first { language in group.forms.values.contains { language.values[$0] != nil } }
    locale = language?.locale
    forms = zip(categories, indices).map { category, index in
      let value = language.map { $0.values[index] } ?? group.name.path
      return Form(category: category, key: texts.names[index].key.string, value: value)
    }
    let values = forms.reversed().compactMap(\.value)
    (fallback, otherForm) = (values.first ?? name.path, nil)
    let (count, others) = TextParameter.all(inForms: values)
    let isFirstFree = !others.contains { $0.name == "1" }
    // A name in braces has no type.
    let kind = count.map { $0.kind == .text ? .number : $0.kind } ?? .number
    let number = TextParameter(
      name: count?.name ?? (isFirstFree ? "1" : "count"), kind: kind, isPositional: count?.isPositional ?? false)
    let (parameters, collisions) = Self.parameters(others, taken: [outer, "count"])
    self.parameters = [Parameter(value: number, label: nil, name: "count", isCount: true)] + parameters
    self.collisions = collisions
  }

  private static func parameters(_ values: [TextParameter], taken: Set<String>) -> ([Parameter], [NameTable.Collision])
  {
    let table = NameTable(values.map(\.name), taken: taken) { name in
      name.utf8.allSatisfy(\.isASCIIDigit) ? "p\(name)" : SwiftName.member(name)
    }
    let parameters = values.map { value in
      let name = table[ExactText(value.name)]
      return Parameter(value: value, label: value.name.utf8.allSatisfy(\.isASCIIDigit) ? nil : name, name: name)
    }
    return (parameters, table.collisions)
  }
}
