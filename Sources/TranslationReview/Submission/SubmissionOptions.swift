public import NStackAPI

/// What a submission may do.
public struct SubmissionOptions: Sendable {
  /// The most calls that are in flight at once. Default 8.
  public var concurrency = 8
  /// Whether proposals may be deleted. Where not, deletes are not attempted.
  public var allowsDelete = false
  /// The most deletes; with more in the plan nothing at all is sent. Nil is no limit.
  public var maximumDeletes: Int?
  /// Whether any refused row keeps everything from being sent.
  public var isStrict = false
  /// Whether calls are made although the server's proposals moved since the plan was made.
  public var proposesInConflict = false
  /// How many transport failures in a row end the submission. Default 10.
  public var failuresInARow = 10
  /// How often one call is made at most where its answers are lost. Default 5.
  public var attempts = 5
  /// How late the server may still carry out a call, counted from its sending: for so long a call whose answer was lost is in
  /// doubt. Default 60 seconds.
  public var settleTime = Duration.seconds(60)
  /// The same for calls that an earlier run of the submission made; nil where it is ``settleTime``.
  public var earlierSettleTime: Duration?
  /// Texts that another submission touched since this one was begun: going on, it leaves them as they are.
  public var textsTouchedLater: Set<TextIdentity> = []
  /// For how long a call may rest on a reading, or for twice the time that the reading took where that is longer.
  /// Default 3 seconds.
  public var snapshotLifetime = Duration.seconds(3)
  /// Where the current values of texts are watched while calls are made; nil does not watch them.
  public var texts: (any TextService)?
  /// The time that calls in flight get to end after a stop was asked for. Default 10 seconds.
  public var grace = Duration.seconds(10)
  /// Time and chance; the clock of the client that read the plan's catalog.
  public var clock = RetryClock.system
  /// Ends the submission gently when it is given.
  public var stop = StopSignal()

  /// Creates the default options.
  public init() {}
}
