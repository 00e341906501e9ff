public import Basics
package import NStackAPI

/// The limits and permissions of a submission.
package struct SubmissionOptions: Sendable {
  /// The maximum number of calls in flight. Default 8.
  package var concurrency = 8
  /// Whether proposals may be deleted. If not, deletes are not attempted. Default false.
  package var allowsDelete = false
  /// The maximum number of deletes; a plan with more is refused as a whole. Default nil, which means no limit.
  package var maximumDeletes: Int?
  /// Whether a plan with a refused row or another error is refused as a whole. Default false.
  package var isStrict = false
  /// Whether a plan with a row that a check refuses or warns about is refused as a whole. Default false.
  package var refusesFindings = false
  /// Whether to make a call even if its text or its proposals changed after the plan was made. Default false.
  package var proposesInConflict = false
  /// The number of consecutive transport failures that end the submission. Default 10.
  package var failuresInARow = 10
  /// The maximum number of attempts of a call whose answers are lost. Default 5.
  package var attempts = 5
  /// The time after which the server can no longer carry out a call that was sent. Until then a call whose answer was
  /// lost is unconfirmed. Default 60 seconds.
  package var settleTime = Duration.seconds(60)
  /// The settle time for calls of an earlier run of the submission; nil if it equals ``settleTime``.
  package var earlierSettleTime: Duration?
  /// Texts that another submission changed after this one was begun. A resumed submission leaves them alone.
  package var textsTouchedLater: Set<TextIdentity> = []
  /// The maximum age of the reading that a call is compared with; twice the reading's duration if that is longer.
  /// Default 3 seconds.
  package var snapshotLifetime = Duration.seconds(3)
  /// The connection for watching current values while calls are made; nil does not watch them.
  package var texts: (any TextService)?
  /// The time that calls in flight have to finish after a stop was requested. Default 10 seconds.
  package var grace = Duration.seconds(10)
  /// The clock and the source of random numbers. The clock must be that of the client that read the plan's catalog.
  package var clock = RetryClock.system
  /// Receives how long the submission waits until the outcome of calls is certain.
  package var noteWait: @Sendable (Duration) -> Void = { _ in }
  /// The signal that ends the submission after the calls in flight.
  package var stop = StopSignal()

  /// Creates the default options.
  package init() {}
}

/// The reason why a submission sent nothing at all.
public typealias SubmissionRefusal = CodedError<SubmissionRefusalCode>

/// The code of a ``SubmissionRefusal``. If the journal could not be started, it is the name of the ``JournalErrorCode``.
public struct SubmissionRefusalCode: RawRepresentable, Hashable, Sendable {
  /// The name in lower case, with its family before the dot.
  public let rawValue: String

  /// Creates a code from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The plan has more deletes than ``SubmissionOptions/maximumDeletes``.
  package static let tooManyDeletes = Self(rawValue: "plan.too-many-deletes")
  /// The submission is strict, and the plan has a refused row, a skipped file, or another error.
  package static let strict = Self(rawValue: "plan.strict")
  /// The submission refuses findings of checks, and the plan has one.
  public static let findings = Self(rawValue: "plan.findings")
}
