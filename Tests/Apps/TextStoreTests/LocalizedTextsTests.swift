import NStackAPI
import Testing
import TextStore

struct LocalizedTextsTests {
  private let title = TextSamples.title
  private let note = TextSamples.note

  private func texts(_ proposals: [Proposal] = [], choice: ProposalChoice = .all) -> LocalizedTexts {
    LocalizedTexts(resources: TextSamples.resources, proposals: proposals, choice: choice)
  }

  @Test func `A proposed value is shown in place of the published one`() {
    let texts = texts([TextSamples.proposal(1, "Kurven")])
    #expect(texts.value(section: "basket", key: "title", locale: "da-DK") == "Kurven")
    #expect(texts.shownProposal(of: title)?.id == 1)
    #expect(texts.value(section: "basket", key: "title", locale: "en-GB") == "Your basket")
  }

  @Test func `A text that is not translated has no value, and a proposal gives it one`() {
    #expect(texts().value(of: note) == nil)
    #expect(texts().value(of: note, orIn: TextSamples.english) == "Note for the bakery")
    #expect(texts().value(of: note, orIn: texts().defaultLanguage) == "Note for the bakery")
    #expect(texts().value(of: note, orIn: nil) == nil)
    #expect(texts([TextSamples.proposal(1, "Besked", for: note)]).value(of: note) == "Besked")
  }

  @Test func `An empty value is none`() {
    let texts = LocalizedTexts(resources: [
      TextSamples.resource(TextSamples.english, ["title": "Your basket"]),
      TextSamples.resource(TextSamples.danish, ["title": ""]),
    ])
    #expect(texts.value(of: title) == nil)
    #expect(texts.value(of: title, orIn: texts.defaultLanguage) == "Your basket")
  }

  @Test func `Tens of thousands of proposals for one text are sorted once`() {
    let texts = texts((1...30_000).map { TextSamples.proposal($0, "value \($0)") })
    #expect(texts.value(of: title) == "value 30000")
    #expect(texts.proposals(of: title).map(\.id) == Array((1...30_000).reversed()))
  }

  @Test func `Of proposals with one number the last one counts`() {
    let texts = texts([TextSamples.proposal(1, "a"), TextSamples.proposal(1, "b", for: note)])
    #expect(texts.proposals.map(\.value) == ["b"])
    #expect(texts.value(of: title) == "Din kurv")
  }

  @Test func `An unknown section, key or locale has no value`() {
    #expect(texts().value(section: "Basket", key: "title", locale: "da-DK") == nil)
    #expect(texts().value(section: "basket", key: "titles", locale: "da-DK") == nil)
    #expect(texts().value(section: "basket", key: "title", locale: "da") == nil)
    #expect(LocalizedTexts().value(of: title) == nil)
    #expect(LocalizedTexts().defaultLanguage == nil)
  }

  @Test func `An own proposal is shown before another's, and then the newest`() {
    let others = [TextSamples.proposal(2, "b"), TextSamples.proposal(9, "i"), TextSamples.proposal(4, "d")]
    #expect(texts(others).value(of: title) == "i")
    #expect(texts(others + [TextSamples.proposal(3, "c", own: true)]).value(of: title) == "c")
    #expect(texts(others + [TextSamples.proposal(3, "c", own: true)]).proposals(of: title).map(\.id) == [3, 9, 4, 2])
  }

  @Test func `If only own proposals are shown, another's is listed and has no effect`() {
    let texts = texts([TextSamples.proposal(2, "b"), TextSamples.proposal(3, "c", for: note, own: true)], choice: .own)
    #expect(texts.value(of: title) == "Din kurv")
    #expect(texts.shownProposal(of: title) == nil)
    #expect(texts.value(of: note) == "c")
    #expect(texts.proposals.map(\.id) == [2, 3])
  }

  @Test func `with the choice none, published values are shown, and all proposals are still listed`() {
    let own = TextSamples.proposal(3, "c", for: note, own: true)
    var texts = texts([TextSamples.proposal(2, "b"), own], choice: .none)
    texts.insert(TextSamples.proposal(4, "d"))
    #expect(texts.value(of: title) == "Din kurv")
    #expect(texts.value(of: note) == nil)
    #expect(texts.shownProposal(of: title) == nil)
    #expect(texts.proposals.map(\.id) == [2, 3, 4])
  }

  @Test(arguments: ["da-DK", "da_DK", "DA-dk"]) func `The spelling of a locale does not count`(locale: String) {
    let text = TextIdentity(section: "basket", key: "title", locale: locale)
    #expect(texts().value(of: text) == "Din kurv")
    #expect(texts([TextSamples.proposal(1, "Kurven", for: text)]).value(of: title) == "Kurven")
    #expect(texts([TextSamples.proposal(1, "Kurven")]).proposals(of: text).map(\.id) == [1])
  }

  @Test func `Two spellings of one letter are two keys`() {
    let texts = LocalizedTexts(resources: [
      TextSamples.resource(TextSamples.danish, ["caf\u{E9}": "one", "cafe\u{301}": "two"])
    ])
    #expect(texts.value(section: "basket", key: "caf\u{E9}", locale: "da-DK") == "one")
    #expect(texts.value(section: "basket", key: "cafe\u{301}", locale: "da-DK") == "two")
  }

  @Test(arguments: [(3, "the number is kept"), (12, "the number is new")])
  func `A value that the server took replaces the own proposal and leaves another's`(id: Int, what: String) {
    var texts = texts([TextSamples.proposal(2, "b"), TextSamples.proposal(3, "c", own: true)])
    texts.insert(TextSamples.proposal(id, "new"))
    #expect(texts.value(of: title) == "new", "\(what)")
    #expect(texts.proposals.map(\.id) == [2, id])
    #expect(texts.proposal(withID: id)?.canDelete == true)
  }

  @Test func `Without the proposal the next one is shown, and at last the published value`() {
    var texts = texts([TextSamples.proposal(2, "b"), TextSamples.proposal(3, "c", own: true)])
    #expect(texts.remove(proposalWithID: 3)?.value == "c")
    #expect(texts.value(of: title) == "b")
    #expect(texts.remove(proposalWithID: 3) == nil)
    texts.remove(proposalWithID: 2)
    #expect(texts.value(of: title) == "Din kurv")
    #expect(texts.proposals.isEmpty)
  }

  @Test func `A proposal for a text that the language lacks is shown, and one for an unknown locale is only listed`() {
    let lacking = TextIdentity(section: "new", key: "key", locale: "da-DK")
    let unknown = TextIdentity(section: "basket", key: "title", locale: "fr-FR")
    var texts = texts([TextSamples.proposal(1, "x", for: lacking), TextSamples.proposal(2, "y", for: unknown)])
    #expect(texts.value(of: lacking) == "x")
    #expect(texts.value(of: unknown) == nil)
    #expect(texts.proposals(of: unknown).map(\.value) == ["y"])
    texts.remove(proposalWithID: 1)
    #expect(texts.value(of: lacking) == nil)
  }

  @Test func `A language is chosen before any text is read`() {
    let languages = [TextSamples.english, TextSamples.danish]
    #expect(Language.bestFit(acceptLanguage: "da;q=0.5", among: languages)?.locale == "da-DK")
    #expect(Language.bestFit(acceptLanguage: "fr", among: languages)?.locale == "en-GB")
    #expect(Language.bestFit(acceptLanguage: "fr", among: [TextSamples.danish])?.locale == "da-DK")
    #expect(Language.bestFit(acceptLanguage: "da", among: []) == nil)
  }
}
