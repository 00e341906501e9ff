#!/usr/bin/python3
"""type_in_libreoffice.py IN OUT EDITS.json

Opens IN in LibreOffice, types texts into cells as a person does (`.uno:EnterString`), and saves OUT (.xlsx, .ods or .csv by name).
EDITS.json: [{"worksheet": "Review", "cell": "F12", "text": "…"}, …]. Needs the system's Python with python3-uno."""
import json
import os
import subprocess
import sys
import tempfile
import time

import uno
from com.sun.star.beans import PropertyValue

FILTERS = {".xlsx": ("Calc MS Excel 2007 XML", None), ".ods": ("calc8", None),
           ".csv": ("Text - txt - csv (StarCalc)", "44,34,76,1,,0,false,true,false")}


def properties(**values):
    return tuple(PropertyValue(Name=name, Value=value) for name, value in values.items() if value is not None)


def connected(profile, pipe):
    """A desktop of an office of our own; gives its process too."""
    process = subprocess.Popen(
        ["soffice", "--headless", "--norestore", f"-env:UserInstallation=file://{profile}", f"--accept=pipe,name={pipe};urp;"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    for _ in range(300):
        try:
            context = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
            return context, context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context), process
        except Exception:
            time.sleep(0.1)
    sys.exit("LibreOffice did not start")


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    source, target, edits = sys.argv[1:]
    with open(edits, encoding="utf-8") as file:
        edits = json.load(file)
    with tempfile.TemporaryDirectory(prefix="nstack-review-office.") as profile:
        context, desktop, process = connected(profile, f"nstack-review-{os.getpid()}")
        try:
            document = desktop.loadComponentFromURL(
                uno.systemPathToFileUrl(os.path.abspath(source)), "_blank", 0, properties(Hidden=True))
            controller = document.CurrentController
            dispatcher = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.DispatchHelper", context)
            for edit in edits:
                sheet = document.Sheets.getByName(edit["worksheet"])
                if controller.ActiveSheet.Name != edit["worksheet"]:
                    controller.setActiveSheet(sheet)
                dispatcher.executeDispatch(controller.Frame, ".uno:GoToCell", "", 0, properties(ToPoint=edit["cell"]))
                dispatcher.executeDispatch(controller.Frame, ".uno:EnterString", "", 0, properties(StringName=edit["text"]))
            name, options = FILTERS[os.path.splitext(target)[1]]
            document.storeToURL(uno.systemPathToFileUrl(os.path.abspath(target)),
                                properties(FilterName=name, FilterOptions=options))
            document.close(True)
            try:
                desktop.terminate()
            except Exception:
                pass  # The bridge closes while it answers.
        finally:
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()


if __name__ == "__main__":
    main()
