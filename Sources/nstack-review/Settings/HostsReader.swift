import Basics
import NStackAPI
import Yams

/// Reads the table of hosts in a settings file: `hosts`, a mapping of stages to services to addresses.
struct HostsReader {
  let path: String

  /// The table.
  ///
  /// - Throws: ``Failure``: `config.value`, with the line, if the table cannot be used.
  func table(_ node: Node) throws -> HostTable {
    guard let mapping = node.mapping else {
      throw placed(node).refusal("\"hosts\" is not a mapping of stages to addresses")
    }
    let countries = try mapping["countries"].map(countries) ?? []
    var rows: [(row: HostRow, node: Node)] = []
    for (key, value) in mapping where key.string != "countries" {
      let found = try self.rows(ofStage: stage(key), value)
      for (row, node) in found {
        // A row alone is refused with its own line.
        _ = try placed(node).value { _ throws(NStackError) in try HostTable(countries: countries, rows: [row]) }
        rows.append((row, node))
      }
    }
    return try whole(countries, rows, node)
  }

  /// The table of all rows. A row that does not go with those before it is refused with its line.
  private func whole(_ countries: [Country], _ rows: [(row: HostRow, node: Node)], _ node: Node) throws -> HostTable {
    if let table = try? HostTable(countries: countries, rows: rows.map(\.row)) { return table }
    // The first rows that do not go together, by halves: a file may have many.
    var (low, high) = (1, max(1, rows.count))
    while low < high {
      let middle = (low + high) / 2
      let isGood = (try? HostTable(countries: countries, rows: rows.prefix(middle).map(\.row))) != nil
      (low, high) = isGood ? (middle + 1, high) : (low, middle)
    }
    if let last = rows.prefix(low).last {
      _ = try placed(last.node).value { _ throws(NStackError) in
        try HostTable(countries: countries, rows: rows.prefix(low).map(\.row))
      }
    }
    return try placed(node).value { _ throws(NStackError) in
      try HostTable(countries: countries, rows: rows.map(\.row))
    }
  }

  private func countries(_ node: Node) throws -> [Country] {
    guard let list = node.sequence else {
      throw placed(node).refusal("\"countries\" is not a list", hint: "Write it as countries: [de, it].")
    }
    return try list.map { try placed($0).value { text throws(NStackError) in try Country(text) } }
  }

  private func stage(_ key: Node) throws -> HostStage.Kind {
    let name = key.string ?? ""
    if let stage = HostStage.Kind(rawValue: name) { return stage }
    let known = HostStage.Kind.allCases.map(\.rawValue) + ["countries"]
    throw placed(key).refusal(
      "\"\(Visible.text(name))\" is not a stage",
      hint: CloseName.nearest(to: name, among: known).map { "Did you mean \($0)?" }
        ?? "The stages are production, staging, dev and preview.")
  }

  /// The rows of a stage: the address of the API alone, or a mapping of services to addresses.
  private func rows(ofStage stage: HostStage.Kind, _ node: Node) throws -> [(HostRow, Node)] {
    if let address = node.string { return [(HostRow(stage, at: address), node)] }
    guard let services = node.mapping else {
      throw placed(node).refusal("an address, or a mapping of services, was expected")
    }
    return try services.flatMap { key, value in
      try rows(of: HostService(rawValue: key.string ?? ""), stage, value)
    }
  }

  /// The rows of a service: one address for all countries, or a mapping of countries to addresses, with `others`.
  private func rows(
    of service: HostService, _ stage: HostStage.Kind, _ node: Node
  ) throws -> [(HostRow, Node)] {
    if let address = node.string { return [(HostRow(stage, service, at: address), node)] }
    guard let addresses = node.mapping else {
      throw placed(node).refusal("an address, or a mapping of countries to addresses, was expected")
    }
    return try addresses.map { key, value in
      guard let address = value.string else { throw placed(value).refusal("an address was expected") }
      let country =
        key.string == "others" ? nil : try placed(key).value { text throws(NStackError) in try Country(text) }
      return (HostRow(stage, service, country: country, at: address), value)
    }
  }

  private func placed(_ node: Node) -> PlacedSetting {
    PlacedSetting(text: node.string ?? "", place: "\(path): line \(node.mark?.line ?? 0)")
  }
}
