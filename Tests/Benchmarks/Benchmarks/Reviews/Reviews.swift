import Benchmark
import MadeTexts
import NStackAPI
import Spreadsheet
import TranslationReview

/// A catalog of 100,000 texts, its sheet as exported, and one in which every row has a new proposal.
private struct Review {
  let texts: MadeTexts
  let catalog: Catalog
  let scope = SheetScope(applicationID: "application", platform: "mobile", origin: "https://nstack.example")
  let folder: String
  let edited: ReturnedSheet
  var exported: String { folder + "/exported.xlsx" }

  init() throws {
    texts = MadeTexts()
    catalog = Catalog(resources: texts.resources, proposals: [])
    folder = try makeFolder()
    let table = folder + "/edited.csv"
    let writer = try CSVWriter(to: OutputFile(path: table))
    try texts.forEachRow(proposal: { $0 + "!" }) { try writer.append($0) }
    try writer.finish()
    edited = try ReviewSheetReader.read([table])
    _ = try write(to: exported)
  }

  func write(to path: String) throws -> ReviewSheetWriter.Summary {
    let provenance = SheetProvenance(profile: "benchmark", exportedAt: nil, tool: "benchmark")
    return try ReviewSheetWriter(ReviewSheet(catalog: catalog, scope: scope), provenance: provenance).write(
      to: OutputFile(path: path), as: .xlsx)
  }
}

/// Ends the benchmark where what it did is not what it is there to measure.
private func expect(_ benchmark: Benchmark, _ count: Int, _ expected: Int) {
  if count != expected { benchmark.error("\(count) where \(expected) were expected") }
}

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .cpuTotal, .peakMemoryResident], warmupIterations: 1, maxDuration: .seconds(10),
    maxIterations: 25)

  Benchmark(
    "plan, 100,000 rows with a proposal each",
    closure: { (benchmark: Benchmark, review: Review) in
      let plan = ChangesetPlanner.plan(review.edited, against: review.catalog, scope: review.scope)
      expect(benchmark, plan.items.count, 100_000)
    }, setup: { try Review() })

  Benchmark(
    "fingerprint, 100,000 texts",
    closure: { (_: Benchmark, review: Review) in
      review.texts.forEachText { section, key, locale, value in
        blackHole(TextHash(value))
        blackHole(TextHash(chain: [section, key, locale]))
      }
    }, setup: { try Review() })

  Benchmark(
    "write a review sheet, 100,000 rows",
    closure: { (benchmark: Benchmark, review: Review) in
      expect(benchmark, try review.write(to: review.folder + "/out.xlsx").rows, 100_000)
    }, setup: { try Review() })

  Benchmark(
    "read a review sheet and plan it, 100,000 rows without an edit",
    closure: { (benchmark: Benchmark, review: Review) in
      let plan = ChangesetPlanner.plan(
        try ReviewSheetReader.read([review.exported]), against: review.catalog, scope: review.scope)
      expect(benchmark, plan.counts[.unchanged] ?? 0, 100_000)
    }, setup: { try Review() })

  Benchmark(
    "client, a catalog of 100,000 texts from answers in memory",
    closure: { (benchmark: Benchmark, client: NStackClient) in
      let catalog = try await Catalog.fetching(from: client)
      expect(benchmark, catalog.textCount, 100_000)
      expect(benchmark, catalog.proposals.count, 2_000)
    },
    setup: {
      let configuration = try NStackConfiguration(
        baseURL: AnswersInMemory.baseURL, applicationID: Secret("application"), restAPIKey: Secret("key"),
        guid: "benchmark")
      return NStackClient(configuration: configuration, transport: try AnswersInMemory(MadeTexts()))
    })
}
