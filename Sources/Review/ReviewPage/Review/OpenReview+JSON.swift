import Basics
import NStackAPI
import ReviewJournal
import TranslationReview

extension OpenReview {
  /// The review as a whole, with the sections of one language.
  func overview(locale: String?) -> JSONValue {
    let catalog = board.catalog
    let shown = locale.flatMap(catalog.languageIndex(ofLocale:))
    return [
      "tool": profile.tool, "application": profile.scope.shortApplicationHash, "profile": profile.name,
      "platform": profile.scope.platform, "origin": profile.scope.origin, "isSandbox": settings.isSandbox,
      "revision": board.revision, "readAt": UTCTime.text(readAt), "new": news?.json,
      "source": board.index.sourceLanguage.map { catalog.languages[$0].locale }, "counts": board.counts,
      "locales": catalog.languages.indices.filter { board.index.hasLanguage[$0] || board.hasDrafts(inLanguageAt: $0) }
        .map { json(ofLanguageAt: $0, withSections: $0 == shown) },
      "files": (given?.files ?? []).enumerated().map { json(of: $1, at: $0) }, "remarks": allRemarks,
      "warnings": warnings,
    ]
  }

  private func json(ofLanguageAt language: Int, withSections: Bool) -> JSONValue {
    let described = board.catalog.languages[language]
    // A section without a selected text is not part of the review.
    let sections = withSections ? board.sections(ofLanguageAt: language).filter { $0.counts != TextCounts() } : []
    return [
      "id": described.locale, "name": described.name, "direction": described.direction == .rightToLeft ? "rtl" : "ltr",
      "isSource": language == board.index.sourceLanguage, "counts": board.counts(ofLanguageAt: language),
      "sections": withSections ? sections.map(Self.json) : nil,
    ]
  }

  private static func json(ofSection name: String, _ counts: TextCounts) -> JSONValue {
    ["name": name, "counts": counts]
  }

  private func json(of file: ReturnedSheet.File, at index: Int) -> JSONValue {
    let problems = (given?.problems ?? []).filter { problem in
      let text = board.catalog.canonical(problem.text)
      return problem.place.fileIndex == index
        && (board.alternatives[text] == nil || board.openAlternatives(for: text) != nil)
    }
    return [
      "path": file.path, "rows": file.rowCount,
      "problems": problems.map { problem -> JSONValue in
        let text = board.catalog.canonical(problem.text)
        return [
          "place": problem.place.description, "text": board.index.place(of: text) == nil ? nil : text.pageID,
          "section": text.section, "key": text.key, "locale": text.locale, "verdict": problem.name,
          "message": problem.reason.forReader, "value": problem.value,
        ]
      },
    ]
  }

  private var allRemarks: [String] {
    let orphans = board.orphanedDrafts.map { draft in
      "The server no longer has \(Visible.text(draft.text.section))/\(Visible.text(draft.text.key)) in "
        + "\(Visible.text(draft.text.locale)), for which there is a draft. Send lists it, and you can discard it there."
    }
    return (given?.remarks ?? []) + [readingRemark].compactMap(\.self) + orphans
  }

  /// The counts, the revision and the warnings, which an answer includes if the page must update them.
  var numbers: JSONValue { ["counts": board.counts, "revision": board.revision, "warnings": warnings] }

  // MARK: - Texts

  /// A part of a list of texts.
  ///
  /// - Parameter around: A text that the part must contain. It replaces the offset.
  func texts(_ query: TextQuery, offset: Int, limit: Int, around: TextIdentity?) throws(ReviewPageError) -> JSONValue {
    let (language, keys) = try board.list(query)
    var offset = offset
    if let around {
      let position = board.index.place(of: around).flatMap { place in keys.firstIndex(of: place.key) } ?? 0
      offset = position / limit * limit
    }
    let part = keys.dropFirst(offset).prefix(limit)
    return [
      "total": keys.count, "offset": offset, "revision": board.revision,
      "checks": query.filter == .findings
        ? board.checks(ofLanguageAt: language).map { JSONValue.members(["name": $0, "count": $1]) } : nil,
      "texts": part.map { board.json(ofKeyAt: $0, inLanguageAt: language) },
    ]
  }

  /// The next text of a list that needs a decision: its draft is in conflict or refused, or a check found something.
  func next(_ query: TextQuery, from: TextIdentity?, isBackwards: Bool) throws(ReviewPageError) -> JSONValue {
    let (language, keys) = try board.list(query)
    let count = keys.count
    // The text may no longer be in the list, so its neighbours are found by rank.
    let rank = from.flatMap(board.index.place(of:)).map { board.index.ranks[$0.key] }
    let following = rank.map { rank in keys.firstIndex { board.index.ranks[$0] > rank } ?? count } ?? 0
    let preceding = rank.map { rank in (keys.firstIndex { board.index.ranks[$0] >= rank } ?? count) - 1 } ?? count - 1
    for step in 0..<count {
      let position = (isBackwards ? preceding - step + 2 * count : following + step) % count
      let text = board.catalog.identity(ofKeyAt: keys[position], inLanguageAt: language)
      let found = board.assessments[text]
      let isOpen =
        found.map { $0.state != .ready || !$0.item.findings.isEmpty } ?? (board.openAlternatives(for: text) != nil)
      guard isOpen else { continue }
      return ["offset": position, "text": board.json(ofKeyAt: keys[position], inLanguageAt: language)]
    }
    return ["offset": nil, "text": nil]
  }

  /// Texts of one language after a decision about them, with the numbers that changed.
  func answer(about texts: [TextIdentity], refused: [(text: TextIdentity, reason: ReviewPageError)] = []) -> JSONValue {
    let places = texts.compactMap(board.index.place)
    let shown = places.map { board.json(ofKeyAt: $0.key, inLanguageAt: $0.language) }
    let language = places.first?.language
    let changed = Set(places.map { board.index.sectionOfKey[$0.key] })
    let sections = language.map(board.sections(ofLanguageAt:)) ?? []
    return [
      "text": texts.count == 1 ? shown.first : nil, "texts": shown,
      "localeCounts": language.map(board.counts(ofLanguageAt:)),
      "sections": changed.filter(sections.indices.contains).map {
        Self.json(ofSection: sections[$0].name, sections[$0].counts)
      }, "refused": refused.map { Self.json(of: $0.text).with(["message": $0.reason.message]) }, "counts": board.counts,
      "revision": board.revision, "warnings": warnings,
    ]
  }

  /// Information for translating a text: its terms in the glossary, and the same text in other locales.
  func beside(_ text: TextIdentity) throws(ReviewPageError) -> JSONValue {
    guard let (key, language) = board.index.place(of: text) else { throw ReviewBoard.unknown(text) }
    let (catalog, source) = (board.catalog, board.index.source(ofKeyAt: key, forLanguageAt: language))
    let terms = source.flatMap { settings.glossary?.matches(in: $0, locale: text.locale) } ?? []
    let others = catalog.languages.indices.filter { other in
      other != language && other != board.index.sourceLanguage && catalog.isTranslated(keyAt: key, inLanguageAt: other)
    }
    let siblings = language == catalog.defaultLanguage ? [] : catalog.sameSources[key].filter { $0 != key }
    return [
      "siblings": siblings.prefix(Self.namedSiblings).map { other -> JSONValue in
        let text = catalog.identity(ofKeyAt: other, inLanguageAt: language)
        let draft =
          if case .propose(let value) = board.book.drafts[text]?.request { value.string } else { nil as String? }
        return ["name": "\(text.section)/\(text.key)", "value": draft ?? catalog.value(of: text) ?? ""]
      }, "siblingCount": siblings.count,
      "terms": terms.map { match in
        JSONValue.members([
          "source": match.source, "preferred": match.term.preferred, "forbidden": match.term.forbidden,
        ])
      },
      "others": others.map { other -> JSONValue in
        let described = catalog.languages[other]
        return [
          "locale": described.locale, "value": catalog.value(ofKeyAt: key, inLanguageAt: other),
          "direction": described.direction == .rightToLeft ? "rtl" : "ltr",
        ]
      },
    ]
  }

  /// Checks a value without saving it.
  func check(_ value: String, for text: TextIdentity) throws(ReviewPageError) -> JSONValue {
    guard board.index.place(of: text) != nil else { throw ReviewBoard.unknown(text) }
    var state = DraftAssessment.State.refused
    var message = ReviewBoard.emptyMessage
    var findings: [TextFinding] = []
    var remarks: [Reason] = []
    if !value.allSatisfy(\.isWhitespace), let found = board.assessment(ofProposing: value, for: text) {
      (state, findings, remarks) = (found.state, found.item.findings, found.remarks)
      let refusal = state == .ready || state == .waiting ? nil : board.refusal(found)?.message
      message = refusal ?? found.reasonBesideFindings.forReader
    }
    return [
      "findings": ReviewBoard.json(findings), "remarks": remarks.map(\.forReader), "state": state.rawValue,
      "message": message,
    ]
  }

  // MARK: - Sending

  var plan: JSONValue {
    let drafts = board.book.inOrder
    let counts = board.counts
    let isReady = { (draft: Draft) in self.board.assessments[draft.text]?.state == .ready }
    return [
      "proposals": counts.proposals, "deletes": counts.deletes, "rejections": counts.rejections,
      "signOffs": counts.signOffs, "notes": board.book.notes.map { Self.json(of: $0).with(["note": $1]) },
      "conflicts": counts.conflicts, "revision": board.revision,
      "items": drafts.filter(isReady).map { draft in
        let isRejection = board.assessments[draft.text]?.item.verdict == .rejected
        return Self.json(of: draft.text).with(Self.call(of: draft.request, isRejection)).with(besides(draft))
      },
      "refused": drafts.filter { !isReady($0) }.map { draft in
        let item = board.assessments[draft.text]?.item
        let isGone = board.index.place(of: draft.text) == nil
        return Self.json(of: draft.text).with(ReviewBoard.members(of: draft.request)).with([
          "outcome": item?.verdict.rawValue ?? "", "message": isGone ? Self.goneMessage : item?.reason.forReader ?? "",
          "gone": isGone,
        ])
      },
    ]
  }

  /// What a person should see with a draft before it is sent: the source, the text that it replaces, and its findings.
  private func besides(_ draft: Draft) -> JSONValue {
    let item = board.assessments[draft.text]?.item
    let isDelete = draft.request.withdrawnID != nil
    let own = item?.serverProposal.flatMap { $0.canDelete && !isDelete ? $0.value : nil }
    let source = board.index.place(of: draft.text).flatMap {
      board.index.source(ofKeyAt: $0.key, forLanguageAt: $0.language)
    }
    return [
      "source": source, "before": isDelete ? nil : board.catalog.value(of: draft.text), "own": own,
      "findings": ReviewBoard.json(item?.findings ?? []),
    ]
  }

  /// The number of texts with the same source text that are shown.
  private static let namedSiblings = 5

  private static let goneMessage =
    "The server no longer has this text. Discard the draft, or keep it until the text is back."

  /// The progress of a Send, for the page.
  func reportedProgress() -> JSONValue {
    defer { sending.isNews = false }
    return progress
  }

  var progress: JSONValue {
    [
      "state": sending.state.rawValue, "step": sending.step.rawValue, "done": sending.done, "total": sending.total,
      "code": sending.code, "message": sending.message, "isNews": sending.isNews, "verified": sending.isVerified,
      "outcomes": sending.results.map { result in
        Self.json(of: result.text).with(Self.call(of: result.request, result.outcome.name == Verdict.rejected.rawValue))
          .with(["outcome": result.outcome.name, "message": result.outcome.reason.forReader])
      },
    ]
  }

  private static func json(of text: TextIdentity) -> JSONValue { .members(["text": text.pageID]).with(text.json) }

  private static func call(of request: Draft.Intent, _ isRejection: Bool) -> JSONValue {
    switch request {
    case .propose(let value): ["kind": "propose", "value": value.string]
    case .withdraw(_, let value): ["kind": isRejection ? "reject" : "delete", "value": value.string]
    case .signOff: ["kind": "ok", "value": nil]
    }
  }
}
