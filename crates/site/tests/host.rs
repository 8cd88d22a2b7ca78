//! `site host`: what it writes, and how a site fares behind the real nginx, Caddy and Apache with it.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::fixture::{self, Tree};
use tempfile::TempDir;

/// How long something may take that happens at once on a machine with nothing else to do.
const PATIENCE: Duration = Duration::from_secs(60);

/// A site with every kind of file, former addresses, a form and a page for unknown addresses.
const SITE: &str = include_str!("fixture/hosted.txt");

/// A process that ends with its value.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A site that was built, as a host has it.
struct Hosted {
    folder: TempDir,
    files: Tree,
    base: &'static str,
    is_folder_style: bool,
}

impl Hosted {
    fn built(base: &'static str, style: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fixture::write_site(folder.path(), SITE);
        let settings = folder.path().join("content/site.yaml");
        let text = fs::read_to_string(&settings).expect("readable");
        let text = text.replace("BASE", base).replace("STYLE", style);
        fs::write(settings, text).expect("written");
        let outcome = fixture::run(fixture::site(folder.path()).args(["build", "--compress"]));
        assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""));
        // Servers that are started as root read as nobody.
        open(folder.path());
        Self {
            files: fixture::tree(&folder.path().join("dist")),
            folder,
            base,
            is_folder_style: style == "folder",
        }
    }

    /// What `site host` prints for a server on a port, which stands in front of a relay.
    fn configuration(&self, host: &str, port: u16, relay: &str) -> String {
        let dist = self.folder.path().join("dist");
        let dist = dist.to_str().expect("UTF-8");
        let (port, relay) = (port.to_string(), format!("http://{relay}"));
        let arguments = [
            "host", host, "--folder", dist, "--port", &port, "--relay", &relay,
        ];
        let outcome = fixture::run(fixture::site(self.folder.path()).args(arguments));
        assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""));
        outcome.stdout
    }

    /// A folder for what a server writes.
    fn workplace(&self, name: &str) -> PathBuf {
        let folder = self.folder.path().join(name);
        fs::create_dir(&folder).expect("made");
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o777)).expect("opened");
        folder
    }
}

fn open(path: &Path) {
    let mode = if path.is_dir() { 0o755 } else { 0o644 };
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("opened");
    if path.is_dir() {
        for entry in fs::read_dir(path).expect("readable").flatten() {
            open(&entry.path());
        }
    }
}

/// A port that nobody listens on.
fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("its address").port()
}

/// Where a program stands; the system's servers may be out of an ordinary user's path.
fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var("PATH").unwrap_or_default();
    let folders = path.split(':').chain(["/usr/sbin", "/usr/local/sbin"]);
    let mut places = folders.map(|folder| Path::new(folder).join(name));
    places.find(|place| place.is_file())
}

/// An answer to a request.
#[derive(Debug)]
struct Answer {
    status: u16,
    headers: BTreeMap<String, Vec<String>>,
    body: Vec<u8>,
}

impl Answer {
    fn header(&self, name: &str) -> &str {
        match self.headers.get(name).map(Vec::as_slice) {
            None => "",
            Some([one]) => one,
            Some(several) => panic!("{name} is sent {} times: {several:?}", several.len()),
        }
    }
}

fn ask(port: u16, request: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("a connection");
    stream.set_read_timeout(Some(PATIENCE)).expect("set");
    let mut head = format!("{request} HTTP/1.0\r\nHost: 127.0.0.1:{port}\r\n");
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    stream
        .write_all(format!("{head}\r\n").as_bytes())
        .expect("asked");
    // Whoever refuses a body may close before it was sent.
    let _ = stream.write_all(body);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n");
    let end = end.unwrap_or_else(|| panic!("{request}: {}", String::from_utf8_lossy(&answer)));
    let head = String::from_utf8_lossy(&answer[..end]).into_owned();
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1));
    let mut headers = BTreeMap::<String, Vec<String>>::new();
    for (name, value) in lines.filter_map(|line| line.split_once(':')) {
        let values = headers.entry(name.to_lowercase()).or_default();
        values.push(value.trim().to_owned());
    }
    Answer {
        status: status
            .and_then(|status| status.parse().ok())
            .expect("a status"),
        headers,
        body: answer[end + 4..].to_vec(),
    }
}

fn get(port: u16, path: &str) -> Answer {
    ask(port, &format!("GET {path}"), &[], &[])
}

/// Waits until something answers at a port.
fn until_up(port: u16, server: &mut Running, log: &Path) {
    let begun = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        let ended = server.0.try_wait().expect("asked");
        assert!(
            ended.is_none() && begun.elapsed() < PATIENCE,
            "{ended:?}: {}",
            fs::read_to_string(log).unwrap_or_default()
        );
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The relay of the site, as `site serve` mounts it.
fn relay(hosted: &Hosted) -> (Running, String) {
    let mut command = fixture::site(hosted.folder.path());
    let command = command.args(["serve", "--port", &free_port().to_string()]);
    let command = command.stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("a server");
    let output = child.stdout.take().expect("its output");
    let mut lines = BufReader::new(output).lines().map_while(Result::ok);
    let address = lines
        .find_map(|line| line.strip_prefix("serving on http://").map(str::to_owned))
        .expect("an address");
    std::thread::spawn(move || lines.for_each(drop));
    let address = address.split('/').next().unwrap_or_default().to_owned();
    (Running(child), address)
}

/// Starts a server in a folder of its own.
fn start(name: &str, arguments: &[&str], port: u16, workplace: &Path) -> Running {
    let log = workplace.join("log");
    let said = fs::File::create(&log).expect("made");
    let mut command = Command::new(program(name).expect("installed"));
    let command = command.args(arguments).current_dir(workplace);
    let command = command
        .env("HOME", workplace)
        .env("XDG_DATA_HOME", workplace);
    let command = command.stdout(Stdio::null()).stderr(said);
    let mut server = Running(command.spawn().expect("started"));
    until_up(port, &mut server, &log);
    server
}

fn nginx(hosted: &Hosted, port: u16, relay: &str) -> Running {
    let place = hosted.workplace("nginx");
    let written = hosted.configuration("nginx", port, relay);
    fs::write(place.join("site.conf"), written).expect("written");
    let main = "daemon off; master_process off; pid nginx.pid; error_log stderr;\nevents {}\nhttp {\n\
        access_log off; client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;\n\
        uwsgi_temp_path uwsgi; scgi_temp_path scgi;\ninclude site.conf;\n}\n";
    fs::write(place.join("nginx.conf"), main).expect("written");
    let prefix = place.to_str().expect("UTF-8");
    start(
        "nginx",
        &["-p", prefix, "-c", "nginx.conf", "-e", "stderr"],
        port,
        &place,
    )
}

fn caddy(hosted: &Hosted, port: u16, relay: &str) -> Running {
    let place = hosted.workplace("caddy");
    let written = hosted.configuration("caddy", port, relay);
    fs::write(
        place.join("Caddyfile"),
        format!("{{\n\tadmin off\n}}\n{written}"),
    )
    .expect("written");
    start(
        "caddy",
        &["run", "--adapter", "caddyfile", "--config", "Caddyfile"],
        port,
        &place,
    )
}

fn apache(hosted: &Hosted, port: u16, relay: &str) -> Running {
    let place = hosted.workplace("apache");
    let written = hosted.configuration("apache", port, relay);
    let modules = [
        "mpm_event",
        "authz_core",
        "alias",
        "dir",
        "mime",
        "env",
        "headers",
        "rewrite",
        "proxy",
        "proxy_http",
        "deflate",
        "filter",
        "negotiation",
    ];
    let modules = modules
        .map(|name| format!("LoadModule {name}_module /usr/lib/apache2/modules/mod_{name}.so\n"));
    // As Debian has it: the type of archives, the languages, compression on the way.
    let usual = "TypesConfig /etc/mime.types\nAddType application/x-gzip .gz .tgz\nAddLanguage br .br\n\
        AddOutputFilterByType DEFLATE text/html text/plain text/css\n";
    let main = format!(
        "ServerRoot {0}\nPidFile {0}/pid\nErrorLog /dev/stderr\nServerName localhost\nMutex file:{0}\nDefaultRuntimeDir {0}\nListen 127.0.0.1:{port}\n\
         {1}<IfModule unixd_module>\nUser www-data\nGroup www-data\n</IfModule>\n{usual}<Directory />\nRequire all denied\n</Directory>\n{written}",
        place.display(),
        modules.concat(),
    );
    fs::write(place.join("apache.conf"), main).expect("written");
    let path = place.join("apache.conf");
    start(
        "apache2",
        &["-X", "-f", path.to_str().expect("UTF-8")],
        port,
        &place,
    )
}

/// Asks a server for everything that a host has to do.
fn hold(hosted: &Hosted, port: u16) {
    addresses(hosted, port);
    files(hosted, port);
    redirects(hosted, port);
    unknown_addresses(hosted, port);
    copies(hosted, port);
    forms(hosted, port);
}

/// The headers that `_headers` gives a path.
fn expected_headers(hosted: &Hosted, path: &str) -> Vec<(String, String)> {
    let text = String::from_utf8(hosted.files["_headers"].clone()).expect("UTF-8");
    let mut found = Vec::new();
    let mut holds = false;
    for line in text.lines().skip(1) {
        match line
            .strip_prefix("  ")
            .and_then(|line| line.split_once(": "))
        {
            None => holds = path.starts_with(line.trim_end_matches('*')),
            Some((name, value)) if holds => found.push((name.to_owned(), value.to_owned())),
            Some(_) => {}
        }
    }
    assert!(found.len() > 7, "{path}: {found:?}");
    found
}

fn has_headers(hosted: &Hosted, path: &str, answer: &Answer) {
    // What is not there is not kept for ever, wherever it is not.
    let ruled = match answer.status {
        404 => format!("{}/404", hosted.base),
        _ => path.to_owned(),
    };
    for (name, value) in expected_headers(hosted, &ruled) {
        assert_eq!(answer.header(&name.to_lowercase()), value, "{path}: {name}");
    }
    let is_kept = answer.header("cache-control").contains("immutable");
    let is_hashed = path.starts_with(&format!("{}/assets/", hosted.base)) && answer.status == 200;
    assert_eq!(is_kept, is_hashed, "{path}: {answer:?}");
    assert!(is_kept || answer.header("cache-control").contains("must-revalidate"));
}

/// Where a page of the output is asked for.
fn address_of(hosted: &Hosted, name: &str) -> String {
    let bare = name
        .strip_suffix("index.html")
        .or(name.strip_suffix(".html"));
    let path = format!("{}/{}", hosted.base, bare.unwrap_or(name));
    // As browsers ask: in ASCII.
    path.replace('é', "%C3%A9")
}

fn addresses(hosted: &Hosted, port: u16) {
    let sitemap = String::from_utf8(hosted.files["sitemap.xml"].clone()).expect("UTF-8");
    let listed: Vec<&str> = sitemap
        .split("<loc>https://example.com")
        .skip(1)
        .filter_map(|rest| rest.split('<').next())
        .collect();
    assert_eq!(listed.len(), 8, "{sitemap}");
    for address in &listed {
        let answer = get(port, &address.replace('é', "%C3%A9"));
        assert_eq!(answer.status, 200, "{address}");
        assert!(
            String::from_utf8_lossy(&answer.body).contains("<h1>"),
            "{address}"
        );
    }
    // With and without the slash that belongs to the style, but for the home page.
    for address in listed
        .iter()
        .filter(|a| a.trim_end_matches('/').len() > hosted.base.len())
    {
        let address = address.replace('é', "%C3%A9");
        let other = match address.strip_suffix('/') {
            Some(bare) => bare.to_owned(),
            None => format!("{address}/"),
        };
        let answer = get(port, &other);
        assert!(
            matches!(answer.status, 301 | 308),
            "{other}: {}",
            answer.status
        );
        let led = answer
            .header("location")
            .replace('é', "%C3%A9")
            .replace("%c3%a9", "%C3%A9");
        assert_eq!(
            led.trim_start_matches(&format!("http://127.0.0.1:{port}")),
            address,
            "{other}"
        );
        // A host's name behind two slashes is no page.
        assert_ne!(
            get(port, &format!("//elsewhere.example{other}")).status / 100,
            3
        );
    }
}

fn files(hosted: &Hosted, port: u16) {
    let kinds = [
        ("html", "text/html; charset=utf-8"),
        ("css", "text/css; charset=utf-8"),
        ("js", "text/javascript; charset=utf-8"),
        ("svg", "image/svg+xml"),
        ("png", "image/png"),
        ("ico", "image/x-icon"),
        ("json", "application/json"),
        ("webmanifest", "application/manifest+json"),
        ("xml", "application/xml; charset=utf-8"),
        ("txt", "text/plain; charset=utf-8"),
    ];
    let mut seen = std::collections::BTreeSet::new();
    let redirects = String::from_utf8_lossy(&hosted.files["_redirects"]).into_owned();
    for (name, bytes) in &hosted.files {
        let path = address_of(hosted, name);
        let is_former = redirects.lines().any(|line| {
            let from = line
                .split(' ')
                .next()
                .unwrap_or_default()
                .replace('é', "%C3%A9");
            from == path
        });
        let is_rule = name.starts_with('_');
        if is_former
            || is_rule
            || name.ends_with(".br")
            || name.ends_with(".gz")
            || name.ends_with("404.html")
        {
            continue;
        }
        let answer = get(port, &path);
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.body == *bytes, "{path} is another file");
        let ending = name.rsplit('.').next().unwrap_or_default();
        let kind = kinds.iter().find(|(known, _)| *known == ending);
        assert_eq!(
            answer.header("content-type"),
            kind.expect("a known kind").1,
            "{path}"
        );
        has_headers(hosted, &path, &answer);
        seen.insert(ending.to_owned());
    }
    assert_eq!(seen.len(), kinds.len(), "{seen:?}");
}

fn redirects(hosted: &Hosted, port: u16) {
    let text = String::from_utf8_lossy(&hosted.files["_redirects"]).into_owned();
    assert_eq!(text.lines().count(), 4, "{text}");
    for line in text.lines() {
        let [from, to, "301"] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let answer = get(port, &from.replace('é', "%C3%A9"));
        assert_eq!(answer.status, 301, "{line}");
        let led = answer.header("location");
        assert_eq!(
            led.trim_start_matches(&format!("http://127.0.0.1:{port}")),
            to,
            "{line}"
        );
        assert!(answer.headers.contains_key("strict-transport-security"));
        assert_eq!(answer.header("content-encoding"), "", "{line}");
    }
    assert!(
        text.contains("https://elsewhere.example/x?a=b&c=%C3%A9;d=%27%241%27#e"),
        "{text}"
    );
}

fn unknown_addresses(hosted: &Hosted, port: u16) {
    let base = hosted.base;
    for path in [
        "/nothing",
        "/fr/nothing",
        "/fr/articles/nothing/",
        "/fr/nothing?a=b",
        "/french",
        "/nothing/",
        "/articles/nothing",
        "/assets/nothing.css",
        "/assets",
        "/_headers",
        "/_redirects",
        "/assets/",
        "/%2e%2e/content/site.yaml",
    ] {
        // In the language of the address.
        let page = match path.starts_with("/fr/") {
            true => &hosted.files["fr/404.html"],
            false => &hosted.files["404.html"],
        };
        let path = format!("{base}{path}");
        let answer = get(port, &path);
        let is_refused = path.contains("%2e") && matches!(answer.status, 400 | 403);
        assert!(
            answer.status == 404 || is_refused,
            "{path}: {}",
            answer.status
        );
        if !is_refused {
            assert!(
                answer.body == *page,
                "{path}: {}",
                String::from_utf8_lossy(&answer.body)
            );
            has_headers(hosted, &path, &answer);
            assert_eq!(
                answer.header("content-type"),
                "text/html; charset=utf-8",
                "{path}"
            );
        }
    }
}

/// Which copy of a file is sent.
fn copies(hosted: &Hosted, port: u16) {
    let sheet = hosted
        .files
        .keys()
        .find(|name| name.ends_with(".css"))
        .expect("a style sheet");
    let manifest = "site.webmanifest".to_owned();
    for name in [
        sheet,
        &manifest,
        &"index.html".to_owned(),
        &"articles/one.html".to_owned(),
        &"404.html".to_owned(),
    ] {
        let name = match hosted.is_folder_style && name == "articles/one.html" {
            true => "articles/one/index.html",
            false => name,
        };
        let path = match name {
            "404.html" => format!("{}/nothing", hosted.base),
            other => address_of(hosted, other),
        };
        for (accepted, expected) in [
            ("gzip, deflate, br, zstd", "br"),
            ("br", "br"),
            ("BR;q=1.0", "br"),
            ("br;q=0.001", "br"),
            ("gzip", "gzip"),
            ("gzip;q=0.5", "gzip"),
            ("br;q=0, gzip", "gzip"),
            ("br;q=0.0, gzip;q=0.000", ""),
            ("br; q=0 ,gzip; q=0", ""),
            ("identity", ""),
            ("brr, xgzip", ""),
        ] {
            let answer = ask(
                port,
                &format!("GET {path}"),
                &[("Accept-Encoding", accepted)],
                &[],
            );
            assert_eq!(
                answer.header("content-encoding"),
                expected,
                "{path}: {accepted}"
            );
            let ending = match expected {
                "br" => ".br",
                "gzip" => ".gz",
                _ => "",
            };
            assert!(
                answer.body == hosted.files[&format!("{name}{ending}")],
                "{path}: {accepted}"
            );
            assert_eq!(
                answer.header("vary").to_lowercase(),
                "accept-encoding",
                "{path}"
            );
            has_headers(hosted, &path, &answer);
        }
    }
    // What was never compressed is sent as it is.
    let answer = ask(
        port,
        &format!("GET {}/favicon.ico", hosted.base),
        &[("Accept-Encoding", "br, gzip")],
        &[],
    );
    assert_eq!(answer.header("content-encoding"), "");
    // A browser that has a page is told that it is the same.
    let path = address_of(hosted, "index.html");
    let tag = get(port, &path).header("etag").to_owned();
    assert_eq!(
        ask(
            port,
            &format!("GET {path}"),
            &[("If-None-Match", &tag)],
            &[]
        )
        .status,
        304
    );
}

fn forms(hosted: &Hosted, port: u16) {
    let typed = "name=Ada&email=ada%40example.com&message=Hello";
    let post = |body: &str, kind: &str| {
        let length = body.len().to_string();
        let headers = [("Content-Type", kind), ("Content-Length", &length)];
        ask(port, "POST /api/forms/contact", &headers, body.as_bytes())
    };
    let answer = post(typed, "application/x-www-form-urlencoded");
    assert_eq!(answer.status, 303, "{answer:?}");
    // Each header once: those of the relay, and that the way there is encrypted.
    let names = answer.headers.keys();
    names.for_each(|name| assert!(!answer.header(name).is_empty()));
    assert_eq!(answer.header("x-content-type-options"), "nosniff");
    assert!(answer.headers.contains_key("strict-transport-security"));
    let mails = fs::read_dir(hosted.folder.path().join(".site/outbox"))
        .expect("an outbox")
        .count();
    assert!(mails > 0, "no mail arrived");
    let written = hosted.configuration("nginx", port, "127.0.0.1:1");
    let limit = written.split("client_max_body_size ").nth(1);
    let limit = limit.and_then(|rest| rest.split(';').next()?.parse().ok());
    let limit: usize = limit.expect("a limit");
    // The relay itself refuses what is longer than its forms, the host what is longer than any.
    for kind in ["application/json", "application/x-www-form-urlencoded"] {
        let long = post(&"a".repeat(limit * 3 / 4), kind);
        assert_eq!(long.status, 413, "{kind}");
        let expected = match kind {
            "application/json" => "application/problem+json",
            _ => "text/html; charset=utf-8",
        };
        assert_eq!(long.header("content-type"), expected);
        assert_eq!(post(&"a".repeat(limit + 1), kind).status, 413, "{kind}");
    }
    assert_eq!(get(port, "/api/health").status, 200);
}

/// Holds a server against both ways of writing addresses, with and without a path below which the site stands.
fn check(name: &str, start: fn(&Hosted, u16, &str) -> Running) {
    let is_installed = program(name).is_some();
    if !is_installed && !cfg!(target_os = "linux") {
        eprintln!("skipped: `./build.sh test` installs {name} on Linux alone");
        return;
    }
    assert!(
        is_installed,
        "{name} is missing: `./build.sh test` installs it"
    );
    for (base, style) in [("", "file"), ("/sub", "folder")] {
        let hosted = Hosted::built(base, style);
        let (_relay, address) = relay(&hosted);
        let port = free_port();
        let _server = start(&hosted, port, &address);
        hold(&hosted, port);
    }
}

#[test]
fn a_site_stands_behind_nginx() {
    check("nginx", nginx);
}

#[test]
fn a_site_stands_behind_caddy() {
    check("caddy", caddy);
}

#[test]
fn a_site_stands_behind_apache() {
    check("apache2", apache);
}

/// What `site host` says with some arguments, on a site of its own.
fn said(folder: &Path, arguments: &[&str]) -> fixture::Outcome {
    fixture::write_site(folder, SITE);
    let settings = folder.join("content/site.yaml");
    let text = fs::read_to_string(&settings).expect("readable");
    let text = text.replace("BASE", "").replace("STYLE", "file");
    fs::write(settings, text).expect("written");
    fixture::run(fixture::site(folder).arg("host").args(arguments))
}

/// Runs a script in Node; what it prints.
fn node(folder: &Path, script: &str) -> String {
    let path = folder.join("script.mjs");
    fs::write(&path, script).expect("written");
    let output = Command::new("node").arg(path).output().expect("Node");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// What other hosts of a domain answer, the site does not know.
#[test]
fn browsers_are_told_of_other_hosts_only_where_the_settings_say_so() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (setting, header, below) in [
        ("", "max-age=63072000", "false, Preload: false"),
        (
            "hsts: subdomains\n",
            "max-age=63072000; includeSubDomains",
            "true, Preload: false",
        ),
        (
            "hsts: preload\n",
            "max-age=63072000; includeSubDomains; preload",
            "true, Preload: true",
        ),
    ] {
        said(folder.path(), &["nginx"]);
        let settings = folder.path().join("content/site.yaml");
        let text = fs::read_to_string(&settings).expect("readable");
        fs::write(&settings, format!("{setting}{text}")).expect("written");
        let host = |name: &str| {
            let mut command = fixture::site(folder.path());
            fixture::run(command.args(["host", name])).stdout
        };
        let line = format!("add_header Strict-Transport-Security \"{header}\" always;");
        let nginx = host("nginx");
        assert!(nginx.contains(&line), "{nginx}");
        assert!(host("s3").contains(&format!("IncludeSubdomains: {below}")));
    }
}

/// What CloudFront cannot do.
const ONE_PAGE: &str =
    "warning: CloudFront shows one page for unknown addresses, the site's own: below `/fr/` too\n";

#[test]
fn the_function_of_cloudfront_knows_addresses_and_redirects() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let template = said(folder.path(), &["s3"]);
    assert_eq!(
        (template.code, template.stderr.as_str()),
        (Some(0), ONE_PAGE)
    );
    let (_, rest) = template
        .stdout
        .split_once("FunctionCode: |\n")
        .expect("a function");
    let lines = rest.lines().take_while(|line| line.starts_with("        "));
    let function: String = lines.map(|line| format!("{}\n", &line[8..])).collect();
    let cases = [
        ("/", "/index.html"),
        ("/contact", "/contact.html"),
        ("/contact/", "301 /contact"),
        ("/articles/one", "/articles/one.html"),
        ("/assets/style.c2c9fc47.css", "/assets/style.c2c9fc47.css"),
        ("/.well-known/security.txt", "/.well-known/security.txt"),
        ("/former", "301 /contact"),
        ("/former/", "301 /contact"),
        ("/former/deep", "301 /articles/one#part"),
        ("/ancienne-%C3%A9t%C3%A9", "301 /"),
        ("//elsewhere.example/", "//elsewhere.example/.html"),
        ("/\\elsewhere.example/", "/\\elsewhere.example/.html"),
        ("/constructor", "/constructor.html"),
    ];
    let asked: Vec<&str> = cases.iter().map(|(uri, _)| *uri).collect();
    let asked = serde_json::to_string(&asked).expect("JSON");
    let script = format!(
        "{function}\nfor (const uri of {asked}) {{\n  const answer = handler({{ request: {{ uri }} }});\n  \
         console.log(answer.statusCode ? `${{answer.statusCode}} ${{answer.headers.location.value}}` : answer.uri);\n}}\n"
    );
    let given = node(folder.path(), &script);
    for ((uri, expected), given) in cases.iter().zip(given.lines()) {
        assert_eq!(given, *expected, "{uri}");
    }
    assert_eq!(given.lines().count(), cases.len());
}

#[test]
fn the_worker_of_cloudflare_forwards_to_the_relay_and_to_nothing_else() {
    let hosted = Hosted::built("", "file");
    let (_relay, address) = relay(&hosted);
    let outcome = said(hosted.folder.path(), &["cloudflare", "--out", "deploy"]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""));
    assert_eq!(outcome.stdout, "deploy/wrangler.toml\ndeploy/worker.js\n");
    let worker = hosted.folder.path().join("deploy/worker.js");
    fs::rename(&worker, worker.with_extension("mjs")).expect("renamed");
    let script = format!(
        "import worker from './deploy/worker.mjs';\n\
         const env = {{ RELAY: 'http://{address}', SITE: {{ fetch: async (request) => new Response(new URL(request.url).pathname) }} }};\n\
         const say = async (path, init) => {{ const answer = await worker.fetch(new Request('https://example.com' + path, init), env);\n\
         console.log(answer.status, (await answer.text()).slice(0, 15)); }};\n\
         const post = (body) => ({{ method: 'POST', body, duplex: 'half', headers: {{ 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': String(body.length) }} }});\n\
         await say('/contact'); await say('/api/health');\n\
         await say('/api/forms/contact', post('name=Ada&email=ada%40example.com&message=Hello'));\n\
         await say('/api/forms/contact', post('a'.repeat(2000000)));\n"
    );
    let given = node(hosted.folder.path(), &script);
    assert_eq!(given, "200 /contact\n200 {\"status\":\"ok\"}\n303 \n413 \n");
}

#[test]
fn every_host_has_its_files_and_is_told_what_it_cannot_do() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (arguments, expected) in [
        (vec!["nginx"], "proxy_pass http://127.0.0.1:8080;"),
        (
            vec!["nginx", "--relay", "http://10.0.0.2:9000"],
            "proxy_pass http://10.0.0.2:9000;",
        ),
        (vec!["caddy"], "https://example.com {"),
        (vec!["caddy", "--port", "81"], "http://:81 {"),
        (
            vec!["apache", "--folder", "/srv/a b"],
            "DocumentRoot \"/srv/a b\"",
        ),
        (vec!["s3"], "DomainName: \"relay.example.com\""),
        (
            vec!["netlify"],
            "to = \"https://relay.example.com/api/:splat\"",
        ),
        (
            vec!["netlify"],
            "to = \"https://elsewhere.example/x?a=b&c=%C3%A9;d=%27%241%27#e\"",
        ),
        (
            vec!["netlify"],
            "from = \"/fr/*\"\nto = \"/fr/404.html\"\nstatus = 404",
        ),
        (vec!["cloudflare"], "==> worker.js <=="),
    ] {
        let outcome = said(folder.path(), &arguments);
        let told = if arguments == ["s3"] { ONE_PAGE } else { "" };
        assert_eq!(
            (outcome.code, outcome.stderr.as_str()),
            (Some(0), told),
            "{arguments:?}"
        );
        assert!(
            outcome.stdout.contains(expected),
            "{arguments:?}: {}",
            outcome.stdout
        );
        assert!(!outcome.stdout.contains(['«', '»']), "{arguments:?}");
    }
    let github = said(folder.path(), &["github"]);
    assert_eq!(github.code, Some(0));
    let version = env!("CARGO_PKG_VERSION");
    // What a site has not that `site init` began: this project's build, and the program among its files.
    for absent in ["build.sh", "target/", "Cargo.lock"] {
        assert!(!github.stdout.contains(absent), "{}", github.stdout);
    }
    for step in [
        &*format!("/v{version}/install.sh | SITE_VERSION={version} sh\n"),
        "- run: site build\n",
        "- run: site check --publish\n",
    ] {
        assert!(github.stdout.contains(step), "{}", github.stdout);
    }
    assert_eq!(
        github.stderr.matches("warning: GitHub Pages").count(),
        3,
        "{}",
        github.stderr
    );
    for (arguments, option) in [
        (["s3", "--port", "81"], "--port"),
        (["netlify", "--folder", "/srv"], "--folder"),
        (["github", "--relay", "https://r.example.com"], "--relay"),
    ] {
        let outcome = said(folder.path(), &arguments);
        let warning = format!("warning: `{option}` has no effect: ");
        assert_eq!(outcome.code, Some(0), "{arguments:?}");
        assert!(outcome.stderr.contains(&warning), "{}", outcome.stderr);
    }
    for arguments in [
        ["s3", "--relay", "http://relay.example.com"],
        ["s3", "--relay", "http://127.0.0.1:9000"],
        ["nginx", "--relay", "http://a/b"],
        ["nginx", "--relay", "http://a;b"],
        ["nginx", "--folder", "/srv/a;b"],
        ["nginx", "--folder", "srv"],
        ["iis", "--folder", "/srv"],
    ] {
        let outcome = said(folder.path(), &arguments);
        assert_eq!(
            (outcome.code, outcome.stdout.as_str()),
            (Some(2), ""),
            "{arguments:?}"
        );
    }
}

#[test]
fn pages_hold_the_policy_themselves_where_a_site_asks_for_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    said(folder.path(), &["github"]);
    let page = |text: &str| {
        fs::write(folder.path().join("content/site.yaml"), text).expect("written");
        let outcome = fixture::run(fixture::site(folder.path()).arg("build"));
        assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""));
        fs::read_to_string(folder.path().join("dist/contact.html")).expect("built")
    };
    let languages = "languages: [{ code: en, name: English }, { code: fr, name: Français }]";
    let plain = &format!("base_url: https://example.com\n{languages}\n");
    assert!(!page(plain).contains("http-equiv"));
    let with = page(&format!("{plain}policy: meta\n"));
    let tag = "<meta charset=\"utf-8\"><meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ";
    assert!(with.contains(tag), "{with}");
    assert!(with.contains(
        "\"><meta name=\"referrer\" content=\"strict-origin-when-cross-origin\"><title>"
    ));
    assert!(!with.contains("frame-ancestors"));
}
