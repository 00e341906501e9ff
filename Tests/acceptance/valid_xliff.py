#!/usr/bin/env python3
"""valid_xliff.py BINARY DATA SCHEMAS

Exports DATA (a folder in NStack's shape) as XLIFF 1.2 and 2.1, with contexts, suggestions and hard texts, has edits imported, and validates
the exported and to-fix files: those of 1.2 against OASIS's strict schema, those of 2.1 against the schemas of the core and of
its modules (lxml) and against OASIS's Schematron rules (saxonche). A file that was spoilt on purpose must fail, for each of them.

SCHEMAS has what OASIS publishes for each version: xliff-1.2/xliff-core-1.2-strict.xsd, and xliff-2.1/*.xsd and *.sch. What is not there (the
schemas, a library) is skipped, aloud."""
import argparse
import glob
import os
import re
import sys

from sandbox import Sandbox
from validate_parts import STUBS

SCHEMATRON = "{http://purl.oclc.org/dsdl/schematron}"
XSLT = "{http://www.w3.org/1999/XSL/Transform}"
MODULES = {"document:2.0": "xliff_core_2.0.xsd", "metadata:2.0": "metadata.xsd", "matches:2.0": "matches.xsd",
           "sizerestriction:2.0": "size_restriction.xsd"}
RULES = ["xliff_core_2.1.sch", "matches.sch", "metadata.sch", "size_restriction.sch"]
# What each of the two must find: the text that is replaced, and by what.
SPOILT = {"1.2": [("<source>", "<sauce/><source>"), (' state="translated"', ' state="finished"')],
          "2.1": [("<mda:metadata>", "<mda:metadata><mda:group/>"), ('<segment id="s1"', '<segment id="s 1"')]}
SPOILT_IDS = ('<segment id="s1"', '<segment id="1"')
CONTEXT = 'Section,Key,Description,Maximum length\n*,*,"A <b> & ""c"" ]]>",{}\n'


def schema(etree, folder, imports):
    """A schema that imports the named files, without a network."""
    class Local(etree.Resolver):
        def resolve(self, url, public, context):
            return self.resolve_string(STUBS["xml.xsd"], context) if url.endswith("xml.xsd") else None

    parser = etree.XMLParser()
    parser.resolvers.add(Local())
    lines = "".join(f'<xs:import namespace="urn:oasis:names:tc:xliff:{name}" schemaLocation="{file}"/>' for name, file in imports.items())
    text = f'<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">{lines}</xs:schema>'
    return etree.XMLSchema(etree.fromstring(text, parser, base_url=os.path.join(folder, "all.xsd")))


def stylesheet(etree, path):
    """The XSLT of a file of Schematron rules: in each pattern the first rule that fits an element applies, as ISO 19757-3 says."""
    root = etree.parse(path, etree.XMLParser(load_dtd=True)).getroot()
    spaces = {space.get("prefix"): space.get("uri") for space in root.iter(SCHEMATRON + "ns")}
    sheet = etree.Element(XSLT + "stylesheet", {"version": "2.0"}, nsmap={**spaces, "xsl": XSLT[1:-1]})
    etree.SubElement(sheet, XSLT + "output", {"method": "text"})

    def variables(element, into):
        for variable in element.findall(SCHEMATRON + "let"):
            etree.SubElement(into, XSLT + "variable", {"name": variable.get("name"), "select": variable.get("value")})

    variables(root, sheet)
    for key in root.findall(XSLT + "key"):
        sheet.append(key)
    start = etree.SubElement(sheet, XSLT + "template", {"match": "/"})
    count = 0
    for pattern in root.iter(SCHEMATRON + "pattern"):
        mode = f"m{count}"
        etree.SubElement(start, XSLT + "apply-templates", {"select": "//*", "mode": mode})
        etree.SubElement(sheet, XSLT + "template", {"match": "*", "mode": mode, "priority": "-1"})
        for place, rule in enumerate(pattern.findall(SCHEMATRON + "rule")):
            count += 1
            template = etree.SubElement(sheet, XSLT + "template", {"match": rule.get("context"), "mode": mode, "priority": str(9999 - place)})
            variables(pattern, template)
            variables(rule, template)
            for check in rule:
                if check.tag not in (SCHEMATRON + "assert", SCHEMATRON + "report"):
                    continue
                test = check.get("test") if check.tag.endswith("report") else f"not({check.get('test')})"
                fault = etree.SubElement(template, XSLT + "if", {"test": test})
                message = " ".join("".join(check.itertext()).split())
                etree.SubElement(fault, XSLT + "text").text = f"\n{pattern.get('id')}: {message}: "
                etree.SubElement(fault, XSLT + "value-of", {"select": "string-join(ancestor-or-self::*/@id, '/')"})
    return etree.tostring(sheet, encoding="unicode"), count


def edited(path, into):
    """Adds a word to every fifth target, which is applied, and a code that stands for nothing to every tenth, which is refused."""
    with open(path, encoding="utf-8", newline="") as file:
        text = file.read()
    place = 0
    code = '<x id="z99"/>' if 'version="1.2"' in text[:300] else '<ph id="z99"/>'

    def target(match):
        nonlocal place
        place += 1
        if place % 5:
            return match[0]
        return f"{match[1]}{match[2]} nyt{'' if place % 10 else code}</target>"

    text = re.sub(r"(<target[^>/]*>)((?:(?!</target>).)*)</target>(?!</(?:alt-trans|mtc:match)>)", target, text, flags=re.S)
    with open(into, "w", encoding="utf-8", newline="") as file:
        file.write(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("data")
    parser.add_argument("schemas")
    arguments = parser.parse_args()
    first, second = (os.path.join(arguments.schemas, name) for name in ("xliff-1.2", "xliff-2.1"))
    if not os.path.isdir(first) or not os.path.isdir(second):
        sys.exit(f"skipped: the schemas of XLIFF, which {arguments.schemas} has not (see valid_xliff.py)")
    try:
        from lxml import etree
    except ImportError:
        sys.exit("skipped: the schemas of XLIFF, as this Python has no lxml (pip install lxml)")
    schemas = {"1.2": schema(etree, first, {"document:1.2": "xliff-core-1.2-strict.xsd"}), "2.1": schema(etree, second, MODULES)}
    rules, processor = [], None
    try:
        from saxonche import PySaxonProcessor
        processor = PySaxonProcessor(license=False)
        for name in RULES:
            text, count = stylesheet(etree, os.path.join(second, name))
            rules.append((count, processor.new_xslt30_processor().compile_stylesheet(stylesheet_text=text)))
    except ImportError:
        print("skip  the Schematron rules of XLIFF 2.1, which need saxonche (pip install saxonche)")

    def faults(path):
        document = etree.parse(path, etree.XMLParser(huge_tree=True))
        version = document.getroot().get("version")
        found = [] if schemas[version].validate(document) else [str(error) for error in schemas[version].error_log]
        for _, rule in rules if version == "2.1" else []:
            found += [line for line in (rule.transform_to_string(source_file=path) or "").splitlines() if line.strip()]
        return found

    wrong, files, units = [], 0, 0
    for version in schemas:
        with Sandbox(arguments.binary, arguments.data) as sandbox:
            for name, text in (("context.csv", CONTEXT.format(30)), ("wide.csv", CONTEXT.format(400))):
                with open(os.path.join(sandbox.path, name), "w", encoding="utf-8") as file:
                    file.write(text)
            for name in ("plain", "context", "edited", "fix"):
                os.mkdir(os.path.join(sandbox.path, name))
            split = ["--xliff-version", version, *(["--split", "locale"] if version == "2.1" else [])]
            for folder, options in (("plain", []), ("context", ["--context", sandbox.path + "/wide.csv"]),
                                    ("edited", ["--context", sandbox.path + "/context.csv"])):
                run = sandbox.run("export", f"{sandbox.path}/{folder}/review.xlf", *split, *options)
                if run.status:
                    sys.exit(f"WRONG: export ended with {run.status}: {run.errors.strip()}")
            for path in glob.glob(sandbox.path + "/edited/*.xlf"):
                edited(path, path)
                run = sandbox.run("import", path, "--yes", "--force", "--to-fix", path.replace("/edited/", "/fix/"))
                if run.status != 2:
                    wrong.append(f"{version}: import ended with {run.status}: {run.errors.strip()[:300]}")
            for path in sorted(glob.glob(sandbox.path + "/*/*.xlf")):
                files += 1
                with open(path, encoding="utf-8") as file:
                    units += len(re.findall("</(?:trans-)?unit>", file.read()))
                wrong += [f"{version}, {os.path.relpath(path, sandbox.path)}: {fault}" for fault in faults(path)[:3]]
            if not glob.glob(sandbox.path + "/fix/*.xlf"):
                wrong.append(f"{version}: no row was left to fix")
            path = sorted(glob.glob(sandbox.path + "/context/*.xlf"))[0]
            for old, new in SPOILT[version] + ([SPOILT_IDS] if rules and version == "2.1" else []):
                with open(path, encoding="utf-8") as file:
                    text = file.read()
                # A unit whose text has codes comes first for the rule about ids.
                text = re.sub(re.escape(old), new, text) if (old, new) == SPOILT_IDS else text.replace(old, new, 1)
                with open(sandbox.path + "/spoilt.xlf", "w", encoding="utf-8") as file:
                    file.write(text)
                if not faults(sandbox.path + "/spoilt.xlf"):
                    wrong.append(f"{version}: {new} is not found")
    for line in wrong[:30]:
        print("  WRONG:", line)
    if not wrong:
        print(f"{files} files with {units:,} units are valid; {sum(count for count, _ in rules)} Schematron rules asked of those in 2.1")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
