#!/usr/bin/python3
"""time_in_libreoffice.py FILE.xlsx...

Opens each sheet in LibreOffice with a window (on a virtual screen, xvfb-run), beside the same sheet without its conditional formats and
data validations, and prints the seconds to open it, to jump to its end, and to filter a column. Needs python3-uno, xvfb."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile

if "DISPLAY" not in os.environ and shutil.which("xvfb-run"):
    os.execvp("xvfb-run", ["xvfb-run", "-a", sys.executable, *sys.argv])

import uno  # noqa: E402
from com.sun.star.beans import PropertyValue  # noqa: E402
from com.sun.star.sheet import TableFilterField  # noqa: E402
from com.sun.star.sheet.FilterOperator import EQUAL  # noqa: E402


def without_flags(path, target):
    """A copy without conditional formats and data validations."""
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as copy:
        for name in source.namelist():
            content = source.read(name)
            if name.startswith("xl/worksheets/") and name.endswith(".xml"):
                content = re.sub(rb"<conditionalFormatting.*?</conditionalFormatting>|<dataValidations.*?</dataValidations>", b"",
                                 content, flags=re.DOTALL)
            copy.writestr(name, content)


def properties(**values):
    return tuple(PropertyValue(Name=name, Value=value) for name, value in values.items())


class Office:
    def __init__(self, profile):
        pipe = f"nstack-review-{os.getpid()}"
        program = os.path.join(os.path.dirname(os.path.realpath(shutil.which("soffice"))), "soffice.bin")
        command = [program, "--norestore", "--nologo", "--nofirststartwizard", f"-env:UserInstallation=file://{profile}"]
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        # A fresh profile asks to be started again, and the virtual screen ends with its first client: the first start is without a window.
        subprocess.run(command + ["--headless", "--terminate_after_init"], **quiet, timeout=120)
        self.process = subprocess.Popen(command + [f"--accept=pipe,name={pipe};urp;"], **quiet)
        local = uno.getComponentContext()
        resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
        for _ in range(1200):
            if self.process.poll() is not None:
                self.process = subprocess.Popen(command + [f"--accept=pipe,name={pipe};urp;"], **quiet)
            try:
                self.context = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
                break
            except Exception:
                time.sleep(0.1)
        else:
            sys.exit("LibreOffice did not start")
        self.desktop = self.service("com.sun.star.frame.Desktop")
        self.toolkit = self.service("com.sun.star.awt.Toolkit")
        self.dispatcher = self.service("com.sun.star.frame.DispatchHelper")

    def service(self, name):
        return self.context.ServiceManager.createInstanceWithContext(name, self.context)

    def timed(self, body):
        start = time.monotonic()
        result = body()
        # Until everything is drawn.
        self.toolkit.processEventsToIdle()
        return time.monotonic() - start, result

    def measure(self, path):
        opening, document = self.timed(lambda: self.desktop.loadComponentFromURL(
            uno.systemPathToFileUrl(os.path.abspath(path)), "_blank", 0, ()))
        controller = document.CurrentController
        sheet = document.Sheets.getByIndex(0)
        controller.setActiveSheet(sheet)
        cursor = sheet.createCursor()
        cursor.gotoEndOfUsedArea(False)
        rows, last = cursor.RangeAddress.EndRow + 1, f"E{cursor.RangeAddress.EndRow + 1}"
        jumping, _ = self.timed(lambda: self.dispatcher.executeDispatch(
            controller.Frame, ".uno:GoToCell", "", 0, properties(ToPoint=last)))

        def filter_locale():
            area = sheet.getCellRangeByPosition(0, 0, cursor.RangeAddress.EndColumn, cursor.RangeAddress.EndRow)
            descriptor = area.createFilterDescriptor(True)
            field = TableFilterField()
            field.Field, field.IsNumeric, field.Operator = 2, False, EQUAL
            field.StringValue = sheet.getCellByPosition(2, rows // 2).String
            descriptor.setFilterFields((field,))
            descriptor.ContainsHeader = True
            area.filter(descriptor)

        filtering, _ = self.timed(filter_locale)
        document.close(True)
        return rows, opening, jumping, filtering

    def close(self):
        try:
            self.desktop.terminate()
        except Exception:
            pass  # The bridge closes while it answers.
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    print(f"{'sheet':<46} {'rows':>9} {'open':>8} {'to end':>8} {'filter':>8}")
    with tempfile.TemporaryDirectory(prefix="nstack-review-office.") as folder:
        office = Office(os.path.join(folder, "profile"))
        try:
            for number, path in enumerate(sys.argv[1:]):
                plain = os.path.join(folder, os.path.basename(path))
                without_flags(path, plain)
                if number == 0:
                    # The first sheet of a session pays for the program's own start.
                    office.measure(plain)
                for name, sheet in ((os.path.basename(path), path), ("  without flags and validations", plain)):
                    rows, *seconds = office.measure(sheet)
                    print(f"{name:<46} {rows:>9,} " + " ".join(f"{value:>6.2f} s" for value in seconds), flush=True)
        finally:
            office.close()


if __name__ == "__main__":
    main()
