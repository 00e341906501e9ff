internal import FuzzedInput

@_cdecl("FuzzStyles_main") func run(_ count: Int32, _ arguments: FuzzedInput.Arguments?) -> Int32 {
  FuzzedInput.run(count, arguments) { start, size in
    FuzzedInput.read(FuzzedInput.workbook(with: "xl/styles.xml", FuzzedInput.bytes(start, size)))
    return 0
  }
}
