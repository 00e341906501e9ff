internal import FuzzedInput

/// The whole file: the container, and what its parts make of it.
@_cdecl("FuzzContainer_main") func run(_ count: Int32, _ arguments: FuzzedInput.Arguments?) -> Int32 {
  FuzzedInput.run(count, arguments) { start, size in
    FuzzedInput.read(FuzzedInput.bytes(start, size))
    return 0
  }
}
