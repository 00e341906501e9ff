/// Counts how often each of several values occurs. Values that come in the same order each time, or in runs, are hardly
/// ever looked up.
struct RunningCounts<Value: Hashable> {
  private var entries: [(value: Value, count: Int)] = []
  private var places: [Value: Int] = [:]
  /// The place of the most recent value.
  private var last = 0

  /// How often each value occurred.
  var counts: [Value: Int] {
    Dictionary(uniqueKeysWithValues: entries.map { ($0.value, $0.count) })
  }

  /// Counts a value once more.
  mutating func add(_ value: Value) {
    if last < entries.count, entries[last].value != value {
      last = last + 1 < entries.count ? last + 1 : 0
      if entries[last].value != value { last = places[value] ?? entries.count }
    }
    if last == entries.count {
      places[value] = last
      entries.append((value, 0))
    }
    entries[last].count += 1
  }
}
