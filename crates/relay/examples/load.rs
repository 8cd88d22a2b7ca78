//! Measures the relay beside bare axum routes in the same run: requests a second and p99, and of
//! the program its size, memory and time to the first answer.
//!
//! `cargo run --release -p relay --example load [-- PATH_OF_THE_PROGRAM] [--only ROW]`
//!
//! Routes, relay, provider and visitors share one runtime (the program has its own process), so
//! each row pays for its visitors too. All rows are served by the same server, over connections
//! that are kept. The rows take turns of a second; shares are medians over the turns, so that what
//! else the machine does falls on all of them. `cpu` is this process's time for a request.
//!
//! - `bare`: a route that reads the JSON and answers.
//! - `relay`: all of the relay, with a provider that takes the mail at once.
//! - `bare, calls`: the bare route that also hands the JSON on, by HTTP, to a provider's fake.
//! - `relay, calls`: all of the relay, with the mail handed on to that fake.
//! - `program`: the same by the program itself, its log written to a pipe.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::Json;
use axum::body::Bytes;
use axum::routing::post;
use http_body_util::{BodyExt, Full};
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use relay::{Calling, Config, Limits, Log, Mail, Outbox, Provider, Resend, ResendSettings, server};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

type Outcome<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const TIME: Duration = Duration::from_secs(1);
const ROUNDS: usize = 9;

/// Takes every mail at once, so that the relay alone is measured.
struct Takes;

impl Provider for Takes {
    fn name(&self) -> &'static str {
        "takes"
    }

    fn send(&self, _: &Arc<Mail>, _: Duration) -> Calling {
        Box::pin(std::future::ready(Ok(())))
    }
}

fn main() -> Outcome<()> {
    let mut program = None;
    let mut only = None;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--only" {
            only = arguments.next();
        } else {
            program = Some(argument);
        }
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(compare(program.as_deref(), only.as_deref()))?;
    program.map_or(Ok(()), |program| measure_program(&program))
}

/// What answers visitors during a row.
struct Row {
    name: &'static str,
    address: SocketAddr,
    path: &'static str,
}

async fn compare(program: Option<&str>, only: Option<&str>) -> Outcome<()> {
    let provider = serve(axum::Router::new().route("/emails", post(take))).await?;
    let api = format!("http://{provider}");
    let contact = "/api/forms/contact";
    let resend = Resend::new(ResendSettings {
        base: api.clone(),
        key: "k".to_owned(),
        ..ResendSettings::default()
    })?;
    let mut rows = vec![
        row("bare", "/", bare_route()).await?,
        row(
            "relay",
            contact,
            relay_router(Outbox::new(Arc::new(Takes)))?,
        )
        .await?,
        row("bare, calls", "/", calling_route(&api)).await?,
        row(
            "relay, calls",
            contact,
            relay_router(Outbox::new(Arc::new(resend)))?,
        )
        .await?,
    ];
    let child = match program {
        Some(program) => Some(Running::start(program, &api)?),
        None => None,
    };
    if let Some(child) = &child {
        let address = child.address;
        rows.push(Row {
            name: "program",
            address,
            path: contact,
        });
    }
    rows.retain(|row| only.is_none_or(|only| only == row.name));
    for connections in [50, 200] {
        println!("{connections} connections, medians of {ROUNDS} turns");
        let mut turns: Vec<Vec<Turn>> = Vec::new();
        for _ in 0..ROUNDS {
            let mut turn = Vec::new();
            for row in &rows {
                turn.push(measure(row, connections).await?);
            }
            turns.push(turn);
        }
        report(&rows, &turns);
    }
    if let Some(child) = &child {
        println!("memory under load  {}", child.memory());
    }
    Ok(())
}

fn report(rows: &[Row], turns: &[Vec<Turn>]) {
    let of = |at: usize, what: &dyn Fn(&Turn) -> f64| {
        median(turns.iter().map(|turn| what(&turn[at])).collect())
    };
    for (at, row) in rows.iter().enumerate() {
        print!(
            "  {:<13}{:>7.0} requests/s  p99 {:>6.2} ms  cpu {:>3.0} us",
            row.name,
            of(at, &|turn| turn.rate),
            of(at, &|turn| turn.p99),
            of(at, &|turn| turn.cpu),
        );
        for name in ["bare", "bare, calls"] {
            if let Some(peer) = rows.iter().position(|row| row.name == name) {
                let shares = turns.iter().map(|turn| turn[at].rate / turn[peer].rate);
                print!("  {:>4.0} % of {name}", 100.0 * median(shares.collect()));
            }
        }
        println!();
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

async fn row(name: &'static str, path: &'static str, router: axum::Router) -> Outcome<Row> {
    let address = serve(router).await?;
    Ok(Row {
        name,
        address,
        path,
    })
}

async fn serve(router: axum::Router) -> Outcome<SocketAddr> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let timeouts = server::Timeouts {
        per_address: usize::MAX,
        ..server::Timeouts::default()
    };
    let never = std::future::pending();
    tokio::spawn(server::serve(listener, router, timeouts, never));
    Ok(address)
}

/// The provider: takes whatever comes.
async fn take(body: Bytes) -> Json<Value> {
    Json(json!({ "id": body.len().to_string() }))
}

/// What a route can do at best: read the JSON, answer.
fn bare_route() -> axum::Router {
    let answer =
        |Json(body): Json<Value>| async move { Json(json!({ "id": body["submissionId"] })) };
    axum::Router::new().route("/", post(answer))
}

/// What a route can do at best that calls a provider for each request.
fn calling_route(api: &str) -> axum::Router {
    let client = Client::builder(TokioExecutor::new()).build_http::<Full<Bytes>>();
    let api = format!("{api}/emails");
    let answer = move |Json(body): Json<Value>| async move {
        let request = axum::http::Request::post(api)
            .header("content-type", "application/json")
            .body(Full::from(body.to_string()));
        let answer = client.request(request.map_err(|_| "request")?).await;
        let answer = answer.map_err(|_| "call")?.into_body().collect().await;
        answer.map_err(|_| "answer")?;
        Ok::<_, &'static str>(Json(json!({ "id": body["submissionId"] })))
    };
    axum::Router::new().route("/", post(answer))
}

fn relay_router(outbox: Outbox) -> Outcome<axum::Router> {
    let forms =
        relay::read_forms("content/forms".as_ref()).map_err(|mistakes| mistakes.join("\n"))?;
    let mut config = Config::preview(forms, vec!["https://exemple.re".to_owned()]);
    // One client sends everything here.
    config.limits = Limits {
        per_form: 1 << 40,
        per_client: 1 << 40,
        per_recipient: 1 << 40,
    };
    config.log = Log::to(|line| {
        std::hint::black_box(line);
    });
    Ok(relay::router(config, outbox))
}

/// What a row did for a second.
struct Turn {
    /// Requests a second.
    rate: f64,
    /// Milliseconds.
    p99: f64,
    /// Microseconds of processor time for a request.
    cpu: f64,
}

async fn measure(row: &Row, connections: usize) -> Outcome<Turn> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let (start, cpu) = (Instant::now(), processor_time());
    let visitors: Vec<JoinHandle<Outcome<Vec<Duration>>>> = (0..connections)
        .map(|_| tokio::spawn(visit(row.address, row.path, &NUMBER)))
        .collect();
    let mut times = Vec::new();
    for visitor in visitors {
        times.extend(visitor.await??);
    }
    let requests = times.len() as f64;
    times.sort();
    Ok(Turn {
        rate: requests / start.elapsed().as_secs_f64(),
        p99: times[times.len() * 99 / 100].as_secs_f64() * 1_000.0,
        cpu: (processor_time() - cpu) * 1e6 / requests,
    })
}

/// Seconds of processor time that this process has had, as Linux counts it.
fn processor_time() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or("");
    let ticks = after_name.split_whitespace().skip(11).take(2);
    ticks
        .filter_map(|ticks| ticks.parse::<f64>().ok())
        .sum::<f64>()
        / 100.0
}

async fn visit(address: SocketAddr, path: &str, number: &AtomicU64) -> Outcome<Vec<Duration>> {
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

/// The program, stopped when dropped.
struct Running {
    child: Child,
    address: SocketAddr,
}

impl Running {
    fn start(program: &str, api: &str) -> Outcome<Self> {
        let mut child = Command::new(program)
            .env("RELAY_SITE", "https://exemple.re")
            .env("RELAY_FROM", "site@exemple.re")
            .env("RELAY_TO", "moi@exemple.re")
            .env("RELAY_SECRET", "0123456789abcdef0123456789abcdef")
            .env("RELAY_PROVIDER", "resend")
            .env("RESEND_API_KEY", "k")
            .env("RESEND_URL", api)
            .env("RELAY_PER_FORM", "1000000000")
            .env("RELAY_PER_CLIENT", "1000000000")
            .env("RELAY_HOST", "127.0.0.1")
            .env("PORT", "0")
            // As the image sets it.
            .env("MIMALLOC_ALLOW_THP", "0")
            .stderr(Stdio::piped())
            .spawn()?;
        let mut log = BufReader::new(child.stderr.take().ok_or("no log")?);
        let mut line = String::new();
        log.read_line(&mut line)?;
        let line: Value = serde_json::from_str(&line)?;
        let address = line["address"].as_str().ok_or("no address")?.parse()?;
        std::thread::spawn(move || std::io::copy(&mut log, &mut std::io::sink()));
        Ok(Running { child, address })
    }

    fn memory(&self) -> String {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        line.unwrap_or("unknown").trim().to_owned()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn measure_program(program: &str) -> Outcome<()> {
    let size = std::fs::metadata(program)?.len();
    println!("program            {:.2} MB", size as f64 / 1e6);
    let mut starts = Vec::new();
    let mut memory = String::new();
    for _ in 0..9 {
        let start = Instant::now();
        let running = Running::start(program, "http://127.0.0.1:1")?;
        let mut stream = std::net::TcpStream::connect(running.address)?;
        stream.write_all(b"GET /api/health HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n")?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        starts.push(start.elapsed());
        memory = running.memory();
    }
    starts.sort();
    println!(
        "first answer       {:.1} ms after the start",
        starts[4].as_secs_f64() * 1_000.0
    );
    println!("memory at rest     {memory}");
    Ok(())
}
