import Testing

@testable import TextChecks

private let extraArgumentCase: CheckName = "printf.extra"
private let missingArgumentCase: CheckName = "printf.missing"
private let typeCase: CheckName = "printf.type"
private let invalidConversionCase: CheckName = "printf.invalid"

private let lost = "The source text has this placeholder, and the proposal does not. Write it where the value belongs."
private let invalid =
  "The app reads this as a placeholder, and it is not a valid one. Write the placeholder as in the source text, or %% for a "
  + "per cent sign."
private let shifted =
  "Without this placeholder, the ones after it show the wrong values. Write it where the value belongs, or number the "
  + "others as in %2$@."
private let bothSigns = "The app shows both signs, because the source text has no %%. Write one."
private let extra = "The source text does not have this argument. Remove it."

struct PrintfCheckTests {
  @Test(
    "types are compared by position, without length modifiers, widths and flags",
    arguments: [
      typeCase(
        "%@ has %d files", "%@ har %@ filer",
        "%@: Argument 2 is an object here and a whole number in the source text (%d). Write %d."),
      typeCase("%@ on %d days", "%2$d dage: %1$@"), typeCase("%.2f %%", "%.1f %%"),
      typeCase(
        "%1$@, %2$d", "%2$@, %1$d",
        "%2$@: Argument 2 is an object here and a whole number in the source text (%2$d). Write %2$d.",
        "%1$d: Argument 1 is a whole number here and an object in the source text (%1$@). Write %1$@."),
      typeCase("%*d", "%@", "%@: Argument 1 is an object here and a whole number in the source text (%*d). Write %*d."),
      typeCase(nil, "%d"),
      typeCase(
        "%c %p %s", "%d %p %s",
        "%d: Argument 1 is a whole number here and a character in the source text (%c). Write %c."),
    ]) func types(example: CheckCase) throws
  { try example.verify() }

  @Test(arguments: [
    extraArgumentCase("Hello", "Hej %@", "%@: \(extra)"), extraArgumentCase("%d of %d", "%1$d %2$d"),
    extraArgumentCase("%@", "%99999999999999999999$@", "%99999999999999999999$@: \(extra)"),
    extraArgumentCase("1 reply", "%d svar", key: "replies.one", otherForm: "%d replies"),
    extraArgumentCase("1 reply", "%d svar", key: "replies.one", "%d: \(extra)"),
    extraArgumentCase("1 reply", "%d svar", key: "replies.one", isOtherFormUnknown: true),
    extraArgumentCase("1 reply", "%d %d", key: "replies.one", isOtherFormUnknown: true, "%d: \(extra)"),
    extraArgumentCase("1 reply", "%@ svar", key: "replies.one", isOtherFormUnknown: true, "%@: \(extra)"),
    typeCase(
      "1 reply", "%@ svar", key: "replies.one", otherForm: "%d replies",
      "%@: Argument 1 is an object here and a whole number in the source text (%d). Write %d."),
    missingArgumentCase("%d days ago", "dage siden", "%d: \(lost)"),
    missingArgumentCase("%1$@ has %2$d", "har %2$d", "%1$@: \(lost)"),
    missingArgumentCase("%d day", "en dag", key: "days.one", otherForm: "%d days"),
    missingArgumentCase("%d day", "en dag", key: "days_zero", otherForm: "%d days"),
    missingArgumentCase("%d day", "en dag", key: "days.one", isOtherFormUnknown: true),
    missingArgumentCase("%d day", "en dag", key: "days.one", "%d: \(lost)"),
    missingArgumentCase("Hi %@", "Hej", key: "title.one", isOtherFormUnknown: true, "%@: \(lost)"),
    missingArgumentCase(
      "%1$@ has %2$d day", "har en dag", key: "days.one", otherForm: "%1$@ has %2$d days", "%1$@: \(lost)"),
    missingArgumentCase("%d done", "klar", key: "phone", "%d: \(lost)"),
    CheckCase("printf.shift", "%@ has %d files", "%d filer", "%@: \(shifted)"),
    missingArgumentCase("%@ has %d files", "%d filer"), typeCase("%@ has %d files", "%d filer"),
    CheckCase("printf.shift", "%@ has %d", "har %2$d"),
  ]) func `arguments that a text adds, lacks or shifts`(example: CheckCase) throws { try example.verify() }

  @Test(
    "the per cent sign of a number is no conversion, in any check",
    arguments: [
      ("20% off today", "20%-Gutschein"), ("100% sure", "100%ig sicher"), ("100% sure", "100%e kadar"),
      ("100% sure", "%100e kadar"), ("50% off", "%50eko deskontua"), ("50% off", "50\u{202F}%a"),
      ("% of screen", "a képernyő %-a"), ("20% or %d", "20%-Anteil oder %d"), ("100% of %@", "100%iges %@"),
      ("Hi %sitename%", "%sitename%: hej"), ("% of screen", "%-a a kijelzõnek"),
    ]) func numbers(source: String, proposal: String)
  {
    let text = CheckedText(proposal, source: source, locale: "de-DE")
    #expect(StandardChecks.all.filter { $0.id.hasPrefix("printf.") }.flatMap { $0.findings(text) } == [])
  }

  @Test(arguments: [
    extraArgumentCase("Hello", "Hej %i", "%i: \(extra)"), extraArgumentCase("Save 20%", "Spar %d", "%d: \(extra)"),
    extraArgumentCase("20% off", "20%@", "%@: \(extra)"), extraArgumentCase("5 days", "5 %d", "%d: \(extra)"),
    invalidConversionCase("%d%% off", "%d%-Gutschein", "%-: \(invalid)"),
    typeCase(
      "%-5d", "%-5@", "%-5@: Argument 1 is an object here and a whole number in the source text (%-5d). Write %-5d."),
  ]) func `conversions beside numbers`(example: CheckCase) throws { try example.verify() }

  @Test(arguments: [
    invalidConversionCase("%d days ago", "%n dage siden", "%n: \(invalid)"),
    invalidConversionCase("From %@", "Von % @", "% : \(invalid)"),
    invalidConversionCase("Zoom (%d%%)", "Zoom (%d%)", "%): \(invalid)"),
    invalidConversionCase("%d ended", "%d slut 5%é", "%é: \(invalid)"), invalidConversionCase("%d% off", "%d% rabat"),
    invalidConversionCase("%(count)s of %d", "%(count)s af %d"),
    invalidConversionCase("%#@files@ in %d", "%#@files@ i %d"),
    CheckCase(
      "printf.mixed", "%@ %@", "%1$@ %@",
      "%@: Some placeholders have a number, as %1$@ has, and some have none. Number all of them or none."),
    CheckCase("printf.mixed", "%@ %@", "%2$@ %1$@"),
    CheckCase(
      "printf.percent", "%d%%", "%d",
      "%%: The source text has 1 per cent sign written as %%, and the proposal has 0. Write the same number."),
    missingArgumentCase("Total %1$,d items", "I alt ting", "%1$,d: \(lost)"),
    missingArgumentCase("On: %b", "Til", "%b: \(lost)"),
    typeCase(
      "Rate %,d", "Sats %,.2f",
      "%,.2f: Argument 1 is a decimal number here and a whole number in the source text (%,d). Write %,d."),
    invalidConversionCase("Up to 90%, or %d", "Op til 90%, eller %d"),
    CheckCase("printf.percent", "100%", "100%%", "%%: \(bothSigns)"),
    CheckCase("printf.percent", "%{n}% off", "%%{n} rabat"), CheckCase("printf.percent", "%(n)s off", "%(n)s %% rabat"),
    CheckCase(
      "printf.length", "%ld files", "%d filer",
      "%d: The source text has %ld for this value. Write the same: on some devices, the two have different sizes."),
    CheckCase("printf.length", "%lf", "%f"), CheckCase("printf.length", "%1$ld %2$@", "%2$@ %1$ld"),
  ]) func `what is no conversion, signs and styles`(example: CheckCase) throws { try example.verify() }
}
