#!/usr/bin/env python3
"""typed_keys.py BINARY [DATA…]

Generates Swift from the sample texts, from names that are hard to spell in Swift, and from each folder DATA in NStack's shape, as enums and as
classes, in one file and in one for each section. The compiler must take all of it in the Swift 6 mode without a warning. A program
that is compiled with the hard ones looks texts up that have other placeholders than their keys promise, and must show each as it is expected.
A second run must leave the files alone."""
import argparse
import glob
import json
import os
import subprocess
import sys
import tempfile

WORDS = [
    "default", "return", "import", "continue", "open", "self", "Self", "init", "Type", "Protocol", "class", "in", "is", "as", "let", "var", "func",
    "left", "right", "set", "get", "none", "some", "any", "actor", "async", "await", "nil", "true", "super", "subscript", "deinit", "tr", "find",
    "use", "fallback", "section", "key", "textSource", "TextSource", "L10n", "Localizations", "String", "Int", "Double", "Array", "Swift",
    "Foundation", "min", "max", "abs", "description", "hash", "hashValue", "rawValue",
]
ODD = [
    "1", "404 not found", "a.b", "a-b", "a_b", "A.B", "URLTitle", "urlTitle", "\U0001F600", "e\u0301", "\u00e9", "日本語", "a\"b", "a\\(b)", "*/", "/*", "a\nb",
    "\u202e", "--", "$0", "`x`", "_", "__", "x" * 200,
]
VALUES = [
    "plain", "100%%", "100 %", "*/ end", "a\\(b)", 'say "hi"', '"""', "#\"", "two\nlines", "\u2028", "\ufdd0", "\u0000\u0007", "\u202e", "\ud83d\ude00",
    "%@", "%d", "%1$@ and %3$d", "%2$@ %1$@", "%.2f km", "{name}", "{in} {self} {1} %1$@", "{e\u0301} {\u00e9}", "{count, plural, one {# file} other {# files}}",
    "%lld %u %x %c %s %p", "%", "%%%@", "{}", "{{a}} {a} ${a} %{a}", "10%pure %@ and %@",
]
PROGRAM = """
let served = [
  "greeting": "%d %@ {name} {other} %9$@ %s %", "count": "%@ of %2$@, %.3f, %x", "half": "no placeholder", "rate": "{0} %1$d %2$d",
]
L10n.textSource.use { section, key in section == "served" ? served[key] : nil }
print(L10n.Served.greeting("Ada", name: "Bo"))
print(L10n.Served.count(3))
print(L10n.Served.half(0.5))
print(L10n.Served.rate("x", 7))
print(L10n.Served.plain)
"""
# The default texts that make the functions which the program calls.
SERVED = {"greeting": "%@ {name}", "count": "%d", "half": "%.1f", "rate": "%@ %d", "plain": "100%% sure"}
problems, compiled = [], 0


def folder(path, texts):
    os.makedirs(path)
    language = {"id": 1, "name": "English", "locale": "en", "direction": "LRM", "is_default": True, "is_best_fit": True}
    with open(f"{path}/languages.json", "w", encoding="utf-8") as file:
        json.dump({"data": [language]}, file)
    with open(f"{path}/resource-en.json", "w", encoding="utf-8") as file:
        json.dump({"data": texts, "meta": {"language": language}}, file)
    return path


def hard():
    names = WORDS + ODD
    texts = {name: {other: VALUES[place % len(VALUES)] for place, other in enumerate(names)} for name in names}
    texts["values"] = {f"value {place}": value for place, value in enumerate(VALUES)}
    texts["served"] = SERVED
    return texts


def swiftc(*arguments):
    return subprocess.run(["swiftc", "-swift-version", "6", "-warnings-as-errors", *arguments], capture_output=True, text=True)


def generate(binary, source, output, *flags):
    run = subprocess.run([binary, "generate", "swift", "--input", source, "--output", output, *flags], capture_output=True, text=True)
    if run.returncode:
        problems.append(f"generate {source} {' '.join(flags)}: exit {run.returncode}: {run.stderr.strip().splitlines()[-1:]}")
    return sorted(glob.glob(f"{output}/*.swift")) if os.path.isdir(output) else [output]


def check(binary, source, work):
    global compiled
    for style in ("enums", "classes"):
        for split in (False, True):
            output = f"{work}/{os.path.basename(source)}-{style}-{split}"
            if not split:
                os.makedirs(output)
                output += "/L10n.swift"
            flags = ["--style", style] + (["--file-per-section"] if split else [])
            files = generate(binary, source, output, *flags)
            before = [os.stat(file).st_mtime_ns for file in files]
            run = swiftc("-typecheck", "-parse-as-library", *files)
            if run.returncode:
                errors = [line for line in run.stderr.splitlines() if "error:" in line]
                problems.append(f"{source} {' '.join(flags)}: {len(errors)} errors; the first: {errors[:1]}")
            compiled += 1
            if generate(binary, source, output, *flags) != files or [os.stat(file).st_mtime_ns for file in files] != before:
                problems.append(f"{source} {' '.join(flags)}: a second run wrote files again")
            if subprocess.run([binary, "generate", "swift", "--input", source, "--output", output, "--check", *flags], capture_output=True).returncode:
                problems.append(f"{source} {' '.join(flags)}: --check found files out of date")


def look_up(binary, source, work):
    os.makedirs(f"{work}/program")
    files = generate(binary, source, f"{work}/program/L10n.swift")
    with open(f"{work}/program/main.swift", "w", encoding="utf-8") as file:
        file.write(PROGRAM)
    run = swiftc("-o", f"{work}/program/run", f"{work}/program/main.swift", *files)
    if run.returncode:
        problems.append(f"the program does not compile: {run.stderr.splitlines()[:3]}")
        return
    run = subprocess.run([f"{work}/program/run"], capture_output=True, text=True)
    expected = ["Ada %@ Bo {other} %9$@ %s %", "3 of %2$@, %.3f, %x", "no placeholder", "{0} x 7", "100%% sure"]
    if run.returncode or run.stdout.splitlines() != expected:
        problems.append(f"the program ended with {run.returncode} and printed {run.stdout.splitlines()}, not {expected}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("data", nargs="*")
    arguments = parser.parse_args()
    binary = os.path.abspath(arguments.binary)
    with tempfile.TemporaryDirectory(prefix="nstack-review-keys.") as work:
        names = folder(f"{work}/hard", hard())
        for source in dict.fromkeys([os.path.abspath("Samples/texts"), names] + [os.path.abspath(path) for path in arguments.data]):
            check(binary, source, work)
        look_up(binary, names, work)
    for problem in problems:
        print(problem)
    count = len(WORDS + ODD)
    print(f"{compiled} sets of files compiled, {count * count + len(VALUES)} hard names and texts among them; {len(problems)} problems")
    sys.exit(1 if problems else 0)


main()
