/// What a sandbox serves and keeps, and how it differs from NStack as far as the sources of NStack's clients show it. Tests
/// fill it in, and the program reads it from a file, whose fields the article NStackSandbox lists.
package struct Scenario: Sendable {
  /// The database's file; nil for a database in memory, which ends with the server.
  package var database: String?
  /// A folder with `languages.json`, `resource-<locale>.json` and, if there are any, `proposals.json`, or with such a
  /// folder for each platform; nil for the sample texts. It is loaded only into an empty database. A database that was
  /// filled from other texts is refused.
  package var data: String?
  /// Whether texts and proposals in the database are replaced by those of ``data``. Credentials stay.
  package var reload = false
  /// The port on 127.0.0.1; 0 takes a free one.
  package var port = 0
  package var variants: Set<Variant> = []
  /// The most elements of a list in one answer, in `1...1_000_000`; nil for all of them.
  package var pageSize: Int?
  package var pageForm = PageForm.fractal
  package var compression = true
  /// If several faults match a request, the first one applies.
  package var faults: [Fault] = []

  package init(_ fill: (inout Scenario) -> Void = { _ in }) { fill(&self) }

  func has(_ variant: Variant) -> Bool { variants.contains(variant) }
}

extension Scenario {
  /// Another way in which NStack might answer, by its name in a file.
  package enum Variant: String, Hashable, Sendable, CaseIterable, Decodable {
    /// An overridden proposal gets a new number.
    case renewedIdentifiers = "renewed-ids"
    /// Another value overrides the proposals of all guids for a text.
    case overridesEverybody = "override-everybody"
    /// The answer to a delete is a message that is not wrapped in `data`, as in the PHP client's recorded answers.
    case bareDeletions = "bare-deletes"
    /// The addresses of resources have a query, to which clients cannot add their own.
    case queriedAddresses = "queried-urls"
    /// Proposals show the guids that made them.
    case shownGuids = "shown-guids"
    /// Answers follow the published description as far as clients can read them: proposals show their guids, and a deletion
    /// answers with the whole proposal.
    case publishedDescription = "published-description"
    /// Resources are on a second server, which refuses credentials.
    case contentDeliveryNetwork = "cdn"
    /// Resources are flat.
    case flatResources = "flat"
    /// Ids are written as strings.
    case stringIdentifiers = "string-ids"
    /// Proposing the same value again is answered with 409.
    case sameValueConflict = "same-value-409"
    /// Proposing the same value again is answered with 422.
    case sameValueUnprocessable = "same-value-422"
    /// Missing things are answered with 404.
    case notFound404 = "not-found-404"
    /// A new proposal is answered with 200.
    case created200 = "created-200"
    /// White space at the edges of a value is cut off.
    case trimmedValues = "trimmed-values"
    /// Proposals for unknown texts are kept.
    case unknownTexts = "unknown-texts"
    /// Resources that are requested with a guid have its proposed values.
    case proposedValues = "proposed-values"
  }

  /// How a page of a list names the next one.
  package enum PageForm: String, Hashable, Sendable, CaseIterable, Decodable {
    /// `meta.pagination` with `links.next`, as Fractal writes it.
    case fractal
    /// `links` and `meta` with `current_page` and `last_page`, as Laravel's resources write them.
    case laravel
    /// `next_page_url` beside `data`, as Laravel's paginator writes it.
    case topLevel = "top-level"
    /// `links.next` beside `data`.
    case links
    /// A `Link` header.
    case linkHeader = "link-header"
    /// Only a `meta.total` above the number of elements.
    case total
  }

  /// A deliberate failure, to test how a client copes with it. A request that is answered with a status or a broken
  /// connection is carried out only if the fault is `applied`.
  package struct Fault: Sendable {
    /// The method of the affected requests; `*` for any.
    package var method = "*"
    /// Consecutive segments in the affected paths, such as `proposals`; nil for any path.
    package var path: String?
    /// Which of these requests fail, counted from one since the start: for example every third within a range.
    package var every = 1
    package var from = 1
    package var to = Int.max
    /// The status of the answer, in `200...599`; nil for the real answer.
    package var status: Int?
    package var headers: [String: String] = [:]
    package var body = ""
    /// Whether the connection breaks: within the answer if the request is carried out, and before it otherwise.
    package var breaks = false
    package var applied = false
    /// The seconds before the request is carried out, whether or not the client still waits; at most 3600.
    package var applyLate = 0.0
    /// The seconds before the answer; at most 3600.
    package var late = 0.0
    /// Evaluated last, so that a test can cancel a fault, or do something when a request arrives.
    package var isOn: @Sendable () -> Bool = { true }

    package init(_ method: String, path: String? = nil, _ fill: (inout Fault) -> Void = { _ in }) {
      (self.method, self.path) = (method, path)
      fill(&self)
    }

    func counts(method: String, path: String) -> Bool {
      guard self.method == "*" || self.method == method else { return false }
      guard let wanted = self.path?.split(separator: "/"), !wanted.isEmpty else { return true }
      let parts = path.split(separator: "/")
      return parts.indices.contains { parts[$0...].starts(with: wanted) }
    }

    func isMeant(_ number: Int) -> Bool { number % every == 0 && number >= from && number <= to && isOn() }
  }
}

extension Scenario: Decodable {
  /// Where a sandbox serves and keeps its texts is set by flags and not in the file.
  private enum CodingKeys: String, CodingKey {
    case reload, variants, faults
    case pageSize = "page-size"
    case pageForm = "page-form"
  }

  package init(from decoder: any Decoder) throws {
    let file = try Fields<CodingKeys>(decoder)
    try file.read(.reload, into: &reload)
    try file.read(.variants, into: &variants)
    try file.read(.pageSize, into: &pageSize)
    try file.read(.pageForm, into: &pageForm)
    try file.read(.faults, into: &faults)
  }
}

extension Scenario.Fault: Decodable {
  private enum CodingKeys: String, CodingKey {
    case method, path, every, from, to, status, headers, body, applied, late
    case breaks = "break"
    case applyLate = "apply-late"
  }

  package init(from decoder: any Decoder) throws {
    let file = try Fields<CodingKeys>(decoder)
    try file.read(.method, into: &method)
    try file.read(.path, into: &path)
    try file.read(.every, into: &every)
    try file.read(.from, into: &from)
    try file.read(.to, into: &to)
    try file.read(.status, into: &status)
    try file.read(.headers, into: &headers)
    try file.read(.body, into: &body)
    try file.read(.breaks, into: &breaks)
    try file.read(.applied, into: &applied)
    try file.read(.applyLate, into: &applyLate)
    try file.read(.late, into: &late)
    guard every > 0, (200...599).contains(status ?? 200), [applyLate, late].allSatisfy((0...3600).contains) else {
      throw file.refusal("every must be at least 1, a status from 200 to 599, and a wait from 0 to 3600 seconds")
    }
    guard breaks || status != nil || applyLate + late > 0 else {
      throw file.refusal("a fault needs a status, break, apply-late or late")
    }
  }
}

/// The fields of a mapping. An unknown one is refused, because otherwise nobody would notice a typo.
private struct Fields<Key: CodingKey> {
  private struct Anything: Decodable { init(from _: any Decoder) {} }

  private let fields: KeyedDecodingContainer<Key>

  init(_ decoder: any Decoder) throws {
    fields = try decoder.container(keyedBy: Key.self)
    for name in try [String: Anything](from: decoder).keys.sorted() where Key(stringValue: name) == nil {
      throw refusal("\"\(name)\" is not known")
    }
  }

  func read<Value: Decodable>(_ key: Key, into value: inout Value) throws {
    do { value = try fields.decodeIfPresent(Value.self, forKey: key) ?? value } catch is DecodingError {
      throw refusal("\"\(key.stringValue)\" has an invalid value")
    }
  }

  func refusal(_ words: String) -> SandboxError {
    let place = fields.codingPath.map { $0.intValue.map { "\($0 + 1)" } ?? $0.stringValue }.joined(separator: " ")
    return SandboxError(.scenario, place.isEmpty ? words : "\(place): \(words)")
  }
}
