"""The stand-in for Google Drive (Tests/Drive/DriveStandIn), tried with Google's own Python libraries: what they do not take for an answer of
Google's is wrong in the stand-in, whatever this project's own client makes of it."""
import base64
import hashlib
import http.client
import io
import json
import os
import random
import secrets
import time
import urllib.error
import urllib.parse
import urllib.request

import google.auth.exceptions
import google_auth_httplib2
import googleapiclient.http
import httplib2
from google.auth import crypt, jwt
from google.auth.transport.requests import AuthorizedSession, Request
from google.oauth2 import credentials, service_account
from google.resumable_media.requests import ResumableUpload
from googleapiclient.discovery import build_from_document
from googleapiclient.errors import HttpError
from googleapiclient.http import MediaIoBaseUpload

from checks import expect, json_of
from servers import GOOGLE, XLSX, DriveStandIn

ANNA, BEN = "anna@example.com", "ben@example.com"
DATA = b"PK\x03\x04" + random.Random(1).randbytes(1_500_000)
PIECE = 256 << 10


class StandIn(DriveStandIn):
    def login(self, email, *scopes):
        return credentials.Credentials(self.set("tokens", email=email, scopes=scopes, clientID="another-program")["accessToken"])

    def client_of(self, login):
        """Google's client for Drive. httplib2 sends a request again, without its body, where a connection is lost, and would wait."""
        document = json_of(os.path.dirname(googleapiclient.__file__) + "/discovery_cache/documents/drive.v3.json")
        document.update(rootUrl=self.url + "/", baseUrl=self.url + "/drive/v3/")
        document.pop("mtlsRootUrl", None)
        http = googleapiclient.http.build_http()
        http.timeout = 3
        return build_from_document(document, http=google_auth_httplib2.AuthorizedHttp(login, http=http))


def media(data=DATA, piece=PIECE):
    return MediaIoBaseUpload(io.BytesIO(data), XLSX, chunksize=piece, resumable=True)


def refused(status, reason, request):
    """Expects an error of Drive."""
    try:
        request.execute()
    except HttpError as error:
        found = json.loads(error.content)["error"]
        return expect((found["code"], found["errors"][0]["reason"]) == (status, reason), f"{status} {reason}: {found}")
    return expect(False, f"{status} {reason} is not reported")


def uploaded(drive, body, piece=PIECE):
    """Uploads piece by piece, and goes on after losses."""
    request = drive.files().create(body=body, media_body=media(piece=piece), fields="id,mimeType,size,parents")
    answer, losses = None, 0
    while answer is None:
        try:
            _, answer = request.next_chunk()
        except (HttpError, OSError, httplib2.HttpLib2Error):
            losses += 1
            if losses > 5:
                raise
            # The client asks what arrived, as after an error that it saw itself.
            request._in_error_state = True
    return answer


def try_uploads(stand_in, anna, folder):
    made = uploaded(anna, {"name": "plain.xlsx", "parents": [folder]})
    expect(made["size"] == str(len(DATA)) and made["parents"] == [folder], "an upload in pieces")
    expect(anna.files().get_media(fileId=made["id"]).execute() == DATA, "a download")
    for action, more in (("loseUpload", {"bytes": 100_000, "skip": 2}), ("loseUpload", {"bytes": 200_000, "stored": 70_000, "skip": 1}),
                         ("loseAnswer", {"skip": 1}), ("storeOnly", {"bytes": 100_000, "skip": 1}),
                         ("refuse", {"status": 503, "reason": "backendError", "skip": 1}), ("loseAnswer", {"skip": 5})):
        stand_in.fail("upload.put", action, **more)
        sheet = uploaded(anna, {"name": "lost", "parents": [folder], "mimeType": GOOGLE + "spreadsheet"})
        expect(anna.files().export(fileId=sheet["id"], mimeType=XLSX).execute() == DATA, f"an upload with {action} {more}")
    stand_in.mend()
    stand_in.fail("upload.put", "loseUpload", bytes=700_000)
    sheet = uploaded(anna, {"name": "Ængstelig", "parents": [folder], "mimeType": GOOGLE + "spreadsheet"}, piece=1 << 20)["id"]
    expect(anna.files().export(fileId=sheet, mimeType=XLSX).execute() == DATA, "a large piece that is lost in the middle")
    expect(anna.files().get(fileId=sheet, fields="name").execute() == {"name": "Ængstelig"}, "a name that is not ASCII")
    # google-resumable-media is the library of Google's other clients.
    session = AuthorizedSession(stand_in.login(ANNA, "drive"))
    upload = ResumableUpload(f"{stand_in.url}/upload/drive/v3/files?uploadType=resumable", PIECE)
    upload.initiate(session, io.BytesIO(DATA), {"name": "resumed"}, XLSX)
    stand_in.fail("upload.put", "storeOnly", bytes=PIECE // 2, skip=1)
    answer = None
    while not upload.finished:
        try:
            answer = upload.transmit_next_chunk(session)
        except ValueError:
            # It takes a part of a piece for an error, from which it recovers.
            upload.recover(session)
    expect(anna.files().get(fileId=answer.json()["id"], fields="size").execute()["size"] == str(len(DATA)), "google-resumable-media")
    return sheet


def try_pieces(stand_in):
    """Pieces of other sizes, gaps and other totals are refused, and nothing of them is kept."""
    session, size = AuthorizedSession(stand_in.login(ANNA, "drive")), 700_000
    begun = session.post(f"{stand_in.url}/upload/drive/v3/files?uploadType=resumable", headers={"X-Upload-Content-Length": str(size)})

    def put(positions, count):
        return session.put(begun.headers["Location"], DATA[:count], headers={"Content-Range": f"bytes {positions}"})

    for positions, count in ((f"0-999/{size}", 1000), (f"{PIECE}-{size - 1}/{size}", size - PIECE), (f"0-{PIECE - 1}/{size - 1}", PIECE), (f"0-5/{size}", 4)):
        expect(put(positions, count).status_code == 400, f"{count} bytes as {positions} are not refused")
    expect("Range" not in put(f"*/{size}", 0).headers, "a piece that was refused is kept")
    expect(put(f"0-{PIECE - 1}/{size}", PIECE).headers["Range"] == f"bytes=0-{PIECE - 1}", "a whole piece is not kept")


def try_assertions(stand_in):
    """Assertions with wrong times, another audience, issuer or signature are refused."""
    key, now = json_of(stand_in.key), int(time.time())
    signer = crypt.RSASigner.from_service_account_info(key)

    def assertion(**claims):
        return jwt.encode(signer, {"iss": key["client_email"], "scope": "https://www.googleapis.com/auth/drive", "iat": now, "exp": now + 3600,
                                   "aud": "https://oauth2.googleapis.com/token", **claims}).decode()

    times = "Invalid JWT: Token must be"
    for text, refusal in ((assertion(), None), (assertion(iat=now + 7200, exp=now + 9000), times), (assertion(iat=now - 7200, exp=now - 3600), times),
                          (assertion(exp=now + 36_000), times), (assertion(aud="https://example.com/token"), "Invalid JWT: Failed audience check."),
                          (assertion(iss="nobody@example.com"), "Invalid grant: account not found"),
                          (assertion() + "AAAA", "Invalid JWT Signature."), ("a.b", "Invalid JWT: malformed.")):
        body = urllib.parse.urlencode({"grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer", "assertion": text})
        try:
            with urllib.request.urlopen(stand_in.told["tokenURL"], body.encode(), timeout=60):
                expect(refusal is None, f"an assertion is taken that must be refused: {refusal}")
        except urllib.error.HTTPError as answer:
            found = json.load(answer)["error_description"]
            expect(refusal is not None and found.startswith(refusal), f"an assertion is refused with {found} and not {refusal}")


def try_files(stand_in, anna, folder, sheet):
    found = anna.files().list(q=f"'{folder}' in parents and name contains 'pla'", fields="files(id,name)").execute()["files"]
    expect([file["name"] for file in found] == ["plain.xlsx"], f"a query finds {found}")
    stand_in.set("settings", pageLimit=1)
    names, pages, token = set(), 0, None
    while pages == 0 or token:
        page = anna.files().list(q=f"mimeType='{GOOGLE}spreadsheet' and trashed=false", pageToken=token, fields="nextPageToken,files(id)").execute()
        names, pages, token = names | {file["id"] for file in page["files"]}, pages + 1, page.get("nextPageToken")
        if token:
            refused(400, "invalid", anna.files().list(q="trashed=false", pageToken=token))
    expect(pages == len(names) > 2, f"{pages} pages of one have {len(names)} files")
    stand_in.set("settings", pageLimit=1000)
    copy = anna.files().copy(fileId=sheet, body={"name": "before"}, fields="name,parents").execute()
    expect(copy == {"name": "before", "parents": [folder]}, f"a copy is {copy}")
    before = int(anna.files().get(fileId=sheet, fields="version").execute()["version"])
    after = anna.files().update(fileId=sheet, media_body=media(DATA[:300_000]), fields="version,mimeType").execute()
    expect(int(after["version"]) > before and after["mimeType"] == GOOGLE + "spreadsheet", f"a file with new bytes is {after}")
    for body in ({"parents": ["x"]}, {"version": "9"}):
        refused(403, "fieldNotWritable", anna.files().update(fileId=sheet, body=body))
    given = stand_in.set("files", name="given", mimeType=XLSX, owner=ANNA, sharedWith=[{"email": BEN, "role": "writer"}])["id"]
    ben = stand_in.client_of(stand_in.login(BEN, "drive.readonly"))
    expect(ben.files().get(fileId=given, fields="id").execute() == {"id": given}, "who was given a file sees it")
    refused(403, "insufficientPermissions", ben.files().update(fileId=given, body={"name": "x"}))
    refused(404, "notFound", ben.files().get(fileId=folder))
    refused(400, "invalid", ben.files().list(q="name ~ 'x'"))
    refused(400, "invalidParameter", ben.files().list(fields="files(nome)"))
    refused(403, "fileNotExportable", anna.files().export(fileId=found[0]["id"], mimeType=XLSX))
    stand_in.set("settings", exportLimit=1000)
    refused(403, "exportSizeLimitExceeded", anna.files().export(fileId=sheet, mimeType=XLSX))
    link = anna.files().get(fileId=sheet, fields="exportLinks").execute()["exportLinks"][XLSX]
    expect(AuthorizedSession(stand_in.login(ANNA, "drive")).get(link).content == DATA[:300_000], "the link of a large export")
    for status, reason in ((403, "rateLimitExceeded"), (403, "userRateLimitExceeded"), (429, "rateLimitExceeded"), (503, "backendError")):
        stand_in.fail("files.list", "refuse", status=status, reason=reason)
        request = anna.files().list()
        request._sleep = lambda _: None
        expect("files" in request.execute(num_retries=1), f"{status} {reason} is repeated")
    stand_in.fail("files.get.media", "truncate", bytes=5000)
    try:
        anna.files().get_media(fileId=found[0]["id"]).execute()
        expect(False, "a download that breaks off is not noticed")
    except (OSError, httplib2.HttpLib2Error, http.client.HTTPException):
        pass


def try_service_account(stand_in):
    robot = service_account.Credentials.from_service_account_file(stand_in.key, scopes=["https://www.googleapis.com/auth/drive"])
    robot.refresh(Request())
    drive = stand_in.client_of(robot)
    about = drive.about().get(fields="user(emailAddress),storageQuota(limit)").execute()
    expect(about == {"user": {"emailAddress": stand_in.told["serviceAccount"]}, "storageQuota": {"limit": "0"}}, f"about is {about}")
    refused(403, "storageQuotaExceeded", drive.files().create(body={"name": "x.xlsx"}, media_body=media()))
    team = stand_in.set("drives", name="Team", members=[{"email": stand_in.told["serviceAccount"], "role": "writer"}])["id"]
    made = drive.files().create(body={"name": "team", "parents": [team], "mimeType": GOOGLE + "spreadsheet"}, media_body=media(),
                                supportsAllDrives=True, fields="id,driveId,owners").execute()
    expect(made.get("driveId") == team and "owners" not in made, f"a file of a shared drive is {made}")
    refused(404, "notFound", drive.files().get(fileId=made["id"]))
    listed = drive.files().list(corpora="drive", driveId=team, includeItemsFromAllDrives=True, supportsAllDrives=True).execute()["files"]
    expect([file["id"] for file in listed] == [made["id"]], f"the shared drive has {listed}")
    stand_in.set("settings", clockSkew=7200)
    try:
        robot.refresh(Request())
        expect(False, "a wrong clock is not noticed")
    except google.auth.exceptions.RefreshError as error:
        expect("reasonable timeframe" in str(error), f"a wrong clock is reported as {error}")
    stand_in.set("settings", clockSkew=0)


def try_sign_in(stand_in, folder):
    class NoRedirect(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_):
            return None

    verifier, redirect, told = secrets.token_urlsafe(48), "http://127.0.0.1:9/", stand_in.told
    client = stand_in.client
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
    query = urllib.parse.urlencode({
        "client_id": told["clientID"], "redirect_uri": redirect, "response_type": "code", "scope": "https://www.googleapis.com/auth/drive.file",
        "state": "a&b", "code_challenge": challenge, "code_challenge_method": "S256"})
    with urllib.request.urlopen(f"{told['authorizationURL']}?{query}", timeout=60) as answer:
        ticket = answer.read().decode().split('name="ticket" value="')[1].split('"')[0]
    decision = urllib.parse.urlencode({"ticket": ticket, "account": ANNA, "decision": "allow"}).encode()
    try:
        urllib.request.build_opener(NoRedirect).open(f"{told['authorizationURL']}/decision", decision, timeout=60)
        expect(False, "consent leads nowhere")
    except urllib.error.HTTPError as answer:
        back = urllib.parse.parse_qs(urllib.parse.urlparse(answer.headers["Location"]).query)
    expect(back["state"] == ["a&b"], f"the state comes back as {back}")

    def exchange():
        body = urllib.parse.urlencode({**client, "grant_type": "authorization_code", "code": back["code"][0], "code_verifier": verifier, "redirect_uri": redirect})
        try:
            with urllib.request.urlopen(told["tokenURL"], body.encode(), timeout=60) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as answer:
            return answer.code, json.load(answer)

    status, tokens = exchange()
    expect(status == 200 and "refresh_token" in tokens, "a code is exchanged")
    expect(exchange()[0] == 400, "a code counts once")
    login = credentials.Credentials(tokens["access_token"], refresh_token=tokens["refresh_token"], token_uri=told["tokenURL"], **client)
    drive = stand_in.client_of(login)
    stand_in.set("expire")
    expect(drive.files().list().execute()["files"] == [], "google-auth renews a token that ended, and drive.file sees nothing of others")
    refused(404, "notFound", drive.files().get(fileId=folder))
    own = drive.files().create(body={"name": "mine", "mimeType": GOOGLE + "spreadsheet"}, media_body=media()).execute()
    expect([file["id"] for file in drive.files().list().execute()["files"]] == [own["id"]], "drive.file sees its own")
    urllib.request.urlopen(told["revocationURL"], urllib.parse.urlencode({"token": tokens["refresh_token"]}).encode(), timeout=60).close()
    try:
        drive.files().list().execute()
        expect(False, "a login that was revoked works")
    except google.auth.exceptions.RefreshError as error:
        expect("invalid_grant" in str(error), f"a login that was revoked is reported as {error}")


def try_all(program):
    with StandIn(program) as stand_in:
        try_assertions(stand_in)
        try_service_account(stand_in)
        try_pieces(stand_in)
        try_sign_in(stand_in, stand_in.folder)
        anna = stand_in.client_of(stand_in.login(ANNA, "drive"))
        try_files(stand_in, anna, stand_in.folder, try_uploads(stand_in, anna, stand_in.folder))
