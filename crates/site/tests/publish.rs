//! The output is the old site or the new one, whatever happens to the build: killed, crowded, or without a place to write.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::fixture;
use tempfile::TempDir;

/// Pages of the site that is killed while it is built: enough that writing takes a while.
const PAGES: usize = 250;
const KILLS: usize = 30;

/// A site whose every page names its version.
fn versioned() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut text = String::from(
        "=== content/site.yaml\nbase_url: https://example.com\ntitle: v0\n\
         === content/notes/_schema.yaml\ntype: object\nrequired: [title]\nx-route: /notes/{slug}\nx-template: note.html\n\
         properties:\n  title: { type: string }\n\
         === content/routes.yaml\nroutes:\n  - { path: /, template: note.html }\n\
         === templates/note.html\n<!doctype html><title>{{ site.title }}</title>{{ \"x\" * 4000 }}{{ entry.body if entry }}</html>\n",
    );
    for i in 0..PAGES {
        text += &format!("=== content/notes/n{i}.md\n---\ntitle: Note {i}\n---\nText.\n");
    }
    fixture::write_site(folder.path(), &text);
    folder
}

fn set_version(root: &Path, version: usize) {
    let text = format!("base_url: https://example.com\ntitle: v{version}\n");
    fs::write(root.join("content/site.yaml"), text).expect("written");
}

fn start(root: &Path) -> Child {
    let mut command = fixture::site(root);
    command.arg("build").stdout(Stdio::null());
    command.stderr(Stdio::piped()).spawn().expect("started")
}

fn finish(child: Child) -> (Option<i32>, String) {
    let output = child.wait_with_output().expect("finished");
    let stderr = String::from_utf8(output.stderr).expect("UTF-8");
    (output.status.code(), stderr)
}

/// The version of a whole page; fails when it is torn.
fn version_of(html: &str) -> Result<&str, String> {
    let start = html.strip_prefix("<!doctype html><title>");
    let version = start.and_then(|rest| rest.split_once("</title>"));
    match version {
        Some((version, _)) if html.ends_with("</html>") => Ok(version),
        _ => Err(format!("a torn page of {} bytes", html.len())),
    }
}

/// The one version of all pages of an output folder.
fn version_of_all(dist: &Path) -> Result<String, String> {
    let tree = fixture::tree(dist);
    let pages = tree.iter().filter(|(name, _)| name.ends_with(".html"));
    let mut versions: Vec<String> = Vec::new();
    for (name, bytes) in pages.clone() {
        let html = std::str::from_utf8(bytes).map_err(|e| format!("{name}: {e}"))?;
        let version = version_of(html).map_err(|e| format!("{name}: {e}"))?;
        versions.push(version.to_owned());
    }
    if versions.len() != PAGES + 1 || !tree.contains_key("_headers") {
        return Err(format!("{} pages of {}", versions.len(), PAGES + 1));
    }
    versions.dedup();
    match versions.as_slice() {
        [version] => Ok(version.clone()),
        mixed => Err(format!("versions {mixed:?} beside each other")),
    }
}

/// Reads pages until told to stop; every read must find a whole page.
fn read_on(dist: &Path, stop: &AtomicBool) -> Result<usize, String> {
    let names = (0..PAGES).map(|i| format!("notes/n{i}.html"));
    let names: Vec<PathBuf> = names.map(|name| dist.join(name)).collect();
    let mut reads = 0;
    while !stop.load(Ordering::Relaxed) {
        for path in &names {
            let mut html = String::new();
            fs::File::open(path)
                .and_then(|mut file| file.read_to_string(&mut html))
                .map_err(|e| format!("{}: {e}", path.display()))?;
            version_of(&html).map_err(|e| format!("{}: {e}", path.display()))?;
            reads += 1;
        }
    }
    Ok(reads)
}

#[test]
fn killed_at_any_moment_the_output_is_wholly_old_or_wholly_new() {
    let folder = versioned();
    let root = folder.path();
    let begun = Instant::now();
    assert_eq!(finish(start(root)), (Some(0), String::new()));
    let length = begun.elapsed();
    let dist = root.join("dist");
    let stop = AtomicBool::new(false);
    let (outcomes, read) = std::thread::scope(|scope| {
        let reader = scope.spawn(|| read_on(&dist, &stop));
        let mut delay = length / 2;
        let outcomes: Vec<_> = (1..=KILLS)
            .map(|n| {
                let outcome = kill(root, n, delay);
                // Come nearer to the moment of the exchange from both sides.
                delay = match outcome {
                    Ok(true) => delay.mul_f64(0.8),
                    _ => delay.mul_f64(1.15),
                };
                outcome
            })
            .collect();
        stop.store(true, Ordering::Relaxed);
        (outcomes, reader.join().expect("the reader does not panic"))
    });
    let bad: Vec<_> = outcomes.iter().filter_map(|o| o.as_ref().err()).collect();
    assert!(bad.is_empty(), "{bad:?}");
    let finished = outcomes.iter().filter(|o| **o == Ok(true)).count();
    assert!(
        (1..KILLS).contains(&finished),
        "{finished} of {KILLS} builds came through"
    );
    assert!(
        read.is_ok_and(|reads| reads > PAGES),
        "the reader found all pages"
    );
    // The next build removes what the killed ones left.
    set_version(root, KILLS + 1);
    assert_eq!(finish(start(root)), (Some(0), String::new()));
    assert_eq!(version_of_all(&dist), Ok(format!("v{}", KILLS + 1)));
    assert_eq!(fixture::leftovers(root), Vec::<String>::new());
}

/// Builds a new version, kills the build after a while, and looks at the output: it is the version
/// that stood there before, or the new one. Tells whether it is the new one.
fn kill(root: &Path, n: usize, delay: Duration) -> Result<bool, String> {
    let dist = root.join("dist");
    let before = version_of_all(&dist)?;
    set_version(root, n);
    let mut child = start(root);
    std::thread::sleep(delay);
    let killed = child.kill();
    finish(child);
    killed.map_err(|e| e.to_string())?;
    let after = version_of_all(&dist).map_err(|e| format!("kill {n}: {e}"))?;
    match after == before || after == format!("v{n}") {
        true => Ok(after != before),
        false => Err(format!("kill {n}: {after}, neither {before} nor v{n}")),
    }
}

/// So many pages that a site is made of the output before the last one.
#[cfg(unix)]
const LARGE: usize = 300;

/// Writes a note of a large site.
#[cfg(unix)]
fn note(root: &Path, number: usize, title: &str) {
    let text = format!("---\ntitle: {title}\n---\n\nText {number}.\n");
    fs::write(root.join(format!("content/notes/n{number}.md")), text).expect("written");
}

/// A large site of which the output, and the one before, are those of different titles.
#[cfg(unix)]
fn large() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let root = folder.path();
    fixture::write_site(
        root,
        "=== content/site.yaml\nbase_url: https://example.com\nredirects: { /former: /notes/n8 }\n\
         === content/routes.yaml\nroutes:\n  - { path: /, template: index.html }\n\
         === content/notes/_schema.yaml\ntype: object\nrequired: [title]\nx-route: /notes/{slug}\nx-template: note.html\n\
         properties:\n  title: { type: string }\n\
         === templates/index.html\n<!doctype html><title>A</title>\n\
         === templates/note.html\n<!doctype html><title>{{ entry.title }}</title>{{ entry.body }}\n",
    );
    (0..LARGE).for_each(|number| note(root, number, "First"));
    assert_eq!(finish(start(root)), (Some(0), String::new()));
    (0..3).for_each(|number| note(root, number, "Second"));
    assert_eq!(finish(start(root)), (Some(0), String::new()));
    folder
}

/// Fails when the output is not that of a build without anything from before.
#[cfg(unix)]
fn assert_as_clean(root: &Path) {
    let verified = fixture::run(fixture::site(root).args(["build", "--verify", "--quiet"]));
    assert_eq!((verified.code, verified.stderr.as_str()), (Some(0), ""));
    assert_eq!(fixture::leftovers(root), Vec::<String>::new());
}

#[cfg(unix)]
#[test]
fn a_large_site_is_made_of_the_output_before_the_last_one() {
    use std::os::unix::fs::MetadataExt;
    let inode = |path: &Path| fs::metadata(path).expect("there").ino();
    let folder = large();
    let root = folder.path();
    let (dist, spare) = (root.join("dist"), root.join(".site/spare"));
    let title = |path: &Path| fs::read_to_string(path).expect("readable");
    assert!(title(&spare.join("notes/n1.html")).contains("First"));
    assert!(title(&dist.join("notes/n1.html")).contains("Second"));
    let (before, kept) = (inode(&spare), inode(&dist.join("notes/n9.html")));
    note(root, 1, "Third");
    fs::remove_file(root.join("content/notes/n2.md")).expect("removed");
    note(root, LARGE, "New");
    // What is no page changes too, and stands in a folder that is new.
    let settings = "base_url: https://example.com\nredirects: { /former: /notes/n9 }\n";
    fs::write(root.join("content/site.yaml"), settings).expect("written");
    fs::create_dir_all(root.join("public/new")).expect("made");
    fs::write(root.join("public/new/a.txt"), "a").expect("written");
    let built = fixture::run(fixture::site(root).args(["build", "--quiet"]));
    assert_eq!(built.code, Some(0), "{}", built.stderr);
    let redirects = title(&dist.join("_redirects"));
    assert!(redirects.contains("/notes/n9"), "{redirects}");
    fs::remove_dir_all(root.join("public")).expect("removed");
    assert_eq!(inode(&dist), before);
    assert_eq!(inode(&dist.join("notes/n9.html")), kept);
    assert!(title(&dist.join("notes/n0.html")).contains("Second"));
    assert!(title(&dist.join("notes/n1.html")).contains("Third"));
    // What was the output is as it was.
    assert!(title(&spare.join("notes/n1.html")).contains("Second"));
    assert!(spare.join("notes/n2.html").exists() && !dist.join("notes/n2.html").exists());
    assert_as_clean(root);
    // One file alone is put in its place.
    let before = inode(&dist);
    note(root, 1, "Fourth");
    assert_eq!(finish(start(root)), (Some(0), String::new()));
    assert_eq!(inode(&dist), before);
    assert!(title(&dist.join("notes/n1.html")).contains("Fourth"));
    assert!(title(&spare.join("notes/n1.html")).contains("Second"));
    assert_as_clean(root);
}

#[cfg(unix)]
#[test]
fn what_somebody_put_into_the_spare_output_does_not_come_into_the_site() {
    let folder = large();
    let root = folder.path();
    let spare = root.join(".site/spare");
    let secret = root.join("content/secret.txt");
    fs::write(&secret, "secret").expect("written");
    let replaced = |name: &str| {
        let path = spare.join(name);
        fs::remove_file(&path).expect("removed");
        path
    };
    fs::write(replaced("notes/n5.html"), "foreign").expect("written");
    std::os::unix::fs::symlink(&secret, replaced("notes/n6.html")).expect("linked");
    std::os::unix::fs::symlink(root.join("content"), spare.join("linked")).expect("linked");
    fs::create_dir_all(replaced("notes/n7.html").join("deep")).expect("made");
    fs::write(spare.join("notes/n7.html/deep/x"), "foreign").expect("written");
    fs::write(spare.join("notes/foreign.html"), "foreign").expect("written");
    fs::remove_file(spare.join("index.html")).expect("removed");
    (0..4).for_each(|number| note(root, number, "Third"));
    fs::remove_file(&secret).expect("removed");
    assert_eq!(finish(start(root)), (Some(0), String::new()));
    assert_as_clean(root);
    assert!(root.join("content/notes/n9.md").exists());
    // A link in its place is refused, as anywhere in the cache.
    fs::remove_dir_all(&spare).expect("removed");
    std::os::unix::fs::symlink(root.join("content"), &spare).expect("linked");
    (0..4).for_each(|number| note(root, number, "Fourth"));
    assert_eq!(finish(start(root)).0, Some(3));
    assert!(root.join("content/notes/n9.md").exists());
}

#[test]
fn of_two_builds_at_once_one_waits_for_the_other() {
    let folder = versioned();
    let root = folder.path();
    let builds: Vec<Child> = (0..4).map(|_| start(root)).collect();
    let finished: Vec<_> = builds.into_iter().map(finish).collect();
    for (code, stderr) in &finished {
        assert_eq!(*code, Some(0), "{stderr}");
        let waited = "waiting for another build of this site to finish\n";
        assert!(stderr.is_empty() || stderr == waited, "{stderr}");
    }
    assert_eq!(version_of_all(&root.join("dist")), Ok("v0".to_owned()));
    assert_eq!(fixture::leftovers(root), Vec::<String>::new());
}

#[test]
fn row_52_a_build_that_may_not_wait_longer_ends_with_75() {
    let folder = versioned();
    let root = folder.path();
    assert_eq!(finish(start(root)).0, Some(0));
    set_version(root, 1);
    for name in [".site/lock", ".dist.lock"] {
        let held = fs::File::create(root.join(name)).expect("made");
        held.lock().expect("taken");
        for seconds in ["0", "1"] {
            let mut command = fixture::site(root);
            let outcome = fixture::run(command.args(["build", "--wait", seconds]));
            assert_eq!(outcome.code, Some(75), "{}", outcome.stderr);
            let told = outcome
                .stderr
                .contains("error: another build is still at work: it holds");
            assert!(
                told && outcome.stderr.contains("hint: "),
                "{}",
                outcome.stderr
            );
        }
        assert_eq!(version_of_all(&root.join("dist")), Ok("v0".to_owned()));
        drop(held);
    }
    assert_eq!(finish(start(root)).0, Some(0));
    assert_eq!(version_of_all(&root.join("dist")), Ok("v1".to_owned()));
}

#[test]
fn what_another_call_left_half_done_is_waited_for_no_longer_either() {
    let folder = versioned();
    let root = folder.path();
    fs::create_dir_all(root.join(".site/change")).expect("made");
    fs::write(root.join(".site/change/steps.json"), r#"{"steps":[]}"#).expect("written");
    let held = fs::File::create(root.join(".site/lock")).expect("made");
    held.lock().expect("taken");
    let outcome = fixture::run(fixture::site(root).args(["build", "--wait", "0"]));
    assert_eq!(outcome.code, Some(75), "{}", outcome.stderr);
    assert!(
        outcome.stderr.contains("\n  hint: wait for it"),
        "{}",
        outcome.stderr
    );
    drop(held);
    assert_eq!(finish(start(root)).0, Some(0));
    assert!(!root.join(".site/change").exists());
}

/// Rounds in which two copies of a site publish to one folder; `ROUNDS=60` asks for more.
const ROUNDS: usize = 20;

#[test]
fn of_two_copies_that_publish_to_one_folder_one_waits() {
    let (first, second) = (versioned(), versioned());
    let home = tempfile::tempdir().expect("a temporary folder");
    let out = home.path().join("dist");
    let asked = std::env::var("ROUNDS").map(|rounds| rounds.parse().expect("a number"));
    for round in 0..asked.unwrap_or(ROUNDS) {
        let roots = [first.path(), second.path()];
        let builds: Vec<Child> = roots
            .iter()
            .enumerate()
            .map(|(i, root)| {
                set_version(root, 2 * round + i);
                let mut command = fixture::site(root);
                command.arg("build").arg("--out").arg(&out);
                command.stdout(Stdio::null()).stderr(Stdio::piped());
                command.spawn().expect("started")
            })
            .collect();
        for (code, stderr) in builds.into_iter().map(finish) {
            assert_eq!(code, Some(0), "round {round}: {stderr}");
            let waited = "waiting for another build that writes to the same folder\n";
            assert!(stderr.is_empty() || stderr == waited, "{stderr}");
        }
        let version = version_of_all(&out).unwrap_or_else(|e| panic!("round {round}: {e}"));
        let either = [2 * round, 2 * round + 1].map(|version| format!("v{version}"));
        assert!(either.contains(&version), "round {round}: {version}");
        let names = fs::read_dir(home.path()).expect("readable").flatten();
        let names: Vec<_> = names.map(|entry| entry.file_name()).collect();
        assert_eq!(names, ["dist"], "round {round}");
    }
}

#[test]
fn what_is_damaged_in_the_cache_does_not_come_into_the_site() {
    let (folder, sheet) = with_a_sheet();
    let root = folder.path();
    let damage = |name: &str| {
        let path = root.join(".site").join(name);
        let text = fs::read_to_string(&path).expect("readable");
        assert!(text.contains("margin"), "{text}");
        fs::write(path, text.replace("margin", "mergin")).expect("written");
    };
    let page = |title: &str| {
        let text = format!("<title>{title}</title><link href=\"{{{{ asset(\"a.css\") }}}}\">");
        fs::write(root.join("templates/index.html"), text).expect("written");
    };
    damage("compact.json");
    page("B");
    assert_as_clean(root);
    assert!(
        fs::read_to_string(&sheet)
            .expect("there")
            .contains("margin")
    );
    // Nor is a clean build made of what is kept: where the sum is right, it is told.
    let kept = root.join(".site/compact.json");
    damage("compact.json");
    let text = fs::read_to_string(&kept).expect("readable");
    let json = text.split_once('\n').expect("two lines").1;
    let sealed = format!("{:032x}\n{json}", source::hash(json.as_bytes()));
    fs::write(&kept, sealed).expect("written");
    page("C");
    let told = fixture::run(fixture::site(root).args(["build", "--verify", "--quiet"]));
    let expected = "error: the output is not that of a clean build: ";
    assert!(
        told.code == Some(3) && told.stderr.starts_with(expected),
        "{}",
        told.stderr
    );
    assert!(!root.join(".site/verify").exists());
}

/// A site with a hashed style sheet, and the sheet's path in its output.
fn with_a_sheet() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fixture::write_site(
        folder.path(),
        "=== content/site.yaml\nbase_url: https://example.com\n\
         === content/routes.yaml\nroutes:\n  - { path: /, template: index.html }\n\
         === templates/index.html\n<!doctype html><html lang=\"en\"><head><title>A</title>\
         <link rel=\"stylesheet\" href=\"{{ asset(\"a.css\") }}\"></head><body><main><h1>A</h1></main></body></html>\n\
         === public/a.css\np { margin: 0 }\n",
    );
    assert_eq!(finish(start(folder.path())), (Some(0), String::new()));
    let tree = fixture::tree(&folder.path().join("dist"));
    let sheet = tree.into_keys().find(|name| name.ends_with(".css"));
    let sheet = folder.path().join("dist").join(sheet.expect("a sheet"));
    (folder, sheet)
}

/// Changes one byte of a file; the file keeps its length and its date.
fn flip(path: &Path) {
    let modified = fs::metadata(path)
        .and_then(|m| m.modified())
        .expect("a date");
    let mut bytes = fs::read(path).expect("readable");
    bytes[3] ^= 1;
    fs::write(path, bytes).expect("written");
    let file = fs::File::options().write(true).open(path).expect("open");
    file.set_modified(modified).expect("dated");
}

#[test]
fn a_flipped_byte_of_a_hashed_file_is_found_and_heals() {
    let (folder, sheet) = with_a_sheet();
    let root = folder.path();
    let sound = fs::read(&sheet).expect("readable");
    let check = || fixture::run(fixture::site(root).args(["check", "--quiet"]));
    let before = check();
    assert!(!before.stderr.contains("damaged-file"), "{}", before.stderr);
    // Dated like any change: the next build sees it.
    fs::write(&sheet, sound.iter().map(|b| b ^ 1).collect::<Vec<_>>()).expect("written");
    assert_eq!(finish(start(root)), (Some(0), String::new()));
    assert_eq!(fs::read(&sheet).expect("readable"), sound);
    // As a disk does it, without a trace.
    flip(&sheet);
    let found = check();
    assert_eq!(found.code, Some(1));
    let name = sheet.file_name().expect("a name").to_string_lossy();
    let expected = format!("error[damaged-file]: `./dist/assets/{name}` is damaged");
    assert!(found.stderr.starts_with(&expected), "{}", found.stderr);
    fs::remove_file(root.join(".site/journal")).expect("removed");
    assert_eq!(finish(start(root)), (Some(0), String::new()));
    assert_eq!(fs::read(&sheet).expect("readable"), sound);
    // Another build reuses nothing that is not what it says.
    flip(&sheet);
    fs::write(
        root.join("templates/index.html"),
        "<title>B</title><link href=\"{{ asset(\"a.css\") }}\">",
    )
    .expect("written");
    assert_eq!(finish(start(root)), (Some(0), String::new()));
    assert_eq!(fs::read(&sheet).expect("readable"), sound);
    // A folder in its place is none of its bytes.
    fs::remove_file(&sheet).expect("removed");
    fs::create_dir(&sheet).expect("made");
    let found = check();
    assert!(found.stderr.starts_with(&expected), "{}", found.stderr);
}

/// What a check tells of the output, each finding by its first two lines.
fn told_of_output(root: &Path) -> Vec<String> {
    let said = fixture::run(fixture::site(root).args(["check", "--quiet"]));
    let findings = said.stderr.split("\n\n");
    let findings = findings.filter(|text| text.contains("-output]") || text.contains("-file]"));
    let found: Vec<String> = findings
        .map(|text| {
            text.lines()
                .filter(|line| !line.contains("hint:"))
                .collect::<Vec<_>>()
                .join("\n")
        })
        .collect();
    assert!(found.is_empty() || said.code == Some(1), "{}", said.stderr);
    found
}

#[test]
fn what_is_missing_from_the_output_is_told_with_the_pages_that_name_it() {
    let (folder, sheet) = with_a_sheet();
    let (root, dist) = (folder.path(), folder.path().join("dist"));
    fixture::write_site(
        root,
        "=== content/site.yaml\nbase_url: https://example.com/base\n\
         === content/routes.yaml\nroutes:\n  - { path: /, template: index.html }\n  - { path: /b, template: index.html }\n  - { path: /sitemap.xml, template: sitemap.xml }\n\
         === templates/sitemap.xml\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc>https://example.com/base/b</loc></url></urlset>\n",
    );
    let css = "p { color: red }\n".repeat(100);
    fs::write(root.join("public/a.css"), css).expect("written");
    let build = || fixture::run(fixture::site(root).args(["build", "--compress", "--quiet"]));
    assert_eq!(build().code, Some(0));
    assert_eq!(told_of_output(root), [""; 0]);
    let sheets = fixture::tree(&dist).into_keys();
    let sheets: Vec<String> = sheets.filter(|name| name.contains(".css")).collect();
    let old = sheet
        .file_name()
        .expect("a name")
        .to_string_lossy()
        .into_owned();
    let [sheet, brotli, _gzip] = &sheets
        .iter()
        .filter(|n| !n.contains(&old))
        .collect::<Vec<_>>()[..]
    else {
        panic!("{sheets:?}");
    };
    // With the journal, whatever was left is known, and named by the pages that need it.
    for name in [*sheet, *brotli, "b.html", "sitemap.xml", "_headers"] {
        fs::remove_file(dist.join(name)).expect("removed");
    }
    let missing = |name: &str, why: &str| {
        format!("error[missing-output]: `./dist/{name}` is missing\n |\n = note: {why}")
    };
    let left = "the last build left it there";
    let named = format!("named as `/base/{sheet}` on the page `/`");
    let expected = [
        missing("_headers", left),
        missing(sheet, &named),
        missing(brotli, left),
        missing("b.html", left),
        missing("sitemap.xml", left),
    ];
    let mut found = told_of_output(root);
    found.sort();
    let mut expected = expected.to_vec();
    expected.sort();
    assert_eq!(found, expected);
    // It heals, even without the file by which the folder is known.
    assert_eq!(build().code, Some(0));
    assert_eq!(told_of_output(root), [""; 0]);
    // Without one, what pages name is looked for.
    fs::remove_dir_all(root.join(".site")).expect("removed");
    fs::remove_file(dist.join(sheet)).expect("removed");
    let named = format!("named as `/base/{sheet}` on 2 pages: `/`, `/b`");
    assert_eq!(told_of_output(root), [missing(sheet, &named)]);
    // What another build left elsewhere says nothing of this folder.
    let elsewhere = ["build", "--quiet", "--out", "elsewhere"];
    assert_eq!(
        fixture::run(fixture::site(root).args(elsewhere)).code,
        Some(0)
    );
    assert_eq!(told_of_output(root), [missing(sheet, &named)]);
    // No output at all is nothing to check.
    fs::remove_dir_all(&dist).expect("removed");
    assert_eq!(told_of_output(root), [""; 0]);
}

#[test]
fn a_flipped_byte_of_a_page_is_found_unless_it_has_another_date() {
    let (folder, _) = with_a_sheet();
    let root = folder.path();
    for name in ["index.html", "_headers"] {
        flip(&root.join("dist").join(name));
        let found = told_of_output(root);
        let start = format!("error[damaged-file]: `./dist/{name}` is damaged");
        assert!(
            found.len() == 1 && found[0].starts_with(&start),
            "{found:?}"
        );
        flip(&root.join("dist").join(name));
    }
    // Whoever writes into a page gives it a date: the next build makes it anew.
    let page = root.join("dist/index.html");
    let text = fs::read_to_string(&page).expect("readable");
    fs::write(&page, text.replace("<h1>", "<H1>")).expect("written");
    assert_eq!(told_of_output(root), [""; 0]);
}

#[test]
fn a_damaged_file_of_an_earlier_release_is_not_kept() {
    let (folder, sheet) = with_a_sheet();
    let root = folder.path();
    fs::write(root.join("public/a.css"), "p { margin: 1px }\n").expect("written");
    flip(&sheet);
    assert_eq!(finish(start(root)), (Some(0), String::new()));
    assert!(!sheet.exists());
}

#[test]
fn links_in_the_cache_are_not_followed() {
    use std::os::unix::fs::symlink;
    for link in ["lock", "journal.new", "files", "records/image", "outbox"] {
        let folder = versioned();
        let root = folder.path();
        let home = tempfile::tempdir().expect("a temporary folder");
        let victim = home.path().join("victim");
        fs::write(&victim, "precious").expect("written");
        let link = root.join(".site").join(link);
        fs::create_dir_all(link.parent().expect("a folder")).expect("made");
        symlink(&victim, &link).expect("linked");
        for command in ["build", "check"] {
            let outcome = fixture::run(fixture::site(root).arg(command));
            assert_eq!(outcome.code, Some(3), "{}", outcome.stderr);
            let expected = "is a symbolic link, which is not followed\n  hint: remove it";
            assert!(outcome.stderr.contains(expected), "{}", outcome.stderr);
        }
        assert_eq!(fs::read_to_string(&victim).expect("readable"), "precious");
    }
    // The cache itself, and the lock of the output.
    let folder = versioned();
    let home = tempfile::tempdir().expect("a temporary folder");
    symlink(home.path(), folder.path().join(".site")).expect("linked");
    let (code, stderr) = finish(start(folder.path()));
    assert_eq!(code, Some(3), "{stderr}");
    assert_eq!(fs::read_dir(home.path()).expect("readable").count(), 0);
    fs::remove_file(folder.path().join(".site")).expect("removed");
    let victim = home.path().join("victim");
    symlink(&victim, folder.path().join(".dist.lock")).expect("linked");
    let (code, stderr) = finish(start(folder.path()));
    assert_eq!(code, Some(3), "{stderr}");
    assert!(!victim.exists());
}

#[test]
fn what_an_interrupted_exchange_left_is_put_right() {
    let folder = versioned();
    let root = folder.path();
    assert_eq!(finish(start(root)), (Some(0), String::new()));
    // As a kill between two renames leaves it, beside the folders of builds that were killed before.
    fs::rename(root.join("dist"), root.join(".dist.old")).expect("renamed");
    fs::create_dir(root.join(".dist.staging")).expect("made");
    fs::create_dir(root.join(".dist.staging-0123456789abcdef")).expect("made");
    fs::write(root.join("content/site.yaml"), "title: [").expect("written");
    // The old site is back although nothing new can be built.
    assert_eq!(finish(start(root)).0, Some(1));
    assert_eq!(version_of_all(&root.join("dist")), Ok("v0".to_owned()));
    assert_eq!(fixture::leftovers(root), Vec::<String>::new());
    // What only looks alike is somebody else's.
    let alike = [
        "x.staging-0",
        ".dist.staging-mine",
        ".dist.staging-0123456789abcdeg",
        ".dist.staging-0123456789abcde",
        ".distant.staging",
    ];
    alike
        .iter()
        .for_each(|name| fs::create_dir(root.join(name)).expect("made"));
    set_version(root, 1);
    assert_eq!(finish(start(root)), (Some(0), String::new()));
    assert_eq!(fixture::leftovers(root).len(), alike.len());
}

/// Builds and gives the code, with what was told of an output that holds something else.
fn refused(root: &Path) -> (Option<i32>, String) {
    let (code, stderr) = finish(start(root));
    let told = stderr.lines().next().unwrap_or_default();
    (code, told.replace(&*root.to_string_lossy(), "."))
}

#[test]
fn what_no_build_wrote_is_named_and_stays() {
    let (folder, sheet) = with_a_sheet();
    let (root, dist) = (folder.path(), folder.path().join("dist"));
    let foreign = |names: &str| {
        let told =
            format!("error: `./dist` holds {names}, which no build that is remembered wrote");
        (Some(2), told)
    };
    let heals = || {
        assert_eq!(refused(root), (Some(0), String::new()));
        assert!(!dist.join("mine").exists());
    };
    // What systems leave behind is nobody's.
    fs::write(dist.join("assets/.DS_Store"), "x").expect("written");
    heals();
    for _ in 0..2 {
        fs::write(dist.join("mine.html"), "mine").expect("written");
        fs::create_dir_all(dist.join("mine/deep")).expect("made");
        fs::write(dist.join("mine/deep/a"), "mine").expect("written");
        fs::write(dist.join("assets/mine.css"), "mine").expect("written");
        // Whether there is something new to publish or not.
        for text in ["p { margin: 1px }\n", "p { margin: 2px }\n"] {
            assert_eq!(
                refused(root),
                foreign("`assets/mine.css`, `mine.html`, `mine/`")
            );
            fs::write(root.join("public/a.css"), text).expect("written");
        }
        assert_eq!(fs::read(dist.join("mine/deep/a")).expect("there"), b"mine");
        for name in ["assets/mine.css", "mine.html"] {
            fs::remove_file(dist.join(name)).expect("removed");
        }
        fs::remove_dir_all(dist.join("mine")).expect("removed");
        heals();
    }
    // Without the file by which an output is known.
    fs::remove_file(dist.join("_headers")).expect("removed");
    fs::write(dist.join("mine.txt"), "mine").expect("written");
    assert_eq!(refused(root), foreign("`mine.txt`"));
    fs::remove_file(dist.join("mine.txt")).expect("removed");
    heals();
    // A page that is gone, and one of a build of which nothing is remembered.
    let page = |path: &str| {
        let routes = format!(
            "routes:\n  - {{ path: /, template: index.html }}\n  - {{ path: {path}, template: index.html }}\n"
        );
        fs::write(root.join("content/routes.yaml"), routes).expect("written");
    };
    page("/b");
    heals();
    page("/c");
    heals();
    assert!(dist.join("c.html").exists() && !dist.join("b.html").exists());
    page("/d");
    fs::remove_dir_all(root.join(".site")).expect("removed");
    assert_eq!(refused(root), foreign("`c.html`"));
    fs::remove_file(dist.join("c.html")).expect("removed");
    fs::write(root.join("public/a.css"), "p { margin: 3px }\n").expect("written");
    heals();
    assert!(!sheet.exists(), "a hashed file is known by where it stands");
}

#[test]
fn what_is_remembered_of_an_output_is_its_own() {
    let (folder, _) = with_a_sheet();
    let root = folder.path();
    let page = |path: &str, out: &str| {
        let routes = format!("routes:\n  - {{ path: {path}, template: index.html }}\n");
        fs::write(root.join("content/routes.yaml"), routes).expect("written");
        let built = fixture::run(fixture::site(root).args(["build", "--quiet", "--out", out]));
        assert_eq!(built.code, Some(0), "{}", built.stderr);
    };
    page("/b", "dist");
    page("/c", "other");
    page("/d", "dist");
    page("/e", "other");
    assert!(root.join("dist/d.html").exists() && !root.join("other/c.html").exists());
}

#[test]
fn the_history_of_an_output_stays_with_it() {
    let (folder, _) = with_a_sheet();
    let (root, dist) = (folder.path(), folder.path().join("dist"));
    fs::create_dir(dist.join(".git")).expect("made");
    fs::write(dist.join(".git/HEAD"), "main").expect("written");
    let change = |text: &str| {
        fs::write(
            root.join("public/a.css"),
            format!("p {{ margin: {text} }}\n"),
        )
        .expect("written");
    };
    let is_there = || {
        assert_eq!(finish(start(root)), (Some(0), String::new()));
        assert_eq!(fs::read(dist.join(".git/HEAD")).expect("there"), b"main");
        assert_eq!(fixture::leftovers(root), Vec::<String>::new());
    };
    is_there();
    for text in ["1px", "2px"] {
        change(text);
        is_there();
    }
    // After a mistake, and where a build was killed on the way.
    fs::write(root.join("templates/index.html"), "{{ nothing() }}").expect("written");
    assert_eq!(finish(start(root)).0, Some(1));
    assert!(dist.join(".git/HEAD").exists());
    fs::write(root.join("templates/index.html"), "<title>B</title>").expect("written");
    let left = root.join(".dist.staging-0123456789abcdef");
    fs::create_dir(&left).expect("made");
    fs::rename(dist.join(".git"), left.join(".git")).expect("moved");
    is_there();
    // Where it alone stands, as in a branch that is new, it is no other's folder.
    fs::remove_dir_all(root.join(".site")).expect("removed");
    fs::rename(dist.join(".git"), root.join(".kept")).expect("moved");
    fs::remove_dir_all(&dist).expect("removed");
    fs::create_dir(&dist).expect("made");
    fs::rename(root.join(".kept"), dist.join(".git")).expect("moved");
    is_there();
    assert!(dist.join("index.html").exists());
}

/// A build by a user who is not root: root may write into any folder. Where the tests are run by root and there is no
/// `setpriv`, what may not be written is written all the same, and only that nothing is left behind is tested.
#[cfg(unix)]
fn start_unprivileged(root: &Path) -> Child {
    let ask = |program: &str, arguments: &[&str]| {
        let output = std::process::Command::new(program).args(arguments).output();
        output.ok().filter(|output| output.status.success())
    };
    let is_root = ask("id", &["-u"]).is_some_and(|id| id.stdout == b"0\n");
    if !is_root || ask("setpriv", &["--version"]).is_none() {
        return start(root);
    }
    let program = root.join("program");
    fs::copy(fixture::site(root).get_program(), &program).expect("copied");
    ask("chown", &["-R", "65534:65534", &root.to_string_lossy()]).expect("given away");
    let mut command = std::process::Command::new("setpriv");
    command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]);
    command.arg(&program).arg("build").current_dir(root);
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    command.spawn().expect("started")
}

#[cfg(unix)]
#[test]
fn folders_that_may_not_be_written_are_exchanged_and_leave_nothing_behind() {
    use std::os::unix::fs::PermissionsExt;
    let folder = versioned();
    let root = folder.path();
    assert_eq!(finish(start_unprivileged(root)), (Some(0), String::new()));
    let mode = |name: &str, mode: u32| {
        fs::set_permissions(root.join(name), fs::Permissions::from_mode(mode)).expect("set");
    };
    for (version, name) in ["dist", "dist/notes", "dist/notes"].into_iter().enumerate() {
        mode(name, 0o555);
        set_version(root, version + 1);
        let (code, stderr) = finish(start_unprivileged(root));
        assert_eq!((code, stderr.as_str()), (Some(0), ""), "{name}");
        let dist = root.join("dist");
        assert_eq!(version_of_all(&dist), Ok(format!("v{}", version + 1)));
        let left = fixture::leftovers(root);
        assert!(left.iter().all(|name| name == "program"), "{left:?}");
    }
}

#[test]
fn whoever_stops_listening_does_not_end_a_build() {
    let folder = versioned();
    let root = folder.path();
    let mut command = fixture::site(root);
    let mut child = command
        .arg("build")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("started");
    drop(child.stdout.take());
    assert_eq!(finish(child), (Some(0), String::new()));
    assert_eq!(version_of_all(&root.join("dist")), Ok("v0".to_owned()));
    // Neither stream is read, and there is much to say.
    fs::write(root.join("content/site.yaml"), "base_url: x\n").expect("written");
    for arguments in [
        &["build"][..],
        &["check"],
        &["routes"],
        &["why", "/"],
        &["--help"],
        &["completions", "bash"],
    ] {
        let mut command = fixture::site(root);
        let mut child = command
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("started");
        drop(child.stdout.take());
        drop(child.stderr.take());
        let code = child.wait().expect("ended").code();
        assert!(matches!(code, Some(0..=3)), "{arguments:?}: {code:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn what_cannot_be_written_down_is_told() {
    let folder = versioned();
    let full = || {
        fs::File::options()
            .write(true)
            .open("/dev/full")
            .expect("a full disk")
    };
    let mut command = fixture::site(folder.path());
    let child = command
        .arg("build")
        .stdout(full())
        .stderr(Stdio::piped())
        .spawn()
        .expect("started");
    let expected =
        "error: cannot write to standard output: No space left on device (os error 28)\n";
    assert_eq!(finish(child), (Some(3), expected.to_owned()));
    assert_eq!(
        version_of_all(&folder.path().join("dist")),
        Ok("v0".to_owned())
    );
    let mut command = fixture::site(folder.path());
    let code = command
        .arg("build")
        .stdout(full())
        .stderr(full())
        .status()
        .expect("run")
        .code();
    assert_eq!(code, Some(3));
    for call in [
        "--help",
        "--version",
        "build --help",
        "help build",
        "completions bash",
        "routes",
        "explain",
        "explain broken-anchor",
        "why /",
        "host nginx",
        "schema --quiet",
        "man pages",
    ] {
        let mut command = fixture::site(folder.path());
        command.args(call.split(' ')).stderr(Stdio::piped());
        let child = command.stdout(full()).spawn().expect("started");
        assert_eq!(finish(child), (Some(3), expected.to_owned()), "{call}");
        let mut child = command.stdout(Stdio::piped()).spawn().expect("started");
        drop(child.stdout.take());
        assert_eq!(finish(child), (Some(0), String::new()), "{call}");
    }
}

#[test]
fn where_nothing_can_be_written_the_world_is_to_blame() {
    let folder = versioned();
    let check = |out: &Path| {
        let mut command = fixture::site(folder.path());
        let outcome = fixture::run(command.arg("build").arg("--out").arg(out));
        assert_eq!(outcome.code, Some(3), "{}", outcome.stderr);
        let expected = "error: cannot write `";
        assert!(outcome.stderr.starts_with(expected), "{}", outcome.stderr);
        assert_eq!(outcome.stdout, "");
    };
    // Nobody, not even the superuser, makes folders here.
    check(Path::new("/proc/site-test-output"));
    check(Path::new("/proc/site-test-output/dist"));
    // A file stands where a folder should.
    check(&folder.path().join("content/site.yaml/dist"));
}

#[test]
fn a_read_only_folder_keeps_its_old_output() {
    use std::os::unix::fs::PermissionsExt;
    let folder = versioned();
    let home = tempfile::tempdir().expect("a temporary folder");
    let out = home.path().join("dist");
    let build = || {
        let mut command = fixture::site(folder.path());
        fixture::run(command.arg("build").arg("--out").arg(&out))
    };
    assert_eq!(build().code, Some(0));
    set_version(folder.path(), 1);
    let allow = |mode| {
        fs::set_permissions(home.path(), fs::Permissions::from_mode(mode)).expect("changed");
    };
    allow(0o555);
    // The superuser writes everywhere: then there is nothing to see.
    if fs::write(home.path().join("probe"), "").is_err() {
        let outcome = build();
        assert_eq!(outcome.code, Some(3), "{}", outcome.stderr);
        assert_eq!(version_of_all(&out), Ok("v0".to_owned()));
    }
    allow(0o755);
}

#[test]
fn files_of_an_earlier_release_stay_for_old_tabs() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let root = folder.path();
    fixture::write_site(
        root,
        "=== content/site.yaml\nbase_url: https://example.com\n\
         === content/routes.yaml\nroutes:\n  - { path: /, template: index.html }\n\
         === templates/index.html\n<link href=\"{{ asset(\"a.css\") }}\">\n=== public/a.css\np { margin: 0 }\n",
    );
    let sheets = || {
        let tree = fixture::tree(&root.join("dist"));
        let names = tree.into_keys().filter(|name| name.ends_with(".css"));
        names.collect::<Vec<_>>()
    };
    assert_eq!(finish(start(root)), (Some(0), String::new()));
    let first = sheets();
    assert_eq!(first.len(), 1);
    fs::write(root.join("public/a.css"), "p { margin: 1px }\n").expect("written");
    assert_eq!(finish(start(root)), (Some(0), String::new()));
    let both = sheets();
    assert_eq!(both.len(), 2);
    assert!(both.contains(&first[0]), "{both:?}");
}
