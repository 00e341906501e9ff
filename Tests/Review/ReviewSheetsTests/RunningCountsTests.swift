import Testing

@testable import ReviewSheets

@Suite("Running counts") struct RunningCountsTests {
  @Test(
    arguments: [
      [], [1], [1, 1, 1], [1, 2, 3, 1, 2, 3], [3, 1, 2, 2, 1, 3, 3], [1, 2, 3, 3, 2, 1, 4, 1],
      [1, 2, 1, 3, 1, 4, 2, 1],
    ] as [[Int]]) func `are those of a dictionary, in whatever order values come`(values: [Int])
  {
    var counts = RunningCounts<Int?>()
    for value in values { counts.add(value == 4 ? nil : value) }
    let expected = Dictionary(grouping: values.map { $0 == 4 ? nil : $0 as Int? }, by: \.self).mapValues(\.count)
    #expect(counts.counts == expected)
  }
}
