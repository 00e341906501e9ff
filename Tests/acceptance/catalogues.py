#!/usr/bin/env python3
"""catalogues.py [--input FOLDER] [--only FORMAT] BINARY

Writes the sample texts, some that are hard to write and some plurals as each catalogue with `generate`, reads the files with programs that share
nothing with it (plutil, plistutil, plistlib, translate-toolkit, expat, aapt2, ICU, i18next itself), and compares every text. `--check` must find nothing
to write, a second run must leave the files alone, `diff --against` must find nothing, and after changes exactly these. With --input, the texts
of FOLDER in NStack's shape instead. A reader that is missing is skipped, aloud."""
import argparse
import glob
import json
import os
import plistlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

FORMATS = ["strings", "stringsdict", "xcstrings", "android", "arb", "i18next"]
CATEGORIES = ["zero", "one", "two", "few", "many", "other"]
HARD = [
    'a "quote" and an \'apostrophe\'', "two\nlines", "a\ttab and a\r\nWindows line", " spaces at both ends ", "two  spaces",
    "back\\slash \\n and \\u0041", "@at", "?question", "#sign", "100 % of 50% or 5%", "</string>", "]]>", "<b>bold</b> & <i>italic</i>", "&amp;",
    "\u2028\u2029", "\U0001F469\u200D\U0001F680 rocket", "e\u0301", "\u0008\u000c\u0001\u007f", "\u200f\u202bשלום\u202c", "/* a */ // b",
    "<!-- a --> --", "=1;", "\u00a0no break\u00a0", "\\", "'", '"', "@", "?", "$t", "¡Olé! 漢字 ไทย",
]
# What each format makes of the plurals, by the category of the form: in the default language, with N for the number.
PLURALS = {"files.one": "%d file", "files.other": "%d files", "people_one": "%2$@: %1$d person", "people_other": "%2$@: %1$d people"}
MESSAGE = {"en-GB": "{n, plural, one {# day} other {# days}} left", "ar-SA": "{n, plural, zero {ص #} one {و #} two {ث #} few {ق #} many {ك #} other {غ #}}"}
problems, counts, skips = [], {}, []


def wrong(message):
    problems.append(message)


def run(*command, **options):
    return subprocess.run(command, capture_output=True, **options)


def texts_of(folder):
    """The values by locale and (section, key), with missing ones left out; and the default locale."""
    languages = json.load(open(folder + "/languages.json", encoding="utf-8"))["data"]
    values = {}
    for language in languages:
        locale = language["locale"]
        resource = json.load(open(f"{folder}/resource-{locale}.json", encoding="utf-8"))
        sections = resource.get("data", resource)
        values[locale] = {(s, k): v for s, keys in sections.items() if isinstance(keys, dict) for k, v in keys.items()
                          if isinstance(v, str) and v and v != "__" + k}
    default = next((x["locale"] for x in languages if x["is_default"]), languages[0]["locale"])
    return values, default


def plain_keys(values):
    """The keys that are neither a form of a plural nor an ICU message in any language."""
    keys = {key for texts in values.values() for key in texts}
    forms = set()
    for section, key in keys:
        match = re.fullmatch(r"(.+)([._])(zero|one|two|few|many|other)", key, re.S | re.I)
        if match:
            forms.add((section, match[1], match[2], key))
    groups = {}
    for section, stem, mark, key in forms:
        groups.setdefault((section, stem, mark), set()).add(key)
    grouped = {(g[0], key) for g, members in groups.items() for key in members
               if len(members) > 1 and any(m.lower().endswith("other") for m in members)}
    messages = {key for texts in values.values() for key, text in texts.items()
                if re.search(r"\{\s*\w+\s*,\s*(plural|select|selectordinal|number|date|time)", text)}
    return keys - grouped - messages


def java(text):
    """A text with Java's conversions, by the rules of the article."""
    pattern = re.compile(r"%%|%(?:(\d+)\$)?([-+#0']*\d*(?:\.\d+)?)(hh|h|ll|l|q|L|z|j|t)?([@dDiuUxXoOfFeEgGaAcCsS])")
    found = [m for m in pattern.finditer(text) if m[0] != "%%"]
    if not found:
        return text
    numbers, position = {}, 0
    for match in found:
        if not match[1]:
            position += 1
        numbers[match.start()] = int(match[1] or position)
    numbered = len(found) > 1 or any(n != 1 for n in numbers.values())
    result, end = "", 0
    for match in pattern.finditer(text):
        result += text[end:match.start()].replace("%", "%%")
        end = match.end()
        if match[0] == "%%":
            result += "%%"
        else:
            kind = {"@": "s", "S": "s", "D": "d", "i": "d", "u": "d", "U": "d", "O": "o", "C": "c", "F": "f"}.get(match[4], match[4])
            result += "%" + (f"{numbers[match.start()]}$" if numbered else "") + match[2].replace("'", ",") + kind
    return result + text[end:].replace("%", "%%")


def named(text, braces):
    """A text with its placeholders between other braces; None for one that this script does not judge."""
    if re.search(r"%[-+#0'\d$.]*(hh|h|ll|l|q|L|z|j|t)?[@dDiuUxXoOfFeEgGaAcCsSpbB*]|%#@", text):
        return None
    if re.search(r"\{[^{}]*[^\x00-\x7f][^{}]*\}", text):
        return None
    pattern = re.compile(r"\{\{\s*([^\W\d][\w.\- ]*|\d+)\s*(?:[,:|][^{}]*)?\}\}|[$%]?\{\s*([^\W\d][\w.\- ]*|\d+)\s*\}")
    if any(not re.fullmatch(r"[A-Za-z]\w*", match[1] or match[2], re.A) for match in pattern.finditer(text)) or "{{{" in text:
        return None
    return pattern.sub(lambda match: braces[0] + (match[1] or match[2]) + braces[1], text)


def compare(reader, name, wanted, found, place):
    counts[reader] = counts.get(reader, 0) + 1
    if wanted != found:
        wrong(f"{reader}: {place}: {name}: {found!r} in place of {wanted!r}")


def plain_texts(reader, values, keys, found, rename, change=lambda text: text):
    """Compares the plain texts of every locale with those that a reader found."""
    for locale, texts in values.items():
        for key in keys & set(texts):
            wanted = change(texts[key])
            if wanted is not None:
                compare(reader, key, wanted, found.get(locale, {}).get(rename(key)), locale)


# Readers

def read_strings(folder, values, keys):
    files = {os.path.basename(os.path.dirname(p))[:-6]: p for p in glob.glob(folder + "/*.lproj/Localizable.strings")}
    dotted = ".".join
    if shutil.which("plutil"):
        lint = run("plutil", "-lint", *files.values())
        if lint.returncode != 0:
            wrong("plutil -lint: " + lint.stdout.decode()[:300])
        found = {}
        for locale, path in files.items():
            converted = run("plutil", "-convert", "xml1", "-o", "-", path)
            # A property list in XML cannot hold control characters, so those are left to the other readers.
            text = re.sub(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]", b"", converted.stdout)
            found[locale] = plistlib.loads(text)
        plain_texts("plutil", values, keys, found, dotted, lambda t: None if re.search(r"[\x00-\x08\x0b-\x1f\ufffe\uffff]", t) else t)
    else:
        skips.append("plutil is not there")
    try:
        from translate.storage.properties import stringsutf8file
    except ImportError:
        skips.append("translate-toolkit is not there for .strings")
        return
    found = {}
    for locale, path in files.items():
        store = stringsutf8file.parsefile(path)
        found[locale] = {unit.name: str(unit.source) for unit in store.units if unit.name}
    # Its reader knows neither escapes of controls nor these separators.
    plain_texts("translate-toolkit .strings", values, keys, found, dotted,
                lambda t: None if re.search(r"[\x00-\x1f\x7f\u2028\u2029\\]|/\*|//", t) else t)


def read_stringsdict(folder, values, default):
    for path in glob.glob(folder + "/*.lproj/*.stringsdict"):
        locale = os.path.basename(os.path.dirname(path))[:-6]
        lists = [("plistlib", plistlib.load(open(path, "rb")))]
        if shutil.which("plutil"):
            lists.append(("plutil .stringsdict", json.loads(run("plutil", "-convert", "json", "-o", "-", path).stdout)))
        if shutil.which("plistutil"):
            lists.append(("plistutil", plistlib.loads(run("plistutil", "-i", path, "-o", "-", "-f", "xml").stdout)))
        else:
            skips.append("plistutil is not there")
        for reader, found in lists:
            if values.get(locale, {}).get(("hard", "files.one")):
                entry = found["hard.files"]
                compare(reader, "files", {"NSStringLocalizedFormatKey": "%#@count@", "count": {
                    "NSStringFormatSpecTypeKey": "NSStringPluralRuleType", "NSStringFormatValueTypeKey": "d", "one": "%d file", "other": "%d files"}},
                    entry, locale)
                compare(reader, "people", ("%1$#@count@", "%2$@: %1$d person"), (
                    found["hard.people"]["NSStringLocalizedFormatKey"], found["hard.people"]["count"]["one"]), locale)
            message = values.get(locale, {}).get(("hard", "days"))
            if message:
                entry = found["hard.days"]
                forms = dict(re.findall(r"(\w+) \{([^{}]*)\}", message.split("plural,")[1]))
                wanted = {c: t.replace("#", "%lld") for c, t in forms.items()}
                compare(reader, "days", wanted, {c: entry["n"][c] for c in CATEGORIES if c in entry["n"]}, locale)


def read_xcstrings(folder, values, keys, default):
    catalogue = json.load(open(folder + "/Localizable.xcstrings", encoding="utf-8"))
    compare("json .xcstrings", "sourceLanguage", default.replace("_", "-"), catalogue["sourceLanguage"], "file")
    compare("json .xcstrings", "version", "1.0", catalogue["version"], "file")
    found = {locale: {} for locale in values}
    for name, entry in catalogue["strings"].items():
        if set(entry) - {"comment", "extractionState", "localizations"} or entry["extractionState"] != "manual":
            wrong(f"xcstrings: {name} has {sorted(entry)}")
        for locale, text in entry["localizations"].items():
            if set(text) == {"stringUnit"}:
                found[locale][name] = text["stringUnit"]["value"]
            elif set(text) == {"stringUnit", "substitutions"}:
                for variable in re.findall(r"%#@(\w+)@", text["stringUnit"]["value"]):
                    if "other" not in text["substitutions"][variable]["variations"]["plural"]:
                        wrong(f"xcstrings: {name} ({locale}): {variable} has no other")
            elif "other" not in text["variations"]["plural"]:
                wrong(f"xcstrings: {name} ({locale}): no other")
    plain_texts("json .xcstrings", values, keys, found, ".".join)


def android_folders(folder, default):
    for path in glob.glob(folder + "/values*/strings.xml"):
        name = os.path.basename(os.path.dirname(path))
        qualifier = name[7:]
        if not qualifier:
            yield default, path
            continue
        locale = qualifier[2:].replace("+", "-") if qualifier.startswith("b+") else qualifier.replace("-r", "-")
        parts = locale.split("-")
        yield "-".join([{"iw": "he", "in": "id", "ji": "yi"}.get(parts[0], parts[0])] + parts[1:]), path


def unquoted_android(text):
    """What an app shows of a text in a resource, by the rules of Android's documentation."""
    result, quoted, index, space = "", False, 0, False
    while index < len(text):
        letter = text[index]
        index += 1
        if letter == "\\" and index < len(text):
            letter = text[index]
            index += 1
            if letter == "u":
                letter, index = chr(int(text[index:index + 4], 16)), index + 4
            letter = {"n": "\n", "t": "\t"}.get(letter, letter)
        elif letter == '"':
            quoted = not quoted
            continue
        elif letter in " \t\n\r" and not quoted:
            space = True
            continue
        if space and result:
            result += " "
        space = False
        result += letter
    return result


def read_android(folder, values, keys, default, work):
    name = lambda key: re.sub(r"[^A-Za-z0-9_]", "_", "_".join(key))
    names = {}
    for key in keys:
        names.setdefault(name(key), []).append(key)
    keys = {members[0] for members in names.values() if len(members) == 1}
    # Widths that are arguments, and variables of a .stringsdict, stay as they are, and are not judged here.
    change = lambda text: None if "%" in text and ("*" in text or "#@" in text) else java(text)
    found, resources = {}, {}
    for locale, path in android_folders(folder, default):
        locale = next((known for known in values if known.replace("_", "-").lower() == locale.replace("_", "-").lower()), locale)
        root = xml.etree.ElementTree.parse(path).getroot()
        found[locale] = {e.get("name"): unquoted_android(e.text or "") for e in root.findall("string")}
    plain_texts("expat strings.xml", values, keys, found, name, change)
    if not shutil.which("aapt2"):
        skips.append("aapt2 is not there")
        return
    manifest = os.path.join(work, "AndroidManifest.xml")
    with open(manifest, "w", encoding="utf-8") as file:
        file.write('<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="a.b"/>')
    compiled, linked = os.path.join(work, "compiled.zip"), os.path.join(work, "linked.apk")
    for command in (["aapt2", "compile", "--dir", folder, "-o", compiled],
                    ["aapt2", "link", "--manifest", manifest, "-o", linked, compiled]):
        result = run(*command)
        said = [line for line in (result.stderr + result.stdout).decode().split("\n") if line and "without required default value" not in line]
        if result.returncode != 0 or said:
            wrong(f"{command[1]}: " + "; ".join(said)[:500])
            return
    dump = run("aapt2", "dump", "strings", linked).stdout
    # It shows a character above U+FFFF as two surrogates, each in three bytes.
    dump = dump.decode("utf-8", "surrogatepass").encode("utf-16", "surrogatepass").decode("utf-16")
    pool = set(re.split(r"\nString #\d+ : ", dump))
    last = dump.rsplit("\nString #", 1)[-1].split(" : ", 1)[-1]
    pool.add(last[:-1] if last.endswith("\n") else last)
    # A text that the default language lacks is removed, and NUL ends what the dump shows.
    for locale, texts in values.items():
        for key in keys & set(texts) & set(values[default]):
            wanted = change(texts[key])
            if wanted is not None and "\0" not in wanted and "\ufffe" not in wanted:
                compare("aapt2", key, True, wanted in pool, f"{locale} {wanted!r}")


def read_arb(folder, values, keys, default):
    dart = lambda key: (lambda words: words[0].lower() + words[1:])("".join(
        part[:1].upper() + part[1:] for part in re.split(r"[^A-Za-z0-9]+", " ".join(key)) if part) or "text")
    found = {}
    for path in glob.glob(folder + "/app_*.arb"):
        content = json.load(open(path, encoding="utf-8"))
        locale = next(known for known in values if known.replace("-", "_") == content["@@locale"])
        found[locale] = {k: v for k, v in content.items() if not k.startswith("@")}
        for name in found[locale]:
            if not re.fullmatch(r"[a-z][A-Za-z0-9_]*", name):
                wrong(f"arb: {name} is not a name of Dart")
    try:
        import icu
    except ImportError:
        skips.append("PyICU is not there")
        return
    names = {}
    for key in keys:
        names.setdefault(dart(key), []).append(key)
    for name, members in names.items():
        if len(members) > 1:
            continue
        for locale, texts in values.items():
            text = texts.get(members[0])
            wanted = text is not None and named(text, "{}")
            if not wanted or name not in found.get(locale, {}):
                continue
            if locale == default and text and name not in found[locale]:
                wrong(f"arb: {name} is missing")
            pattern = found[locale][name]
            # The reader is told each name as its own value, so that a text comes back as it was written.
            arguments = re.findall(r"\{(\w+)\}", wanted)
            try:
                message = icu.MessageFormat(icu.UnicodeString(pattern), icu.Locale(locale.replace("-", "_")))
                shown = str(message.format([icu.UnicodeString(a) for a in arguments], [icu.Formattable("{%s}" % a) for a in arguments]))
            except icu.ICUError as error:
                wrong(f"ICU: {name} ({locale}): {error}: {pattern!r}")
                continue
            compare("ICU", name, wanted, shown, locale)


NODE = """
const i18next = require(process.argv[1]); const fs = require('fs'); const folder = process.argv[2];
const out = {};
for (const locale of fs.readdirSync(folder)) {
  const resources = {[locale]: {translation: JSON.parse(fs.readFileSync(folder + '/' + locale + '/translation.json'))}};
  const one = i18next.createInstance();
  one.init({lng: locale, resources, fallbackLng: false, nsSeparator: false, skipOnVariables: false, interpolation: {skipOnVariables: true}, initImmediate: false});
  out[locale] = {};
  for (const [section, keys] of Object.entries(resources[locale].translation))
    if (typeof keys === 'string') out[locale][section] = one.t(section, {skipInterpolation: true});
    else for (const key of Object.keys(keys)) out[locale][section + '.' + key] = one.t(section + '.' + key, {skipInterpolation: true});
  out[locale]['=files'] = [0, 1, 2, 5].map(count => one.t('hard.files', {count}));
  out[locale]['=days'] = [0, 1, 2, 3, 11, 100].map(count => one.t('hard.days', {count}));
}
console.log(JSON.stringify(out));
"""


def read_i18next(folder, values, keys):
    node, module = shutil.which("node"), next((p for p in ("/usr/share/nodejs/i18next", os.environ.get("I18NEXT", "")) if os.path.isdir(p)), None)
    if not node or not module:
        skips.append("i18next is not there (Debian: node-i18next)")
        found = {}
        for path in glob.glob(folder + "/*/translation.json"):
            content = json.load(open(path, encoding="utf-8"))
            found[os.path.basename(os.path.dirname(path))] = {name: text for s, x in content.items()
                                                                      for name, text in ([(s, x)] if isinstance(x, str) else ((f"{s}.{k}", v) for k, v in x.items()))}
    else:
        result = run(node, "-e", NODE, module, folder, env=dict(os.environ, NODE_PATH=os.path.dirname(module)))
        if result.returncode != 0:
            wrong("i18next: " + result.stderr.decode()[:500])
            return
        found = json.loads(result.stdout)
        for locale, texts in values.items():
            shown = found.get(locale.replace("_", "-"), {})
            if texts.get(("hard", "files.one")):
                compare("i18next", "files", ["0 files", "1 file", "2 files", "5 files"], shown["=files"], locale)
            if texts.get(("hard", "days")) and locale.startswith("en"):
                compare("i18next", "days", ["0 days left", "1 day left", "2 days left", "3 days left", "11 days left", "100 days left"], shown["=days"], locale)
            if texts.get(("hard", "days")) and locale.startswith("ar"):
                compare("i18next", "days", ["ص 0", "و 1", "ث 2", "ق 3", "ك 11", "غ 100"], shown["=days"], locale)
    change = lambda text: None if "$t(" in text else named(text, ("{{", "}}"))
    same = {locale: found.get(locale.replace("_", "-"), {}) for locale in values}
    plain_texts("i18next" if node and module else "json i18next", values, keys, same, ".".join, change)


# The whole

def with_hard_texts(samples, into):
    """A copy of the sample texts with a section of hard ones."""
    shutil.copytree(samples, into)
    for path in glob.glob(into + "/resource-*.json"):
        locale = os.path.basename(path)[9:-5]
        content = json.load(open(path, encoding="utf-8"))
        sections = content.setdefault("data", {}) if "data" in content else content
        hard = {f"k{number}": text for number, text in enumerate(HARD)}
        if locale == "en-GB":
            hard.update(PLURALS)
        if locale in MESSAGE:
            hard["days"] = MESSAGE[locale]
        sections["hard"] = hard
        with open(path, "w", encoding="utf-8") as file:
            json.dump(content, file, ensure_ascii=False)


def differences(binary, source, folder, work):
    """Changes a text, removes one and adds one on the server, and asks `diff --against`."""
    changed = os.path.join(work, "changed")
    shutil.rmtree(changed, ignore_errors=True)
    shutil.copytree(source, changed)
    values, default = texts_of(source)
    keys = sorted(plain_keys(values) & {key for key, text in values[default].items() if not re.search(r"[%{}]", text)})
    first, second = keys[0], keys[1]
    path = f"{changed}/resource-{default}.json"
    content = json.load(open(path, encoding="utf-8"))
    sections = content.get("data", content)
    sections[first[0]][first[1]] += " changed"
    sections["fresh"] = {"one more": "New"}
    for other in values:
        if second in values[other]:
            file = f"{changed}/resource-{other}.json"
            body = content if other == default else json.load(open(file, encoding="utf-8"))
            del body.get("data", body)[second[0]][second[1]]
            json.dump(body, open(file, "w", encoding="utf-8"), ensure_ascii=False)
    json.dump(content, open(path, "w", encoding="utf-8"), ensure_ascii=False)
    result = run(binary, "diff", "--against", folder, "--input", changed, "--json")
    kinds = sorted(d["kind"] for d in json.loads(result.stdout)["differences"])
    if result.returncode != 3 or kinds != ["extra", "missing", "stale"]:
        wrong(f"diff --against {os.path.basename(folder)}: {result.returncode}, {kinds}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--input")
    parser.add_argument("--only", choices=FORMATS)
    parser.add_argument("binary")
    options = parser.parse_args()
    binary = os.path.abspath(options.binary)
    with tempfile.TemporaryDirectory(prefix="nstack-review-catalogues.") as work:
        samples = os.path.join(os.path.dirname(__file__), "../../Sources/NStackSandbox/SampleTexts")
        source = options.input or os.path.join(work, "texts")
        if not options.input:
            with_hard_texts(samples, source)
        values, default = texts_of(source)
        keys = plain_keys(values)
        total = sum(len(texts) for texts in values.values())
        for form in [options.only] if options.only else FORMATS:
            # An app has its plurals beside the other texts.
            folder = os.path.join(work, "apple" if form in ("strings", "stringsdict") else form)
            if form == "strings":
                run(binary, "generate", "stringsdict", "--input", source, "--output", folder)
            extra = ["--use-escaping"] if form == "arb" else []
            command = [binary, "generate", form, "--input", source, "--output", folder] + extra
            result = run(*command, "--json")
            if result.returncode != 0:
                wrong(f"generate {form}: {result.stderr.decode()[:300]}")
                continue
            if not json.loads(result.stdout)["files"]:
                continue
            before = {p: os.stat(p).st_mtime_ns for p in glob.glob(folder + "/**", recursive=True)}
            again, check = run(*command), run(*command, "--check")
            if again.returncode or check.returncode or before != {p: os.stat(p).st_mtime_ns for p in glob.glob(folder + "/**", recursive=True)}:
                wrong(f"generate {form}: a second run writes, or --check finds something: {check.stderr.decode()[:300]}")
            same = run(binary, "diff", "--against", folder, "--input", source, *extra)
            if same.returncode != 0:
                wrong(f"diff --against {form}: {same.returncode}: {(same.stdout + same.stderr).decode()[:300]}")
            if form == "strings":
                read_strings(folder, values, keys)
            elif form == "stringsdict":
                read_stringsdict(folder, values, default)
            elif form == "xcstrings":
                read_xcstrings(folder, values, keys, default)
            elif form == "android":
                read_android(folder, values, keys, default, work)
            elif form == "arb":
                read_arb(folder, values, keys, default)
            else:
                read_i18next(folder, values, keys)
            if form not in ("stringsdict", "arb"):
                differences(binary, source, folder, work)
        for line in sorted(set(skips)):
            print(f"skip  {line}")
        seen = {}
        for problem in problems:
            kind = problem.split(":")[0]
            seen[kind] = seen.get(kind, 0) + 1
            if seen[kind] > 12:
                continue
            print("WRONG:", problem)
        if problems:
            sys.exit(f"{len(problems)} problems")
        listed = ", ".join(f"{count} {reader}" for reader, count in counts.items())
        print(f"{total} texts in {len(values)} locales; read back the same: {listed}")


if __name__ == "__main__":
    main()
