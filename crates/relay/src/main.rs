//! The relay's program: reads the environment, then serves Lambda or a port.

use std::io::Write;
use std::process::ExitCode;

use relay::{Setup, lambda, server};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A line on standard output; that nobody reads it is no failure.
macro_rules! say {
    ($($text:tt)*) => {{ let _ = writeln!(std::io::stdout(), $($text)*); }};
}

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
            say!("relay {}", env!("CARGO_PKG_VERSION"));
            return ExitCode::SUCCESS;
        }
        ["--help" | "-h"] => {
            say!("{USAGE}");
            return ExitCode::SUCCESS;
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
        describe(&setup);
        return ExitCode::SUCCESS;
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

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

fn setup() -> Result<Setup, Vec<String>> {
    let folder = variable("RELAY_FORMS").ok_or_else(|| {
        let hint = "the folder of the site's form definitions, such as `content/forms`";
        vec![format!("`RELAY_FORMS` is not set\nhint: {hint}")]
    })?;
    Setup::read(&variable, relay::read_forms(folder.as_ref())?)
}

fn describe(setup: &Setup) {
    let config = &setup.config;
    let forms: Vec<&str> = config.forms.iter().map(|form| form.id.as_str()).collect();
    say!("forms      {}", forms.join(", "));
    say!("providers  {}", setup.outbox.names().join(", then "));
    say!("from       {}", config.from);
    say!("to         {}", config.to);
    say!("origins    {}", config.site_origins.join(", "));
    for origin in config
        .site_origins
        .iter()
        .filter_map(|one| relay::twin(one))
    {
        if !config.site_origins.contains(&origin) && !config.other_origins.contains(&origin) {
            say!("refused    {origin} (write it into RELAY_SITE when the site answers there)");
        }
    }
    if !config.other_origins.is_empty() {
        say!("others     {}", config.other_origins.join(", "));
    }
    say!("proxies    {} trusted", config.trusted_proxies);
    if config.trusted_proxies > 0 && config.proxy_secret.is_none() {
        say!(
            "warning    whoever reaches this address without the proxy may name any client: set RELAY_PROXY_SECRET"
        );
    }
    say!("bodies     up to {} KiB", config.body_limit.div_ceil(1024));
    if lambda::is_lambda(&variable) {
        say!("serves     Lambda");
    } else {
        say!("serves     {}", setup.listen);
    }
    // A misspelt name, or one of a provider that is not chosen.
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy();
        let is_ours = ["RELAY_", "RESEND_", "SMTP_"]
            .iter()
            .any(|prefix| name.starts_with(prefix));
        if is_ours && name != "RELAY_FORMS" && !setup.asked.contains(name.as_ref()) {
            say!("not used   {name}");
        }
    }
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
    let router = relay::whole_router(setup.config, setup.outbox);
    if lambda::is_lambda(&variable) {
        return lambda::serve(router)
            .await
            .map_err(|error| error.to_string());
    }
    let listener = tokio::net::TcpListener::bind(setup.listen)
        .await
        .map_err(|error| format!("cannot listen on {}: {error}", setup.listen))?;
    let address = listener
        .local_addr()
        .map_or(setup.listen, |address| address);
    log.write(
        "info",
        "listening",
        &[("address", address.to_string().into())],
    );
    let timeouts = server::Timeouts {
        per_address: setup.per_address,
        ..server::Timeouts::default()
    };
    server::serve(listener, router, timeouts, asked_to_stop()).await;
    log.write("info", "stopped", &[]);
    Ok(())
}

/// Ready when the process is asked to stop.
async fn asked_to_stop() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupted => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    let _ = interrupted.await;
}
