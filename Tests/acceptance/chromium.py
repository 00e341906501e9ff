"""Chromium without a window, for one acceptance check. Needs selenium, Chromium and its driver."""
import importlib.util
import os
import shutil
import sys
import tempfile


def missing():
    """What is not there for a browser to be driven; None if all is."""
    if not any(map(shutil.which, ("chromium", "google-chrome"))) or not shutil.which("chromedriver"):
        return "there is no Chromium with its chromedriver"
    if importlib.util.find_spec("selenium") is None:
        return f"{sys.executable} has no selenium (python3 -m venv V; V/bin/pip install selenium; PYTHON=V/bin/python)"
    return None


def axe_script():
    """The script of axe-core, which audits a page; None if it is not there (AXE=…, or pip install axe-selenium-python)."""
    path = os.environ.get("AXE")
    if not path:
        found = importlib.util.find_spec("axe_selenium_python")
        path = found and os.path.join(os.path.dirname(found.origin), "node_modules/axe-core/axe.min.js")
    if not path or not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        return file.read()


class Chromium:
    """A browser with a profile of its own, which is gone at the end of a `with` block."""

    def __init__(self, width=1280, height=900, pictures=None):
        """`pictures` is the folder in which pictures are kept; None keeps none."""
        from selenium import webdriver
        self.profile = tempfile.TemporaryDirectory(prefix="nstack-review-browser.", ignore_cleanup_errors=True)
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium") or shutil.which("google-chrome")
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                         f"--user-data-dir={self.profile.name}", f"--window-size={width},{height}"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
        self.driver.set_script_timeout(300)
        self.pictures = pictures
        self.size(width, height)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()
        self.profile.cleanup()

    def command(self, name, **arguments):
        return self.driver.execute_cdp_cmd(name, arguments)

    def size(self, width, height, is_phone=False):
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=is_phone)
        self.command("Emulation.setTouchEmulationEnabled", enabled=is_phone)

    def scheme(self, name):
        """Light or dark."""
        self.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}])

    def script(self, text, *values):
        return self.driver.execute_script(text, *values)

    def press(self, *keys):
        """Presses keys one after the other, wherever the focus is."""
        from selenium.webdriver.common.action_chains import ActionChains
        for key in keys:
            ActionChains(self.driver).send_keys(key).perform()

    def audit(self, axe, part="html", tags=None):
        """What axe-core finds in a part of the page, as a list of its rules with the first place of each; all rules, or those with tags."""
        self.script(axe)
        options = {"runOnly": {"type": "tag", "values": tags}} if tags else {}
        found = self.driver.execute_async_script(
            "const done = arguments[2]; axe.run(arguments[0], arguments[1]).then((result) => done(result.violations), "
            "(error) => done([{id: String(error), nodes: [{html: ''}]}]))", part, options)
        return [f"{each['id']}: {each['nodes'][0]['html']} and {len(each['nodes']) - 1} more" for each in found]

    def picture(self, name):
        if self.pictures:
            self.driver.save_screenshot(os.path.join(self.pictures, name + ".png"))
