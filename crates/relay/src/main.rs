//! The relay's program: reads the environment, then serves Lambda or a port.

use std::fmt::Write as _;
use std::io::{ErrorKind, Write as _};
use std::process::ExitCode;

use relay::{Outbox, Setup, lambda, server};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A line on standard error.
macro_rules! complain {
    ($($text:tt)*) => {{ let _ = writeln!(std::io::stderr(), $($text)*); }};
}

const USAGE: &str = "\
turns form posts into mails

usage: relay [--check]

  --check    read the configuration, say what it means or what is wrong with it, and stop
  --version  print the version

Everything is configured by environment variables; see README.md.";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_check = match arguments
        .iter()
        .map(String::as_str)
        .collect::<Vec<_>>()
        .as_slice()
    {
        [] => false,
        ["--check"] => true,
        ["--version"] => {
            return answer(concat!("relay ", env!("CARGO_PKG_VERSION"), "\n"));
        }
        ["--help" | "-h"] => {
            return answer(&format!("{USAGE}\n"));
        }
        _ => {
            complain!("error: `{}` means nothing\n\n{USAGE}", arguments.join(" "));
            return ExitCode::from(2);
        }
    };
    let setup = match setup() {
        Ok(setup) => setup,
        Err(mistakes) => {
            for mistake in &mistakes {
                complain!("error: {mistake}");
            }
            return ExitCode::from(1);
        }
    };
    if is_check {
        return answer(&describe(&setup));
    }
    silence_panics(setup.config.log.clone());
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    let served = runtime
        .map_err(|error| error.to_string())
        .and_then(|runtime| {
            let served = runtime.block_on(serve(setup));
            // A call to a provider that was left behind must not keep the process.
            runtime.shutdown_background();
            served
        });
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain!("error: {error}");
            ExitCode::from(3)
        }
    }
}

/// Writes what was asked for. That nobody reads it is no failure.
fn answer(text: &str) -> ExitCode {
    let mut stdout = std::io::stdout().lock();
    let written = stdout.write_all(text.as_bytes());
    match written.and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            complain!("error: cannot write to standard output: {error}");
            ExitCode::from(3)
        }
        _ => ExitCode::SUCCESS,
    }
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// Whether a variable is meant for this program.
fn is_ours(name: &str) -> bool {
    let begins = |prefix| name.starts_with(prefix);
    ["RELAY_", "RESEND_", "SMTP_"].into_iter().any(begins) || name == "PORT"
}

fn setup() -> Result<Setup, Vec<String>> {
    // What is no text would be as if it was not set.
    let no_texts: Vec<String> = std::env::vars_os()
        .map(|(name, value)| (name.to_string_lossy().into_owned(), value))
        .filter(|(name, value)| is_ours(name) && value.to_str().is_none())
        .map(|(name, _)| format!("`{name}` is not written in UTF-8"))
        .collect();
    if !no_texts.is_empty() {
        return Err(no_texts);
    }
    Setup::read(&variable)
}

/// The variables that are set and mean nothing: a misspelt name, or one of a provider that is not chosen.
fn unused(setup: &Setup) -> Vec<String> {
    let set = std::env::vars_os().map(|(name, _)| name.to_string_lossy().into_owned());
    set.filter(|name| is_ours(name) && !setup.asked.contains(name))
        .collect()
}

/// Which providers do not answer, asked now.
fn silent(outbox: &Outbox) -> Vec<String> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let Ok(runtime) = runtime else {
        return Vec::new();
    };
    let silent = runtime.block_on(outbox.silent());
    // A look-up of a name cannot be given up.
    runtime.shutdown_background();
    silent
}

/// What a configuration means.
fn describe(setup: &Setup) -> String {
    let mut told = String::new();
    let config = &setup.config;
    let forms: Vec<&str> = config.forms.iter().map(|form| form.id.as_str()).collect();
    let _ = writeln!(told, "forms      {}", forms.join(", "));
    let _ = writeln!(told, "providers  {}", setup.outbox.names().join(", then "));
    let _ = writeln!(told, "from       {}", config.from);
    let _ = writeln!(told, "to         {}", config.to);
    let _ = writeln!(told, "origins    {}", config.site_origins.join(", "));
    for origin in config
        .site_origins
        .iter()
        .filter_map(|one| relay::twin(one))
    {
        if !config.site_origins.contains(&origin) && !config.other_origins.contains(&origin) {
            let _ = writeln!(
                told,
                "refused    {origin} (write it into RELAY_SITE when the site answers there)"
            );
        }
    }
    if !config.other_origins.is_empty() {
        let _ = writeln!(told, "others     {}", config.other_origins.join(", "));
    }
    let _ = writeln!(told, "proxies    {} trusted", config.trusted_proxies);
    if config.trusted_proxies > 0 && config.proxy_secret.is_none() {
        let _ = writeln!(
            told,
            "warning    whoever reaches this address without the proxy may name any client: set RELAY_PROXY_SECRET"
        );
    }
    let _ = writeln!(
        told,
        "bodies     up to {} KiB",
        config.body_limit.div_ceil(1024)
    );
    if lambda::is_lambda(&variable) {
        let _ = writeln!(told, "serves     Lambda");
    } else {
        let _ = writeln!(told, "serves     {}", setup.listen);
    }
    for name in unused(setup) {
        let _ = writeln!(told, "not used   {name}");
    }
    for failure in silent(&setup.outbox) {
        let _ = writeln!(
            told,
            "warning    no mail can be sent from here now: {failure}"
        );
        if let Some(hint) = relay::hint(&failure) {
            let _ = writeln!(told, "hint       {hint}");
        }
    }
    told
}

/// A panic's message may quote what a visitor typed: its place is enough.
fn silence_panics(log: relay::Log) {
    std::panic::set_hook(Box::new(move |panic| {
        let place = panic
            .location()
            .map(|place| format!("{}:{}", place.file(), place.line()));
        log.write(
            "error",
            "panic",
            &[("place", place.unwrap_or_default().into())],
        );
    }));
}

async fn serve(setup: Setup) -> Result<(), String> {
    let log = setup.config.log.clone();
    let unused = unused(&setup);
    let tell_unused = || {
        if !unused.is_empty() {
            log.write("warn", "not-used", &[("variables", unused.into())]);
        }
    };
    outlive_limits();
    let service = server::Service::new(setup.config, |config| {
        relay::whole_router(config, setup.outbox)
    });
    if lambda::is_lambda(&variable) {
        tell_unused();
        let served = lambda::serve(service).await;
        return served.map_err(|error| error.to_string());
    }
    let listener = tokio::net::TcpListener::bind(setup.listen)
        .await
        .map_err(|error| format!("cannot listen on {}: {error}", setup.listen))?;
    let address = listener
        .local_addr()
        .map_or(setup.listen, |address| address);
    // Before anybody knows that it runs.
    let stop = asked_to_stop();
    log.write(
        "info",
        "listening",
        &[("address", address.to_string().into())],
    );
    tell_unused();
    let timeouts = server::Timeouts {
        per_address: setup.per_address,
        ..server::Timeouts::default()
    };
    server::serve(listener, service, timeouts, stop).await;
    log.write("info", "stopped", &[]);
    Ok(())
}

/// A file that would be larger than the process may make it is an error of the write then, like a full disk, and not the
/// end of the process.
#[cfg(unix)]
fn outlive_limits() {
    use tokio::signal::unix::{SignalKind, signal};
    /// `SIGXFSZ`, of Linux and macOS on the processors that they run on today.
    const FILE_TOO_LARGE: i32 = 25;
    // Where it cannot be heard, it stays as it was.
    let _ = signal(SignalKind::from_raw(FILE_TOO_LARGE));
}

/// There is no such signal.
#[cfg(not(unix))]
fn outlive_limits() {}

/// Listens from now on to whoever asks the process to stop, and is ready when somebody does.
#[cfg(unix)]
fn asked_to_stop() -> impl Future<Output = ()> {
    use tokio::signal::unix::{SignalKind, signal};
    let asked = |kind| {
        let signal = signal(kind);
        async move {
            match signal {
                Ok(mut signal) => drop(signal.recv().await),
                Err(_) => std::future::pending().await,
            }
        }
    };
    let (interrupted, terminated) = (
        asked(SignalKind::interrupt()),
        asked(SignalKind::terminate()),
    );
    async {
        tokio::select! {
            () = interrupted => {}
            () = terminated => {}
        }
    }
}

/// Ready when the process is asked to stop.
#[cfg(not(unix))]
async fn asked_to_stop() {
    let _ = tokio::signal::ctrl_c().await;
}
