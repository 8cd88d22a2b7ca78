//! Serves the last good build of a site on this machine, and builds again when something changes.

mod address;
mod answer;
mod asked;
mod builder;
mod client;
mod events;
mod file;
mod forms;
mod guard;
mod pages;
mod release;
mod request;
mod sent;
mod shared;
mod watch;

use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::console::{complain, say};
use relay::server::Timeouts;
use source::Sources;
use tokio::net::TcpListener;

pub use request::{Request, ServeError};
use shared::Shared;

/// The first port that is tried when none was asked for.
const PORT: u16 = 4321;
/// For answers under way when it is stopped: event streams, which every open page has, never end.
const STOP: Duration = Duration::from_millis(300);
/// How many ports after the first are tried.
const PORTS: u16 = 20;

/// Builds, serves and, when asked to, watches, until it is interrupted.
pub fn run(request: Request) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()?;
    let listener = runtime.block_on(listen(&request))?;
    let address = listener.local_addr()?;
    let shared = Arc::new(Shared::default());
    builder::start(&request, address, &shared)?;
    let base_path = base_path(&request.build.root, &shared);
    shared.set_forms(forms::router(&request.build, address, &base_path)?);
    let router = answer::router(&request, address, Arc::clone(&shared));
    if !request.host.is_loopback() {
        complain!(
            "warning: everyone who reaches {} can read this site and post its forms",
            request.host
        );
    }
    let url = format!("http://{}{base_path}/", shown(address));
    say!("serving on {url} (Ctrl-C stops)");
    if request.open {
        open(&url);
    }
    let timeouts = Timeouts {
        stop: STOP,
        // Whoever works on a site has many pages open, and all connections are this machine's.
        per_address: usize::MAX,
        ..Timeouts::default()
    };
    runtime.block_on(relay::server::serve(listener, router, timeouts, stopped()));
    // Open event streams must not keep the program alive.
    runtime.shutdown_background();
    Ok(())
}

/// The path below which the site stands: of the build, or as the settings say it where that found mistakes.
fn base_path(root: &Path, shared: &Shared) -> String {
    match shared.shown().release {
        Some(release) => release.site().config.base_path.clone(),
        None => content::base_path(&Sources::list(root).0),
    }
}

async fn stopped() {
    // Without a signal handler the program simply runs until it is killed.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

async fn listen(request: &Request) -> Result<TcpListener, ServeError> {
    let first = request.port.unwrap_or(PORT);
    let last = match request.port {
        Some(port) => port,
        None => PORT + PORTS,
    };
    let mut port = first;
    loop {
        let address = SocketAddr::new(request.host, port);
        match TcpListener::bind(address).await {
            Ok(listener) => return Ok(listener),
            // Another port mends nothing else.
            Err(error) if error.kind() == ErrorKind::AddrInUse && port < last => port += 1,
            Err(error) => return Err(ServeError::Listen { address, error }),
        }
    }
}

/// An address as a browser takes it.
fn shown(address: SocketAddr) -> SocketAddr {
    match address.ip().is_unspecified() {
        true => SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), address.port()),
        false => address,
    }
}

fn open(url: &str) {
    let program = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    if std::process::Command::new(program)
        .arg(url)
        .spawn()
        .is_err()
    {
        complain!("warning: `{program}` cannot be started: open {url} yourself");
    }
}
