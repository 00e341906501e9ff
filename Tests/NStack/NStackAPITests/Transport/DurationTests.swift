import Testing

@testable import HTTPMessages

struct DurationTests {
  @Test(arguments: [
    (1.5, Duration.milliseconds(1_500)), (-1, .zero), (0, .zero), (.nan, .zero), (.infinity, .seconds(3_155_760_000)),
    (1e300, .seconds(3_155_760_000)), (-.infinity, .zero),
  ]) func `seconds from outside become a duration, whatever they are`(seconds: Double, duration: Duration) {
    #expect(Duration.seconds(clamping: seconds) == duration)
  }
}
