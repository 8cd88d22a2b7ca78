#!/usr/bin/env python3
"""Run programs in turns on one corpus and print the median time of each.

usage: measure.py CORPUS ROUNDS SITE HUGO FLOOR     CORPUS is what corpus.py wrote
"""
import pathlib
import shutil
import statistics
import subprocess
import sys
import time


def run(command):
    begun = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True)
    took = time.perf_counter() - begun
    if done.returncode != 0:
        sys.exit(f"{command[0]} failed:\n{done.stdout}{done.stderr}")
    return took * 1000


def pages(folder):
    return sum(1 for _ in folder.rglob("*.html"))


def main():
    corpus, rounds = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    site, hugo, floor = sys.argv[3:6]
    commands = {
        "site": [site, "build", "--quiet", "--root", corpus / "site", "--out"],
        "site again": [site, "build", "--quiet", "--root", corpus / "site", "--out"],
        "hugo": [hugo, "--quiet", "--source", corpus / "hugo", "--noBuildLock", "--destination"],
        "floor": [floor, corpus / "site/content/blog"],
    }
    times = {name: [] for name in commands}
    out = {}
    for number in range(rounds):
        for name, command in commands.items():
            # Every build begins without an output and without a cache, but for the one over the
            # first. Nothing is deleted in between: file systems are slow for seconds after it.
            if name != "site again":
                shutil.rmtree(corpus / "site/.site", ignore_errors=True)
                out[name] = corpus / f"out-{name}-{number}"
            else:
                out[name] = out["site"]
            times[name].append(run([*command, out[name]]))
    medians = {name: statistics.median(of) for name, of in times.items()}
    print(f"{'':<12}{'median':>10}{'least':>10}{'pages':>8}")
    for name, of in times.items():
        print(f"{name:<12}{medians[name]:>7.0f} ms{min(of):>7.0f} ms{pages(out[name]):>8}")
    print(f"hugo takes {medians['hugo'] / medians['site']:.1f} times as long as site")
    print(f"site takes {medians['site'] / medians['floor']:.1f} times as long as the floor")


if __name__ == "__main__":
    main()
