import Basics

extension Check {
  /// Requires that each printf argument has the type that it has in the source text.
  static let printfType = Check("printf.type", .error) { text in
    guard let (source, proposal) = text.formats, !isMixed(source), !isShifted(source, proposal) else { return [] }
    let wanted = text.arguments(source)
    return proposal.arguments.compactMap { argument in
      guard let other = wanted[argument.position], other.kind != argument.kind else { return nil }
      return CheckFinding(
        Reason(
          "check.printf.type", .count(argument.position), .reason(Reason("check.kind.\(argument.kind)")),
          .reason(Reason("check.kind.\(other.kind)")), .text(other.token)), token: argument.token)
    }
  }

  /// Refuses a printf argument that the source text does not have: the app would read unrelated memory.
  static let printfExtra = Check("printf.extra", .error) { text in
    guard let (source, proposal) = text.formats, !proposal.arguments.isEmpty else { return [] }
    let known = text.arguments(source)
    var extra = proposal.arguments.filter { known[$0.position] == nil }
    if text.isPluralForm, text.otherForm == nil, let number = extra.firstIndex(where: { $0.kind == .integer }) {
      // The unknown `other` form may have the number.
      extra.remove(at: number)
    }
    return extra.map { CheckFinding("check.printf.extra", token: $0.token) }
  }

  /// Requires each printf argument, even one whose absence does not shift others.
  static let printfMissing = Check("printf.missing", .error) { text in
    guard let (source, proposal) = text.formats, source.isFormat, !isShifted(source, proposal) else { return [] }
    let found = Set(proposal.arguments.map(\.position))
    let missing = source.byPosition.values.sorted { $0.position < $1.position }.filter { !found.contains($0.position) }
    return text.withoutSpelledOut(missing) { $0.kind == .integer }.map {
      CheckFinding("check.placeholder.missing", token: $0.token)
    }
  }

  /// Refuses a text that lacks a printf argument before others, so that these take the wrong values.
  static let printfShift = Check("printf.shift", .error) { text in
    guard let (source, proposal) = text.formats, isShifted(source, proposal) else { return [] }
    let missing = TokenDifference(source: source.arguments.map(\.token), proposal: proposal.arguments.map(\.token))
    return [CheckFinding("check.printf.shift", token: missing.missing.first)]
  }

  /// Whether unnumbered arguments of a proposal take values that belong to others, because one before them is missing.
  private static func isShifted(_ source: PrintfFormat, _ proposal: PrintfFormat) -> Bool {
    let kinds = proposal.arguments.map(\.kind)
    guard !kinds.isEmpty, kinds.count < source.byPosition.count, !proposal.arguments.contains(where: \.isNumbered)
    else { return false }
    let wanted = source.byPosition.sorted { $0.key < $1.key }.map(\.value.kind)
    guard !wanted.starts(with: kinds) else { return false }
    // Only if the arguments keep the order of the source text is one of them missing; otherwise their types are wrong.
    var rest = wanted[...]
    return kinds.allSatisfy { kind in
      guard let index = rest.firstIndex(of: kind) else { return false }
      rest = rest[(index + 1)...]
      return true
    }
  }

  /// Refuses a text with numbered and unnumbered printf arguments, whose meaning is not defined.
  static let printfMixed = Check("printf.mixed", .error) { text in
    guard let (source, proposal) = text.formats, isMixed(proposal), !isMixed(source) else { return [] }
    return [CheckFinding("check.printf.mixed", token: proposal.arguments.first { !$0.isNumbered }?.token)]
  }

  private static func isMixed(_ format: PrintfFormat) -> Bool {
    format.arguments.contains(where: \.isNumbered) && !format.arguments.allSatisfy(\.isNumbered)
  }

  /// Refuses a per cent sign that begins no placeholder, in a text that the app formats.
  static let printfInvalid = Check("printf.invalid", .error) { text in
    guard let (source, proposal) = text.formats, source.isFormat, proposal.invalid.count > source.invalid.count else {
      return []
    }
    return proposal.invalid.filter { !source.invalid.contains($0) }.map {
      CheckFinding("check.printf.invalid", token: $0)
    }
  }

  /// Warns of a per cent sign, written `%%`, that was lost or added.
  static let printfPercent = Check("printf.percent", .warning) { text in
    guard let (source, proposal) = text.formats, source.percentSigns != proposal.percentSigns else { return [] }
    guard source.isFormat || source.percentSigns > 0 else {
      // Outside a format, `%%` is shown as is. Ruby and Python read it as `%` in texts with `%{name}` or `%(name)s`.
      let isFilledByName = text.scannedSource.map { $0.string.contains("%{") || $0.string.contains("%(") } ?? false
      return isFilledByName ? [] : [CheckFinding("check.printf.doubled", token: "%%")]
    }
    return [CheckFinding("check.printf.percent", counts: source.percentSigns, proposal.percentSigns, token: "%%")]
  }

  /// Warns of a length modifier that differs, as in `%d` and `%ld`.
  static let printfLength = Check("printf.length", .warning) { text in
    guard let (source, proposal) = text.formats else { return [] }
    let wanted = text.arguments(source)
    return proposal.arguments.compactMap { argument in
      guard argument.kind == .integer, let other = wanted[argument.position], other.kind == .integer,
        other.length != argument.length
      else { return nil }
      return CheckFinding("check.printf.length", other.token, token: argument.token)
    }
  }
}

extension CheckedText {
  /// The printf conversions of the source text and of the proposal; nil if neither has a per cent sign, or if the
  /// source text is not known.
  fileprivate var formats: (source: PrintfFormat, proposal: PrintfFormat)? {
    guard let source = scannedSource, source.has(.percent) || scannedProposal.has(.percent) else { return nil }
    let format = PrintfFormat(source)
    var proposal = PrintfFormat(scannedProposal)
    // Per cent signs in a source text that is not a format are next to numbers, as in `100%e` and `%50eko`.
    if !format.isFormat, !format.invalid.isEmpty { proposal.removeNumbers(from: scannedProposal.bytes) }
    return (format, proposal)
  }

  /// The arguments that the app gives to the text, by position: those of the source text, and those of the `other` form,
  /// because all forms of a plural get the same ones.
  fileprivate func arguments(_ source: PrintfFormat) -> [Int: PrintfFormat.Argument] {
    guard isPluralForm, let otherForm else { return source.byPosition }
    return source.byPosition.merging(PrintfFormat(ScannedText(otherForm)).byPosition) { own, _ in own }
  }
}
