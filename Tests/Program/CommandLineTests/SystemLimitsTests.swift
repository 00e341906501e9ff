import Testing

@testable import nstack_review

struct SystemLimitsTests {
  @Test func `too few descriptors are an error that says how many are needed`() throws {
    let needs = (descriptors: 1 << 30, memory: 0)
    let failure = try #require(throws: Failure.self) { try SystemLimits.require(needs) }
    #expect(failure.code == "io.descriptors")
    #expect(failure.status == .failure)
    #expect(failure.shownLine.contains("but the program needs 1073741824."))
  }

  @Test func `too little memory is an error that says so`() throws {
    let needs = (descriptors: 0, memory: 1 << 60)
    let failure = try #require(throws: Failure.self) { try SystemLimits.require(needs) }
    #expect(failure.code == "io.memory")
    #expect(failure.shownLine.contains("the 1099511627776 MiB of memory that it needs"))
  }

  @Test func `what every machine gives is enough for a command that reads files`() throws {
    try SystemLimits.require(SystemLimits.files)
  }

  @Test func `the ends of the connections to the embedded server count too`() {
    let outside = SystemLimits.calls(concurrency: 8, isEmbedded: false)
    #expect(SystemLimits.calls(concurrency: 8, isEmbedded: true).descriptors - outside.descriptors == 10)
  }
}
