import Testing

@testable import TextChecks

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
      CheckCase(
        "printf.type", "%@ has %d files", "%@ har %@ filer",
        "%@: Argument 2 is an object here and a whole number in the source text (%d). Write %d."),
      CheckCase("printf.type", "%@ on %d days", "%2$d dage: %1$@"), CheckCase("printf.type", "%.2f %%", "%.1f %%"),
      CheckCase(
        "printf.type", "%1$@, %2$d", "%2$@, %1$d",
        "%2$@: Argument 2 is an object here and a whole number in the source text (%2$d). Write %2$d.",
        "%1$d: Argument 1 is a whole number here and an object in the source text (%1$@). Write %1$@."),
      CheckCase(
        "printf.type", "%*d", "%@",
        "%@: Argument 1 is an object here and a whole number in the source text (%*d). Write %*d."),
      CheckCase("printf.type", nil, "%d"),
      CheckCase(
        "printf.type", "%c %p %s", "%d %p %s",
        "%d: Argument 1 is a whole number here and a character in the source text (%c). Write %c."),
    ]) func types(example: CheckCase) throws
  { try example.verify() }

  @Test(arguments: [
    CheckCase("printf.extra", "Hello", "Hej %@", "%@: \(extra)"), CheckCase("printf.extra", "%d of %d", "%1$d %2$d"),
    CheckCase("printf.extra", "%@", "%99999999999999999999$@", "%99999999999999999999$@: \(extra)"),
    CheckCase("printf.extra", "1 reply", "%d svar", key: "replies.one", otherForm: "%d replies"),
    CheckCase("printf.extra", "1 reply", "%d svar", key: "replies.one", "%d: \(extra)"),
    CheckCase("printf.extra", "1 reply", "%d svar", key: "replies.one", isOtherFormUnknown: true),
    CheckCase("printf.extra", "1 reply", "%d %d", key: "replies.one", isOtherFormUnknown: true, "%d: \(extra)"),
    CheckCase("printf.extra", "1 reply", "%@ svar", key: "replies.one", isOtherFormUnknown: true, "%@: \(extra)"),
    CheckCase(
      "printf.type", "1 reply", "%@ svar", key: "replies.one", otherForm: "%d replies",
      "%@: Argument 1 is an object here and a whole number in the source text (%d). Write %d."),
    CheckCase("printf.missing", "%d days ago", "dage siden", "%d: \(lost)"),
    CheckCase("printf.missing", "%1$@ has %2$d", "har %2$d", "%1$@: \(lost)"),
    CheckCase("printf.missing", "%d day", "en dag", key: "days.one", otherForm: "%d days"),
    CheckCase("printf.missing", "%d day", "en dag", key: "days_zero", otherForm: "%d days"),
    CheckCase("printf.missing", "%d day", "en dag", key: "days.one", isOtherFormUnknown: true),
    CheckCase("printf.missing", "%d day", "en dag", key: "days.one", "%d: \(lost)"),
    CheckCase("printf.missing", "Hi %@", "Hej", key: "title.one", isOtherFormUnknown: true, "%@: \(lost)"),
    CheckCase(
      "printf.missing", "%1$@ has %2$d day", "har en dag", key: "days.one", otherForm: "%1$@ has %2$d days",
      "%1$@: \(lost)"), CheckCase("printf.missing", "%d done", "klar", key: "phone", "%d: \(lost)"),
    CheckCase("printf.shift", "%@ has %d files", "%d filer", "%@: \(shifted)"),
    CheckCase("printf.missing", "%@ has %d files", "%d filer"), CheckCase("printf.type", "%@ has %d files", "%d filer"),
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
    CheckCase("printf.extra", "Hello", "Hej %i", "%i: \(extra)"),
    CheckCase("printf.extra", "Save 20%", "Spar %d", "%d: \(extra)"),
    CheckCase("printf.extra", "20% off", "20%@", "%@: \(extra)"),
    CheckCase("printf.extra", "5 days", "5 %d", "%d: \(extra)"),
    CheckCase("printf.invalid", "%d%% off", "%d%-Gutschein", "%-: \(invalid)"),
    CheckCase(
      "printf.type", "%-5d", "%-5@",
      "%-5@: Argument 1 is an object here and a whole number in the source text (%-5d). Write %-5d."),
  ]) func `conversions beside numbers`(example: CheckCase) throws { try example.verify() }

  @Test(arguments: [
    CheckCase("printf.invalid", "%d days ago", "%n dage siden", "%n: \(invalid)"),
    CheckCase("printf.invalid", "From %@", "Von % @", "% : \(invalid)"),
    CheckCase("printf.invalid", "Zoom (%d%%)", "Zoom (%d%)", "%): \(invalid)"),
    CheckCase("printf.invalid", "%d ended", "%d slut 5%é", "%é: \(invalid)"),
    CheckCase("printf.invalid", "%d% off", "%d% rabat"),
    CheckCase("printf.invalid", "%(count)s of %d", "%(count)s af %d"),
    CheckCase("printf.invalid", "%#@files@ in %d", "%#@files@ i %d"),
    CheckCase(
      "printf.mixed", "%@ %@", "%1$@ %@",
      "%@: Some placeholders have a number, as %1$@ has, and some have none. Number all of them or none."),
    CheckCase("printf.mixed", "%@ %@", "%2$@ %1$@"),
    CheckCase(
      "printf.percent", "%d%%", "%d",
      "%%: The source text has 1 per cent sign written as %%, and the proposal has 0. Write the same number."),
    CheckCase("printf.missing", "Total %1$,d items", "I alt ting", "%1$,d: \(lost)"),
    CheckCase("printf.missing", "On: %b", "Til", "%b: \(lost)"),
    CheckCase(
      "printf.type", "Rate %,d", "Sats %,.2f",
      "%,.2f: Argument 1 is a decimal number here and a whole number in the source text (%,d). Write %,d."),
    CheckCase("printf.invalid", "Up to 90%, or %d", "Op til 90%, eller %d"),
    CheckCase("printf.percent", "100%", "100%%", "%%: \(bothSigns)"),
    CheckCase("printf.percent", "%{n}% off", "%%{n} rabat"), CheckCase("printf.percent", "%(n)s off", "%(n)s %% rabat"),
    CheckCase(
      "printf.length", "%ld files", "%d filer",
      "%d: The source text has %ld for this value. Write the same: on some devices, the two have different sizes."),
    CheckCase("printf.length", "%lf", "%f"), CheckCase("printf.length", "%1$ld %2$@", "%2$@ %1$ld"),
  ]) func `what is no conversion, signs and styles`(example: CheckCase) throws { try example.verify() }
}
