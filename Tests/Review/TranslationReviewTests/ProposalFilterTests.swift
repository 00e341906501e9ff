import NStackAPI
import ReviewFixtures
import Testing

@testable import TextChecks
@testable import TranslationReview

struct ProposalFilterTests {
  /// `title` is "Velkommen", `button` "Log ind"; `hint` is not translated.
  private static let proposals = [
    Proposal.own(4, "title", "Velkommen"), Proposal.own(5, "button", "Log på"), Proposal.other(2, "button", "Log på"),
    Proposal.other(9, "button", "Log på"), Proposal.own(6, "gone", "Væk"), Proposal.own(7, "hint", "Tryk  her"),
    Proposal.own(8, "title", "Welcome", locale: "en-GB"),
  ]

  private func ids(
    _ proposals: [Proposal] = Self.proposals, seen: [Int: Double] = [:], _ change: (inout ProposalFilter) throws -> Void
  ) rethrows -> [Int] {
    var filter = ProposalFilter()
    try change(&filter)
    let catalog = filter.needsTexts ? Fixture.catalog(proposals: proposals) : nil
    return filter.chosen(from: proposals, catalog: catalog, firstSeen: seen, now: 1_000_000).map(\.id)
  }

  @Test func `a filter without conditions chooses all, in their order`() {
    #expect(ids { _ in } == [4, 5, 2, 9, 6, 7, 8])
  }

  @Test func `conditions are combined: a proposal must fit all of them`() {
    #expect(ids { $0.isMine = true } == [4, 5, 6, 7, 8])
    #expect(ids { $0.selection.locales = ["da_dk"] } == [4, 5, 2, 9, 6, 7])
    #expect(ids { $0.selection.keys = ["b*", "gone"] } == [5, 2, 9, 6])
    #expect(
      ids {
        $0.isMine = true
        $0.selection.locales = ["da-DK"]
        $0.selection.keys = ["b*", "gone"]
      } == [5, 6])
  }

  @Test func `the value that is served is compared byte by byte, and an untranslated text serves none`() {
    #expect(ids { $0.isSameAsCurrent = true } == [4, 8])
    let other = [Proposal.other(1, "title", "velkommen"), Proposal.other(2, "hint", "")]
    #expect(ids(other) { $0.isSameAsCurrent = true } == [])
  }

  @Test func `of proposals with one text and value the lowest id is no duplicate, whoever made it`() {
    #expect(ids { $0.isDuplicate = true } == [5, 9])
    let spellings = [
      Proposal.other(3, "title", "Hej", locale: "da_DK"), Proposal.other(1, "title", "Hej"),
      Proposal.other(2, "title", "Hej!"), Proposal.other(4, "button", "Hej"),
    ]
    #expect(ids(spellings) { $0.isDuplicate = true } == [3])
  }

  @Test func `a proposal is a duplicate of one that other conditions leave out`() {
    #expect(
      ids {
        $0.isDuplicate = true
        $0.isMine = true
      } == [5])
  }

  @Test func `orphaned proposals are those whose text no longer exists`() {
    #expect(ids { $0.isOrphaned = true } == [6])
  }

  @Test func `a proposal of unknown age is never old`() {
    let seen: [Int: Double] = [4: 1_000_000 - 86_400, 5: 1_000_000 - 86_399]
    #expect(ids(seen: seen) { $0.minimumAge = .seconds(86_400) } == [4])
    #expect(ids(seen: seen) { $0.minimumAge = .zero } == [4, 5])
  }

  @Test func `a check is looked at by its id, even one that is off, or any that is on`() throws {
    var settings = CheckSettings()
    try settings.set("off", for: "space.double")
    #expect(try ids { $0.failing = try ProposalChecks(settings, rule: "space.double") } == [7])
    #expect(try ids { $0.failing = try ProposalChecks(settings) } == [])
    #expect(try ids { $0.failing = try ProposalChecks(CheckSettings()) } == [7])
    var info = CheckSettings()
    try info.set("info", for: "space.double")
    #expect(try ids { $0.failing = try ProposalChecks(info) } == [])
    #expect(try ids { $0.failing = try ProposalChecks(info, rule: "space.double") } == [7])
    #expect(throws: CheckSettings.Refusal("There is no check \"space.doubl\". Did you mean space.double?")) {
      _ = try ProposalChecks(settings, rule: "space.doubl")
    }
  }

  @Test("the faults of a proposal are those of the one check, also of one that is only counted, or errors and warnings")
  func named() throws {
    let catalog = Fixture.catalog()
    let same = Proposal.other(1, "hint", try #require(catalog.value(of: Fixture.text("hint", "en-GB"))))
    func faults(_ rule: String) throws -> [String] {
      try ProposalChecks(CheckSettings(), rule: rule).faults(of: same, in: catalog).map(\.check)
    }
    #expect(try faults("text.source") == ["text.source"])
    #expect(try faults(ProposalChecks.any) == [])
    #expect(try faults("space.edge") == [])
  }

  @Test func `a maximum length comes from the context, and a fault that is served already does not count`() throws {
    let long = [Proposal.other(1, "title", "Velkommen"), Proposal.other(2, "hint", "Tryk her")]
    let contexts = [
      TextKey(section: "login", key: "hint"): TextContext(description: "", screenshot: "", maximumLength: 4)
    ]
    let checks = try ProposalChecks(CheckSettings(), rule: "length.maximum", contexts: contexts)
    #expect(ids(long) { $0.failing = checks } == [2])
    let catalog = Fixture.catalog(title: "Velkommen  her")
    let old = Proposal.other(3, "title", "Velkommen  hertil")
    let spaces = try ProposalChecks(CheckSettings(), rule: "space.double")
    #expect(spaces.sentences(on: old, in: catalog) == [])
    #expect(spaces.sentences(on: Proposal.other(4, "button", "Log  ind"), in: catalog).count == 1)
  }
}
