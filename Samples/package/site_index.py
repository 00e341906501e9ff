#!/usr/bin/env python3
"""Writes the first page of the documentation site, which lists the manual, the libraries and their articles: site_index.py FOLDER

It needs no script; the pages of DocC, to which it leads, do. Fails if a page that it leads to is not there."""
import html
import json
import pathlib
import sys

HEAD = """\
<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>nstack-review</title>
<link rel="stylesheet" href="manual/manual.css">
<main>
<h1>nstack-review</h1>
<p>Review an app's texts in a spreadsheet: texts and proposals of NStack as a review sheet, and the edited sheet back as calls.</p>
"""


def page(folder, path):
    """What DocC wrote about a page: its title, its abstract, its kind."""
    with open(folder / "data" / f"{path}.json", encoding="utf-8") as file:
        found = json.load(file)
    abstract = "".join(run.get("text", run.get("code", "")) for run in found.get("abstract", []))
    return found["metadata"]["title"], abstract, found["kind"]


def entry(folder, path, title, abstract):
    if not (folder / path).exists():
        sys.exit(f"error: the first page leads to {path}, which is not there")
    return f'<dt><a href="{html.escape(path)}">{html.escape(title)}</a></dt><dd>{html.escape(abstract)}</dd>'


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: site_index.py FOLDER")
    folder = pathlib.Path(sys.argv[1])
    lines = ["<h2>The program</h2>", "<dl>"]
    lines.append(entry(folder, "manual/index.html", "Manual", "Every command with its flags and examples."))
    lines.append("</dl>")
    libraries = sorted((folder / "data/documentation").glob("*.json"))
    if not libraries:
        sys.exit(f"error: there is no documentation of a library in {folder}")
    for library in libraries:
        name = library.stem
        title, abstract, kind = page(folder, f"documentation/{name}")
        # The page that DocC makes up when it merges archives lists the libraries, as this page does.
        if kind != "symbol":
            continue
        lines += [f"<h2>{html.escape(title)}</h2>", "<dl>", entry(folder, f"documentation/{name}/", title, abstract)]
        for article in sorted((folder / "data/documentation" / name).glob("*.json")):
            title, abstract, kind = page(folder, f"documentation/{name}/{article.stem}")
            if kind == "article":
                lines.append(entry(folder, f"documentation/{name}/{article.stem}/", title, abstract))
        lines.append("</dl>")
    (folder / "index.html").write_text(HEAD + "\n".join(lines) + "\n</main>\n", encoding="utf-8")
    count = sum(1 for _ in folder.rglob("*.html"))
    print(f"{count} pages in {folder}")


main()
