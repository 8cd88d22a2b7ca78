#!/usr/bin/env python3
"""Run generators in turns on one corpus and print the median time of each kind of build.

usage: measure.py CORPUS ROUNDS NAME=PROGRAM...     CORPUS is what corpus.py wrote; the names are
                                                    floor, site, hugo, zola and eleventy
       measure.py --this ROOT ROUNDS SITE           a site that stands there: the cache kept, and
                                                    over the same output

cold      without an output and without a cache
again     over the output of the build before, nothing changed
body      the same, with a sentence more in one article
title     the same, with another title of one article
template  the same, with an element more in the template of all articles
memory    the most that the cold build held at once
"""
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

TEMPLATES = {
    "site": "templates/article.html",
    "hugo": "layouts/single.html",
    "zola": "templates/page.html",
    "eleventy": "_includes/post.liquid",
}


def command(name, program, corpus, out):
    """What builds a corpus with a generator, and where it is run."""
    root = corpus / name
    return {
        "floor": lambda: ([program, out, *sorted((corpus / "site/content").glob("*/"))], corpus),
        "site": lambda: ([program, "build", "--quiet", "--root", root, "--out", out], corpus),
        "hugo": lambda: ([program, "--quiet", "--source", root, "--noBuildLock", "--destination", out], corpus),
        "zola": lambda: ([program, "--root", root, "build", "--force", "--output-dir", out], corpus),
        "eleventy": lambda: (["node", program, "--quiet", f"--output={os.path.relpath(out, root)}"], root),
    }[name]()


def run(words, folder):
    """Milliseconds and megabytes of a build."""
    with tempfile.TemporaryFile("w+") as told:
        begun = time.perf_counter()
        process = subprocess.Popen(words, cwd=folder, stdout=told, stderr=told)
        _, status, usage = os.wait4(process.pid, 0)
        took = time.perf_counter() - begun
        # Told, so that Popen does not wait for it again.
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            told.seek(0)
            sys.exit(f"{words[0]} failed:\n{told.read()}")
    return took * 1000, usage.ru_maxrss / 1024


def edit(path, change):
    before = path.read_text(encoding="utf-8")
    after = change(before)
    if after == before:
        sys.exit(f"nothing to change in {path}")
    path.write_text(after, encoding="utf-8")


def edits(name, root, number):
    """The changes of one round, by the name of their build."""
    article = next(path for path in root.rglob("article-1.md"))
    title = lambda text: re.sub(r'title: "[^:]*', f'title: "Article 1, tour {number} ', text, count=1)
    mark = lambda text: text.replace("</article>", f'<hr id="tour-{number}"></article>')
    return {
        "again": lambda: None,
        "body": lambda: edit(article, lambda text: f"{text}\nTour {number}.\n"),
        "title": lambda: edit(article, title),
        "template": lambda: edit(root / TEMPLATES[name], mark),
    }


def pages(folder):
    return sum(1 for _ in folder.rglob("*.html"))


def measure(corpus, rounds, programs):
    times, memory, made = {}, {}, {}
    for number in range(rounds):
        for name, program in programs.items():
            # Nothing but the cache is deleted in between: file systems are slow for seconds after it.
            shutil.rmtree(corpus / "site/.site", ignore_errors=True)
            out = corpus / f"out-{name}-{number}"
            words, folder = command(name, program, corpus, out)
            took, held = run(words, folder)
            times.setdefault((name, "cold"), []).append(took)
            memory[name] = max(held, memory.get(name, 0))
            made[name] = pages(out)
            if name == "floor":
                continue
            for kind, change in edits(name, corpus / name, number).items():
                change()
                times.setdefault((name, kind), []).append(run(words, folder)[0])
    return times, memory, made


def print_table(programs, times, memory, made):
    kinds = ["cold", "again", "body", "title", "template"]
    print("".join(f"{kind:>12}" for kind in ["", *kinds, "memory", "pages"]))
    for name in programs:
        found = [times.get((name, kind)) for kind in kinds]
        cells = [f"{statistics.median(of):.0f} ms" if of else "-" for of in found]
        cells += [f"{memory[name]:.0f} MB", str(made[name])]
        print(f"{name:>12}" + "".join(f"{cell:>12}" for cell in cells))
    own = statistics.median(times["site", "cold"])
    for name in programs:
        other = statistics.median(times[name, "cold"])
        if name == "floor":
            print(f"cold, site takes {own / other:.1f} times as long as the floor")
        elif name != "site":
            print(f"cold, {name} takes {other / own:.1f} times as long as site")


def of_this(root, rounds, site):
    """The builds of a site with its cache: into an empty folder, and over what is there."""
    with tempfile.TemporaryDirectory(dir=root) as folder:
        times = {"warm": [], "again": []}
        for number in range(rounds + 1):
            out = pathlib.Path(folder) / f"out-{number}"
            words = [site, "build", "--quiet", "--root", root, "--out", out]
            warm, again = run(words, root), run(words, root)
            # The first fills the cache.
            if number > 0:
                times["warm"].append(warm[0])
                times["again"].append(again[0])
    for kind, of in times.items():
        print(f"{kind:>12}{statistics.median(of):>9.0f} ms")


def main():
    if sys.argv[1] == "--this":
        of_this(pathlib.Path(sys.argv[2]).resolve(), int(sys.argv[3]), sys.argv[4])
        return
    corpus, rounds = pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2])
    programs = dict(argument.split("=", 1) for argument in sys.argv[3:])
    print_table(programs, *measure(corpus, rounds, programs))


if __name__ == "__main__":
    main()
