"""Chromium without a window, for acceptance checks, and the pages that they open. Needs selenium, Chromium and its driver."""
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request


def missing():
    """What is not there for a browser to be driven; None if all is."""
    if not any(map(shutil.which, ("chromium", "google-chrome"))) or not shutil.which("chromedriver"):
        return "there is no Chromium with its chromedriver"
    if importlib.util.find_spec("selenium") is None:
        return f"{sys.executable} has no selenium (python3 -m venv V; V/bin/pip install selenium; PYTHON=V/bin/python)"
    return None


def axe_script():
    """The script of axe-core, which audits a page; None if it is not there (AXE=…, or pip install axe-core-python)."""
    path = os.environ.get("AXE")
    if not path:
        found = importlib.util.find_spec("axe_core_python")
        path = found and os.path.join(found.submodule_search_locations[0], "axe.min.js")
    if not path or not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        return file.read()


class Chromium:
    """A browser with a profile of its own, which is gone at the end of a `with` block."""

    flags = ()

    def __init__(self, width=1280, height=900, pictures=None, profile=None):
        """`pictures` is the folder in which pictures are kept; None keeps none. `profile` is that of an earlier browser."""
        from selenium import webdriver
        self.profile = profile or tempfile.TemporaryDirectory(prefix="nstack-review-browser.", ignore_cleanup_errors=True)
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium") or shutil.which("google-chrome")
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                         f"--user-data-dir={self.profile.name}", f"--window-size={width},{height}"):
            options.add_argument(argument)
        for flag in self.flags:
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
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

    def audit(self, axe, part="html"):
        """What axe-core finds in a part of the page, as a list of its rules with the first place of each."""
        self.script(axe)
        found = self.driver.execute_async_script(
            "const done = arguments[1]; axe.run(arguments[0]).then((result) => done(result.violations), "
            "(error) => done([{id: String(error), nodes: [{html: ''}]}]))", part)
        return [f"{each['id']}: {each['nodes'][0]['html']} and {len(each['nodes']) - 1} more" for each in found]

    def picture(self, name):
        if self.pictures:
            self.driver.save_screenshot(os.path.join(self.pictures, name + ".png"))


PATIENCE = 60


class ReviewProgram:
    """`nstack-review review`, whose first line is the address of its page."""

    def __init__(self, binary, environment, *arguments):
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen([binary, "review", "--no-browser", *arguments], env=environment, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=self.errors, text=True)
        self.address = self.process.stdout.readline().strip()
        if "#token=" not in self.address:
            self.process.wait(PATIENCE)
            sys.exit(f"WRONG: review prints no address: {self.address} {self.said()}")
        self.host, _, self.token = self.address.partition("/#token=")
        self.port, self.key = int(self.host.rsplit(":", 1)[1]), None

    def api(self, path, body=None, key=None):
        """An answer of the program's own, past the page. Without a key, in a session of its own, which uses the token up."""
        if key is None and self.key is None:
            self.key = self.api("session", {"token": self.token}, "")["key"]
        headers = {"Origin": self.host, "Content-Type": "application/json", "X-Review-Key": self.key if key is None else key}
        request = urllib.request.Request(f"{self.host}/api/{path}", None if body is None else json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    def said(self):
        self.errors.seek(0)
        return self.errors.read().decode("utf-8", "replace").strip()

    def end(self, signal):
        """Sends a signal; gives the exit status."""
        self.process.send_signal(signal)
        try:
            return self.process.wait(PATIENCE)
        finally:
            self.process.kill()


class ReviewBrowser(Chromium):
    """A browser with a review page; every wait is for a state of the page, and none for a time."""

    def __init__(self, width=1440, height=900, pictures=None, profile=None):
        super().__init__(width, height, pictures, profile)

    def open(self, address):
        self.driver.get(address)
        self.until("the list is there", lambda: self.script("return document.querySelector('#list[aria-rowcount]') !== null"))

    def until(self, what, holds, patience=PATIENCE):
        """Waits for a state; gives what `holds` gave, or the last false value."""
        from selenium.common.exceptions import ElementClickInterceptedException, NoSuchElementException, StaleElementReferenceException
        end = time.monotonic() + patience
        found = None
        while True:
            try:
                found = holds()
            except (ElementClickInterceptedException, NoSuchElementException, StaleElementReferenceException):
                found = None
            if found or time.monotonic() > end:
                break
            time.sleep(0.05)
        if not found:
            self.picture("late")
            sys.exit(f"WRONG: not after {patience} s: {what}; the page says: {self.text('body')[:2000]}")
        return found

    def keep_downloads(self, folder):
        """Downloads go to a folder, also what a page would ask for a place for."""
        self.command("Browser.setDownloadBehavior", behavior="allow", downloadPath=folder)
        self.command("Page.addScriptToEvaluateOnNewDocument", source="delete window.showSaveFilePicker")

    def find(self, selector):
        return self.driver.find_element("css selector", selector)

    def text(self, selector):
        """The text of the first element that a selector finds, as it is on screen; empty if there is none."""
        return self.script("return document.querySelector(arguments[0])?.innerText ?? ''", selector)

    def texts(self, selector):
        return self.script("return [...document.querySelectorAll(arguments[0])].map(found => found.innerText)", selector)

    def click(self, selector, label=None):
        """Clicks the first element that a selector finds, with a text if one is given."""
        def clicked():
            for one in self.driver.find_elements("css selector", selector):
                if one.is_displayed() and (label is None or one.text.startswith(label)):
                    one.click()
                    return True
            return False
        self.until(f"{selector} {label or ''} can be clicked", clicked)

    def press_with_control(self, key):
        from selenium.webdriver.common.action_chains import ActionChains
        from selenium.webdriver.common.keys import Keys
        ActionChains(self.driver).key_down(Keys.CONTROL).send_keys(key).key_up(Keys.CONTROL).perform()

    def swipe(self, selector, by):
        """Pulls an element aside with the pointer."""
        from selenium.webdriver.common.action_chains import ActionChains
        element = self.find(selector)
        actions = ActionChains(self.driver).move_to_element(element).click_and_hold()
        for _ in range(10):
            actions = actions.move_by_offset(by // 10, 0)
        actions.release().perform()

    def show(self, name, *, locale=None):
        """Searches for a text by its name, and opens it in the panel."""
        if locale:
            self.choose_locale(locale)
        self.click("#search")
        self.press_with_control("a")
        self.press(name)

        def opened():
            rows = self.driver.find_elements("css selector", ".row[data-index]")
            found = [one for one in rows if one.text.replace("\n", "").startswith(name)] if len(rows) < 8 else []
            if found:
                found[0].click()
            return found
        self.until(f"{name} is found", opened)
        self.until(f"{name} is in the panel", lambda: self.text("#panel-title") == name)

    def choose_locale(self, locale):
        if self.script("return document.getElementById('locale').value") != locale:
            self.script("const choice = document.getElementById('locale'); choice.value = arguments[0];"
                        "choice.dispatchEvent(new Event('change'))", locale)

    def write(self, value):
        """Replaces what is in the text area, key by key."""
        from selenium.webdriver.common.keys import Keys
        self.press("e")
        self.until("the text area has the focus", lambda: self.script("return document.activeElement.id === 'suggestion'"))
        self.press_with_control("a")
        self.press(value if value else Keys.DELETE)

    def says(self, sentence):
        """Waits for a notice."""
        self.until(f"the page says {sentence}", lambda: any(sentence in notice for notice in self.texts(".notice")))

    def faults(self):
        """What the browser complained of, except calls that found no program."""
        return [entry["message"] for entry in self.driver.get_log("browser")
                if entry["level"] == "SEVERE" and not any(word in entry["message"] for word in ("ERR_CONNECTION_REFUSED", "status of 4", "status of 5"))]
