#!/usr/bin/env python3
"""drive_tests.py

Lists the tests of sheets in Google Drive. Those that rest on what only Google can confirm are marked [K]: they have the tag
`unconfirmed`. `swift run drive-stand-in --facts` prints what the stand-in takes for true, with its source."""
import os
import re
import sys

TESTS = os.path.dirname(os.path.abspath(__file__))
NAME = re.compile(r'@(Suite|Test)\(\s*"((?:[^"\\]|\\.)*)"')


def attributes(text):
    """Each suite and test with its name and the text of its attribute, to the bracket that closes it."""
    for match in NAME.finditer(text):
        depth, place, in_text = 1, match.end(), False
        while depth and place < len(text):
            sign = text[place]
            if in_text:
                place += sign == "\\"
                in_text = sign != '"'
            elif sign == '"':
                in_text = True
            else:
                depth += {"(": 1, ")": -1}.get(sign, 0)
            place += 1
        yield match.group(1), match.group(2).replace('\\"', '"').replace("\\\\", "\\"), text[match.end():place]


tests = marked = 0
for folder in ("GoogleDriveTests", "CommandLineTests"):
    for name in sorted(os.listdir(os.path.join(TESTS, folder))):
        if folder == "CommandLineTests" and not name.startswith("Drive"):
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
