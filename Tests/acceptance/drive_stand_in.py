"""The stand-in for Google Drive (Tests/DriveStandIn) as a process, with a folder of a person."""
import base64
import json
import os
import subprocess
import tempfile
import urllib.request

PATIENCE = 120
PERSON = "anna@example.com"
GOOGLE = "application/vnd.google-apps."
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


class StandIn:
    """A stand-in for Google with a folder of a person; it ends with this object."""

    def __init__(self, program, resave=None, **settings):
        """Serves an empty folder. `resave` is a program that says what becomes of a Google Sheet when it is exported; the settings are
        those of the stand-in, such as latency=100."""
        self.place = tempfile.TemporaryDirectory()
        self.key = os.path.join(self.place.name, "key.json")
        hook = ["--resave", resave] if resave else []
        self.process = subprocess.Popen([program, "--key", self.key, *hook], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        told = json.loads(self.process.stdout.readline())
        self.url, self.account = told["url"], told["serviceAccount"]
        self.client = {"client_id": told["clientID"], "client_secret": told["clientSecret"]}
        self.token = self.tell("tokens", email=PERSON, scopes=["drive"])["accessToken"]
        self.folder = self.tell("files", name="Sheets", mimeType=GOOGLE + "folder", owner=PERSON)["id"]
        self.tell("settings", **settings)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(PATIENCE)
        self.place.cleanup()

    def tell(self, route, **body):
        """Changes what the stand-in knows, or asks for it where there is nothing to change."""
        request = urllib.request.Request(f"{self.url}/stand-in/{route}", json.dumps(body).encode() if body or route == "settings" else None)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    def add(self, path):
        """Puts a sheet into the folder as a Google Sheet, and gives its id."""
        with open(path, "rb") as file:
            content = base64.b64encode(file.read()).decode()
        name = os.path.basename(path).removesuffix(".xlsx")
        return self.tell("files", name=name, mimeType=GOOGLE + "spreadsheet", owner=PERSON, parents=[self.folder], content=content)["id"]

    def fail(self, operation, action, **more):
        """Lets the next request of a kind go wrong."""
        self.tell("faults", operation=operation, action=action, **more)

    def mend(self):
        """Lets no further request go wrong."""
        urllib.request.urlopen(urllib.request.Request(f"{self.url}/stand-in/faults", method="DELETE"), timeout=PATIENCE).close()

    def log(self):
        return self.tell("requests")["requests"]

    def count(self, operation):
        """How many requests of a kind have begun."""
        return sum(entry["operation"] == operation for entry in self.log())

    def sheets(self):
        """The sheets by name, with the size of each."""
        return [(file["name"], file["size"]) for file in self.tell("files") if file["mimeType"] in (XLSX, GOOGLE + "spreadsheet")]
