"""Reads the part of YAML that the CI samples use, with Python's standard library only, and refuses the rest aloud.

Block mappings and sequences, plain, single-quoted and double-quoted scalars on one line, literal blocks (`|`) and comments. Every scalar
is a string. What it returns is what PyYAML's BaseLoader returns; `ci_samples.py` compares the two where PyYAML is there.
"""
import re

KEY = re.compile(r"""([A-Za-z0-9_.][A-Za-z0-9_./ -]*|'[^']*'|"[^"\\]*"):(?:\s+(.*))?$""")


class YAMLProblem(Exception):
    pass


def read(path):
    with open(path, encoding="utf-8") as file:
        return Reader(file.read().split("\n")).document()


class Reader:
    def __init__(self, lines):
        self.lines = lines
        self.place = 0

    def document(self):
        self.skip()
        value = self.block(0)
        self.skip()
        if self.place < len(self.lines):
            self.stop("is indented in a way that fits nothing before it")
        return value

    def stop(self, why):
        raise YAMLProblem(f"line {self.place + 1} {why}: {self.lines[self.place].strip()}")

    def skip(self):
        """Passes over empty lines and comments."""
        while self.place < len(self.lines) and re.fullmatch(r"\s*(#.*)?", self.lines[self.place]):
            self.place += 1

    def indent(self):
        """The indentation of the line here; -1 at the end."""
        if self.place >= len(self.lines):
            return -1
        line = self.lines[self.place]
        if "\t" in line[:len(line) - len(line.lstrip())]:
            self.stop("is indented by a tab")
        return len(line) - len(line.lstrip(" "))

    def block(self, indent):
        """The mapping, the sequence or the scalar that starts here."""
        text = self.lines[self.place][indent:]
        if text == "-" or text.startswith("- "):
            return self.sequence(indent)
        if KEY.match(text):
            return self.mapping(indent)
        self.stop("is neither a key nor an entry")

    def sequence(self, indent):
        entries = []
        while self.indent() == indent and re.match(r"-( |$)", self.lines[self.place][indent:]):
            rest = self.lines[self.place][indent + 1:]
            inner = indent + 1 + len(rest) - len(rest.lstrip(" "))
            text = rest.strip()
            if KEY.match(text) and text[:1] not in ("'", '"'):
                # The mapping starts on the line of the dash, which counts as indentation.
                self.lines[self.place] = " " * inner + text
                entries.append(self.mapping(inner))
            else:
                entries.append(self.value(text, indent))
            self.skip()
        return entries

    def mapping(self, indent):
        found = {}
        while self.indent() == indent:
            matched = KEY.match(self.lines[self.place][indent:])
            if not matched:
                self.stop("is not a key with its value")
            key = matched[1].strip("'\"")
            if key in found:
                self.stop("repeats a key")
            found[key] = self.value(matched[2] or "", indent)
            self.skip()
        return found

    def value(self, text, indent):
        """A value whose first characters follow a key or a dash; passes over its lines."""
        if text == "" or text.startswith("#"):
            self.place += 1
            self.skip()
            inner = self.indent()
            # A sequence below a key may have the indentation of the key.
            is_entry = inner == indent and re.match(r"-( |$)", self.lines[self.place][inner:])
            return self.block(inner) if inner > indent or is_entry else ""
        if text == "|":
            return self.literal(indent)
        value = self.scalar(text)
        self.place += 1
        return value

    def literal(self, indent):
        self.place += 1
        lines = []
        while self.place < len(self.lines) and (self.lines[self.place].strip() == "" or self.indent() > indent):
            lines.append(self.lines[self.place])
            self.place += 1
        inner = min((len(line) - len(line.lstrip(" ")) for line in lines if line.strip()), default=0)
        return "\n".join(line[inner:] for line in lines).rstrip("\n") + "\n"

    def scalar(self, text):
        quoted = re.fullmatch(r"""(?:'((?:[^']|'')*)'|"([^"\\]*)")(?:\s+#.*)?""", text)
        if quoted:
            return quoted[1].replace("''", "'") if quoted[1] is not None else quoted[2]
        text = re.sub(r"\s+#.*$", "", text)
        if text[0] in "'\"[]{}&*!|>%@`," or text[:2] in ("? ", ": ") or ": " in text or text.endswith(":"):
            self.stop("has a value that this reader does not know")
        return text
