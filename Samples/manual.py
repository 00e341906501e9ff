#!/usr/bin/env python3
"""Writes the manual pages of nstack-review from the program's own help: one page for each command.

    Samples/manual.py PROGRAM FOLDER        # then: man FOLDER/nstack-review.1

The words are those of `nstack-review help`, so there is no second copy of them to keep.
"""

import json
import pathlib
import subprocess
import sys


def escaped(text):
    """A text as roff shows it: backslashes, hyphens and leading dots have a meaning of their own."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in text.split("\n"))


def name(spelling):
    return ("--" if spelling["kind"] == "long" else "-") + spelling["name"]


def synopsis(argument):
    """How an argument is written, such as `[--locale <locale>]...`; the words in bold are typed as they are."""
    value = f"\\fI{escaped(argument['valueName'])}\\fR"
    if argument["kind"] == "positional":
        shown = value
    else:
        shown = f"\\fB{escaped(name(argument['preferredName']))}\\fR"
        if argument["kind"] == "option":
            shown += " " + value
    if argument["isOptional"]:
        shown = f"[{shown}]"
    return shown + ("..." if argument["isRepeating"] else "")


def heading(argument):
    """All names of an argument, and its value."""
    value = f"\\fI{escaped(argument['valueName'])}\\fR"
    if argument["kind"] == "positional":
        return value
    names = ", ".join(f"\\fB{escaped(name(spelling))}\\fR" for spelling in argument["names"])
    return names + (f" {value}" if argument["kind"] == "option" else "")


def explanation(argument):
    text = escaped(argument.get("abstract", ""))
    values = argument.get("allValues")
    if values:
        text += f" Values: {escaped(', '.join(values))}."
    if "defaultValue" in argument:
        text += f" Default: {escaped(argument['defaultValue'])}."
    return text


def discussion(text):
    """Paragraphs of a discussion; indented lines are shown as they are."""
    lines, is_example = [], False
    for line in text.split("\n"):
        if line.startswith("  ") != is_example and line:
            is_example = not is_example
            lines.append(".PP\n.nf\n.RS 4" if is_example else ".RE\n.fi\n.PP")
        if line:
            lines.append(escaped(line.strip()))
        elif not is_example:
            lines.append(".PP")
    if is_example:
        lines.append(".RE\n.fi")
    return lines


def page(command, words, others):
    """The lines of a command's page."""
    title = " ".join(words)
    lines = [f'.TH "{"-".join(words).upper()}" 1', ".SH NAME", f"{escaped('-'.join(words))} \\- {escaped(command['abstract'])}"]
    arguments = [one for one in command.get("arguments", []) if one["shouldDisplay"]]
    subcommands = [one for one in command.get("subcommands", []) if one["shouldDisplay"] and one["commandName"] != "help"]
    lines += [".SH SYNOPSIS", f"\\fB{escaped(title)}\\fR"]
    lines += [synopsis(one) for one in arguments] + (["\\fIcommand\\fR"] if subcommands else [])
    if command.get("discussion"):
        lines += [".SH DESCRIPTION"] + discussion(command["discussion"])
    if subcommands:
        lines.append(".SH COMMANDS")
        for one in subcommands:
            lines += [".TP", f"\\fB{escaped(title + ' ' + one['commandName'])}\\fR", escaped(one["abstract"])]
    if arguments:
        lines.append(".SH OPTIONS")
        for one in arguments:
            lines += [".TP", heading(one), explanation(one)]
    others = [other for other in others if other != words]
    lines += [".SH SEE ALSO", ",\n".join(f"\\fB{escaped('-'.join(other))}\\fR(1)" for other in others)]
    return "\n".join(lines) + "\n"


def pages(command, words):
    """Each command with the words that call it: the command itself, then all in it."""
    found = [(command, words)]
    for one in command.get("subcommands", []):
        if one["shouldDisplay"] and one["commandName"] != "help":
            found += pages(one, words + [one["commandName"]])
    return found


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: manual.py PROGRAM FOLDER")
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    help_tree = json.loads(subprocess.run([program, "--experimental-dump-help"], check=True, capture_output=True).stdout)
    root = help_tree["command"]
    folder.mkdir(parents=True, exist_ok=True)
    commands = pages(root, [root["commandName"]])
    for command, words in commands:
        # A page names the pages beside it and those right below and above it.
        near = [other for _, other in commands if other[:-1] in (words, words[:-1]) or other == words[:-1]]
        (folder / ("-".join(words) + ".1")).write_text(page(command, words, near), encoding="utf-8")
    print(f"{len(commands)} manual pages in {folder}")


if __name__ == "__main__":
    main()
