import NStackAPI
import ReviewFixtures
import Synchronization
import Testing

@testable import TranslationReview

/// What a proposal means that the server lists and that cannot be read.
@Suite("A proposal that cannot be read") struct UnreadProposalTests {
  static func unread(_ id: Int?, _ key: String? = nil) -> UnreadItem {
    UnreadItem(
      kind: "proposal", id: id, text: key.map { Fixture.text($0, "da_dk") }, locale: nil, message: "its value is null")
  }

  /// Deletes the proposal of `login/title` while the server lists something that cannot be read.
  private func deletion(beside item: UnreadItem) async throws -> SubmissionReport {
    let catalog = Catalog.pending(.own(7, "title", "Hej"))
    let service = FakeService(Array(catalog.proposals.values.joined()))
    service.state.withLock { $0.unread = [item] }
    let row = try Fixture.row("title", of: catalog, at: 2) { $0.action = "delete" }
    return try await Submission.submit(
      Fixture.plan([row], against: catalog), to: service, options: SubmissionTests().options())
  }

  @Test func `keeps a deletion from being verified`() async throws {
    #expect(try await deletion(beside: Self.unread(7)).outcomes == [.overridden(seen: nil)])
    #expect(try await deletion(beside: Self.unread(8)).outcomes == [.done(7)])
  }

  @Test func `of which nothing is known leaves a deletion without proof`() async throws {
    let report = try await deletion(beside: Self.unread(nil))
    guard case .notRead(let reason) = report.verification else {
      Issue.record("verified as \(report.verification)")
      return
    }
    #expect(reason.hasPrefix("the list of proposals is incomplete, so deletes cannot be verified: a proposal cannot"))
  }

  @Test(arguments: ["Hej &amp; <b>farvel</b>\r\n", "Hej & &lt;b&gt;farvel&lt;/b&gt;", " Hej & <b>farvel</b>"])
  func `is none that a server only keeps in another spelling`(kept: String) throws {
    let catalog = Fixture.catalog()
    let row = try Fixture.row("title", of: catalog, at: 2) { $0.proposal = "Hej & <b>farvel</b>" }
    let change = try #require(Fixture.plan([row], against: catalog).changes.first)
    let snapshot = ProposalSnapshot(ProposalList(proposals: [.own(9, "title", kept)]), begun: .zero)
    #expect(snapshot.completion(of: change) == .applied(proposalID: 9, altered: kept))
    let other = ProposalSnapshot(ProposalList(proposals: [.own(9, "title", "Hej & farvel")]), begun: .zero)
    #expect(other.completion(of: change) == nil)
  }
}
