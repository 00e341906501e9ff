import Hummingbird

extension Router<BasicRequestContext> {
  /// Adds the middleware that every request passes. It applies to routes that are added later.
  func addServing(
    _ routes: [SandboxRoute], log: SandboxRequestLog, faults: InjectsFaults, behavior: SandboxBehavior
  ) {
    add(middleware: AnswersErrors())
    add(middleware: AllowsOrigins())
    add(middleware: LogsRequests(log: log))
    add(middleware: faults)
    add(middleware: AnswersUnrouted(routes: routes))
    add(middleware: CompressesAnswers(isOn: behavior.compressesAnswers))
    add(middleware: AnswersConditionally())
  }
}
