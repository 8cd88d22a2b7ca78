#!/usr/bin/env python3
"""Save a file again and again under `site serve --watch` and time until a client has read the bytes that follow.

usage: save.py SITE ROOT PAGE FILE TEXT [ROUNDS] [ASSET]

In FILE, a path below ROOT, a mark is put behind the first TEXT at every save. Timed is from before the file is written
until an open page, which listens to the server's events, has got the HTML of PAGE with the mark in it, or, where
ASSET is given (`styles`, `Newsletter`), with another address for that file, and the file with the mark in it.
"""
import http.client
import pathlib
import re
import signal
import statistics
import subprocess
import sys
import time


class Server:
    def __init__(self, site, root):
        command = [site, "serve", "--watch", "--quiet", "--port", "0", "--root", root]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for line in self.process.stdout:
            if found := re.match(r"serving on http://([^/]+)", line):
                self.address = found[1]
                return
        sys.exit(f"`{site} serve` ended: {self.process.wait()}")

    def connect(self):
        return http.client.HTTPConnection(self.address, timeout=60)

    def get(self, path):
        connection = self.connect()
        connection.request("GET", path)
        answer = connection.getresponse()
        if answer.status != 200:
            sys.exit(f"{path} is answered with {answer.status} {answer.headers.get('location', '')}: name the page by its own address")
        return answer.read().decode()

    def events(self, page):
        """The HTML of the open page, whenever it is another one."""
        connection = self.connect()
        connection.request("GET", f"/_site/events?page={page}")
        answer = connection.getresponse()
        name, data = None, []
        while line := answer.readline().decode():
            field, _, value = line.rstrip("\n").partition(": ")
            if field == "event":
                name = value
            elif field.startswith("data"):
                data.append(value)
            elif not field:
                if name == "page":
                    yield "\n".join(data)
                elif name == "mistakes":
                    sys.exit("\n".join(data))
                name, data = None, []

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        self.process.wait()


def wait(server, events, mark, asset):
    for html in events:
        if not asset and mark in html:
            return
        if asset and any(mark in server.get(url) for url in addresses(server, html, asset)):
            return


def addresses(server, html, asset):
    """Where a page's file of that name lies; islands are named in a table that the page names."""
    table = "".join(server.get(url) for url in re.findall(r"/assets/islands\.[^\"]*json", html))
    # One pass over the names: what the client takes for looking is no part of what the server took.
    named = (name for name in re.findall(r"[\w.-]+", html + table) if asset in name)
    return {f"/assets/{name}" for name in named if name.endswith((".js", ".css"))}


def main():
    site, root, page, file, text = sys.argv[1:6]
    rounds = int(sys.argv[6]) if len(sys.argv) > 6 else 21
    asset = sys.argv[7] if len(sys.argv) > 7 else None
    path = pathlib.Path(root, file)
    before = path.read_text()
    assert text in before, f"{file} has no {text}"
    server = Server(site, root)
    times = []
    try:
        server.get(page)
        events = server.events(page)
        next(events)
        # The first saves warm up what later ones share.
        for number in range(-3, rounds):
            # Never the same twice, also in another run: what was compiled once is kept.
            mark = f"mark{time.time_ns()}"
            time.sleep(0.3)
            begun = time.perf_counter()
            path.write_text(before.replace(text, text + mark, 1))
            wait(server, events, mark, asset)
            if number >= 0:
                times.append((time.perf_counter() - begun) * 1000)
    finally:
        path.write_text(before)
        server.stop()
    times.sort()
    late = times[min(len(times) - 1, int(len(times) * 0.95))]
    print(f"{file}, behind {text.strip() or 'an empty line'}: median {statistics.median(times):.1f} ms, p95 {late:.1f} ms, least {times[0]:.1f} ms, {rounds} saves")


if __name__ == "__main__":
    main()
