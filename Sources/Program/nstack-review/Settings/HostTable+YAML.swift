import Basics
import NStackAPI

extension HostTable {
  private typealias Line = (row: HostRow, node: YAMLValue)

  /// Reads the table of hosts in a settings file: `hosts`, a mapping of stages to services to addresses.
  ///
  /// - Throws: ``Failure``: `config.value`, with the line, if the table cannot be used.
  init(yaml node: YAMLValue) throws {
    guard let members = node.members else {
      throw node.setting.refusal("\"hosts\" is not a mapping of stages to addresses")
    }
    let countries = try node["countries"].map(Self.countries) ?? []
    var lines: [Line] = []
    for (key, value) in members where key.text != "countries" {
      for line in try Self.lines(ofStage: Self.stage(key), value) {
        // A row that is wrong by itself is refused with its own line.
        _ = try Self.table(countries, [line], line.node)
        lines.append(line)
      }
    }
    self = try Self.whole(countries, lines, node)
  }

  /// The table of all rows. A row that contradicts those before it is refused with its line.
  private static func whole(_ countries: [Country], _ lines: [Line], _ node: YAMLValue) throws -> HostTable {
    if let table = try? table(countries, lines, node) { return table }
    // The first contradicting rows, by binary search: a file may have many.
    var (low, high) = (1, max(1, lines.count))
    while low < high {
      let middle = (low + high) / 2
      let isGood = (try? table(countries, Array(lines.prefix(middle)), node)) != nil
      (low, high) = isGood ? (middle + 1, high) : (low, middle)
    }
    if let last = lines.prefix(low).last { _ = try table(countries, Array(lines.prefix(low)), last.node) }
    return try table(countries, lines, node)
  }

  private static func table(_ countries: [Country], _ lines: [Line], _ node: YAMLValue) throws -> HostTable {
    try node.setting.value { _ throws(NStackError) in try HostTable(countries: countries, rows: lines.map(\.row)) }
  }

  private static func countries(_ node: YAMLValue) throws -> [Country] {
    guard let list = node.elements else {
      throw node.setting.refusal("\"countries\" is not a list", hint: "Write it as countries: [de, it].")
    }
    return try list.map(country)
  }

  private static func country(_ node: YAMLValue) throws -> Country {
    try node.setting.value { text throws(NStackError) in try Country(text) }
  }

  private static func stage(_ key: YAMLValue) throws -> HostStage.Kind {
    let name = key.text ?? ""
    if let stage = HostStage.Kind(rawValue: name) { return stage }
    throw key.setting.refusal(
      "\"\(Visible.text(name))\" is not a stage",
      hint: YAMLValue.hint(
        for: name, among: HostStage.Kind.allCases.map(\.rawValue) + ["countries"],
        otherwise: "The stages are production, staging, dev and preview."))
  }

  /// The rows of a stage: the address of the API alone, or a mapping of services to addresses.
  private static func lines(ofStage stage: HostStage.Kind, _ node: YAMLValue) throws -> [Line] {
    if let address = node.text { return [(HostRow(stage, at: address), node)] }
    guard let services = node.members else {
      throw node.setting.refusal("an address, or a mapping of services, was expected")
    }
    return try services.flatMap { try lines(of: HostService(rawValue: $0.name.text ?? ""), stage, $0.value) }
  }

  /// The rows of a service: one address for all countries, or a mapping of countries to addresses, with `others`.
  private static func lines(of service: HostService, _ stage: HostStage.Kind, _ node: YAMLValue) throws -> [Line] {
    if let address = node.text { return [(HostRow(stage, service, at: address), node)] }
    guard let addresses = node.members else {
      throw node.setting.refusal("an address, or a mapping of countries to addresses, was expected")
    }
    return try addresses.map { key, value in
      guard let address = value.text else { throw value.setting.refusal("an address was expected") }
      let country = key.text == "others" ? nil : try country(key)
      return (HostRow(stage, service, country: country, at: address), value)
    }
  }
}
