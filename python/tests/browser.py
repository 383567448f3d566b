"""Chromium, driven over a pipe: a page is asked until it answers, however long that takes on a busy machine."""

import json
import os
import select
import shutil
import subprocess
import time

FLAGS = ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-background-networking", "--no-first-run",
         "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--remote-debugging-pipe"]
PATIENCE = 300.0  # seconds


def program():
    """The browser's path; nothing where there is none."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")


class Browser:
    """Is closed on leaving `with`."""

    def __init__(self, profile):
        # it reads what it is told from 3 and answers on 4
        self._process = subprocess.Popen(
            ["sh", "-c", 'exec "$@" 3<&0 4>&1 </dev/null >/dev/null', "sh", program(), *FLAGS, f"--user-data-dir={profile}"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0)
        self._received, self._asked = b"", 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self._call("Browser.close")
            self._process.wait(60)
        except (OSError, RuntimeError, TimeoutError, subprocess.TimeoutExpired):
            self._process.kill()
        self._process.communicate()

    def open(self, file):
        target = self._call("Target.createTarget", url="about:blank")["targetId"]
        session = self._call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self._call("Runtime.enable", session)
        self._call("Page.navigate", session, url=f"file://{file}")
        return lambda expression: self._value(session, expression)

    def _value(self, session, expression):
        """Of an expression, once it is neither false nor empty."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                answer = self._call("Runtime.evaluate", session, expression=expression, returnByValue=True)
            except LookupError:  # the page that was asked has been left for the next one
                answer = {}
            value = answer.get("result", {}).get("value")
            if "exceptionDetails" not in answer and value:
                return value
            time.sleep(0.05)
        raise TimeoutError(f"{expression} is {answer} after {PATIENCE:g} s")

    def _call(self, method, session=None, **parameters):
        self._asked += 1
        message = {"id": self._asked, "method": method, "params": parameters, **({"sessionId": session} if session else {})}
        self._process.stdin.write(json.dumps(message).encode() + b"\0")
        while True:
            found = self._next()
            if found.get("method") == "Runtime.exceptionThrown":
                raise RuntimeError(f"the page failed: {found['params']['exceptionDetails']}")
            if found.get("id") == self._asked:
                if "error" in found:
                    raise LookupError(found["error"]["message"])
                return found["result"]

    def _next(self):
        while b"\0" not in self._received:
            if not select.select([self._process.stdout], [], [], PATIENCE)[0]:
                raise TimeoutError("the browser does not answer")
            more = self._process.stdout.read(1 << 16)
            if not more:
                raise RuntimeError(f"the browser ended with {self._process.wait()}")
            self._received += more
        message, _, self._received = self._received.partition(b"\0")
        return json.loads(message)
