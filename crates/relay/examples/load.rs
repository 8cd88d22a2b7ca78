//! Measures the relay beside a bare axum route in the same run: requests a second and p99, and of
//! the program its size, memory and time to the first answer.
//!
//! `cargo run --release -p relay --example load [-- PATH_OF_THE_PROGRAM]`

use std::io::{BufRead, BufReader, Read, Write};
use std::net::SocketAddr;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use relay::{Config, Failure, Limits, Log, Mail, Outbox, Provider, server};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

type Outcome<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

const TIME: Duration = Duration::from_secs(5);
const ROUNDS: usize = 3;

/// Takes every mail at once, so that the relay alone is measured: in place, or on a thread of its
/// own as every provider that waits for a network.
struct Takes {
    in_place: bool,
}

impl Provider for Takes {
    fn name(&self) -> &'static str {
        "takes"
    }

    fn send(&self, _: &Mail, _: Duration) -> Result<(), Failure> {
        Ok(())
    }

    fn is_instant(&self) -> bool {
        self.in_place
    }
}

fn main() -> Outcome<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    for connections in [50, 200] {
        let mut rounds = [Vec::new(), Vec::new(), Vec::new()];
        for _ in 0..ROUNDS {
            let path = "/api/forms/contact";
            rounds[0].push(runtime.block_on(measure(bare_route(), "/bare", connections))?);
            for (index, in_place) in [(1, true), (2, false)] {
                let router = relay_router(in_place)?;
                rounds[index].push(runtime.block_on(measure(router, path, connections))?);
            }
        }
        println!(
            "{connections} connections, median of {ROUNDS} rounds of {} s",
            TIME.as_secs()
        );
        let bare = median(&mut rounds[0]);
        for (index, name) in ["bare axum route", "relay", "relay, threads"]
            .iter()
            .enumerate()
        {
            let (rate, p99) = median(&mut rounds[index]);
            let share = 100.0 * rate / bare.0;
            println!("  {name:<16} {rate:>7.0} requests/s  p99 {p99:>6.2} ms  {share:>4.0} %");
        }
    }
    match std::env::args().nth(1) {
        Some(program) => measure_program(&program),
        None => Ok(()),
    }
}

fn median(rounds: &mut [(f64, f64)]) -> (f64, f64) {
    rounds.sort_by(|a, b| a.0.total_cmp(&b.0));
    rounds[rounds.len() / 2]
}

/// What a route can do at best: read the JSON, answer.
fn bare_route() -> axum::Router {
    let answer = |body: axum::body::Bytes| async move {
        match serde_json::from_slice::<serde_json::Value>(&body) {
            Ok(body) => format!("{{\"id\":{}}}", body["submissionId"]),
            Err(_) => String::new(),
        }
    };
    axum::Router::new().route("/bare", axum::routing::post(answer))
}

fn relay_router(in_place: bool) -> Outcome<axum::Router> {
    let forms = relay::embedded_forms().map_err(|mistakes| mistakes.join("\n"))?;
    let mut config = Config::preview(forms, vec!["https://exemple.re".to_owned()]);
    config.limits = Limits {
        per_form: 1 << 40,
        per_client: 1 << 40,
        per_recipient: 1 << 40,
    };
    config.log = Log::to(|line| {
        std::hint::black_box(line);
    });
    Ok(relay::router(
        config,
        Outbox::new(Arc::new(Takes { in_place })),
    ))
}

/// Requests a second and the 99th percentile in milliseconds.
async fn measure(
    router: axum::Router,
    path: &'static str,
    connections: usize,
) -> Outcome<(f64, f64)> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let serving = tokio::spawn(server::serve(
        listener,
        (router, server::Timeouts::default()),
        async {
            let _ = stopped.await;
        },
    ));
    let number = Arc::new(AtomicU64::new(0));
    let start = Instant::now();
    let mut visitors = Vec::new();
    for _ in 0..connections {
        visitors.push(tokio::spawn(visit(address, path, Arc::clone(&number))));
    }
    let mut times = Vec::new();
    for visitor in visitors {
        times.extend(visitor.await??);
    }
    let seconds = start.elapsed().as_secs_f64();
    let _ = stop.send(());
    serving.await?;
    times.sort();
    let p99 = times[times.len() * 99 / 100].as_secs_f64() * 1_000.0;
    Ok((times.len() as f64 / seconds, p99))
}

async fn visit(address: SocketAddr, path: &str, number: Arc<AtomicU64>) -> Outcome<Vec<Duration>> {
    let mut stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let mut times = Vec::new();
    let mut buffer = [0; 4_096];
    let end = Instant::now() + TIME;
    while Instant::now() < end {
        let id = number.fetch_add(1, Ordering::Relaxed);
        let body = format!(
            "{{\"projectType\":\"web-app\",\"projectStage\":\"automate\",\"industry\":\"mvp\",\
             \"budget\":\"medium\",\"timeline\":\"soon\",\"name\":\"Jeanne Hoarau\",\
             \"email\":\"jeanne@exemple.re\",\"phone\":\"+262-692123456\",\
             \"message\":\"Bonjour, un devis ?\",\"features\":[],\"integrations\":[],\
             \"timestamp\":\"2026-11-21T08:30:00.000Z\",\"elapsed\":42000,\
             \"submissionId\":\"load-{id:012}\"}}"
        );
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        );
        let start = Instant::now();
        stream.write_all(request.as_bytes()).await?;
        let mut read = 0;
        // Answers are short: the last byte is the end of the JSON.
        while read == 0 || buffer[read - 1] != b'}' {
            let more = stream.read(&mut buffer[read..]).await?;
            if more == 0 {
                return Err("the connection was closed".into());
            }
            read += more;
        }
        times.push(start.elapsed());
        if !buffer.starts_with(b"HTTP/1.1 200") {
            return Err(String::from_utf8_lossy(&buffer[..read]).into_owned().into());
        }
    }
    Ok(times)
}

fn measure_program(program: &str) -> Outcome<()> {
    let size = std::fs::metadata(program)?.len();
    println!("program            {:.2} MB", size as f64 / 1e6);
    let mut starts = Vec::new();
    let mut memory = String::new();
    for _ in 0..9 {
        let start = Instant::now();
        let mut child = Command::new(program)
            .env("RELAY_SITE", "https://exemple.re")
            .env("RELAY_FROM", "site@exemple.re")
            .env("RELAY_TO", "moi@exemple.re")
            .env("RELAY_SECRET", "0123456789abcdef0123456789abcdef")
            .env("RELAY_PROVIDER", "folder")
            .env("RELAY_FOLDER", std::env::temp_dir().join("relay-load"))
            .env("RELAY_HOST", "127.0.0.1")
            .env("PORT", "0")
            .stderr(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        BufReader::new(child.stderr.take().ok_or("no log")?).read_line(&mut line)?;
        let line: serde_json::Value = serde_json::from_str(&line)?;
        let address: SocketAddr = line["address"].as_str().ok_or("no address")?.parse()?;
        let mut stream = std::net::TcpStream::connect(address)?;
        stream.write_all(b"GET /api/health HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n")?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        starts.push(start.elapsed());
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id()));
        memory = status.unwrap_or_default();
        child.kill()?;
        child.wait()?;
    }
    starts.sort();
    println!(
        "first answer       {:.1} ms after the start",
        starts[4].as_secs_f64() * 1_000.0
    );
    if let Some(line) = memory.lines().find(|line| line.starts_with("VmRSS")) {
        println!(
            "resident memory    {}",
            line.trim_start_matches("VmRSS:").trim()
        );
    }
    Ok(())
}
