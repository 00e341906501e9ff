import Basics
import NStackAPI
import ReviewJournal
import TranslationReview

/// A review that is open in the browser: what its pages show, the file of drafts, and the connection.
actor OpenReview {
  /// How many decisions about one text can be undone.
  private static let mostPast = 50

  nonisolated let profile: ReviewProfile
  nonisolated let settings: ReviewSettings
  let dialog: any ImportDialog
  nonisolated let file: DraftFile
  var board: ReviewBoard
  private(set) var given: GivenSheets?
  private(set) var readAt: Double
  /// The pending proposals that this profile has not marked as seen; nil if it never marked any.
  private(set) var news: NewProposals?
  /// Why the server could not be read again after the last Send; nil if it was read after that.
  var readingRemark: String?
  /// Remarks for the terminal and every page about the file of drafts and an interrupted Send.
  private(set) var warnings: [String] = []
  let warned: @Sendable (_ warning: String) -> Void
  var readings = ReadingOrder()
  var sending = Sending()
  var sendingTask: Task<Void, Never>?
  /// What was sent since the server was last read. It is no conflict for edits made meanwhile.
  var sent: [TextIdentity: Draft.Intent] = [:]
  var closingTask: Task<Void, Never>?
  private var watchingTask: Task<Void, Never>?
  /// The steps that undo the decisions about each text, the newest last.
  var past: [TextIdentity: [DraftStep]] = [:]
  /// Whether a Send included the given files, so that the register of sheets has their return.
  var areFilesRegistered = false

  /// Reads the server and the drafts, and merges the given sheets with both.
  ///
  /// - Parameter warned: Receives each warning.
  init(
    _ profile: ReviewProfile, _ settings: ReviewSettings, _ dialog: any ImportDialog,
    warned: @escaping @Sendable (_ warning: String) -> Void
  ) async throws {
    self.warned = warned
    // The page has no options, so its texts mention none.
    var profile = profile
    profile.phrases = OptionPhrases()
    self.profile = profile
    self.settings = settings
    self.dialog = dialog
    let file = try DraftFile(in: settings.draftsFolder, profile.scope, profile: profile.name)
    self.file = file
    var (book, remark) = try file.read()
    // The warning is given at once, because the next run will find no damage.
    if let remark {
      warnings.append(remark)
      warned(remark)
    }
    try settings.extras.previous?.refuseOther(than: profile.scope)
    async let returned = settings.sheets()
    let texts: CatalogIndex
    do { texts = try await Self.texts(profile, settings, dialog) } catch {
      // An error of the sheets is reported first, because it does not depend on the server.
      _ = try await returned
      throw error
    }
    readAt = profile.date()
    var board = ReviewBoard(texts, book, scope: profile.scope, settings)
    if let sheets = try await returned {
      var options = settings.planning
      options.onConflict = .skip
      options.selection = settings.selection
      // An edit without approval becomes a draft too, and can be approved on the page.
      options.requiresApproval = false
      options.phrases = profile.phrases
      let plan = try await profile.plan(.sheets(sheets, options), against: board.catalog, dialog)
      let given = GivenSheets(plan.changeset, rules: board.rules, book: book)
      guard book.count + given.steps.count <= DraftBook.most else { throw Self.tooMany }
      for step in given.steps { book.apply(step) }
      try file.append(given.steps, leadingTo: book)
      board.apply(given.steps)
      board.alternatives = given.alternatives
      self.given = given
    }
    self.board = board
    news = profile.news(of: board.catalog, settings.selection, dialog)
    reportCutOffSends()
    try knowWhatWasSent()
    try dropFulfilled()
    closeCutOffSends()
    watchingTask = Task { [weak self] in
      while (try? await Task.sleep(for: .seconds(1))) != nil { await self?.watchFile() }
    }
  }

  /// Ends the background tasks, and releases the drafts for another process.
  func close() async {
    watchingTask?.cancel()
    closingTask?.cancel()
    await sendingTask?.value
    await closingTask?.value
    file.release()
  }

  func warn(_ warning: String) {
    guard !warnings.contains(warning) else { return }
    warnings.append(warning)
    warned(warning)
  }

  // MARK: - The file

  /// Makes sure that the drafts are on disk, even if another program removed or changed their file.
  func assureFile() throws(ReviewPageError) {
    if let remark = try file.append([], leadingTo: board.book) { warn(remark) }
  }

  private func watchFile() { do throws(ReviewPageError) { try assureFile() } catch { warn(error.message) } }

  // MARK: - Deciding

  /// Saves a decision about some texts. It is on disk when this returns.
  ///
  /// - Returns: The texts for which the decision cannot be saved, each with the reason.
  func decide(_ decision: Decision, about texts: [TextIdentity]) throws(ReviewPageError) -> [(
    text: TextIdentity, reason: ReviewPageError
  )] {
    var steps: [DraftStep] = []
    var refused: [(text: TextIdentity, reason: ReviewPageError)] = []
    for text in texts.map(board.catalog.canonical) {
      do throws(ReviewPageError) { steps.append(try step(for: decision, about: text)) } catch {
        refused.append((text, error))
      }
    }
    guard board.book.count + steps.count <= DraftBook.most + 1 else { throw Self.tooMany }
    let earlier = steps.map { board.book.inverse(of: $0) }
    try keep(steps)
    for step in earlier {
      if case .undo = decision {
        past[step.text]?.removeLast()
      } else if case .keepServers = decision, board.alternatives[step.text] != nil, case .cleared = step {
        // A rejection of all sheets' requests has no decision before it to which an undo could return.
        continue
      } else {
        past[step.text, default: []].append(step)
      }
      if past[step.text, default: []].count > Self.mostPast { past[step.text]?.removeFirst() }
    }
    return refused
  }

  private func step(for decision: Decision, about text: TextIdentity) throws(ReviewPageError) -> DraftStep {
    guard case .undo = decision, let earlier = past[text]?.last else {
      return try board.step(for: decision, about: text)
    }
    return earlier
  }

  private static var tooMany: ReviewPageError {
    ReviewPageError(.tooManyDrafts, "There are \(DraftBook.most) drafts already. Send them before you decide more.")
  }

  func keep(_ steps: [DraftStep]) throws(ReviewPageError) {
    var book = board.book
    for step in steps { book.apply(step) }
    if let remark = try file.append(steps, leadingTo: book) { warn(remark) }
    board.apply(steps)
  }

  /// Removes drafts whose request is already fulfilled.
  private func dropFulfilled() throws(ReviewPageError) {
    let steps = board.fulfilledSteps
    guard !steps.isEmpty else { return }
    try keep(steps)
    for step in steps { past[step.text] = nil }
  }

  // MARK: - Reading

  func refresh() async throws {
    guard sending.state != .sending else { throw Self.isSending }
    try await readAgain()
  }

  /// Reads the texts from the server, and adds what this machine stores about them.
  private static func texts(_ profile: ReviewProfile, _ settings: ReviewSettings, _ dialog: any ImportDialog)
    async throws -> CatalogIndex
  {
    let catalog = try await profile.readCatalog(dialog)
    var sheet = try profile.sheet(
      of: catalog, settings.selection, settings.extras, leavingOutReviewed: settings.leavesOutReviewed,
      failing: settings.failing, dialog)
    if let memories = settings.memories {
      sheet = sheet.offering(try await memories.suggestions(for: sheet, of: profile, dialog))
    }
    let signOffs = profile.signOffs(dialog) ?? SignOffs()
    return CatalogIndex(sheet, reviewed: signOffs.texts(of: catalog))
  }

  func readAgain() async throws {
    while true {
      let number = readings.begin()
      let texts = try await Self.texts(profile, settings, dialog)
      switch readings.end(number) {
      case .current:
        board.read(texts)
        readAt = profile.date()
        news = profile.news(of: board.catalog, settings.selection, dialog)
        readingRemark = nil
        try knowWhatWasSent()
        return try dropFulfilled()
      case .overtaken: return
      case .outdated: continue
      }
    }
  }
}
