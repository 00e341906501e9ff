#!/usr/bin/env python3
"""Writes the manual pages of nstack-review from the program's own help: one page for each command.

    Samples/manual.py PROGRAM FOLDER          # then: man FOLDER/nstack-review.1
    Samples/manual.py --html PROGRAM FOLDER   # the same as web pages, with a list of them in index.html

The words are those of `nstack-review COMMAND --help-all`, so there is no second copy of them to keep.
"""

import html
import json
import pathlib
import subprocess
import sys

# A run of letters is (style, text); the styles are plain, bold (typed as it is), italic (to be replaced) and the name of a
# page. A block is (kind, ...): heading, text, example, entry.


def name(spelling):
    return ("--" if spelling["kind"] == "long" else "-") + spelling["name"]


def synopsis(argument):
    """How an argument is written, such as `[--locale <locale>]...`."""
    runs = [("italic", argument["valueName"])]
    if argument["kind"] != "positional":
        runs = [("bold", name(argument["preferredName"]))] + ([("plain", " ")] + runs if argument["kind"] == "option" else [])
    if argument["isOptional"]:
        runs = [("plain", "[")] + runs + [("plain", "]")]
    return runs + ([("plain", "...")] if argument["isRepeating"] else [])


def entry(argument):
    """All names of an argument, and its value."""
    if argument["kind"] == "positional":
        return [("italic", argument["valueName"])]
    runs = []
    for spelling in argument["names"]:
        runs += ([("plain", ", ")] if runs else []) + [("bold", name(spelling))]
    return runs + ([("plain", " "), ("italic", argument["valueName"])] if argument["kind"] == "option" else [])


def explanation(argument):
    text = argument.get("abstract", "")
    values = argument.get("allValues")
    if values:
        text += f" Values: {', '.join(values)}."
    if "defaultValue" in argument:
        text += f" Default: {argument['defaultValue']}."
    return [("plain", text)]


def discussion(text):
    """Paragraphs of a discussion; indented lines are shown as they are."""
    blocks, is_example = [], False
    for line in text.split("\n"):
        if not line:
            if not is_example:
                blocks.append(("text", []))
            continue
        is_example = line.startswith("  ")
        if is_example:
            if not blocks or blocks[-1][0] != "example":
                blocks.append(("example", []))
            blocks[-1][1].append(line.strip())
        else:
            if not blocks or blocks[-1][0] != "text":
                blocks.append(("text", []))
            runs = blocks[-1][1]
            runs += ([("plain", " ")] if runs else []) + [("plain", line.strip())]
    return [block for block in blocks if block[1]]


def page(command, words, others):
    """The blocks of a command's page."""
    title = " ".join(words)
    blocks = [("heading", "Name"), ("text", [("plain", f"{'-'.join(words)} - {command['abstract']}")])]
    arguments = command.get("arguments", [])
    subcommands = [one for one in command.get("subcommands", []) if one["shouldDisplay"] and one["commandName"] != "help"]
    called = [("bold", title)]
    for runs in [synopsis(one) for one in arguments if one["shouldDisplay"]] + ([[("italic", "command")]] if subcommands else []):
        called += [("plain", " ")] + runs
    blocks += [("heading", "Synopsis"), ("text", called)]
    if command.get("discussion"):
        blocks += [("heading", "Description")] + discussion(command["discussion"])
    if subcommands:
        blocks.append(("heading", "Commands"))
        for one in subcommands:
            page_name = "-".join([*words, one["commandName"]])
            blocks.append(("entry", [("page", page_name, f"{title} {one['commandName']}")], [("plain", one["abstract"])]))
    titles = dict.fromkeys(one.get("sectionTitle", "Options") for one in arguments)
    # As in the help: groups with titles first, and what is first seen there before the rare flags.
    for title in sorted(titles, key=lambda one: one == "Options"):
        group = [one for one in arguments if one.get("sectionTitle", "Options") == title]
        blocks.append(("heading", title))
        blocks += [("entry", entry(one), explanation(one)) for one in sorted(group, key=lambda one: not one["shouldDisplay"])]
    listed = []
    for other in others:
        if other != words:
            listed += ([("plain", ", ")] if listed else []) + [("page", "-".join(other), None)]
    return blocks + [("heading", "See also"), ("text", listed)]


class Roff:
    """Pages for `man`."""

    ending = ".1"

    @staticmethod
    def escaped(text):
        """A text as roff shows it: backslashes, hyphens and leading dots have a meaning of their own."""
        text = text.replace("\\", "\\e").replace("-", "\\-")
        return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in text.split("\n"))

    @classmethod
    def run(cls, style, text, shown=None):
        if style == "page":
            return f"\\fB{cls.escaped(shown)}\\fR" if shown else f"\\fB{cls.escaped(text)}\\fR(1)"
        return {"bold": "\\fB{}\\fR", "italic": "\\fI{}\\fR", "plain": "{}"}[style].format(cls.escaped(text))

    @classmethod
    def runs(cls, runs):
        text = "".join(cls.run(*run) for run in runs)
        return "\\&" + text if text[:1] in (".", "'") else text

    @classmethod
    def document(cls, words, blocks):
        lines, before = [f'.TH "{"-".join(words).upper()}" 1'], None
        for kind, *rest in blocks:
            if kind == "heading":
                lines.append(f".SH {rest[0].upper()}")
            elif kind == "text":
                lines += ([".PP"] if before not in ("heading", None) else []) + [cls.runs(rest[0])]
            elif kind == "example":
                lines += [".PP", ".nf", ".RS 4", *[cls.escaped(line) for line in rest[0]], ".RE", ".fi"]
            else:
                lines += [".TP", cls.runs(rest[0]), cls.runs(rest[1])]
            before = kind
        return "\n".join(lines) + "\n"


class HTML:
    """Web pages, which need no script and load only `manual.css`."""

    ending = ".html"
    style = """\
:root { color-scheme: light dark; --line: light-dark(#d0d0d5, #48484d); --code: light-dark(#f3f3f6, #2a2a2d); }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 46rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; border-bottom: 1px solid var(--line); margin-top: 2rem; }
pre, code, .synopsis { font-family: ui-monospace, monospace; font-size: .9rem; }
pre { background: var(--code); padding: .75rem; overflow-x: auto; border-radius: .4rem; }
dt { margin-top: .75rem; font-family: ui-monospace, monospace; font-size: .9rem; } dd { margin-left: 1.5rem; }
nav { font-size: .9rem; }
"""

    @staticmethod
    def run(style, text, shown=None):
        if style == "page":
            return f'<a href="{html.escape(text)}.html">{html.escape(shown or text)}</a>'
        return {"bold": "<b>{}</b>", "italic": "<i>{}</i>", "plain": "{}"}[style].format(html.escape(text))

    @classmethod
    def runs(cls, runs):
        return "".join(cls.run(*run) for run in runs)

    @classmethod
    def document(cls, words, blocks):
        title = html.escape(" ".join(words))
        lines, heading, is_list = [f"<h1>{title}</h1>"], None, False
        for kind, *rest in blocks:
            if is_list != (kind == "entry"):
                is_list = not is_list
                lines.append("<dl>" if is_list else "</dl>")
            if kind == "heading":
                heading = rest[0]
                lines.append(f"<h2>{heading}</h2>")
            elif kind == "text":
                lines.append(f"<p{' class=synopsis' if heading == 'Synopsis' else ''}>{cls.runs(rest[0])}</p>")
            elif kind == "example":
                lines.append(f"<pre><code>{html.escape(chr(10).join(rest[0]))}</code></pre>")
            else:
                lines.append(f"<dt>{cls.runs(rest[0])}</dt><dd>{cls.runs(rest[1])}</dd>")
        return cls.framed(title, lines + (["</dl>"] if is_list else []))

    @staticmethod
    def framed(title, lines):
        head = ["<!DOCTYPE html>", '<html lang="en">', '<meta charset="utf-8">',
                '<meta name="viewport" content="width=device-width, initial-scale=1">', f"<title>{title}</title>",
                '<link rel="stylesheet" href="manual.css">', '<nav><a href="index.html">All commands</a></nav>', "<main>"]
        return "\n".join([*head, *lines, "</main>"]) + "\n"

    @classmethod
    def index(cls, commands):
        """The page that lists all others."""
        lines = ["<h1>The commands of nstack-review</h1>", "<dl>"]
        for command, words in commands:
            link = cls.run("page", "-".join(words), " ".join(words))
            lines.append(f"<dt>{link}</dt><dd>{html.escape(command['abstract'])}</dd>")
        return cls.framed("The commands of nstack-review", lines + ["</dl>"])


def pages(command, words):
    """Each command with the words that call it: the command itself, then all in it."""
    found = [(command, words)]
    for one in command.get("subcommands", []):
        if one["shouldDisplay"] and one["commandName"] != "help":
            found += pages(one, words + [one["commandName"]])
    return found


def main():
    arguments = sys.argv[1:]
    form = HTML if arguments[:1] == ["--html"] else Roff
    arguments = arguments[1:] if form is HTML else arguments
    if len(arguments) != 2:
        sys.exit("usage: manual.py [--html] PROGRAM FOLDER")
    program, folder = arguments[0], pathlib.Path(arguments[1])
    help_tree = json.loads(subprocess.run([program, "--experimental-dump-help"], check=True, capture_output=True).stdout)
    root = help_tree["command"]
    folder.mkdir(parents=True, exist_ok=True)
    commands = pages(root, [root["commandName"]])
    for command, words in commands:
        # A page names the pages beside it and those right below and above it.
        near = [other for _, other in commands if other[:-1] in (words, words[:-1]) or other == words[:-1]]
        text = form.document(words, page(command, words, near))
        (folder / ("-".join(words) + form.ending)).write_text(text, encoding="utf-8")
    if form is HTML:
        (folder / "index.html").write_text(HTML.index(commands), encoding="utf-8")
        (folder / "manual.css").write_text(HTML.style, encoding="utf-8")
    print(f"{len(commands)} manual pages in {folder}")


if __name__ == "__main__":
    main()
