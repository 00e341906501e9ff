import Basics
import NStackAPI
import ReviewJournal
import TranslationReview

/// The answers to a page's questions.
extension OpenReview {
  /// The review as a whole, with the sections of one language.
  func overview(locale: String?) -> JSONValue {
    let catalog = board.catalog
    let shown = locale.flatMap(catalog.languageIndex(ofLocale:))
    return .object([
      ("tool", .string(profile.tool)), ("application", .string(profile.scope.shortApplicationHash)),
      ("profile", .string(profile.name)), ("platform", .string(profile.scope.platform)),
      ("origin", .string(profile.scope.origin)), ("isSandbox", .boolean(settings.isSandbox)),
      ("revision", .integer(board.revision)), ("readAt", .string(UTCTime.text(readAt))),
      ("source", .optional(board.index.sourceLanguage.map { catalog.languages[$0].locale })),
      ("counts", board.counts.json),
      ("locales", .array(catalog.languages.indices.map { json(ofLanguageAt: $0, withSections: $0 == shown) })),
      ("files", .array((given?.files ?? []).enumerated().map { json(of: $1, at: $0) })),
      ("remarks", .array(allRemarks.map { .string($0) })), warningsMember,
    ])
  }

  private func json(ofLanguageAt language: Int, withSections: Bool) -> JSONValue {
    let described = board.catalog.languages[language]
    let sections = zip(board.index.sections, withSections ? board.sectionCounts(ofLanguageAt: language) : [])
    return .object([
      ("id", .string(described.locale)), ("name", .string(described.name)),
      ("direction", .string(described.direction == .rightToLeft ? "rtl" : "ltr")),
      ("isSource", .boolean(language == board.index.sourceLanguage)),
      ("counts", board.counts(ofLanguageAt: language).json),
      (
        "sections",
        withSections
          ? .array(sections.map { .object([("name", .string($0)), ("counts", $1.json)]) }) : .null
      ),
    ])
  }

  private func json(of file: ReturnedSheet.File, at index: Int) -> JSONValue {
    let problems = (given?.problems ?? []).filter { $0.place.fileIndex == index }
    return .object([
      ("path", .string(file.path)), ("rows", .integer(file.rowCount)),
      (
        "problems",
        .array(
          problems.map { problem in
            let text = board.catalog.canonical(problem.text)
            return .object([
              ("place", .string(problem.place.description)),
              ("text", .optional(board.index.place(of: text) == nil ? nil : TextID.text(of: text))),
              ("section", .string(text.section)), ("key", .string(text.key)), ("locale", .string(text.locale)),
              ("verdict", .string(problem.name)), ("message", .string(problem.message)),
              ("value", .optional(problem.value)),
            ])
          })
      ),
    ])
  }

  private var allRemarks: [String] {
    let orphans = board.orphanedDrafts.map { draft in
      "The server no longer has \(Visible.text(draft.text.section))/\(Visible.text(draft.text.key)) in "
        + "\(Visible.text(draft.text.locale)), for which there is a draft. Send shows it, and there it can be discarded."
    }
    return (given?.remarks ?? []) + [readingRemark].compactMap(\.self) + orphans
  }

  /// The counts and the revision, for answers after which a page shows others.
  var countMembers: [(String, JSONValue)] {
    [("counts", board.counts.json), ("revision", .integer(board.revision)), warningsMember]
  }

  private var warningsMember: (String, JSONValue) { ("warnings", .array(warnings.map { .string($0) })) }

  // MARK: - Texts

  /// A part of a list of texts.
  ///
  /// - Parameter around: A text that the part contains, instead of the offset.
  func texts(
    _ query: TextQuery, offset: Int, limit: Int, around: TextIdentity?
  ) throws(ReviewPageError) -> JSONValue {
    let (language, keys) = try list(query)
    var offset = offset
    if let around {
      let place = board.index.place(of: around).flatMap { place in keys.firstIndex(of: place.key) } ?? 0
      offset = place / limit * limit
    }
    let part = keys.dropFirst(offset).prefix(limit)
    return .object([
      ("total", .integer(keys.count)), ("offset", .integer(offset)), ("revision", .integer(board.revision)),
      ("texts", .array(part.map { board.json(ofKeyAt: $0, inLanguageAt: language) })),
    ])
  }

  /// The next text of a list that needs a decision: its draft is in conflict or refused, or a check found something.
  func next(_ query: TextQuery, from: TextIdentity?, isBackwards: Bool) throws(ReviewPageError) -> JSONValue {
    let (language, keys) = try list(query)
    let count = keys.count
    // The list may have lost the text since, so its neighbours are found by rank.
    let rank = from.flatMap(board.index.place(of:)).map { board.index.ranks[$0.key] }
    let following = rank.map { rank in keys.firstIndex { board.index.ranks[$0] > rank } ?? count } ?? 0
    let preceding = rank.map { rank in (keys.firstIndex { board.index.ranks[$0] >= rank } ?? count) - 1 } ?? count - 1
    for step in 0..<count {
      let place = (isBackwards ? preceding - step + 2 * count : following + step) % count
      let text = board.catalog.identity(ofKeyAt: keys[place], inLanguageAt: language)
      guard let standing = board.standings[text], standing.state != .ready || !standing.item.findings.isEmpty else {
        continue
      }
      return .object([
        ("offset", .integer(place)), ("text", board.json(ofKeyAt: keys[place], inLanguageAt: language)),
      ])
    }
    return .object([("offset", .null), ("text", .null)])
  }

  /// A text after a decision, with the counts.
  func answer(about text: TextIdentity) -> JSONValue {
    var members: [(String, JSONValue)] = []
    if let place = board.index.place(of: text) {
      members = [
        ("text", board.json(ofKeyAt: place.key, inLanguageAt: place.language)),
        ("localeCounts", board.counts(ofLanguageAt: place.language).json),
      ]
    } else {
      members = [("text", .null), ("localeCounts", .null)]
    }
    return .object(members + countMembers)
  }

  /// What the checks say about a value that is not kept.
  func check(_ value: String, for text: TextIdentity) throws(ReviewPageError) -> JSONValue {
    guard board.index.place(of: text) != nil else { throw ReviewBoard.unknown(text) }
    var state = Standing.State.refused
    var message = ReviewBoard.emptyMessage
    var findings: [TextFinding] = []
    var remarks: [String] = []
    if !value.allSatisfy(\.isWhitespace), let standing = board.standing(ofProposing: value, for: text) {
      (state, findings, remarks) = (standing.state, standing.item.findings, standing.remarks)
      message = state == .ready ? "" : board.refusal(standing)?.message ?? standing.item.message
    }
    return .object([
      ("findings", ReviewBoard.json(findings)), ("remarks", .array(remarks.map { .string($0) })),
      ("state", .string(state.rawValue)), ("message", .string(message)),
    ])
  }

  // MARK: - Sending

  /// What Send would do now.
  var plan: JSONValue {
    let drafts = board.book.inOrder
    let counts = board.counts
    let (ready, others) = (
      drafts.filter { board.standings[$0.text]?.state == .ready },
      drafts.filter { board.standings[$0.text]?.state != .ready }
    )
    return .object(
      [
        ("proposals", .integer(counts.proposals)), ("deletes", .integer(counts.deletes)),
        ("conflicts", .integer(counts.conflicts)), ("revision", .integer(board.revision)),
      ] + [
        ("items", .array(ready.map(planned))),
        (
          "refused",
          .array(
            others.map { draft in
              let item = board.standings[draft.text]?.item
              let isGone = board.index.place(of: draft.text) == nil
              return .object(
                Self.members(of: draft.text) + ReviewBoard.members(of: draft.wish) + [
                  ("outcome", .string(item?.verdict.rawValue ?? "")),
                  ("message", .string(isGone ? Self.goneMessage : item?.message ?? "")), ("gone", .boolean(isGone)),
                ])
            })
        ),
      ])
  }

  private static let goneMessage =
    "The server no longer has this text. Discard the draft, or keep it until the text is back."

  private func planned(_ draft: Draft) -> JSONValue {
    let (kind, value) = Self.call(of: draft.wish)
    let before = draft.wish.isWithdrawal ? nil : board.catalog.value(of: draft.text)
    return .object(
      Self.members(of: draft.text) + [
        ("kind", .string(kind)), ("value", .string(value)), ("before", .optional(before)),
      ])
  }

  /// How far a Send has come, for a page that shows it.
  func toldProgress() -> JSONValue {
    defer { noteTold() }
    return progress
  }

  /// How far a Send has come.
  var progress: JSONValue {
    .object([
      ("state", .string(sending.state.rawValue)), ("step", .string(sending.step.rawValue)),
      ("done", .integer(sending.done)), ("total", .integer(sending.total)), ("code", .optional(sending.code)),
      ("message", .optional(sending.message)), ("isNews", .boolean(sending.isNews)),
      ("verified", sending.isVerified.map { .boolean($0) } ?? .null),
      (
        "outcomes",
        .array(
          sending.results.map { result in
            let (kind, value) = Self.call(of: result.wish)
            return .object(
              Self.members(of: result.text) + [
                ("kind", .string(kind)), ("value", .string(value)), ("outcome", .string(result.outcome.name)),
                ("message", .string(result.outcome.message)),
              ])
          })
      ),
    ])
  }

  private static func members(of text: TextIdentity) -> [(String, JSONValue)] {
    [
      ("text", .string(TextID.text(of: text))), ("section", .string(text.section)), ("key", .string(text.key)),
      ("locale", .string(text.locale)),
    ]
  }

  private static func call(of wish: Draft.Wish) -> (kind: String, value: String) {
    switch wish {
    case .propose(let value): ("propose", value.string)
    case .withdraw(_, let value): ("delete", value.string)
    }
  }

  /// How many proposals there are, for a person who leaves.
  var leaving: (drafts: Int, proposals: Int, mine: Int) {
    let catalog = board.catalog
    return catalog.proposals.values.reduce(into: (board.book.drafts.count, 0, 0)) { counts, pending in
      counts.1 += pending.count
      counts.2 += pending.count(where: \.canDelete)
    }
  }
}
