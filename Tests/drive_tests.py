#!/usr/bin/env python3
"""drive_tests.py

Lists the tests of sheets in Google Drive. Those that rest on what only Google can confirm are marked [K]: they have the tag
`unconfirmed`. `swift run drive-stand-in --facts` prints what the stand-in takes for true, with its source."""
import os
import re
import sys

TESTS = os.path.dirname(os.path.abspath(__file__))
ATTRIBUTE = re.compile(r"@(Suite|Test)\b")
TEXT = re.compile(r'\(\s*"((?:[^"\\]|\\.)*)"')
FUNCTION = re.compile(r"\s*func `([^`]*)`")


def attributes(text):
    """Each suite and test with its name, which is that of the attribute or of the function, and the text of its attribute."""
    for match in ATTRIBUTE.finditer(text):
        place = end = match.end()
        depth, in_text = 0, False
        while text[end] == "(" or depth:
            sign = text[end]
            if in_text:
                end += sign == "\\"
                in_text = sign != '"'
            elif sign == '"':
                in_text = True
            else:
                depth += {"(": 1, ")": -1}.get(sign, 0)
            end += 1
        named, function = TEXT.match(text, place), FUNCTION.match(text, end)
        if named or function:
            name = named[1].replace('\\"', '"').replace("\\\\", "\\") if named else function[1]
            yield match[1], name, text[place:end]


tests = marked = 0
for folder in ("Drive/GoogleDriveTests", "Program/CommandLineTests"):
    for name in sorted(os.listdir(os.path.join(TESTS, folder))):
        if folder == "Program/CommandLineTests" and not name.startswith("Drive"):
            continue
        with open(os.path.join(TESTS, folder, name), encoding="utf-8") as file:
            found = list(attributes(file.read()))
        for kind, sentence, rest in found:
            if kind == "Suite":
                print(f"\n{sentence} ({folder}/{name})")
                continue
            is_marked = ".unconfirmed" in rest
            tests, marked = tests + 1, marked + is_marked
            print(f"  {'[K]' if is_marked else '   '} {sentence}")
if not tests or not marked:
    sys.exit("WRONG: no tests were found, or none with the tag")
print(f"\n{tests} tests, of which {marked} rest on what only Google can confirm")
