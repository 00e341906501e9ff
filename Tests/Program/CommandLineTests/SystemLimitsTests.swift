import Testing

@testable import nstack_review

struct SystemLimitsTests {
  @Test func `what every machine gives is enough for a command that reads files`() throws {
    try SystemLimits.require(SystemLimits.files)
  }

  @Test func `the ends of the connections to the embedded server count too`() {
    let outside = SystemLimits.calls(concurrency: 8, isEmbedded: false)
    let embedded = SystemLimits.calls(concurrency: 8, isEmbedded: true)
    #expect(embedded.descriptors - outside.descriptors == 10)
  }
}
