//! `site serve` as a browser and an editor meet it: addresses, hosts, changes, mistakes, the end.

mod fixture;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::Duration;

const SOUND: &str = include_str!("fixture/sound.txt");

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

    fn open(&self, method: &str, path: &str, host: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        let patience = Some(Duration::from_secs(60));
        stream.set_read_timeout(patience).expect("set");
        let head = format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        stream.write_all(head.as_bytes()).expect("asked");
        stream
    }

    /// The lines of the events that open pages get.
    fn events(&self) -> impl Iterator<Item = String> + use<> {
        let stream = self.open("GET", "/_site/events", &self.address);
        BufReader::new(stream).lines().map_while(Result::ok)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
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
fn changes_are_built_mistakes_shown_and_new_folders_watched() {
    let server = Server::start(&["--port", "0", "--watch"]);
    let mut events = server.events();
    let mut next = |wanted: &str| {
        let wanted = format!("event: {wanted}");
        events.find(|line| *line == wanted).is_some()
    };
    let article =
        |text: &str| format!("---\ntitle: The second article\ndate: 2025-01-03\n---\n{text}\n");
    assert!(next("build"));
    server.write("content/articles/second.md", &article("A change."));
    assert!(next("reload"));
    let page = server.ask("GET", "/articles/second", &server.address);
    assert!(page.contains("A change."), "{page}");

    server.write("content/articles/second.md", &article("[lost](none.md)"));
    assert!(next("mistakes"));
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
    assert!(next("reload"));
    let page = server.ask("GET", "/articles/second", &server.address);
    assert!(page.contains("Mended."), "{page}");

    // There was no public/ when the server was started.
    server.write("public/map.txt", "one");
    assert!(next("reload"));
    server.write("public/map.txt", "two");
    assert!(next("reload"));
}

#[test]
fn forms_are_received_as_they_are_now() {
    let server = Server::start(&["--port", "0", "--watch"]);
    let mut events = server.events();
    let mut reloaded = || events.any(|line| line == "event: reload");
    let known = |server: &Server| {
        let answer = server.ask("POST", "/api/forms/letter", &server.address);
        !answer.starts_with("HTTP/1.1 404")
    };
    assert!(!known(&server), "there is no such form yet");
    let form = include_str!("../../../content/forms/newsletter.yaml");
    let form = &form.replace("/merci#newsletter", "/articles");
    server.write("content/forms/letter.yaml", form);
    assert!(reloaded());
    assert!(known(&server));
}

/// An open page holds a stream of events that has no end of its own.
#[cfg(unix)]
#[test]
fn it_ends_when_it_is_interrupted_though_pages_are_open() {
    let mut server = Server::start(&["--port", "0"]);
    let mut events = server.events();
    assert!(events.any(|line| line == "event: build"));
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
    let mut events = server.events();
    events.find(|line| line == "event: build").expect("told");
    let list = server.ask("GET", "/_left-out", &server.address);
    assert!(list.contains("<p>Nothing is left out.</p>"), "{list}");
    server.write(file, LATER);
    events.find(|line| line == "event: reload").expect("told");
    let list = server.ask("GET", "/_left-out", &server.address);
    let row = format!(
        "<tr><td><code>{file}</code></td><td>&lt;Later></td><td>by a build on 2027-01-01 or later</td></tr>"
    );
    assert!(list.contains(&row), "{list}");
}
