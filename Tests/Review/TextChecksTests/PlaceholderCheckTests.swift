import Testing

@testable import TextChecks

private let nameCase: CheckName = "placeholder.name"
private let signCase: CheckName = "placeholder.sign"

private let lost = "The source text has this placeholder, and the proposal does not. Write it where the value belongs."

private func write(_ token: String) -> String {
  "The source text does not have this placeholder. Write \(token), exactly as in the source text."
}

private let lostSign =
  "The source text has this sign beside a value, and the proposal does not. Check that this is intended."

private func remove(_ known: String) -> String {
  "The source text does not have this placeholder. It has only \(known). Remove this one."
}

struct PlaceholderCheckTests {
  @Test(arguments: [
    nameCase("Trusted by {vendor}", "Af {Vendor}", "{vendor}: \(lost)", "{Vendor}: \(write("{vendor}"))"),
    nameCase("{a} and {b}", "{b} og {a}"), nameCase("{a}", "{a} {a}"),
    nameCase("{a}", "{a} {c}", "{c}: \(remove("{a}"))"), nameCase("Hello", "Hej {navn}"),
    nameCase("{count} day", "en dag", key: "d.one", otherForm: "{count} days"),
    nameCase("{count} day", "en dag", key: "d.one", isOtherFormUnknown: true),
    nameCase("{count} day", "en dag", key: "d.one", "{count}: \(lost)"),
    nameCase("Hello {name}", "Hej", key: "title_one", "{name}: \(lost)"),
    nameCase("Hello {name}", "Hej", key: "title_one", isOtherFormUnknown: true, "{name}: \(lost)"),
    nameCase(
      "{user} wrote {count} reply", "Et svar", key: "reply.one", otherForm: "{user} wrote {count} replies",
      "{user}: \(lost)"),
    nameCase(
      "{user} wrote a reply", "{user}: {count} svar", key: "reply.one", otherForm: "{user} wrote {count} replies"),
    nameCase(
      "{user} wrote %d reply", "Et svar", key: "reply.one", otherForm: "{user} wrote %d replies", "{user}: \(lost)"),
    CheckCase("placeholder.index", "{0} day", "en dag", key: "d.one", otherForm: "{0} days"),
    nameCase("{count} days", "dage", key: "d.other", "{count}: \(lost)"),
    nameCase("{user}", "{пользователь}", locale: "ru", "{user}: \(lost)", "{пользователь}: \(write("{user}"))"),
    nameCase("A { name } b", "A {name} b"), nameCase("{count} files", "{count, plural, one {# fil} other {# filer}}"),
    nameCase(
      "{count} files", "{antal, plural, one {# fil} other {# filer}}", "{count}: \(lost)",
      "{antal}: \(write("{count}"))"),
    nameCase(
      "{a}{b}{c}{d}{e}{f}{g}{h}{i}{j}{k}{l}", "{a}{b}{c}{d}{e}{f}{g}{h}{i}{j}{k}{l}{x}",
      "{x}: \(remove("{a}, {b}, {c}, {d}, {e}, {f}, {g}, {h}, {i}, {j}, …"))"),
    nameCase("{count, plural, one {x} other {y}}", "{x}"), nameCase("{{name}} ${x} %{y}", "hej"),
    nameCase("{ }", "hej"), nameCase("{a", "hej"),
  ]) func `names between braces`(example: CheckCase) throws { try example.verify() }

  @Test(arguments: [
    signCase("{percent}% done", "{percent} færdig", "%: \(lostSign)"), signCase("{{n}} %.", "{{n}}.", "%: \(lostSign)"),
    signCase("%{n}% done", "%{n} færdig", "%: \(lostSign)"), signCase("{n}%-{m}%", "{n}-{m}", "%: \(lostSign)"),
    signCase("{n}%", "{n}", key: "share.one", otherForm: "{n}%", "%: \(lostSign)"),
    signCase("Only €{price}", "Kun {price}", "€: \(lostSign)"),
    signCase("{a}\u{202F}£, {b}$", "{a}, {b}", "$: \(lostSign)", "£: \(lostSign)"),
    signCase("{percent}% done", "%{percent} tamam", locale: "tr"),
    signCase("{percent}% done", "اكتمل {percent}٪", locale: "ar"),
    signCase("{percent}% done", "{percent}％ 完了", locale: "ja"), signCase("{percent}% done", "{percent} pct. færdig"),
    signCase("{percent}% done", "{percent} Prozent", locale: "de"), signCase("%{n}% done", "%{n} % færdig"),
    signCase("Only €{price}", "Kun {price} euro"), signCase("${price}", "{price}"), signCase("{a} $t(b)", "{a}"),
    signCase("{a} %{b}", "{a} {b}"), signCase("{a} %d, {b} %1$@", "{a} {b}"), signCase("20% {n}", "{n}"),
    signCase("{n}\n% of all", "{n}"), signCase(nil, "{n}"),
  ]) func `signs of values between braces`(example: CheckCase) throws { try example.verify() }

  @Test(arguments: [
    CheckCase("placeholder.mustache", "{{name}}", "{{navn}}", "{{name}}: \(lost)", "{{navn}}: \(write("{{name}}"))"),
    CheckCase("placeholder.mustache", "{{count, number}}", "{{ count }}"),
    CheckCase("placeholder.mustache", "{{name}}", "{name}", "{{name}}: \(lost)"),
    CheckCase("placeholder.index", "{0} of {1}", "{1} af", "{0}: \(lost)"),
    CheckCase("placeholder.index", "{0} files", "{0, plural, one {# fil} other {# filer}}"),
    CheckCase("placeholder.index", "{0:N2}", "{0}"), CheckCase("placeholder.index", "{}", "x", "{}: \(lost)"),
    CheckCase("placeholder.template", "${x}", "$x", "${x}: \(lost)"),
    CheckCase("placeholder.ruby", "%{x} left", "{x} igen", "%{x}: \(lost)"),
    CheckCase(
      "placeholder.variable", "%#@files@", "%#@filer@", "%#@files@: \(lost)", "%#@filer@: \(write("%#@files@"))"),
    CheckCase("placeholder.variable", "%1$#@a@", "%1$#@a@ x"),
  ]) func `the other syntaxes`(example: CheckCase) throws { try example.verify() }

  @Test(arguments: [
    CheckCase("placeholder.python", "Hi %(name)s", "Hej med dig", "%(name)s: \(lost)"),
    CheckCase("placeholder.python", "%(n)d", "%(n)s", "%(n)d: \(lost)", "%(n)s: \(write("%(n)d"))"),
    CheckCase("placeholder.python", "%(a.b)s %(x)05.2f", "%(x)05.2f %(a.b)s"),
    CheckCase("placeholder.python", "%%(a)s", "x"),
    CheckCase("placeholder.percent", "Hi %name%", "Hej med dig", "%name%: \(lost)"),
    CheckCase(
      "placeholder.percent", "Hi %sitename%", "Hej %Sitename%", "%sitename%: \(lost)",
      "%Sitename%: \(write("%sitename%"))"), CheckCase("placeholder.percent", "%d% and %ld%, 5%to%", "x"),
    CheckCase("placeholder.hash", "Hi ##NAME##", "Hej med dig", "##NAME##: \(lost)"),
    CheckCase("placeholder.hash", "## Title ##, #1 # ##", "x"),
    CheckCase("placeholder.nesting", "Hi $t(common.name)", "Hej med dig", "$t(common.name): \(lost)"),
    CheckCase("placeholder.nesting", "$t(a:b, {\"n\": {{n}} })", "x $t(a:b)"),
    CheckCase("placeholder.nesting", "$t(ab)", "$t(abc)", "$t(ab): \(lost)", "$t(abc): \(write("$t(ab)"))"),
    CheckCase("placeholder.colon", "Hi :name", "Hej med dig", ":name: \(lost)"),
    CheckCase("placeholder.colon", "Hi :name, :Name", "hej:NAME"),
    CheckCase("placeholder.colon", "Hi :name", "Hej :names", ":name: \(lost)", ":names: \(write(":name"))"),
    CheckCase("placeholder.colon", "At 12:30, a:b http://x @:a.b :smile: :D ::a", "x"),
    CheckCase("placeholder.bracket", "Hi [name]", "Hej med dig", "[name]: \(lost)"),
    CheckCase("placeholder.bracket", "[a](b) [x] a[index] [0] [two words] ![alt] [[name]]", "x"),
    CheckCase("placeholder.custom", "Hi [[name]]", "Hej"),
  ]) func `names between other marks`(example: CheckCase) throws { try example.verify() }

  @Test(
    "a sign beside a brace is a sign if the source text uses it as one",
    arguments: [
      ("{percent}% off", "%{percent} rabat"), ("{n}%, {m}%", "%{n} ve %{m}"), ("Only {price} $", "Nur ${price}"),
      ("${price}", "{price} $"), ("${price}", "{price}\u{A0}$"), ("${price}", "US$ {price}"),
      ("${price} of ${total}", "{price} $ af {total} $"), ("${price}", "${price}"), ("${{price}}", "{{price}} $"),
    ]) func signs(source: String, proposal: String)
  {
    let text = CheckedText(proposal, source: source, locale: "tr")
    #expect(StandardChecks.all.filter { $0.id.hasPrefix("placeholder.") }.flatMap { $0.findings(text) } == [])
  }

  @Test(arguments: [
    CheckCase("placeholder.ruby", "%{n} left", "{n} % igen", "%{n}: \(lost)"),
    CheckCase("placeholder.template", "Hi ${name}", "Hej $ {name}", "${name}: \(lost)"),
    CheckCase("placeholder.template", "Hi ${name}", "Hej {name}", "${name}: \(lost)"),
    nameCase("{n} left", "%{n}", "{n}: \(lost)"), nameCase("{n} of %{m}", "%{n} af %{m}", "{n}: \(lost)"),
    nameCase("{n}% off", "%{m}", "{n}: \(lost)", "{m}: \(write("{n}"))"),
  ]) func `a sign that is none in the source text`(example: CheckCase) throws { try example.verify() }

  @Test func `a project names its own placeholders`() throws {
    var settings = CheckSettings()
    try settings.addPlaceholder(#"\[\[.+?\]\]"#)
    try settings.addPlaceholder("__[A-Z]+__")
    func findings(_ source: String, _ proposal: String) -> [String] {
      settings.findings(in: CheckedText(proposal, source: source, locale: "da")).map(\.sentence)
    }
    #expect(findings("Hi [[name]], __ID__ too", "Hej __ID__ med [[name]]") == [])
    #expect(
      findings("Hi [[first name]] there", "Hej med dig dér") == ["placeholder.custom (\"[[first name]]\"): \(lost)"])
    #expect(
      findings("Go to __ID__ now", "Gå til __NR__ nu") == [
        "placeholder.custom (\"__ID__\"): \(lost)", "placeholder.custom (\"__NR__\"): \(write("__ID__"))",
      ])
    try settings.set("warning", for: "placeholder.custom")
    #expect(settings.checks.first { $0.id == "placeholder.custom" }?.severity == .warning)
    #expect(throws: CheckSettings.Refusal.self) { try settings.addPlaceholder("[") }
    #expect(throws: CheckSettings.Refusal.self) { try settings.addPlaceholder("x*") }
  }

  @Test func `a text of nothing but marks is read in one pass`() {
    for mark in ["%(", "%a", "##", "$t(", "$t(aa", ":", ":a", "[", "[a", "%", "%aa%"] {
      let text = String(repeating: mark, count: 20_000)
      for family in NamedPlaceholder.allCases { #expect(family.all(in: ScannedText(text)).count <= 20_000) }
    }
  }
}
