"""Chromium and Firefox without a window, for acceptance checks, and the pages that they open. Needs selenium, Chromium and its driver;
Firefox needs no driver."""
import base64
import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
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

    def __init__(self, width=1280, height=900, pictures=None, profile=None, language="en-US", is_dark=False, keeps_nothing=False):
        """`pictures` is the folder in which pictures are kept; None keeps none. `profile` is that of an earlier browser. One that
        `keeps_nothing` refuses its storage to pages, as where somebody blocks all cookies."""
        from selenium import webdriver
        self.profile = profile or tempfile.TemporaryDirectory(prefix="nstack-review-browser.", ignore_cleanup_errors=True)
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium") or shutil.which("google-chrome")
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                         f"--user-data-dir={self.profile.name}", f"--window-size={width},{height}"):
            options.add_argument(argument)
        for flag in self.flags:
            options.add_argument(flag)
        options.add_experimental_option("prefs", {"intl.accept_languages": language, **(
            {"profile.default_content_setting_values.cookies": 2} if keeps_nothing else {})})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
        self.driver.set_script_timeout(300)
        self.pictures = pictures
        self.size(width, height)
        if is_dark:
            self.scheme("dark")

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

    def go(self, address):
        self.driver.get(address)

    def script(self, text, *values):
        return self.driver.execute_script(text, *values)

    def script_at_start(self, text):
        """Runs a script in every page that is opened from now on, before its own."""
        self.command("Page.addScriptToEvaluateOnNewDocument", source=text)

    def press(self, *keys):
        """Presses keys one after the other, wherever the focus is."""
        from selenium.webdriver.common.action_chains import ActionChains
        for key in keys:
            ActionChains(self.driver).send_keys(key).perform()

    def press_with_control(self, key):
        from selenium.webdriver.common.action_chains import ActionChains
        from selenium.webdriver.common.keys import Keys
        ActionChains(self.driver).key_down(Keys.CONTROL).send_keys(key).key_up(Keys.CONTROL).perform()

    def clicked(self, selector, label=None):
        """Clicks the first element on screen that a selector finds, with a text if one is given; gives whether there was one."""
        for one in self.driver.find_elements("css selector", selector):
            if one.is_displayed() and (label is None or one.text.startswith(label)):
                one.click()
                return True
        return False

    def tabs(self):
        return self.driver.window_handles

    def to_tab(self, number):
        self.driver.switch_to.window(self.tabs()[number])

    def new_tab(self):
        self.driver.switch_to.new_window("tab")

    def kill(self):
        os.kill(self.driver.capabilities["goog:processID"], signal.SIGKILL)

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

    def busy(self):
        """The seconds that a processor worked for the page so far: its main thread, whatever else the machine does."""
        self.command("Performance.enable", timeDomain="threadTicks")
        return next(each["value"] for each in self.command("Performance.getMetrics")["metrics"] if each["name"] == "TaskDuration")

    def keep_downloads(self, folder):
        """Downloads go to a folder, also what a page would ask for a place for."""
        os.makedirs(folder, exist_ok=True)
        self.command("Browser.setDownloadBehavior", behavior="allow", downloadPath=folder)
        self.script_at_start("delete window.showSaveFilePicker")

    def requests(self):
        """The addresses that were asked for; the browser's own pages have addresses that begin with chrome."""
        messages = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        asked = {one["params"]["request"]["url"].split("#")[0] for one in messages if one["method"] == "Network.requestWillBeSent"}
        return {address for address in asked if not address.startswith(("chrome", "data:"))}

    def faults(self):
        """What the browser complained of, except calls that found no program."""
        return [entry["message"] for entry in self.driver.get_log("browser")
                if entry["level"] == "SEVERE" and not any(word in entry["message"] for word in ("ERR_CONNECTION_REFUSED", "status of 4", "status of 5"))]


class Firefox:
    """Firefox with a profile of its own, which speaks WebDriver BiDi itself."""

    def __init__(self, width=1280, height=900, pictures=None, profile=None, language="en-US", is_dark=False, keeps_nothing=False):
        # A part of selenium.
        import websocket
        self.profile = profile or tempfile.TemporaryDirectory(prefix="nstack-review-browser.", ignore_cleanup_errors=True)
        preferences = {"browser.shell.checkDefaultBrowser": False, "browser.sessionstore.resume_from_crash": False,
                       "datareporting.policy.dataSubmissionEnabled": False, "toolkit.startup.max_resumed_crashes": -1,
                       "intl.accept_languages": language, "ui.systemUsesDarkTheme": int(is_dark),
                       "network.cookie.cookieBehavior": 2 if keeps_nothing else 5}
        with open(self.profile.name + "/user.js", "w", encoding="utf-8") as file:
            file.writelines(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in preferences.items())
        self.process = subprocess.Popen([firefox(), "--headless", "--no-remote", "--profile", self.profile.name, "--remote-debugging-port", "0"],
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True)
        address = next((line.split()[-1] for line in self.process.stderr if "BiDi listening on" in line), None)
        if not address:
            sys.exit("WRONG: Firefox says no address")
        threading.Thread(target=self.process.stderr.read, daemon=True).start()
        self.socket = websocket.create_connection(address + "/session", timeout=PATIENCE, suppress_origin=True)
        self.number, self.events, self.pictures, self.width, self.height = 0, [], pictures, width, height
        self.call("session.new", capabilities={"alwaysMatch": {"unhandledPromptBehavior": {"default": "accept"}}})
        self.call("session.subscribe", events=["log.entryAdded", "network.beforeRequestSent"])
        first, = self.tabs()
        # What is typed into the first tab goes to the page, and what keys do to a button there does not.
        self.new_tab()
        self.call("browsingContext.close", context=first)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()
        self.kill()
        self.profile.cleanup()

    def kill(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()

    def call(self, method, **parameters):
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("id") == self.number:
                break
            self.events.append(answer)
        if answer["type"] == "error":
            raise RuntimeError(f"{method}: {answer['message']}")
        return answer["result"]

    def go(self, address):
        self.call("browsingContext.navigate", context=self.tab, url=address, wait="complete")

    def size(self, width, height, is_phone=False):
        self.call("browsingContext.setViewport", context=self.tab, viewport={"width": width, "height": height})

    def script(self, text, *values):
        made = "function (values) { return Promise.resolve((function () { %s }).apply(null, JSON.parse(values))).then((value) => JSON.stringify(value ?? null)); }"
        answer = self.call("script.callFunction", functionDeclaration=made % text, target={"context": self.tab}, awaitPromise=True,
                           arguments=[{"type": "string", "value": json.dumps(values)}])
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def script_at_start(self, text):
        self.call("script.addPreloadScript", functionDeclaration="() => { %s }" % text)

    def act(self, kind, *actions, **more):
        self.call("input.performActions", context=self.tab, actions=[{"type": kind, "id": kind, "actions": list(actions), **more}])

    def press(self, *keys):
        self.act("key", *[{"type": kind, "value": one} for key in keys for one in key for kind in ("keyDown", "keyUp")])

    def press_with_control(self, key):
        control = "\ue009"
        self.act("key", *[{"type": kind, "value": one} for kind, one in
                          (("keyDown", control), ("keyDown", key), ("keyUp", key), ("keyUp", control))])

    def clicked(self, selector, label=None):
        place = self.script("""
            const found = [...document.querySelectorAll(arguments[0])].find((one) => one.checkVisibility({ visibilityProperty: true })
              && (arguments[1] === null || one.innerText.trim().startsWith(arguments[1])));
            found?.scrollIntoView({ block: "nearest", inline: "nearest" });
            const box = found?.getBoundingClientRect();
            const place = box && [box.left + box.width / 2, box.top + box.height / 2].map(Math.floor);
            return place && found.contains(document.elementFromPoint(...place)) ? place : null""", selector, label)
        if place:
            self.act("pointer", {"type": "pointerMove", "x": place[0], "y": place[1]}, {"type": "pointerDown", "button": 0},
                     {"type": "pointerUp", "button": 0})
        return bool(place)

    def tabs(self):
        return [each["context"] for each in self.call("browsingContext.getTree", maxDepth=0)["contexts"]]

    def to_tab(self, number):
        self.tab = self.tabs()[number]
        self.call("browsingContext.activate", context=self.tab)

    def new_tab(self):
        self.tab = self.call("browsingContext.create", type="tab")["context"]
        self.size(self.width, self.height)

    def audit(self, axe, part="html"):
        self.call("script.evaluate", expression=axe + ";0", target={"context": self.tab}, awaitPromise=False)
        found = self.script("return axe.run(arguments[0]).then(({ violations }) => "
                            "violations.map(({ id, nodes }) => [id, nodes[0].html, nodes.length]))", part)
        return [f"{name}: {html} and {count - 1} more" for name, html, count in found]

    def picture(self, name):
        if self.pictures:
            picture = self.call("browsingContext.captureScreenshot", context=self.tab)["data"]
            with open(os.path.join(self.pictures, name + ".png"), "wb") as file:
                file.write(base64.b64decode(picture))

    def keep_downloads(self, folder):
        os.makedirs(folder, exist_ok=True)
        self.call("browser.setDownloadBehavior", downloadBehavior={"type": "allowed", "destinationFolder": folder})

    def heard(self, method):
        """The events of one kind since they were asked for last."""
        found = [each["params"] for each in self.events if each.get("method") == method]
        self.events = [each for each in self.events if each.get("method") != method]
        return found

    def requests(self):
        asked = {each["request"]["url"].split("#")[0] for each in self.heard("network.beforeRequestSent") if each["context"]}
        return {address for address in asked if not address.startswith(("about:", "data:", "chrome:", "resource:"))}

    def faults(self):
        return [each["text"] for each in self.heard("log.entryAdded") if each["level"] == "error"]


def firefox():
    """The program; None where there is none that speaks BiDi."""
    return next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)


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


class ReviewPages:
    """What a person does on a review page; every wait is for a state of the page, and none for a time."""

    def __init__(self, width=1440, height=900, pictures=None, profile=None, **options):
        super().__init__(width, height, pictures, profile, **options)

    def open(self, address):
        self.go(address)
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

    def text(self, selector):
        """The text of the first element that a selector finds, as it is on screen; empty if there is none."""
        return self.script("return document.querySelector(arguments[0])?.innerText ?? ''", selector)

    def texts(self, selector):
        return self.script("return [...document.querySelectorAll(arguments[0])].map(found => found.innerText)", selector)

    def click(self, selector, label=None):
        """Clicks the first element that a selector finds, with a text if one is given."""
        self.until(f"{selector} {label or ''} can be clicked", lambda: self.clicked(selector, label))

    def show(self, name, *, locale=None):
        """Searches for a text by its name, and opens it in the panel."""
        if locale:
            self.choose_locale(locale)
        self.click("#search")
        self.press_with_control("a")
        self.press(name)

        def opened():
            found = self.script("const rows = [...document.querySelectorAll('.row[data-index]')];"
                                "return rows.length < 8 ? rows.map(row => [row.dataset.index, row.innerText.trim().replaceAll('\\n', '')]) : []")
            return any(shown.startswith(name) and self.clicked(f".row[data-index='{index}']") for index, shown in found)
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


class ReviewBrowser(ReviewPages, Chromium):
    def find(self, selector):
        return self.driver.find_element("css selector", selector)

    def swipe(self, selector, by):
        """Pulls an element aside with the pointer."""
        from selenium.webdriver.common.action_chains import ActionChains
        element = self.find(selector)
        actions = ActionChains(self.driver).move_to_element(element).click_and_hold()
        for _ in range(10):
            actions = actions.move_by_offset(by // 10, 0)
        actions.release().perform()


class ReviewFirefox(ReviewPages, Firefox):
    pass
