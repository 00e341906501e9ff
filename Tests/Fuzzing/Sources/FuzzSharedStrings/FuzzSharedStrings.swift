internal import FuzzedInput

@_cdecl("FuzzSharedStrings_main") func run(_ count: Int32, _ arguments: FuzzedInput.Arguments?) -> Int32 {
  FuzzedInput.run(count, arguments) { start, size in
    FuzzedInput.read(start, size, isSharedStrings: true)
    return 0
  }
}
