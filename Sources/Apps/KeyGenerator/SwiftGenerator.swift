import Basics

package struct GeneratedCode: Sendable {
  package struct File: Hashable, Sendable {
    /// The name within the folder.
    package let name: String
    package let text: String
  }

  /// The files; the first one has the outer type.
  package let files: [File]
  /// What users of the code must know, in the order of the lines.
  package let findings: [GeneratorFinding]
  package let count: Int
}

/// Writes the texts of an application as typed keys in Swift: a type for each section, and a member for each key.
///
/// The same texts give the same bytes. Sections and keys are in the order of their bytes, regardless of NStack's order.
package struct SwiftGenerator {
  /// The most characters of a section in the name of a file. File systems allow 255 bytes.
  private static let longestName = 40

  private let texts: AppTexts
  private let options: SwiftOptions
  private let plurals: PluralGroups
  /// Whether the code has plurals or ICU messages. If so, the text of each function may be a message.
  private let readsMessages: Bool
  /// The locale of the default language, as a literal.
  private var locale: String { SwiftLiteral.string(texts.defaultLanguage.locale) }
  private var outer: String { options.typeName }
  private var access: String { options.access.modifier }
  private var isClasses: Bool { options.style.isClasses }
  private var hasKeys: Bool { options.style.hasKeys }
  /// The name of the structure that looks texts up for a class, or for a key.
  private var ownSource: String { isClasses ? "TextSource" : "KeySource" }

  /// Makes the code.
  ///
  /// - Parameter file: The name of the file with the outer type. The names of sections' files are made from it.
  package static func code(of texts: AppTexts, _ options: SwiftOptions, file: String) -> GeneratedCode {
    let plurals = PluralGroups(options.readsPlurals ? texts.names : [])
    let hasMessages = texts.languages.contains { language in
      language.values.contains { $0.map { ICUMessage.message(in: Array($0.utf8)) != nil } ?? false }
    }
    let readsMessages = options.readsPlurals && (!plurals.groupByIndex.isEmpty || hasMessages)
    return SwiftGenerator(texts: texts, options: options, plurals: plurals, readsMessages: readsMessages).code(file)
  }

  private func code(_ file: String) -> GeneratedCode {
    let sections = sections()
    var root = SwiftSource(name: file)
    addHead(to: &root)
    addRoot(sections, to: &root)
    var findings: [GeneratorFinding] = []
    var files: [SwiftSource] = []
    let stem = file.hasSuffix(".swift") ? String(file.dropLast(6)) : file
    var names: Set<String> = []
    for section in sections {
      if options.isFilePerSection {
        // Some file systems ignore case.
        var name = String(section.type.prefix(Self.longestName))
        while !names.insert(name.lowercased()).inserted { name += "_" }
        var source = SwiftSource(name: "\(stem)+\(name).swift")
        addHead(to: &source)
        if hasKeys { source.add("\(SupportCode.importOfKeys(access: access))\n") }
        add(section, to: &source, &findings)
        files.append(source)
      } else {
        root.add()
        add(section, to: &root, &findings)
      }
    }
    return GeneratedCode(
      files: ([root] + files).map { GeneratedCode.File(name: $0.name, text: $0.text) }, findings: findings,
      count: texts.names.count)
  }

  /// The names that the code uses itself, so that no section or key may hide them.
  private var used: Set<String> {
    let function = options.lookUp?.split(separator: ".").first.map(String.init)
    return SwiftScope.types.union([outer, SwiftScope.source]).union(function.map { [$0] } ?? [])
  }

  private func sections() -> [SwiftSection] {
    var indices: [ExactText: [Int]] = [:]
    for (index, name) in texts.names.enumerated() { indices[name.section, default: []].append(index) }
    let names = indices.keys.map(\.string)
    let types = NameTable(names, taken: used) { name in
      isClasses ? SwiftName.type(name) + "Section" : SwiftName.type(name)
    }
    let taken = used.union(types.identifiers.values)
    let properties = NameTable(names, taken: taken) { name in
      // The name that NStack's own generator uses.
      name == "default" ? "defaultSection" : SwiftName.verbatim(name)
    }
    let collisions = Dictionary(grouping: (isClasses ? properties : types).collisions) { ExactText($0.other) }
    return indices.keys.sorted().map { section in
      self.section(
        section, indices[section] ?? [], type: types[section],
        property: isClasses ? properties[section] : types[section], collisions: collisions[section] ?? [])
    }
  }

  private func section(
    _ name: ExactText, _ indices: [Int], type: String, property: String, collisions: [NameTable.Collision]
  ) -> SwiftSection {
    // A plural is placed where its first form is.
    let entries = indices.filter { plurals.groupByIndex[$0].map(\.first) ?? $0 == $0 }.map { index in
      (key: plurals.groupByIndex[index]?.name.key ?? texts.names[index].key, index: index)
    }
    let table = NameTable(
      entries.map(\.key.string), taken: used, mapping: isClasses ? SwiftName.verbatim : SwiftName.member)
    let members = entries.sorted { $0.key < $1.key }.map { key, index in
      plurals.groupByIndex[index].map { SwiftMember(texts, $0, identifier: table[key], outer: outer) }
        ?? SwiftMember(texts, index, readsMessages: options.readsPlurals, identifier: table[key], outer: outer)
    }
    return SwiftSection(
      name: name.string, type: type, property: property, members: members,
      collisions: collisions
        + table.collisions.map { collision in
          NameTable.Collision(
            holder: collision.holder.map { "\(name.string).\($0)" }, other: "\(name.string).\(collision.other)",
            identifier: collision.identifier)
        })
  }

  private func addHead(to source: inout SwiftSource) {
    source.add(
      """
      // Generated by \(options.tool). Do not edit: changes are lost.
      // Texts: \(texts.names.count), with the values of \(Visible.text(texts.defaultLanguage.locale)); \
      fingerprint \(texts.fingerprint)
      // swiftlint:disable all
      // swift-format-ignore-file

      """)
  }

  private func addRoot(_ sections: [SwiftSection], to source: inout SwiftSource) {
    source.add("import Foundation")
    if hasKeys { source.add(SupportCode.importOfKeys(access: options.isFilePerSection ? "" : access)) }
    source.add("\n/// The texts of the app, by section and key.")
    if isClasses { addClass(sections, to: &source) } else { addEnum(to: &source) }
    source.add("\nextension \(outer) {")
    if !isClasses, options.lookUp == nil {
      source.add(SupportCode.sharedSource(access: access, locale: locale), indent: 1)
    }
    if isClasses || hasKeys { source.add(SupportCode.ownSource(named: ownSource, hasKeys: hasKeys), indent: 1) }
    let hasValues = sections.contains { $0.members.contains { !$0.parameters.isEmpty } }
    if hasValues { source.add("\n\(SupportCode.format)", indent: 1) }
    if hasValues, readsMessages { source.add("\n\(SupportCode.messages)", indent: 1) }
    source.add("}")
    if hasValues, readsMessages { source.add("\n\(SupportCode.rules)") }
  }

  private func addEnum(to source: inout SwiftSource) {
    source.add("\(access)enum \(outer) {")
    if options.lookUp == nil {
      source.add(
        """
        /// Where texts are looked up; the values in this code until the app gives it a source.
        \(access)static let textSource = TextSource()

        """, indent: 1)
    }
    source.add(
      hasKeys
        ? "static let keySource = KeySource { section, key in find(section, key) }\n"
        : """
        static func tr(_ section: String, _ key: String, _ fallback: String) -> String {
          find(section, key)?.value ?? fallback
        }

        """, indent: 1)
    source.add(
      options.lookUp.map { SupportCode.lookUp($0, locale: locale) } ?? """
        static func find(_ section: String, _ key: String) -> (value: String, locale: String)? {
          textSource.find(section, key)
        }
        """, indent: 1)
    source.add("}")
  }

  private func addClass(_ sections: [SwiftSection], to source: inout SwiftSource) {
    source.add("\(access)final class \(outer): Sendable {")
    for section in sections {
      source.add("\(access)let \(SwiftName.source(section.property)): \(section.type)", indent: 1)
    }
    source.add()
    if let lookUp = options.lookUp {
      source.add(SupportCode.lookUp(lookUp, locale: locale), indent: 1)
      source.add(
        """

        \(access)init() {
          let source = TextSource { section, key in \(outer).find(section, key) }
        """, indent: 1)
    } else {
      source.add(
        """
        /// - Parameters:
        ///   - locale: The language of the texts, by whose rules the forms of plurals are chosen.
        ///   - find: Looks a text up; nil where it has none, and then the value in this code counts.
        \(access)convenience init(
          locale: String = \(locale),
          _ find: @escaping @Sendable (_ section: String, _ key: String) -> String? = { _, _ in nil }
        ) {
          self.init(localized: { section, key in find(section, key).map { ($0, locale) } })
        }

        /// - Parameter find: Looks a text up, and says the language that it is in.
        \(access)init(
          localized find: @escaping @Sendable (_ section: String, _ key: String) -> (value: String, locale: String)?
        ) {
          let source = TextSource(find: find)
        """, indent: 1)
    }
    for section in sections {
      source.add("self.\(SwiftName.source(section.property)) = \(section.type)(source)", indent: 2)
    }
    if sections.isEmpty { source.add("_ = source", indent: 2) }
    source.add("  }\n}")
  }

  private func add(_ section: SwiftSection, to source: inout SwiftSource, _ findings: inout [GeneratorFinding]) {
    var lines: [String: Int] = [section.name: source.line + 2]
    source.add("extension \(outer) {")
    source.add("/// The section \(Visible.text(section.name)).", indent: 1)
    source.add(
      isClasses
        ? "\(access)final class \(section.type): Sendable {" : "\(access)enum \(SwiftName.source(section.type)) {",
      indent: 1)
    if isClasses {
      let name = SwiftScope.source
      source.add("private let \(name): TextSource\n\ninit(_ source: TextSource) { \(name) = source }", indent: 2)
    }
    for (index, member) in section.members.enumerated() {
      if index > 0 || isClasses { source.add() }
      lines[member.name.path] = add(member, isStatic: !isClasses, to: &source)
      for (code, message) in TextRemarks.remarks(of: member, in: texts) {
        findings.append(
          GeneratorFinding(
            code: code, name: member.name.path, file: source.name, line: lines[member.name.path] ?? 1, message: message)
        )
      }
    }
    source.add("  }\n}")
    let values = section.members.flatMap { member in
      member.collisions.map { collision in
        let other = NameTable.Collision(
          holder: collision.holder.map { "{\($0)}" }, other: "{\(collision.other)} of \(member.name.path)",
          identifier: collision.identifier)
        return (member.name.path, other)
      }
    }
    for (name, collision) in values + section.collisions.map({ ($0.other, $0) }) {
      findings.append(
        GeneratorFinding(
          code: collision.holder == nil ? .reserved : .collision, name: name, file: source.name, line: lines[name] ?? 1,
          message: Self.sentence(about: collision)))
    }
  }

  private static func sentence(about collision: NameTable.Collision) -> String {
    let other = Visible.text(collision.other)
    guard let holder = collision.holder else {
      return "\(other) would have a name that the generated code uses itself, "
        + "so it is named \(collision.identifier) here."
    }
    return "\(other) has the same Swift name as \(Visible.text(holder)), so it is named \(collision.identifier) here. "
      + "Rename one of them in NStack."
  }

  private func add(_ member: SwiftMember, isStatic: Bool, to source: inout SwiftSource) -> Int {
    let description = member.indices.reversed().lazy.compactMap { texts.descriptions[texts.names[$0]] }.first
    let comment = SwiftLiteral.comment(
      value: member.locale == nil
        ? nil
        : member.forms.isEmpty
          ? member.fallback
          : member.forms.reversed().compactMap { form in form.value.map { "\(form.category): \($0)" } }.joined(
            separator: "\n"), description: description,
      path: member.name.path
        + (member.forms.isEmpty ? "" : " (\(member.forms.map(\.category.rawValue).joined(separator: ", ")))"))
    source.add(comment.joined(separator: "\n"), indent: 2)
    let line = source.line
    let start = access + (isStatic ? "static " : "")
    let name = SwiftName.source(member.identifier)
    // The code of a key looks its text up in the source that it is given.
    let look = isStatic && !hasKeys ? outer : SwiftScope.source
    let keys = member.forms.isEmpty ? [member.name.key.string] : member.forms.map(\.key)
    let maker = """
      \(isStatic ? "\(outer).keySource" : SwiftScope.source).key(\
      \(SwiftLiteral.string(member.name.section.string)), [\(keys.map(SwiftLiteral.string).joined(separator: ", "))]) \
      { \(SwiftScope.source) in
      """
    let kind = hasKeys ? "TextKey" : "String"
    let section = SwiftLiteral.string(member.name.section.string)
    let (key, fallback) = (SwiftLiteral.string(member.name.key.string), SwiftLiteral.string(member.fallback))
    if member.parameters.isEmpty {
      let text = "\(look).tr(\(section), \(key), \(fallback))"
      source.add("\(start)var \(name): \(kind) { \(hasKeys ? "\(maker) \(text) }" : text) }", indent: 2)
      return line
    }
    let declarations = member.parameters.map(\.declaration).joined(separator: ", ")
    let values =
      "[\(member.arguments)]" + (member.countPosition.map { ", count: \($0)" } ?? "")
      + (member.signs.isEmpty ? "" : ", signs: \(SwiftLiteral.string(member.signs))")
    let locale = SwiftLiteral.string(member.locale ?? texts.defaultLanguage.locale)
    let call: String
    if !member.forms.isEmpty {
      let forms = member.forms.map(\.literal).joined(separator: ", ")
      call = """
        TextMessage.filled(
            \(outer).TextMessage.form(of: count, [\(forms)], in: \(locale)) { \(look).find(\(section), $0) },
            \(values))
        """
    } else if readsMessages {
      call = """
        TextMessage.filled(
            \(look).find(\(section), \(key)) ?? (value: \(fallback), locale: \(locale)), \(values))
        """
    } else {
      call = "TextFormat.filled(\(look).tr(\(section), \(key), \(fallback)), \(values))"
    }
    let body = hasKeys ? "\(maker)\n    \(outer).\(call.replacing("\n", with: "\n  "))\n  }" : "\(outer).\(call)"
    source.add("\(start)func \(name)(\(declarations)) -> \(kind) {\n  \(body)\n}", indent: 2)
    return line
  }
}
