#!/usr/bin/env python3
"""validate_parts.py SCHEMAS FILE.xlsx...

Validates every part of each workbook against the schemas of ECMA-376 in the folder SCHEMAS (xmllint), checks that content types,
relationships and parts agree, and opens the workbook with openpyxl and python-calamine, warnings being errors.
What is not there (the schemas, xmllint, a library) is skipped, aloud."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import warnings
import xml.etree.ElementTree as ET
import zipfile

CONTENT_TYPES = "{http://schemas.openxmlformats.org/package/2006/content-types}"
RELATIONSHIPS = "{http://schemas.openxmlformats.org/package/2006/relationships}"
# Dublin Core and the xml namespace, which the schemas name but do not carry: just what core properties may hold.
STUBS = {
    "dc.xsd": """<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://purl.org/dc/elements/1.1/">
  <xs:element name="creator" type="xs:string"/><xs:element name="description" type="xs:string"/>
  <xs:element name="identifier" type="xs:string"/><xs:element name="language" type="xs:string"/>
  <xs:element name="subject" type="xs:string"/><xs:element name="title" type="xs:string"/></xs:schema>""",
    "dcterms.xsd": """<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="http://purl.org/dc/terms/"
  targetNamespace="http://purl.org/dc/terms/">
  <xs:complexType name="W3CDTF"><xs:simpleContent><xs:extension base="xs:dateTime"/></xs:simpleContent></xs:complexType>
  <xs:element name="created" type="t:W3CDTF"/><xs:element name="modified" type="t:W3CDTF"/></xs:schema>""",
    "xml.xsd": """<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/XML/1998/namespace">
  <xs:attribute name="lang" type="xs:language"/><xs:attribute name="space"><xs:simpleType><xs:restriction base="xs:NCName">
  <xs:enumeration value="default"/><xs:enumeration value="preserve"/></xs:restriction></xs:simpleType></xs:attribute></xs:schema>""",
}


def prepared(schemas, folder):
    """A copy of the schemas that finds everything without a network."""
    for name in os.listdir(schemas):
        if name.endswith(".xsd"):
            with open(os.path.join(schemas, name), encoding="utf-8") as file:
                text = file.read()
            text = re.sub(r'schemaLocation="http://dublincore\.org/[^"]*/(dc|dcterms)\.xsd"', r'schemaLocation="\1.xsd"', text)
            text = re.sub(r'(<xs:import id="xml" namespace="http://www.w3.org/XML/1998/namespace")/>',
                          r'\1 schemaLocation="xml.xsd"/>', text)
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
    for name, text in STUBS.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)


def schema_of(part):
    if part == "[Content_Types].xml":
        return "opc-contentTypes.xsd"
    if part.endswith(".rels"):
        return "opc-relationships.xsd"
    if part == "docProps/core.xml":
        return "opc-coreProperties.xsd"
    if part == "docProps/app.xml":
        return "shared-documentPropertiesExtended.xsd"
    if part == "docProps/custom.xml":
        return "shared-documentPropertiesCustom.xsd"
    if part.startswith("xl/") and part.endswith(".xml") and not part.startswith(("xl/theme/", "xl/drawings/", "xl/charts/")):
        return "sml.xsd"
    return None


def agreement(package):
    """Whether content types, relationships and parts name each other."""
    found = []
    names = package.namelist()
    found += [f"{name} is there twice" for name in sorted({n for n in names if names.count(n) > 1})]
    types = ET.fromstring(package.read("[Content_Types].xml"))
    defaults = {d.get("Extension").lower() for d in types.iter(CONTENT_TYPES + "Default")}
    overrides = {o.get("PartName").lstrip("/") for o in types.iter(CONTENT_TYPES + "Override")}
    found += [f"[Content_Types].xml names {part}, which is not there" for part in sorted(overrides - set(names))]
    found += [f"{name} has no content type" for name in names
              if name != "[Content_Types].xml" and name not in overrides and name.rpartition(".")[2].lower() not in defaults]
    for name in names:
        if not name.endswith(".rels"):
            continue
        folder = os.path.dirname(os.path.dirname(name))
        identifiers = []
        for relationship in ET.fromstring(package.read(name)).iter(RELATIONSHIPS + "Relationship"):
            identifiers.append(relationship.get("Id"))
            if relationship.get("TargetMode") == "External":
                continue
            target = relationship.get("Target")
            part = target.lstrip("/") if target.startswith("/") else os.path.normpath(os.path.join(folder, target))
            if part not in names:
                found.append(f"{name} points to {part}, which is not there")
        if len(set(identifiers)) != len(identifiers):
            found.append(f"{name} gives an Id twice")
    return found


def schema_faults(package, schemas, folder):
    found = []
    for part in package.namelist():
        schema = schema_of(part)
        if schema is None:
            continue
        path = os.path.join(folder, "part.xml")
        with open(path, "wb") as target:
            # The schemas forget `xml:space` on texts, which the standard's prose asks for and every program writes.
            target.write(package.read(part).replace(b' xml:space="preserve"', b"") if schema == "sml.xsd" else package.read(part))
        run = subprocess.run(["xmllint", "--noout", "--nonet", "--huge", "--schema", os.path.join(schemas, schema), path],
                             capture_output=True, text=True)
        if run.returncode:
            lines = [line for line in run.stderr.splitlines() if "fails to validate" not in line]
            found += [f"{part}: {line.rpartition('part.xml:')[2][:300]}" for line in lines[:5]]
    return found


def openpyxl_opens(path):
    import openpyxl
    workbook = openpyxl.load_workbook(path)
    return sum(worksheet.max_row for worksheet in workbook.worksheets)


def calamine_opens(path):
    import python_calamine
    workbook = python_calamine.CalamineWorkbook.from_path(path)
    return sum(len(workbook.get_sheet_by_name(name).to_python()) for name in workbook.sheet_names)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    schemas, files = sys.argv[1], sys.argv[2:]
    faults = 0
    with tempfile.TemporaryDirectory(prefix="nstack-review-schemas.") as folder:
        validating = os.path.isdir(schemas) and bool(shutil.which("xmllint"))
        if validating:
            prepared(schemas, folder)
        else:
            print(f"skipped: validation, as {schemas if not os.path.isdir(schemas) else 'xmllint'} is not there")
        for path in files:
            with zipfile.ZipFile(path) as package:
                found = [f"damaged: {package.testzip()}"] if package.testzip() else []
                found += agreement(package)
                parts = len(package.namelist())
                if validating:
                    found += schema_faults(package, folder, folder)
            rows = []
            for name, opens in (("openpyxl", openpyxl_opens), ("calamine", calamine_opens)):
                try:
                    with warnings.catch_warnings():
                        warnings.simplefilter("error")
                        rows.append(f"{name} reads {opens(path):,} rows")
                except ImportError:
                    rows.append(f"skipped: {name}")
                except Exception as error:
                    found.append(f"{name}: {type(error).__name__}: {error}")
            print(f"{os.path.basename(path)}: {parts} parts, " + ", ".join(rows) + (", valid" if not found else ""))
            for fault in found:
                print("  WRONG:", fault)
            faults += len(found)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
