private let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
private let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
private let prime3: UInt64 = 0x1656_67B1_9E37_79F9
private let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
private let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

/// Returns the 64-bit xxHash of some bytes.
///
/// Source: xxHash specification 0.1.1. `Hasher` cannot be used, because it has a new seed in every process.
func xxh64(_ bytes: UnsafeBufferPointer<UInt8>, seed: UInt64) -> UInt64 {
  let raw = UnsafeRawBufferPointer(bytes)
  var position = 0
  let count = raw.count
  var hash: UInt64
  if count >= 32 {
    var a = seed &+ prime1 &+ prime2
    var b = seed &+ prime2
    var c = seed
    var d = seed &- prime1
    while position + 32 <= count {
      a = round(a, word(raw, position))
      b = round(b, word(raw, position + 8))
      c = round(c, word(raw, position + 16))
      d = round(d, word(raw, position + 24))
      position += 32
    }
    hash = rotated(a, 1) &+ rotated(b, 7) &+ rotated(c, 12) &+ rotated(d, 18)
    hash = (hash ^ round(0, a)) &* prime1 &+ prime4
    hash = (hash ^ round(0, b)) &* prime1 &+ prime4
    hash = (hash ^ round(0, c)) &* prime1 &+ prime4
    hash = (hash ^ round(0, d)) &* prime1 &+ prime4
  } else {
    hash = seed &+ prime5
  }
  hash = hash &+ UInt64(count)
  while position + 8 <= count {
    hash = rotated(hash ^ round(0, word(raw, position)), 27) &* prime1 &+ prime4
    position += 8
  }
  if position + 4 <= count {
    let half = UInt64(UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: position, as: UInt32.self)))
    hash = rotated(hash ^ (half &* prime1), 23) &* prime2 &+ prime3
    position += 4
  }
  while position < count {
    hash = rotated(hash ^ (UInt64(raw[position]) &* prime5), 11) &* prime1
    position += 1
  }
  hash = (hash ^ (hash >> 33)) &* prime2
  hash = (hash ^ (hash >> 29)) &* prime3
  return hash ^ (hash >> 32)
}

@inline(__always) private func word(_ raw: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
  UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
}

@inline(__always) private func rotated(_ value: UInt64, _ count: UInt64) -> UInt64 {
  value << count | value >> (64 - count)
}

@inline(__always) private func round(_ accumulator: UInt64, _ input: UInt64) -> UInt64 {
  rotated(accumulator &+ input &* prime2, 31) &* prime1
}
