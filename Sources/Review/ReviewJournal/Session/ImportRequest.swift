import TranslationReview

/// What an import may do.
public struct ImportOptions: Sendable {
  /// Whether proposals may be deleted. If not, the answer to the request for consent decides.
  public var allowsDelete = false
  /// The most deletes; if the plan has more, nothing is sent. Nil for no limit.
  public var maximumDeletes: Int?
  /// Whether nothing is sent if one row is refused.
  public var isStrict = false
  /// Whether nothing is sent if a check finds an error or gives a warning in one row.
  public var refusesFindings = false
  /// Whether calls are made although the server's proposals changed after the plan was made.
  public var proposesInConflict = false
  /// Whether the dialog picks the changes that are sent.
  public var picksChanges = false
  /// The name of the memory to which the import adds what it proposes; nil for the profile's memory.
  public var memory: String?
  /// Whether the rows are drafts of a review page. The page keeps those that are not sent.
  package var areDrafts = false

  /// Creates careful options: no deletes, and no calls in conflict.
  public init() {}
}

/// What to import, and which files to write afterwards.
public struct ImportRequest: Sendable {
  /// Where the plan comes from.
  public let source: PlanSource
  /// What the import may do.
  public let options: ImportOptions
  /// The files to write afterwards.
  package let results: ResultFiles

  /// Creates a request. First checks that its result files can be written.
  ///
  /// - Parameters:
  ///   - source: Where the plan comes from.
  ///   - options: What the import may do.
  ///   - results: The files to write afterwards.
  ///   - planToWrite: The path at which the plan itself will be saved, if any.
  /// - Throws: ``ImportError``: `usage.results`, `usage.annotate`, `annotate.changed`, `export.unsent-edits`.
  public init(
    _ source: PlanSource, options: ImportOptions = ImportOptions(), results: ResultFiles = ResultFiles(),
    planToWrite: String? = nil
  ) throws(ImportError) {
    var (plan, edits): (String?, [ReturnedRow]) = (nil, [])
    switch source {
    case .sheets(let sheet, _): edits = sheet.rows
    case .file(_, let path): plan = path
    }
    try results.check(against: source.files, source.foreignFiles, plan: plan, planToWrite: planToWrite, edits: edits)
    self.source = source
    self.options = options
    self.results = results
  }
}
