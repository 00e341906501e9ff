#!/usr/bin/env python3
"""swift_examples.py [--show] BINARY

Compiles every Swift example of the documentation: the blocks `swift` of the README, of the articles and of the comments in Sources. Each is
the body of a function that has the names that an example takes for granted, such as `client` or `dialog`, as parameters; typed keys come
from the program itself. The libraries are those that were built beside BINARY. Nothing is run. --show prints what is compiled."""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```swift\n(.*?)^```", re.MULTILINE | re.DOTALL)
COMMENT = re.compile(r"^( *)/// ```swift\n(.*?)^ */// ```", re.MULTILINE | re.DOTALL)

LIBRARIES = ["Foundation", "GoogleDrive", "HTTPMessages", "NStackAPI", "ReviewJournal", "Spreadsheet", "TextStore", "TranslationReview",
             "Testing"]
# What examples take for granted, and its type.
GIVEN = {
    "client": "NStackClient", "configuration": "NStackConfiguration", "dialog": "some ImportDialog", "folder": "String",
    "guid": "String", "id": "String", "json": "String", "key": "String", "label": "Label", "profile": "ReviewProfile",
    "session": "TextSession", "target": "some FetchTarget", "texts": "CatalogTexts", "transport": "AsyncHTTPClientTransport",
    "title": "Label", "greeting": "Label", "files": "Label", "user": "User",
}
# What a page takes for granted besides, or otherwise.
ON_PAGE = {"Hosts.md": {"id": "Secret", "key": "Secret"}}
# Examples that are no code of an app.
OTHERS = {".target(": "Samples/TypedKeys has this line in its Package.swift, which SwiftPM reads"}
# The types of the names above that no library has, and what the comment of TextCoverage takes from another one.
SUPPORT = """
final class Label: TextComponent {
  var text: String?
  func textDidChange(_ text: TextIdentity, to value: String?) { self.text = value }
}
struct User { let name = "Ada" }
struct CatalogTexts { func value(section: String, key: String) -> String? { nil } }
enum Checkout: String, LocalizedKey, CaseIterable { case title }
"""
TEXTS = {"login": {"title": "Log in", "forgotPassword": "Forgot password?"}, "home": {"greeting": "Hello {name}", "files": "%d files"},
         "basket": {"title": "Basket"}}
LANGUAGE = {"id": 1, "name": "English", "locale": "en-GB", "direction": "LRM", "is_default": True, "is_best_fit": True}


def stop(what):
    sys.exit(f"WRONG: {what}")


def examples():
    """The page and the text of each example."""
    for path in [ROOT / "README.md", *sorted((ROOT / "Sources").rglob("*.md"))]:
        for match in BLOCK.finditer(path.read_text(encoding="utf-8")):
            yield path, match[1]
    for path in sorted((ROOT / "Sources").rglob("*.swift")):
        for match in COMMENT.finditer(path.read_text(encoding="utf-8")):
            yield path, re.sub(r"^ */// ?", "", match[2], flags=re.MULTILINE)


def source(number, path, text):
    """A file with one example."""
    lines = [f"import {name}" for name in LIBRARIES]
    if re.search(r"^(extension|@Test) ?", text, re.MULTILINE):
        # These stand in a file alone.
        return "\n".join([*lines, text])
    given = {**GIVEN, **ON_PAGE.get(path.name, {})}
    given = {name: kind for name, kind in given.items() if re.search(rf"(?<![.\w]){name}\b", text)}
    parameters = ", ".join(f"{name}: {kind}" for name, kind in given.items())
    # A session of texts belongs to the views of an app.
    of_views = "TextSession(" in text or {"TextSession", "Label"} & set(given.values())
    actor = "@MainActor " if of_views else ""
    body = "\n".join("  " + line for line in text.rstrip("\n").split("\n"))
    return "\n".join([*lines, f"{actor}func example{number}({parameters}) async throws {{", body, "}", ""])


def keys(binary, folder):
    """The typed keys that examples use, in both styles, as the program writes them."""
    texts = pathlib.Path(folder) / "texts"
    texts.mkdir()
    (texts / "languages.json").write_text(json.dumps({"data": [LANGUAGE]}), encoding="utf-8")
    (texts / "resource-en-GB.json").write_text(json.dumps({"data": TEXTS, "meta": {"language": LANGUAGE}}), encoding="utf-8")
    for name, *flags in (("L10n.swift",), ("Localizations.swift", "--style", "classes")):
        run = subprocess.run([binary, "generate", "swift", "--input", str(texts), "--output", f"{folder}/{name}", *flags],
                             capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if run.returncode:
            stop(f"generate swift: {run.stderr}")


def search_paths(modules):
    """The flags that find the modules of the build, those of C among them."""
    flags = ["-I", str(modules / "Modules")]
    for place in sorted(modules.glob("*.build/module.modulemap")):
        flags += ["-Xcc", f"-fmodule-map-file={place}"]
    checkouts = modules.parent.parent / "checkouts"
    for place in sorted({*checkouts.glob("*/Sources/*/include/module.modulemap"), *checkouts.glob("*/Sources/*/module.modulemap"), *(ROOT / "Sources").glob("*/include/module.modulemap")}):
        flags += ["-Xcc", f"-fmodule-map-file={place}"]
    for place in sorted(ROOT.glob("Sources/*/module.modulemap")):
        flags += ["-I", str(place.parent)]
    if shutil.which("xml2-config"):
        for flag in subprocess.run(["xml2-config", "--cflags"], capture_output=True, text=True).stdout.split():
            flags += ["-Xcc", flag]
    return flags


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("binary")
    arguments = parser.parse_args()
    binary = pathlib.Path(arguments.binary).resolve()
    compiler = shutil.which("swiftc") or stop("there is no swiftc")
    plugins = pathlib.Path(os.path.realpath(compiler)).parent.parent / "lib/swift/host/plugins/testing"
    found = [(path, text) for path, text in examples() if not text.startswith(tuple(OTHERS))]
    with tempfile.TemporaryDirectory() as folder:
        files = {}
        for number, (path, text) in enumerate(found, 1):
            name = f"example{number}.swift"
            files[name] = path.relative_to(ROOT)
            pathlib.Path(folder, name).write_text(source(number, path, text), encoding="utf-8")
            if arguments.show:
                print(f"// {files[name]}\n{source(number, path, text)}")
        support = "\n".join(f"import {name}" for name in LIBRARIES) + SUPPORT
        pathlib.Path(folder, "Support.swift").write_text(support, encoding="utf-8")
        keys(str(binary), folder)
        run = subprocess.run(
            [compiler, "-typecheck", "-swift-version", "6", "-parse-as-library", "-module-name", "Examples", "-plugin-path", str(plugins),
             *search_paths(binary.parent), *sorted(map(str, pathlib.Path(folder).glob("*.swift")))],
            capture_output=True, text=True, stdin=subprocess.DEVNULL, cwd=folder)
        if run.returncode:
            said = run.stdout + run.stderr
            for name, page in files.items():
                said = said.replace(f"{folder}/{name}", f"{page}: {name}")
            stop(f"examples do not compile:\n{said}")
    pages = len({path for path, _ in found})
    if len(found) < 20:
        stop(f"only {len(found)} examples were found")
    print(f"{len(found)} Swift examples of {pages} pages and comments compile")


main()
