#!/usr/bin/env python3
"""check_rates.py MODE BINARY DATA

How often each check finds something in shipped translations, and how many planted faults it finds. DATA is the folder of the sets in NStack's
shape. Every translation of a set is written into a sheet made by hand, beside its source text, and the program checks it without a server.
The first table has the rows with a finding per 10,000, for each set; the second one the recall: real texts with one fault of each kind, at
most 200, and as many forms of plurals, each beside its `other` form. A check that finds fewer than 97 of 100 planted faults, or an error
that finds something in more than 10 of 10,000 shipped translations, fails the run."""
import collections
import csv
import glob
import itertools
import json
import os
import random
import re
import shutil
import subprocess
import sys

import checks
import sheets
from checks import ask, same, takes
from servers import Catalog, Text

HEADERS = ["Section", "Key", "Locale", "Source value", "Current value", "Proposal", "Deletable", "Maximum length"]
PLANTED = 200
RTL = ("ar", "fa", "he", "ur")


def pairs(folder):
    """The source text and the translation of every text of a set, with section, key and locale."""
    catalog = Catalog(folder)
    for locale in sorted(locale for locale in catalog.locales if not locale.startswith("en")):
        for section, key in catalog.keys:
            english, value = (catalog.values.get(Text(section, key, one), "") for one in (catalog.default, locale))
            if english and value.strip():
                yield section, key, locale, english, value


def checked(program, rows, project=None):
    """The ids of the checks with a finding in each row, how many rows were read, and how many texts are their source."""
    with checks.scratch() as folder:
        folder = project or folder
        sheets.save(folder + "/sheet.csv", [HEADERS, *rows], csv.QUOTE_ALL)
        it = checks.Program(program, folder)
        report = it.object("check", "sheet.csv", status=None)
    found = collections.defaultdict(set)
    for diagnostic in report["diagnostics"]:
        # The header is row 1.
        found[(diagnostic.get("row") or 0) - 2].update(diagnostic.get("checks", []))
    return found, report["rows"], next((int(re.match(r"\d+", d["message"])[0]) for d in report["diagnostics"] if d["code"] == "check.counted"), 0)


def last_argument_lost(source, value):
    arguments = re.findall(r"%[@ds]", source)
    if "%" not in value or re.findall(r"%[@ds]", value) != arguments or len(re.findall("%", source)) != len(arguments):
        return None
    place = value.rfind(arguments[-1]) if arguments else -1
    return None if place < 0 else value[:place] + value[place + 2:]


def replaced(pattern, new, where=None):
    """A fault that replaces the first match in the translation, of texts whose source has a match too."""
    def plant(source, value):
        if not re.search(where or pattern, source) or not re.search(pattern, value):
            return None
        return re.sub(pattern, lambda _: new, value, count=1)
    return plant


def ended(marks, source_mark):
    def plant(source, value):
        return value[:-1] if source.endswith(source_mark) and value[-1] in marks and value[:-1].strip() else None
    return plant


def same_as(text):
    return lambda source, value: text


def in_turn(*plants):
    """One of several faults, in turn."""
    turns = itertools.cycle(plants)
    return lambda source, value: next(turns)(source, value)


def misread(source, value):
    """A fault that reads the bytes of the whole text as Windows-1252."""
    if value.isascii():
        return None
    return "".join(chr(byte) if byte in (0x81, 0x8D, 0x8F, 0x90, 0x9D) else bytes([byte]).decode("cp1252") for byte in value.encode())


def added(text, unless=None):
    return lambda source, value: None if unless and re.search(unless, source + value) else value + text


# For each check: how a fault of its kind is planted, and what the text must be like.
FAULTS = {
    "printf.type": replaced(r"(?<!%)%@", "%d", r"^[^%]*%@[^%]*$"),
    "printf.extra": lambda source, value: value + " %9$@" if "%" not in source + value else None,
    "printf.missing": last_argument_lost,
    "printf.invalid": replaced(r"(?<!%)%[d@]", "%n"),
    "printf.mixed": replaced(r"%1\$@", "%@", r"%1\$@.*%2\$@"),
    "printf.percent": replaced(r"%%", "", r"%d%%|%@%%"),
    "printf.length": replaced(r"%ld", "%d"),
    # Words in the branches of an ICU message are no placeholders.
    "placeholder.name": replaced(
        r"(?<![{$%])\{([a-z_]+)\}", "{Xx}", r"(?s)\A(?!.*, *(plural|select|selectordinal),).*(?<![{$%])\{[a-z_]+\}"),
    "placeholder.index": replaced(r"\{0\}", "{7}"),
    "placeholder.mustache": replaced(r"\{\{[a-z]+\}\}", "{{xx}}"),
    "icu.syntax": lambda source, value: (
        value[:value.rfind("}")] + value[value.rfind("}") + 1:]
        if re.search(r"\{\w+, plural,", source) and re.search(r"\{\w+, plural,", value) else None),
    "icu.selector": replaced(r"\bother ?\{", "otros {", r"\{\w+, plural,"),
    "icu.other": replaced(r"\bother ?\{", "otros {", r"\{\w+, plural,"),
    "html.tags": replaced(r"</\w+>", "", r"<(\w+)[^<>]*>.*</\1>"),
    "html.unsafe": in_turn(added(" <b onclick=x()>x</b>"), added(" <a href='java&#115;cript:x()'>x</a>"), added(" <iframe src=//x.org>")),
    "html.entity": lambda source, value: value + " &amp; x" if "&" not in source else None,
    "character.control": added("\x08"),
    "character.replacement": added("\ufffd", "\ufffd"),
    "character.surrogate": added(" \\ud83d", r"\\ud"),
    "character.bidi": added(" \u202babc", "[\u202a-\u202e]"),
    "character.invisible": in_turn(
        added("\u00ad", "\u00ad"), added("\u2028x", "\u2028"), added("\U000E0041\U000E0042", "[\U000E0000-\U000E007F]"),
        added("\u3164", "\u3164"), added(" \ufe0f", "\ufe0f")),
    "character.mojibake": misread,
    "space.edge": lambda source, value: value + " " if not source[-1].isspace() and not value[-1].isspace() else None,
    "space.double": in_turn(
        replaced(r"(?<=\S) (?=\S)", "  ", r"^(?!.*  )"), replaced(r"(?<=\S) (?=\S)", "\u00a0\u00a0", r"^(?!.*  )"),
        replaced(r"(?<=\S) (?=\S)", "\u202f ", r"^(?!.*  )")),
    "space.tab": replaced(r"(?<=\S) (?=\S)", "\t", r"^[^\t]*$"),
    "line.edge": lambda source, value: value + "\n" if source[-1] != "\n" and value[-1] != "\n" else None,
    "line.count": lambda source, value: value.replace("\n", " ", 1) if "\n" in source.strip() and
    source.count("\n") == value.count("\n") else None,
    "line.escaped": lambda source, value: value.replace("\n", "\\n", 1) if "\n" in source and "\n" in value and
    "\\n" not in source else None,
    "end.question": ended("?？؟", "?"),
    "end.exclamation": ended("!！", "!"),
    "end.colon": ended(":：", ":"),
    "end.ellipsis": ended("…", "…"),
    "end.stop": lambda source, value: None if ".." in source + value else ended(".。", ".")(source, value),
    "length.maximum": lambda source, value: value if len(value) > 12 else None,
    "length.ratio": lambda source, value: value * 40 if len(source) > 10 else None,
    "text.key": lambda source, value: "__KEY",
    "text.error": in_turn(*[lambda source, value, one=one: None if source[0] == "#" else one for one in ("#N/A", "#NAME?", "#REF!", "Err:508", "########")]),
    "text.standin": in_turn(*[lambda source, value, one=one: one if re.search(r"\w{4}.*\w", source) and not source.lower().startswith(("no", "un", "todo", "empty", "blank", "missing", "same")) else None
                              for one in ("TBD", "???", "see note", "-", "n/a")]),
    "text.action": in_turn(*[lambda source, value, one=one: one if len(source.split()) > 3 else None for one in ("ok", "Skip", "accept", "delete", "Löschen")]),
    "text.quoted": lambda source, value: '"' + value.replace('"', '""') + '"' if "\n" in value and '"' not in value[:1] + source[:1] else None,
    "number.digits": replaced(r"(?<!\d)\d{2,4}(?!\d)", "7777", r"^(?!.*://).*(?<![\d%{])[1-9]\d{1,3}(?![\d}])"),
    "bracket.balance": lambda source, value: value.replace(")", "", 1) if source.count("(") == source.count(")") == 1 and
    value.count("(") == value.count(")") == 1 else None,
    "word.doubled": lambda source, value: re.sub(r"(?:(?<= )|^)([^\W\d_]{4,})(?![\w}>'’-])", r"\1 \1", value, count=1),
    "link.url": replaced(r"https?://[\w./-]+\w", "https://example.org/other", r"https?://\S"),
    "link.email": replaced(r"[\w.]+@[\w]+\.[a-z]+", "someone@example.org"),
    "markdown.link": replaced(r"\]\([^)]+\)", "](elsewhere)"),
    # The text of `other` in `one`, which `planted` knows.
    "plural.same": None,
}
# Checks that do not run in some languages.
LANGUAGES = {
    "word.doubled": lambda locale: locale[:2] in ("da", "de", "sv", "nb", "es", "it", "pl", "cs", "nl", "pt"),
    "end.question": lambda locale: locale[:2] not in ("th", "hy", "el"),
    "end.exclamation": lambda locale: locale[:2] not in ("th", "hy"),
    "end.colon": lambda locale: locale[:2] not in ("th", "hy"),
    "end.ellipsis": lambda locale: locale[:2] not in ("th", "jb"),
    "end.stop": lambda locale: locale[:2] not in ("th", "lo", "km", "my"),
    "space.double": lambda locale: True,
    "plural.same": lambda locale: locale[:2] in ("da", "de", "sv", "nb", "es", "it", "pl", "cs", "nl", "pt", "ru", "fr"),
}
PLURAL_KEY = re.compile(r"^(.*[._-])(zero|one|two|few|many|other)$", re.I)
# Other faults in plural forms, which may spell their number out and may have the arguments of `other`.
PLURAL_FAULTS = {
    "printf.missing": None,
    "printf.extra": lambda source, value: value + " %9$@" if "%" not in source + value else None,
    "placeholder.name": replaced(r"(?<![{$%])\{[a-zA-Z]*([uU]ser|actor)\d?\}", ""),
}


def planted(texts, pool):
    """The rows with one planted fault each, spread over all texts, and the check that has to find it.

    The row of a plural's `other` form, which is written after its other forms, has no fault and no check.
    """
    others = {}
    for section, key, locale, source, value in pool:
        match = PLURAL_KEY.match(key)
        if match and match[2] == "other":
            others[section, match[1], locale] = (source, value)
    rows, wanted, counts = [], [], collections.Counter()
    for section, key, locale, source, value in texts:
        match = PLURAL_KEY.match(key)
        kind = "plural" if match else "text"
        other = others.get((section, match[1], locale)) if match and match[2] != "other" else None
        for check, plant in FAULTS.items():
            if counts[kind, check] >= PLANTED or not LANGUAGES.get(check, lambda _: True)(locale):
                continue
            if match and match[2] != "other":
                plant = PLURAL_FAULTS.get(check, plant)
            if check == "plural.same" and other and match[2].lower() == "one" and other[0] != source:
                plant = same_as(other[1])
            faulty = plant(source, value) if plant else None
            if faulty is None or faulty == value and check != "length.maximum" or not faulty.strip():
                continue
            name = f"{len(rows)}.{key}"
            if check == "text.key":
                faulty = f"__{name}"
            counts[kind, check] += 1
            rows.append([section, name, locale, source, "", faulty, "", "5" if check == "length.maximum" else ""])
            wanted.append((kind, check))
            if other:
                sibling = f"{len(rows) - 1}.{match[1]}other"
                rows.append([section, sibling, locale, other[0], "", other[1], "", ""])
                wanted.append(None)
    return rows, wanted


@takes("binary", "data", sets=["small"])
def rates(options):
    if not os.path.isdir(options.data):
        checks.skip_all(f"real translations, as there is no folder {options.data}")
    found_rates, pool = {}, []
    for name in options.sets:
        texts = list(pairs(os.path.join(options.data, name)))
        pool += texts
        found, count, same = checked(options.binary, [[s, k, l, e, "", v, "", ""] for s, k, l, e, v in texts])
        counts = collections.Counter(check for one in found.values() for check in one)
        counts["text.source"] = same
        found_rates[name] = {check: hits * 10_000 / count for check, hits in counts.items()}
        print(f"{name}: {count} translations, {len(found)} with a finding")
        for check in ("printf.type", "printf.extra", "icu.syntax", "html.tags", "placeholder.name", "printf.invalid"):
            ask(f"{check} finds something in at most 10 of 10,000 translations of {name}", found_rates[name].get(check, 0) <= 10)
    print(f"{'per 10,000':26}" + "".join(f"{name:>10}" for name in options.sets))
    for check in sorted({check for found in found_rates.values() for check in found}):
        print(f"{check:26}" + "".join(f"{found_rates[name].get(check, 0):10.2f}" for name in options.sets))
    # Every seventh text, so that the faults are in many locales and sections.
    rows, wanted = planted([text for start in range(7) for text in pool[start * 13::91]], pool)
    found, _, _ = checked(options.binary, rows)
    hits = collections.Counter(fault for index, fault in enumerate(wanted) if fault and fault[1] in found.get(index, ()))
    faults = collections.Counter(filter(None, wanted))
    print(f"{'planted faults':26}{'found':>10}{'of':>10}{'plurals':>10}{'of':>10}")
    for check in FAULTS:
        counts = [(hits[kind, check], faults[kind, check]) for kind in ("text", "plural")]
        hit, count = (sum(column) for column in zip(*counts))
        if count:
            print(f"{check:26}" + "".join(f"{hit:10}{count:10}" for hit, count in counts))
            missed = next((rows[index] for index, fault in enumerate(wanted) if fault and fault[1] == check and check not in found.get(index, ())), None)
            ask(f"{check} finds 97 of 100 planted faults", hit >= 0.97 * count, f"{hit} of {count}; missed {missed}")
    return f"{sum(hits.values())} of {sum(faults.values())} planted faults found"


def served(folder, rows):
    """Writes texts as a folder in NStack's shape: [section, key, locale, source, translation]. English is the default locale."""
    resources = collections.defaultdict(lambda: collections.defaultdict(dict))
    for section, key, locale, source, value in rows:
        resources["en"][section][key] = source
        resources[locale][section][key] = value
    languages = [{"id": number, "name": locale, "locale": locale, "direction": "LRM", "is_default": locale == "en", "is_best_fit": locale == "en"}
                 for number, locale in enumerate(sorted(resources), 1)]
    checks.write(folder + "/languages.json", json.dumps({"data": languages}))
    for locale, texts in resources.items():
        checks.write(f"{folder}/resource-{locale}.json", json.dumps({"data": texts}))
    return folder


def faults_served(it, data, *flags):
    """The checks with a finding, by section, key and locale, of all texts that a server has."""
    found = collections.defaultdict(set)
    # Another database, so that the texts are read.
    report = it.object("check", "--sandbox", "--data", data, *flags, status=None, variables={"NSTACK_SANDBOX_DIR": data + "-state"})
    for one in report.get("diagnostics", ()):
        found[one["section"], one["key"], one["locale"]].update(one["checks"])
    return found, report


@takes("binary", "data", sets=["small"])
def published(options):
    """Plants the same faults in texts that are served: `check` must find them as often. With what it found as the baseline, it
    must find one new fault and nothing else. Prints time and memory for each set."""
    if not os.path.isdir(options.data):
        checks.skip_all(f"real translations, as there is no folder {options.data}")
    pool = [text for name in options.sets for text in pairs(os.path.join(options.data, name))]
    rows, wanted = planted([text for start in range(7) for text in pool[start * 13::91]], pool)
    with checks.scratch() as folder:
        it = checks.Program(options.binary, folder)
        data = served(folder + "/planted", [[row[0], row[1], row[2], row[3], row[5]] for row in rows])
        found, report = faults_served(it, data)
        # There is no maximum length without a file of contexts, and a text with the name of its key is served as a missing one.
        kinds = collections.Counter(fault[1] for fault in wanted if fault and fault[1] not in ("length.maximum", "text.key"))
        hits = collections.Counter(fault[1] for row, fault in zip(rows, wanted) if fault and fault[1] in found[tuple(row[:3])])
        for check, count in sorted(kinds.items()):
            ask(f"{check} finds 97 of 100 faults planted in served texts", hits[check] >= 0.97 * count, f"{hits[check]} of {count}")
        known = checks.write(folder + "/known.json", json.dumps(report))
        same("nothing is new", faults_served(it, data, "--baseline", known)[1].get("diagnostics"), [])
        index = next(index for index, fault in enumerate(wanted) if fault is None or "%" not in rows[index][3] + rows[index][5])
        rows[index][5] += " %9$@"
        new, _ = faults_served(it, served(folder + "/new", [[row[0], row[1], row[2], row[3], row[5]] for row in rows]), "--baseline", known)
        same("one new fault is found and nothing else", [name for name, ids in new.items() if "printf.extra" in ids or ids], [tuple(rows[index][:3])])
        for name in options.sets:
            command = [options.binary, "check", "--sandbox", "--data", os.path.join(os.path.abspath(options.data), name), "--show", "summary"]
            for what in ("first", "again"):
                run = checks.measured(command, {**it.environment, "NSTACK_SANDBOX_DIR": f"{folder}/{name}"})
            print(f"{name}: {run.output.splitlines()[-1]}; {run.seconds:.1f} s, {run.cpu:.1f} s of CPU, {run.megabytes:.0f} MiB")
    return f"{sum(hits[check] for check in kinds)} of {sum(kinds.values())} faults found in served texts"


@takes("binary", "data", set="small", every=3)
def consistency(options):
    """Translates one of several texts with the same source text in another way, in every third of them: does `check` find it, and
    how much besides? The same for translate-toolkit's poconflicts, by locale."""
    po = checks.module("translate.storage.po") or checks.skip_all("needs translate-toolkit (pip install translate-toolkit)")
    texts = [list(text) for text in pairs(os.path.join(options.data, options.set))]
    groups = collections.defaultdict(list)
    for text in texts:
        if not PLURAL_KEY.match(text[1]):
            groups[text[2], text[3]].append(text)
    changed, few = set(), set()
    agreeing = [(group, texts) for group, texts in groups.items() if len(texts) > 1 and len({text[4] for text in texts}) == 1 and texts[0][4] != group[1]]
    for number, ((locale, source), same_source) in enumerate(agreeing[::options.every]):
        text = same_source[number % len(same_source)]
        text[4] += " zwxq"
        (changed if len(same_source) > 2 and len(re.findall(r"\w+", source)) > 1 else few).add(tuple(text[:3]))
    with checks.scratch() as folder:
        found, _ = faults_served(checks.Program(options.binary, folder), served(folder + "/texts", texts))
        ours = {name for name, ids in found.items() if "text.consistency" in ids}
        theirs = set()
        for locale in {text[2] for text in texts}:
            file = po.pofile()
            for section, key, _, source, value in (text for text in texts if text[2] == locale):
                unit = file.addsourceunit(source)
                unit.target = value
                unit.setcontext(f"{section}\0{key}".replace("\0", "\u241f"))
            into = f"{folder}/po/{locale}"
            os.makedirs(into + "/in")
            file.savefile(into + "/in/texts.po")
            subprocess.run([os.path.dirname(sys.executable) + "/poconflicts", "--progress=none", "-I", into + "/in", into + "/out"],
                           check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            for path in glob.glob(into + "/out/*.po"):
                theirs |= {(*unit.getcontext().split("\u241f"), locale) for unit in po.pofile.parsefile(path).units if unit.getcontext()}
    planted_all = changed | few
    for name, hits in ("text.consistency", ours), ("poconflicts", theirs):
        print(f"{name:18} finds {len(hits & changed):6} of {len(changed)} with two others that agree, {len(hits & few):6} of {len(few)} other planted; "
              f"{(len(hits - planted_all)) * 10_000 / len(texts):.1f} of 10,000 besides")
    ask("97 of 100 planted translations are found where two others agree", len(ours & changed) >= 0.97 * len(changed), f"{len(ours & changed)} of {len(changed)}")
    return f"{len(texts)} translations"


def misspelt(value, chance):
    """A text with two letters of a word swapped, or one lost or doubled; None where it has no word of six letters."""
    words = [word for word in re.finditer(r"(?<![\w{%<&/.@-])[^\W\d_]{6,}(?![\w}>/.@-])", value) if not re.search("[A-ZÆØÅÄÖÜ]", word[0][1:])]
    if not words:
        return None
    word = chance.choice(words)
    place = word.start() + chance.randrange(1, len(word[0]) - 1)
    first, second = value[place], value[place + 1]
    return value[:place] + chance.choice([second + first, second, first + first + second]) + value[place + 2:] if first != second else None


@takes("binary", "data", set="medium", locales="da,de,da-DK,de-DE", parts=10, seed=53)
def spelling(options):
    """Takes each tenth of the translations in turn as new texts beside the others, as they are and with one letter wrong: in how many is a
    word told? Needs Hunspell with the dictionaries of the locales."""
    if not os.path.isdir(options.data):
        checks.skip_all(f"real translations, as there is no folder {options.data}")
    if not shutil.which("hunspell", path=checks.MACHINE_PATH):
        checks.skip_all("needs hunspell with dictionaries")
    chance, judged = random.Random(options.seed), 0
    for locale in options.locales.split(","):
        texts = [text for text in pairs(os.path.join(options.data, options.set)) if text[2] == locale and text[3] != text[4]]
        told, planted, found, words = 0, 0, 0, collections.Counter()
        for part in range(options.parts if texts else 0):
            new = {tuple(text[:2]): text[4] for text in texts[part::options.parts]}
            with checks.scratch() as folder:
                it = checks.Program(options.binary, folder, PATH=checks.MACHINE_PATH, NSTACK_SANDBOX_DIR=folder + "/state")
                data = served(folder + "/data", [[*text[:4], "" if tuple(text[:2]) in new else text[4]] for text in texts])
                it.run("export", "new.csv", "--sandbox", "--data", data, "--locale", locale, "--only", "missing")

                def hits(values):
                    rows = sheets.records(folder + "/new.csv")
                    for row in rows:
                        row["Proposal"] = values.get((row["Section"], row["Key"]), "")
                    sheets.save_records(folder + "/returned.csv", rows)
                    report = it.object("diff", "returned.csv", "--sandbox", "--data", data, status=None)
                    return {(item["section"], item["key"]): [finding["token"] for finding in item.get("findings", ()) if finding["check"] == "word.spelling"]
                            for item in report.get("items", ())}

                before = {name: tokens for name, tokens in hits(new).items() if tokens}
                told += len(before)
                words.update(token for tokens in before.values() for token in tokens)
                wrong = {name: misspelt(value, chance) for name, value in new.items() if name not in before}
                wrong = {name: value for name, value in wrong.items() if value}
                planted += len(wrong)
                found += sum(1 for name, tokens in hits(wrong).items() if tokens and name in wrong)
        if planted:
            judged += len(texts)
            print(f"{options.set} {locale}: {told * 10_000 / len(texts):.0f} of 10,000 new texts; {found} of {planted} planted; {' '.join(sorted(words))}")
            ask(f"{locale}: at most 2 of 100 new texts have a word that is told", told <= 0.02 * len(texts), told)
            ask(f"{locale}: 85 of 100 planted words are told", found >= 0.85 * planted, found)
    return f"{judged} texts"


def relatives_of_markup(chance):
    """Texts with one attribute, each in a spelling that browsers read in the same way, and what must be found in them."""
    tag = chance.choice(["b", "a", "span", "img", "p"])

    def cased(text):
        return "".join(chance.choice([letter.upper(), letter]) for letter in text)

    def hidden(text):
        return "".join(chance.choice([letter, letter, f"&#{ord(letter)};", f"&#x{ord(letter):X};"]) for letter in text)

    def written(name, value):
        quote = chance.choice(['"', "'", ""] if not re.search(r"[\s\"'<>=`]", value) else ['"'])
        return (f"<{cased(tag)}{chance.choice([' ', chr(10), chr(9), '/', ' / '])}{cased(name)}{chance.choice(['', ' '])}="
                f"{chance.choice(['', ' '])}{quote}{value}{quote}{chance.choice(['', ' '])}>Gem</{tag}>")

    scheme = chance.choice(["javascript", "vbscript", "data"])
    harms = {
        "handler": lambda: (f"<{tag}>Save</{tag}>", written("on" + chance.choice(["click", "load", "error", "focus"]), "steal()")),
        "scheme": lambda: ('<a href="https://nstack.io/x">Save</a>', written("href", hidden(cased(scheme)) + ":" + "x,y()")),
        "broken scheme": lambda: (
            '<a href="https://nstack.io/x">Save</a>',
            written("href", chance.choice([" ", "\t", "\n", "&Tab;"]) + scheme[:4] + chance.choice(["\t", "\n", "&NewLine;", "&#9;"]) + scheme[4:] + ":x,y")),
        "host": lambda: (
            '<a href="https://nstack.io/x">Save</a>',
            f"<a href={chance.choice(['//', 'https://', 'HTTPS:', '///', chr(92) * 2, 'https://nstack.io@', '/' + chr(92)])}evil.example/nstack.io>Gem</a>"),
        "element": lambda: (
            "Save", chance.choice(["<script>x</script>", "<iframe>", "<svg/>", "<base target=_top>", "<object>x</object>", "<meta charset=x>", "<embed>"])),
        "attribute": lambda: (
            f"<{tag}>Save</{tag}>", written(chance.choice(["style", "src", "srcdoc", "formaction", "xlink:href", "action"]), "x")),
        "escaped": lambda: (
            chance.choice(["Save", f"&lt;{tag}&gt;Save"]),
            chance.choice([written("on" + chance.choice(["click", "load"]), "steal()"), "<script>x</script>", "<iframe>"])
            .replace("<", chance.choice(["&lt;", "&#60;", "&#x3c;", "&amp;lt;"])).replace(">", chance.choice(["&gt;", ">"]))),
        "not closed": lambda: (f"<{tag}>Save", written("onclick", "steal()").split(">")[0]),
    }
    kind = chance.choice(list(harms))
    source, proposal = harms[kind]()
    yield f"html, {kind}", source, proposal, "html.unsafe"
    name, value = chance.choice([("onclick", "open(1)"), ("style", "color:red"), ("href", "https://nstack.io/a"), ("src", "/a.png"), ("href", "javascript:go()")])
    quote = chance.choice("\"'")
    yield "html, as in the source", f'<{tag} {name}="{value}">Save</{tag}>', f"<{tag} {name}={quote}{hidden(value)}{quote}>Gem</{tag}>", None
    reader = chance.choice(["title", "alt", "lang", "dir", "aria-label"])
    yield "html, for readers", f'<{tag} {reader}="Save">Save</{tag}>', f'<{tag} {reader}="Gem nu">Gem</{tag}>', None


def relatives_of_signs(chance):
    """Per cent signs and signs beside braces: right ones, and conversions and placeholders beside them that are wrong."""
    number, name = chance.randint(1, 100), chance.choice(["percent", "share", "discount", "n"])
    word = chance.choice(["Gutschein", "ig", "iger", "Anteil", "os", "e", "a", "isch", "Steuer", "fach", "Ermäßigung", "Upgrade", "es"])
    source = f"Now {number}% off today"
    yield "printf, a sign", source, f"Jetzt {number}{chance.choice(['', ' ', chr(0xA0), chr(0x202F)])}%-{word} heute", None
    yield "printf, a sign in a word", source, f"Jetzt {number}%{word} heute", None
    yield "printf, a sign before the number", source, f"Orain %{number}{chance.choice(['eko', 'e', 'era', ' '])} gaur", None
    conversion = chance.choice(["%@", "%1$d", "%2$@", "%s", "%ld", "%.1f"])
    yield "printf, a conversion", source, f"Jetzt {number}% auf {conversion} heute", "printf.extra"
    yield "printf, a sign of a format", f"{conversion} has {number}%% off", f"{conversion} hat {number}%-{word}", "printf.invalid"
    yield "printf, two signs", source, f"Jetzt {number}%% Rabatt heute", "printf.percent"
    lost = chance.choice(["%@", "%d", "%ld", "%s", "%.1f"])
    yield "printf, a lost one", f"Open until {lost} today", "Heute lange geöffnet", "printf.missing"
    space = chance.choice(["", " ", "\u00A0"])
    yield "a sign beside a brace", f"Now {{{name}}}{space}% off", f"Şimdi %{{{name}}} indirim", None
    yield "a lost sign", f"Now {{{name}}}{space}% off", f"Nu {{{name}}} rabat", "placeholder.sign"
    yield "a sign in words", f"Now {{{name}}}{space}% off", f"Nu {{{name}}} {chance.choice(['pct.', 'Prozent', 'procent', chr(0x66A), chr(0xFF05)])} rabat", None
    yield "a dollar after a brace", f"Only ${{{name}}} today", f"Nur {{{name}}}{space}$ heute", None
    yield "a broken template", f"Hi ${{{name}}} there", f"Hej $ {{{name}}} der", "placeholder.template"
    yield "a broken name of Ruby", f"Hi %{{{name}}} there", f"Hej % {{{name}}} der", "placeholder.ruby"


def relatives_of_families(chance):
    """Placeholders of each family: one that is lost, one with another name, and one that moved."""
    name = chance.choice(["name", "user_name", "fileName", "count2", "URL", "a.b"])
    plain = re.sub(r"\W", "_", name)
    forms = {"python": "%%(%s)s", "percent": "%%%s%%", "hash": "##%s##", "nesting": "$t(%s)", "bracket": "[%s]", "colon": ":%s", "custom": "[[%s]]"}
    family = chance.choice(list(forms))
    form = forms[family]
    mine, other = (form % one for one in ((plain.lower(), "andet") if family == "colon" else (name, "andet")))
    yield f"{family}, lost", f"Hello {mine} there", "Hej med dig derovre", f"placeholder.{family}"
    yield f"{family}, renamed", f"Hello {mine} there", f"Hej {other} derovre", f"placeholder.{family}"
    yield f"{family}, moved", f"Hello {mine} there", f"{mine}, hej med dig", None


@takes("binary", each=400, seed=48)
def relatives(options):
    """Makes texts of many spellings, right ones and wrong ones, and knows from how each was made which check must find something: of the wrong
    ones that check, of the right ones none of markup, printf and placeholders."""
    chance = random.Random(options.seed)
    made = [one for maker in (relatives_of_markup, relatives_of_signs, relatives_of_families) for _ in range(options.each) for one in maker(chance)]
    with checks.scratch() as folder:
        checks.write(folder + "/.nstack-review.yaml", r"placeholders: ['\[\[.+?\]\]']" + "\n")
        found, _, _ = checked(options.binary, [["s", f"k{index}", "de-DE", source, "", proposal, "", ""] for index, (_, source, proposal, _) in enumerate(made)], folder)
    kinds = collections.Counter(kind for kind, *_ in made)
    right = collections.Counter()
    for index, (kind, source, proposal, wanted) in enumerate(made):
        of_families = {check for check in found.get(index, ()) if re.match(r"(printf|placeholder|html)\.(?!attribute|entity|order)", check)}
        right[kind] += ask(f"{kind}: {source!r} → {proposal!r} has {wanted or 'nothing'}", wanted in of_families if wanted else not of_families, sorted(of_families))
    for kind in sorted(kinds):
        print(f"{kind:36}{right[kind]:6} of {kinds[kind]:6}")
    return f"{len(made)} texts of {len(kinds)} kinds"


if __name__ == "__main__":
    checks.main(__doc__, rates, published, consistency, spelling, relatives)
