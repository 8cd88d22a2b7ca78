//! `site serve` as a browser and an editor meet it: addresses, hosts, changes, mistakes, the end.

use std::fs;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use crate::fixture;

const SOUND: &str = include_str!("fixture/sound.txt");
/// How long something may take that happens at once on a machine with nothing else to do.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running server over a copy of the sound site; it ends with the value.
struct Server {
    folder: tempfile::TempDir,
    child: Child,
    address: String,
}

impl Server {
    fn start(arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fixture::write_site(&folder.path().join("site"), SOUND);
        let mut command = fixture::site(folder.path());
        let command = command.args(["serve", "--root", "site"]).args(arguments);
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("a server");
        let output = child.stdout.take().expect("its output");
        let mut lines = BufReader::new(output).lines().map_while(Result::ok);
        let serving = lines
            .find_map(|line| line.strip_prefix("serving on http://").map(str::to_owned))
            .expect("an address");
        // Nobody reads on: the pipe must not fill up or close.
        std::thread::spawn(move || lines.for_each(drop));
        let address = serving.split('/').next().unwrap_or_default().to_owned();
        Self {
            folder,
            child,
            address,
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join("site").join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    }

    /// The whole answer to a request.
    fn ask(&self, method: &str, path: &str, host: &str) -> String {
        let mut stream = self.open(method, path, host);
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer");
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// The whole answer to a form that a page of the site posts without scripts.
    fn post(&self, path: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("set");
        let host = &self.address;
        let kind = "application/x-www-form-urlencoded";
        let length = body.len();
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Type: {kind}\r\n\
             Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        );
        stream.write_all(head.as_bytes()).expect("asked");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer");
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn open(&self, method: &str, path: &str, host: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("set");
        let head = format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        stream.write_all(head.as_bytes()).expect("asked");
        stream
    }

    /// The lines of the events that open pages get; the query says which page.
    fn events(&self, query: &str) -> impl Iterator<Item = String> + use<> {
        let stream = self.open("GET", &format!("/_site/events{query}"), &self.address);
        let lines = BufReader::new(stream).lines().map_while(Result::ok);
        // Between the lines stand the sizes of chunks.
        lines.filter(|line| line.is_empty() || line.contains(':'))
    }

    /// Waits until every page is the one that a build of the same files makes, and stays so.
    fn is_as_built(&self) {
        let out = self.folder.path().join("clean");
        let mut command = fixture::site(self.folder.path());
        let built = command.args(["build", "--quiet", "--root", "site", "--out", "clean"]);
        assert!(built.status().expect("run").success());
        for (name, bytes) in fixture::tree(&out) {
            let Some(page) = name.strip_suffix(".html").filter(|page| *page != "404") else {
                continue;
            };
            let clean = String::from_utf8(bytes).expect("UTF-8");
            let path = format!("/{}", page.strip_suffix("index").unwrap_or(page));
            self.until(&path, |answer| without_client(answer) == clean);
        }
    }

    /// Asks until an answer is as it should be.
    fn until(&self, path: &str, is_wanted: impl Fn(&str) -> bool) {
        let begun = Instant::now();
        loop {
            let answer = self.ask("GET", path, &self.address);
            if is_wanted(&answer) {
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "{path} stays {answer}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn the_watcher_lives_on_when_nobody_listens() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fixture::write_site(&folder.path().join("site"), SOUND);
    let mut command = fixture::site(folder.path());
    let command = command.args(["serve", "--watch", "--root", "site"]);
    let (out, error) = (Stdio::piped(), Stdio::piped());
    let mut child = command.stdout(out).stderr(error).spawn().expect("a server");
    let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    let lines = lines.by_ref().map_while(Result::ok);
    let address = lines
        .filter_map(|line| line.strip_prefix("serving on http://").map(str::to_owned))
        .next();
    let address = address.expect("an address");
    // Both streams are closed from here on.
    drop(child.stderr.take());
    let address = address.split('/').next().unwrap_or_default().to_owned();
    let server = Server {
        folder,
        child,
        address,
    };
    for round in 0..3 {
        // A mistake is told on one stream, a build on the other.
        server.write("templates/article.html", "{{ nothing_of_this_name }}");
        std::thread::sleep(Duration::from_millis(300));
        server.write(
            "templates/article.html",
            &format!("<title>Round {round}</title>"),
        );
        server.until("/articles/first", |answer| {
            answer.contains(&format!("Round {round}"))
        });
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_page_that_takes_too_much_after_a_save_ends_the_program() {
    let mut server = Server::start(&["--port", "0", "--watch"]);
    let first = "<title>{{ entry.title }}</title>{% if entry.title == 'Endless' %}{% set n = range(100000)|list %}\
                 {% for i in n %}{% set b = n|sort %}{% endfor %}{% endif %}";
    server.write("templates/article.html", first);
    server.until("/articles/first", |answer| {
        answer.contains("<title>The first article")
    });
    let text = fs::read_to_string(server.path("content/articles/first.md")).expect("read");
    let text = text.replace("The first article", "Endless");
    server.write("content/articles/first.md", &text);
    let begun = Instant::now();
    let ended = loop {
        if let Some(status) = server.child.try_wait().expect("asked") {
            break status;
        }
        assert!(begun.elapsed() < PATIENCE, "the page is still rendered");
        std::thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(ended.code(), Some(1));
}

#[test]
fn texts_are_compressed_for_browsers_that_take_it() {
    let server = Server::start(&["--port", "0"]);
    let host = server.address.as_str();
    for (asked, is_packed) in [
        ("gzip, br", true),
        ("br;q=0, gzip", false),
        ("identity", false),
    ] {
        let host = format!("{host}\r\nAccept-Encoding: {asked}");
        let answer = server.ask("GET", "/articles", &host);
        assert_eq!(
            answer.contains("content-encoding: br\r\n"),
            is_packed,
            "{asked}: {answer}"
        );
        assert!(answer.contains("vary: accept-encoding\r\n"), "{answer}");
        assert_eq!(answer.contains("</html>"), !is_packed, "{answer}");
    }
}

#[test]
fn addresses_lead_where_they_do_in_production() {
    let server = Server::start(&["--port", "0"]);
    let host = server.address.as_str();
    for (method, path, host, status) in [
        ("GET", "/articles", host, "200"),
        ("GET", "/%61rticles", host, "200"),
        ("GET", "/articles?a=b", host, "200"),
        ("HEAD", "/articles", host, "200"),
        ("GET", "/articles/", host, "308"),
        ("GET", "/nowhere", host, "404"),
        ("GET", "/..%2f..%2fetc/passwd", host, "404"),
        ("GET", "/_headers", host, "404"),
        ("GET", "/%ff", host, "400"),
        ("POST", "/articles", host, "405"),
        ("GET", "/_outbox", host, "200"),
        ("GET", "/articles", "localhost:1", "200"),
        ("GET", "/articles", "[::1]:1", "200"),
        ("GET", "/articles", "evil.example", "403"),
        ("GET", "/_site/events", "evil.example", "403"),
    ] {
        let answer = server.ask(method, path, host);
        let found = answer.split(' ').nth(1).unwrap_or_default();
        assert_eq!(found, status, "{method} {path} as {host}");
    }
    let answer = server.ask("HEAD", "/articles", host);
    assert!(answer.ends_with("\r\n\r\n"), "{answer}");
    assert!(
        answer.contains("content-security-policy: default-src 'none'"),
        "{answer}"
    );
}

#[test]
fn the_server_takes_no_address_of_a_page() {
    let server = Server::start(&["--port", "0", "--watch"]);
    let page = |path: &str| format!("---\ntitle: {path}\ndate: 2025-01-01\nroute: {path}\n---\n");
    // A site without forms has no relay.
    for path in ["/_outboxes", "/api/forms/first", "/_sites/a"] {
        let file = format!("content/articles/page{}.md", path.replace('/', "-"));
        server.write(&file, &page(path));
        server.until(path, |answer| answer.contains(&format!("<h1>{path}</h1>")));
    }
}

/// Addresses made at random of what has led out of folders elsewhere: no byte of a file that is not published, no redirect to
/// another host, and an answer to each.
#[test]
fn row_59_no_spelling_leads_out_of_the_site() {
    const PIECES: [&str; 40] = [
        "/",
        "//",
        "///",
        "..",
        ".",
        "../",
        "..%2f",
        "%2e%2e/",
        "%2e%2e%2f",
        ".%2E/",
        "%252e%252e%252f",
        "..\\",
        "..%5c",
        "%5c",
        "%00",
        "%0d%0a",
        "%c0%ae%c0%ae/",
        "%ef%bc%8e",
        "..;/",
        "?raw??",
        "?import&raw",
        "#/../",
        "::$DATA",
        "~",
        "@evil.test/",
        "evil.test",
        "/@fs/",
        "file:///",
        "http://evil.test/",
        "_site/",
        "_outbox/",
        "api/",
        "articles",
        ".html",
        "index.html",
        "secret.txt",
        "content/secret.txt",
        ".git/config",
        "%2egit%2fconfig",
        "templates/",
    ];
    let server = Server::start(&["--port", "0"]);
    let secret = "what-nobody-may-read";
    for name in [
        "secret.txt",
        "content/secret.txt",
        ".git/config",
        "../secret.txt",
    ] {
        server.write(name, secret);
    }
    let mut state = 59_u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as usize % below
    };
    let mut pages = 0;
    for _ in 0..600 {
        let pieces = 1 + random(6);
        let rest: String = (0..pieces).map(|_| PIECES[random(PIECES.len())]).collect();
        let begin = ["/", "/", "/articles", "/articles?", "/articles/", ""][random(6)];
        let path = format!("{begin}{rest}");
        let answer = server.ask("GET", &path, &server.address);
        assert!(!answer.contains(secret), "{path}: {answer}");
        let status = answer.split(' ').nth(1).unwrap_or_default();
        let expected = ["200", "303", "308", "400", "403", "404", "405"];
        pages += usize::from(status == "200");
        assert!(expected.contains(&status), "{path}: {answer}");
        let to = answer
            .lines()
            .find_map(|line| line.strip_prefix("location: "));
        assert!(
            to.is_none_or(|to| to.starts_with('/') && !to.starts_with("//")),
            "{path}: {to:?}"
        );
    }
    assert!(pages > 9 && pages < 300, "{pages} of 600 lead somewhere");
}

/// The next of the events that has a name, with its id and data; what comes before is passed over.
fn next(events: &mut impl Iterator<Item = String>, name: &str) -> String {
    let name = format!("event: {name}");
    events.find(|line| *line == name).expect("the event");
    let rest: Vec<String> = events.take_while(|line| !line.is_empty()).collect();
    rest.join("\n")
}

/// The body of an answer as the build made it.
fn without_client(answer: &str) -> String {
    let (_, body) = answer.split_once("\r\n\r\n").unwrap_or_default();
    let (before, rest) = body
        .split_once("<script src=\"/_site/client.js\"")
        .unwrap_or_default();
    let (_, after) = rest.split_once("</script>").unwrap_or_default();
    format!("{before}{after}")
}

#[test]
fn whatever_is_done_to_the_files_what_is_served_is_a_clean_build() {
    let server = Server::start(&["--port", "0", "--watch"]);
    let settings = fs::read_to_string(server.path("content/site.yaml")).expect("read");
    server.write("content/site.yaml", &format!("{settings}search: {{}}\n"));
    let site = server.path("");
    let git = |arguments: &[&str]| {
        let who = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
        let mut command = std::process::Command::new("git");
        let command = command.current_dir(&site).args(who).args(arguments);
        assert!(
            command.output().expect("git").status.success(),
            "{arguments:?}"
        );
    };
    git(&["init", "--quiet"]);
    git(&["add", "content", "templates"]);
    git(&["commit", "--quiet", "--message", "one"]);
    git(&["checkout", "--quiet", "-b", "other"]);
    server.is_as_built();

    // A text alone and a title alone, without anything else being built.
    server.write("content/articles/second.md", &article("A text."));
    server.is_as_built();
    let titled = article("A text.").replace("title: ", "title: Not ");
    server.write("content/articles/second.md", &titled);
    server.is_as_built();
    // A thousand edits as fast as they go: texts, titles, a template, files that come and go, and mistakes.
    let list = fs::read_to_string(server.path("templates/list.html")).expect("read");
    for n in 0..1000 {
        let name = format!("content/articles/new-{}.md", n % 7);
        let title = format!("---\ntitle: Title {n}\ndate: 2025-01-04\n---\nText {n}\n");
        match n % 10 {
            0 => server.write(&name, &title),
            1 => server.write("content/articles/second.md", &article("[lost](none.md)")),
            2 => server.write("templates/list.html", &format!("{list}<!-- {n} -->")),
            3 => drop(fs::remove_file(server.path(&name))),
            4 => {
                server.write(
                    "content/articles/second.md.tmp",
                    &article(&format!("Saved {n}")),
                );
                let second = server.path("content/articles/second.md");
                fs::rename(server.path("content/articles/second.md.tmp"), second).expect("renamed");
            }
            5 => {
                let titled = article("Titled").replace("title: ", &format!("title: {n} "));
                server.write("content/articles/second.md", &titled);
            }
            _ => server.write("content/articles/second.md", &article(&format!("Text {n}"))),
        }
    }
    server.is_as_built();
    git(&["add", "content", "templates"]);
    git(&["commit", "--quiet", "--message", "two"]);

    // A whole folder goes and comes back under another name, and a branch is changed for another one.
    fs::rename(
        server.path("content/articles"),
        server.path("content/essays"),
    )
    .expect("renamed");
    fs::rename(
        server.path("content/essays"),
        server.path("content/articles"),
    )
    .expect("renamed");
    git(&["checkout", "--quiet", "-"]);
    server.is_as_built();
    let gone = server.ask("GET", "/articles/new-0", &server.address);
    assert!(gone.starts_with("HTTP/1.1 404"), "{gone}");
    git(&["checkout", "--quiet", "other"]);
    server.is_as_built();
    // Files in a folder that has just come.
    server.write("content/articles/deep/er/third.md", &article("Deep."));
    server.is_as_built();
}

fn article(text: &str) -> String {
    format!("---\ntitle: The second article\ndate: 2025-01-03\n---\n{text}\n")
}

#[test]
fn changes_are_built_mistakes_shown_and_new_folders_watched() {
    let server = Server::start(&["--port", "0", "--watch"]);
    let mut events = server.events("");
    let mut next = |name: &str| next(&mut events, name);
    next("build");
    server.write("content/articles/second.md", &article("A change."));
    next("build");
    let page = server.ask("GET", "/articles/second", &server.address);
    assert!(page.contains("A change."), "{page}");

    server.write("content/articles/second.md", &article("[lost](none.md)"));
    assert!(next("mistakes").contains("content/articles/second.md:5"));
    let page = server.ask("GET", "/articles/second", &server.address);
    assert!(
        page.contains("A change."),
        "the last good build stays: {page}"
    );

    // As many editors save: beside it, then renamed onto it.
    server.write("content/articles/.second.new", &article("Mended."));
    fs::rename(
        server.path("content/articles/.second.new"),
        server.path("content/articles/second.md"),
    )
    .expect("renamed");
    next("build");
    let page = server.ask("GET", "/articles/second", &server.address);
    assert!(page.contains("Mended."), "{page}");

    // There was no public/ when the server was started.
    server.write("public/map.txt", "one");
    next("build");
    server.write("public/map.txt", "two");
    next("build");

    // The site takes a theme, its own template goes, and the theme's is written anew.
    server.write(
        "../calm/templates/article.html",
        "{{ entry.body }}<p>Calm.</p>",
    );
    server.write(
        "content/site.yaml",
        "base_url: https://example.com\ntheme: ../calm\n",
    );
    next("build");
    fs::remove_file(server.path("templates/article.html")).expect("removed");
    next("build");
    server.write(
        "../calm/templates/article.html",
        "{{ entry.body }}<p>Calmer.</p>",
    );
    next("build");
    let page = server.ask("GET", "/articles/second", &server.address);
    assert!(page.contains("Calmer."), "{page}");
}

#[cfg(unix)]
#[test]
fn what_is_no_file_or_very_large_is_told_and_holds_nothing_up() {
    let server = Server::start(&["--port", "0", "--watch"]);
    let mut events = server.events("");
    let mut next = |name: &str| next(&mut events, name);
    next("build");
    let pipe = |name: &str| {
        let made = std::process::Command::new("mkfifo")
            .arg(server.path(name))
            .status();
        assert!(made.expect("mkfifo").success());
    };
    fs::create_dir_all(server.path("public")).expect("made");
    for name in [
        "content/articles/pipe.md",
        "templates/pipe.html",
        "public/pipe.txt",
    ] {
        pipe(name);
        // The watcher does not list what is no file: a save tells it.
        server.write("content/articles/second.md", &article(name));
        let told = next("mistakes");
        assert!(told.contains("is neither a file nor a folder"), "{told}");
        fs::remove_file(server.path(name)).expect("removed");
        server.write("content/articles/second.md", &article("Mended."));
        next("build");
    }
    let zero = server.path("content/articles/zero.md");
    std::os::unix::fs::symlink("/dev/zero", &zero).expect("linked");
    server.write("content/articles/second.md", &article("Endless."));
    let told = next("mistakes");
    assert!(told.contains("is a link that leads out of"), "{told}");
    fs::remove_file(&zero).expect("removed");
    server.write("content/articles/second.md", &article("Mended."));
    next("build");
    let (large, away) = (
        server.path("content/articles/large.md"),
        server.path("large.md"),
    );
    let file = fs::File::create(&away).expect("made");
    file.set_len(50_000_000_000).expect("as large");
    fs::rename(&away, &large).expect("renamed");
    let told = next("mistakes");
    assert!(told.contains("is larger than 10 MiB"), "{told}");
    fs::remove_file(&large).expect("removed");
    next("build");
    // A file that was read is a pipe now.
    fs::remove_file(server.path("content/articles/second.md")).expect("removed");
    pipe("content/articles/second.md");
    let told = next("mistakes");
    assert!(told.contains("second.md"), "{told}");
}

#[test]
fn warnings_of_a_build_are_told_to_open_pages_until_they_are_mended() {
    let server = Server::start(&["--port", "0", "--watch"]);
    let mut events = server.events("");
    let mut next = || next(&mut events, "build");
    assert!(!next().contains("warning"));
    server.write("templates/idle.html", "<p>Nobody asks for it.</p>");
    let told = next();
    assert!(told.contains("data: 1 warning\n"), "{told}");
    assert!(told.contains("warning[unused-template]"), "{told}");
    assert!(told.contains("templates/idle.html"), "{told}");
    // A save of which little follows changes nothing about it.
    server.write("content/articles/second.md", &article("A change."));
    let told = next();
    assert!(told.contains("warning[unused-template]"), "{told}");
    server.write("content/articles/second.md", &article("A **word **."));
    let told = next();
    assert!(told.contains("data: 2 warnings\n"), "{told}");
    assert!(told.contains("content/articles/second.md:5"), "{told}");
    server.write("content/articles/second.md", &article("A **word**."));
    let told = next();
    assert!(told.contains("data: 1 warning\n"), "{told}");
    fs::remove_file(server.path("templates/idle.html")).expect("removed");
    assert!(!next().contains("warning"));
}

#[test]
fn what_a_stopped_command_left_half_done_is_finished_by_the_next_build() {
    let server = Server::start(&["--port", "0", "--watch"]);
    server.write(".site/change/0", &article("Brought."));
    server.write(
        ".site/change/steps.json",
        r#"{"steps":[{"from":".site/change/0","to":"content/articles/brought.md"}]}"#,
    );
    server.write("content/articles/third.md", &article("Saved."));
    server.until("/articles/brought", |answer| answer.contains("Brought."));
    assert!(!server.path(".site/change").exists());
}

#[test]
fn a_mistake_is_told_though_files_are_written_while_it_is_found() {
    let server = Server::start(&["--port", "0", "--watch"]);
    let mut events = server.events("");
    next(&mut events, "build");
    // Files that have just been written are looked at again, and would have the mistake told.
    std::thread::sleep(std::time::Duration::from_secs(3));
    let wrong = article("[lost](none.md)");
    server.write("content/articles/second.md", &wrong);
    // Written over with what it says already, so that whatever build looks finds the same mistake.
    let mut open = fs::OpenOptions::new();
    let begun = std::time::Instant::now();
    while begun.elapsed().as_millis() < 400 {
        let path = server.path("content/articles/second.md");
        let mut file = open.write(true).open(path).expect("the article");
        file.write_all(wrong.as_bytes()).expect("written");
    }
    let mistakes = next(&mut events, "mistakes");
    assert!(mistakes.contains("content/articles/second.md:5"));
}

#[test]
fn an_open_page_is_given_its_own_html_when_it_is_another_one() {
    let server = Server::start(&["--port", "0", "--watch"]);
    let mut events = server.events("?page=/articles/second&digest=another");
    let page = next(&mut events, "page");
    let digest = page
        .lines()
        .find_map(|line| line.strip_prefix("id: "))
        .expect("an id");
    let open = server.ask("GET", "/articles/second", &server.address);
    assert!(
        open.contains(&format!(
            "<head><script src=\"/_site/client.js\" data-digest=\"{digest}\" data-root="
        )),
        "{open}"
    );
    next(&mut events, "build");

    // One that has it already is told only that there was a build, by its address or when it connects again.
    for (query, header) in [
        (format!("&digest={digest}"), String::new()),
        (
            "&digest=old".to_owned(),
            format!("\r\nLast-Event-ID: {digest}"),
        ),
    ] {
        let host = format!("{}{header}", server.address);
        let path = format!("/_site/events?page=/articles/second{query}");
        let lines = BufReader::new(server.open("GET", &path, &host)).lines();
        let mut lines = lines.map_while(Result::ok);
        let first = lines.find(|line| line.starts_with("event: "));
        assert_eq!(first.as_deref(), Some("event: build"));
    }

    server.write(
        "content/articles/first.md",
        "---\ntitle: The first\ndate: 2025-01-02\n---\nOther.\n",
    );
    server.write("content/articles/second.md", &article("A change."));
    let page = next(&mut events, "page");
    assert!(page.contains("A change."), "{page}");
    assert!(!page.contains("_site"), "without the client: {page}");
}

#[test]
fn what_a_browser_has_is_not_sent_again_and_ranges_are() {
    let server = Server::start(&["--port", "0", "--watch"]);
    let mut events = server.events("");
    next(&mut events, "build");
    server.write("public/map.txt", "0123456789");
    server.write("content/articles/second.md", &article("[map](/map.txt)"));
    server.write(
        "content/site.yaml",
        &format!(
            "{}verbatim: [map.txt]\n",
            fs::read_to_string(server.path("content/site.yaml")).expect("read")
        ),
    );
    server.until("/map.txt", |answer| answer.starts_with("HTTP/1.1 200"));
    let ask = |headers: &str| {
        let host = format!("{}\r\n{headers}", server.address);
        server.ask("GET", "/map.txt", &host)
    };
    let whole = ask("A: b");
    let tag = whole
        .lines()
        .find_map(|line| line.strip_prefix("etag: "))
        .expect("a tag");
    for (headers, status, header, body) in [
        (
            "A: b".to_owned(),
            "200",
            "accept-ranges: bytes",
            "0123456789",
        ),
        (format!("If-None-Match: \"x\", {tag}"), "304", tag, ""),
        (
            "Range: bytes=2-4".to_owned(),
            "206",
            "content-range: bytes 2-4/10",
            "234",
        ),
        (
            "Range: bytes=-2".to_owned(),
            "206",
            "content-range: bytes 8-9/10",
            "89",
        ),
        (
            format!("Range: bytes=9-\r\nIf-Range: {tag}"),
            "206",
            "content-range: bytes 9-9/10",
            "9",
        ),
        (
            "Range: bytes=9-\r\nIf-Range: \"x\"".to_owned(),
            "200",
            "content-length: 10",
            "0123456789",
        ),
        (
            "Range: bytes=10-".to_owned(),
            "416",
            "content-range: bytes */10",
            "",
        ),
    ] {
        let answer = ask(&headers);
        assert_eq!(
            answer.split(' ').nth(1),
            Some(status),
            "{headers}: {answer}"
        );
        assert!(answer.contains(header), "{headers}: {answer}");
        let found = answer.split_once("\r\n\r\n").map(|(_, body)| body);
        assert_eq!(found, Some(body), "{headers}");
    }
}

#[test]
fn a_large_file_is_hashed_and_sent_by_parts() {
    const LEN: u64 = 400 * 1024 * 1024;
    let server = Server::start(&["--port", "0", "--watch"]);
    fs::create_dir_all(server.path("public")).expect("made");
    let mut film = fs::File::create(server.path("public/film.bin")).expect("made");
    film.set_len(LEN - 3).expect("sparse");
    film.seek(SeekFrom::End(0)).expect("at its end");
    film.write_all(b"end").expect("written");
    let settings = fs::read_to_string(server.path("content/site.yaml")).expect("read");
    let settings = format!("{settings}verbatim: [film.bin]\n");
    server.write("content/site.yaml", &settings);
    let part = |range: &str| {
        let host = format!("{}\r\nRange: bytes={range}", server.address);
        server.ask("GET", "/film.bin", &host)
    };
    let begun = Instant::now();
    while !part("-4").starts_with("HTTP/1.1 206") {
        assert!(begun.elapsed() < PATIENCE, "{}", part("-4"));
    }
    let answer = part("-4");
    let range = format!("content-range: bytes {}-{}/{LEN}", LEN - 4, LEN - 1);
    assert!(answer.contains(&range), "{answer}");
    assert!(answer.ends_with("\0end"), "{answer}");
    let answer = server.ask("HEAD", "/film.bin", &server.address);
    let len = format!("content-length: {LEN}");
    assert!(answer.contains(&len), "{answer}");
    let mut whole = server.open("GET", "/film.bin", &server.address);
    let sent = std::io::copy(&mut whole, &mut std::io::sink()).expect("an answer");
    assert!(sent > LEN, "{sent}");
    let status = format!("/proc/{}/status", server.child.id());
    let status = fs::read_to_string(status).expect("of a process");
    let peak = status.lines().find_map(|l| l.strip_prefix("VmHWM:"));
    let peak = peak.and_then(|peak| peak.trim().strip_suffix(" kB"));
    let peak: u64 = peak.expect("a peak").parse().expect("a number");
    assert!(peak * 1024 < LEN / 2, "{peak} kB were held at once");
}

#[test]
fn forms_are_received_as_they_are_now() {
    let server = Server::start(&["--port", "0", "--watch"]);
    let mut events = server.events("");
    next(&mut events, "build");
    let known = |server: &Server| {
        let answer = server.ask("POST", "/api/forms/letter", &server.address);
        !answer.starts_with("HTTP/1.1 404")
    };
    assert!(!known(&server), "there is no such form yet");
    server.write("content/forms/letter.yaml", &letter());
    next(&mut events, "build");
    assert!(known(&server));
}

/// A form whose pages the site has.
fn letter() -> String {
    let form = include_str!("../../../content/forms/newsletter.yaml");
    let form = form.replace("/merci#newsletter", "/articles");
    form.replace("/blog#newsletter-title", "/articles")
}

/// A form that comes while something else is wrong is received once that is mended.
#[test]
fn a_form_that_came_with_a_mistake_elsewhere_is_received() {
    let server = Server::start(&["--port", "0", "--watch"]);
    let mut events = server.events("");
    next(&mut events, "build");
    server.write("templates/list.html", "{{ nothing_of_this_name }}");
    next(&mut events, "mistakes");
    server.write("content/forms/letter.yaml", &letter());
    std::thread::sleep(Duration::from_millis(500));
    server.write("templates/list.html", "<title>Mended</title>");
    next(&mut events, "build");
    let answer = server.ask("POST", "/api/forms/letter", &server.address);
    assert!(!answer.starts_with("HTTP/1.1 404"), "{answer}");
}

/// A visitor without scripts is led to the form's page, which stands below the path of the site's address.
#[test]
fn a_form_leads_to_its_page_below_the_path_of_the_site() {
    let server = Server::start(&["--port", "0", "--watch"]);
    let mut events = server.events("");
    next(&mut events, "build");
    let settings = "base_url: https://example.com/shop\n";
    server.write("content/site.yaml", settings);
    next(&mut events, "build");
    server.write("content/forms/letter.yaml", &letter());
    next(&mut events, "build");
    let body = "email=ada%40example.com";
    let answer = server.post("/api/forms/letter", body);
    assert!(answer.starts_with("HTTP/1.1 303"), "{answer}");
    assert!(answer.contains("\r\nlocation: /shop/articles"), "{answer}");
}

/// An open page holds a stream of events that has no end of its own.
#[cfg(unix)]
#[test]
fn it_ends_when_it_is_interrupted_though_pages_are_open() {
    let mut server = Server::start(&["--port", "0"]);
    let mut events = server.events("");
    next(&mut events, "build");
    let id = server.child.id().to_string();
    let killed = std::process::Command::new("kill")
        .args(["-INT", &id])
        .status();
    assert!(killed.expect("`kill`").success());
    assert_eq!(server.child.wait().expect("an end").code(), Some(0));
}

#[test]
fn what_is_left_out_is_listed_until_it_is_shown() {
    const LATER: &str = "---\ntitle: <Later>\ndate: 2027-01-01\n---\n";
    let file = "content/articles/later.md";
    let server = Server::start(&["--port", "0", "--watch"]);
    let mut events = server.events("");
    next(&mut events, "build");
    let list = server.ask("GET", "/_left-out", &server.address);
    assert!(list.contains("<p>Nothing is left out.</p>"), "{list}");
    server.write(file, LATER);
    next(&mut events, "build");
    let list = server.ask("GET", "/_left-out", &server.address);
    let row = format!(
        "<tr><td><code>{file}</code></td><td>&lt;Later></td><td>by a build on 2027-01-01 or later</td></tr>"
    );
    assert!(list.contains(&row), "{list}");
}
