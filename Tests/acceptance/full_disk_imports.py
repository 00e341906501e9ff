#!/usr/bin/env python3
"""full_disk_imports.py [--rows N] [--step BYTES] BINARY

Imports edited rows with the journal on a small tmpfs that has ever less space left. No call may be made that the journal does
not hold, the failure must be said in one line, and once there is space again going on must bring the server to what the sheet
meant, with no call twice without a reading in between. Linux; needs to be allowed to mount, and a C compiler."""
import argparse
import os
import subprocess
import sys
import tempfile

import killed_imports
from proposal_server import ProposalServer

SIZE = 1 << 20


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=50)
    parser.add_argument("--step", type=int, default=4096)
    parser.add_argument("--concurrency", type=int, default=4)
    parser.add_argument("binary")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="nstack-review-full.") as folder, ProposalServer(arguments.rows) as server:
        state = folder + "/state"
        os.mkdir(state)
        mount = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", state]
        if sys.platform != "linux" or subprocess.run(mount, stderr=subprocess.DEVNULL).returncode:
            sys.exit("skipped: mounting is not allowed here")
        try:
            sys.exit(check(arguments, server, folder, state))
        finally:
            subprocess.run(["umount", "-l", state])


def check(arguments, server, folder, state):
    check = killed_imports.Check(arguments, server, folder)
    check.library = ""
    server.reset(check.start)
    if (run := check.run("export", folder + "/review.csv")).returncode:
        sys.exit(f"WRONG: export ended with {run.returncode}: {run.stderr.strip()}")
    check.meant = killed_imports.edited(folder + "/review.csv", folder + "/returned.csv")
    failures, refused, partly, whole = 0, 0, 0, 0
    for room in range(0, SIZE, arguments.step):
        subprocess.run(["find", state, "-mindepth", "1", "-delete"], check=True)
        server.reset(check.start)
        with open(state + "/ballast", "wb") as ballast:
            ballast.write(b"\0" * (SIZE - room))
        run = check.run("import", folder + "/returned.csv", *check.options)
        calls = server.writes()
        wrong = []
        if run.returncode == 0:
            whole += 1
            if server.held() != check.meant:
                wrong.append("the import ended well, and the server does not hold what was meant")
        else:
            refused, partly = refused + (calls == 0), partly + (calls > 0)
            if "full" not in run.stderr + run.stdout and "No space" not in run.stderr + run.stdout:
                wrong.append(f"ended with {run.returncode} and does not say why: {run.stderr.strip()} {run.stdout.strip()[-300:]}")
        os.remove(state + "/ballast")
        run = check.go_on()
        if run.returncode:
            wrong.append(f"going on ended with {run.returncode}: {run.stderr.strip()[-300:]} {run.stdout.strip()[-300:]}")
        if server.held() != check.meant:
            wrong.append("after going on the server does not hold what was meant")
        wrong += [f"twice without a reading: {call}" for call in killed_imports.repeated(server.log)]
        failures += bool(wrong)
        for line in wrong[:5]:
            print(f"  WRONG with room for {room} bytes: {line}")
        if whole >= 3:
            break
    print(f"journals on a full disk, room for 0 to {room:,} bytes: {refused} sent nothing, {partly} a part, {whole} ended well; "
          f"{failures} ended wrong")
    return 1 if failures or not refused or not partly else 0


if __name__ == "__main__":
    main()
