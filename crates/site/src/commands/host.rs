//! `site host`.

use std::path::{Path, PathBuf};

use assets::atomic;
use source::{Diagnostic, WebOrigin};

use super::arguments::SiteArguments;
use super::own;
use crate::console::{self, complain, say};
use crate::exit::Exit;
use crate::failure::BuildError;
use crate::ground::{Given, Ground};
use crate::host::{Folder, Host, HostFiles, Hosting, Server};
use crate::lock;
use crate::options::Options;
use crate::report;
use crate::timings::Timings;

/// What `site host` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  site host nginx                         print the configuration of a server
  site host nginx --port 8080 --folder \"$PWD/dist\" > site.conf
                                          one to try on this machine
  site host caddy --relay http://127.0.0.1:9000
  site host s3 --out deploy               write it to deploy/s3.yaml
  site host github --out .github/workflows

Addresses without endings, redirects, the page for unknown addresses, the headers of every file, caching,
compressed copies and, where the site has forms, the way from /api/ to the relay: all from the same
rules as `_headers` and `_redirects` of the output. Each file says where it belongs. Write it anew when
redirects, inline scripts, analytics or the relay have changed.")]
pub struct Arguments {
    /// Where the site is put
    #[arg(value_name = "HOST")]
    host: Host,
    #[command(flatten)]
    pub(super) site: SiteArguments,
    /// Write the files into this folder instead of printing them
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The folder of the site on the server [default: /var/www/ and the site's domain]
    #[arg(long, value_name = "DIR", value_parser = folder)]
    folder: Option<Folder>,
    /// Where the relay answers [default: http://127.0.0.1:8080 on a server, https://relay. and the site's domain elsewhere]
    #[arg(long, value_name = "ORIGIN", value_parser = origin)]
    relay: Option<WebOrigin>,
    /// Answer in clear at this port, behind something that encrypts or to try it
    #[arg(long, value_name = "N")]
    port: Option<u16>,
}

/// Writes a host's files.
pub fn run(arguments: &Arguments) -> Exit {
    let options = Options::of(&arguments.site.root);
    let given = Given::list(&options.root);
    let ground = lock::check_cache(&options.cache()).map_err(BuildError::from);
    let ground = ground.and_then(|()| Ground::read(&options, None, given, &mut Timings::default()));
    let (ground, diagnostics) = match ground {
        Ok(read) => read,
        Err(error) => return report::failure(&error),
    };
    if diagnostics.iter().any(Diagnostic::is_error) {
        report::diagnostics(&diagnostics);
        return Exit::Content;
    }
    let (site, assets) = (&ground.site, &ground.assets);
    let Some(server) = server(arguments, &site.config.origin) else {
        return report::world(&"`base_url` has no host");
    };
    let hosting = Hosting::of(site, assets);
    let idle = idle(arguments, &hosting);
    let asks_relay = !idle.iter().any(|(option, _)| *option == "--relay");
    if asks_relay && arguments.host.is_remote() && !server.relay.is_encrypted() {
        complain!(
            "error: `{}` is not encrypted, and the way there is open",
            server.relay
        );
        complain!("  hint: give `--relay` an `https://` address");
        return Exit::Call;
    }
    for (option, why) in idle {
        complain!("warning: `{option}` has no effect: {why}");
    }
    let HostFiles { files, warnings } = arguments.host.files(&hosting, &server);
    for warning in warnings {
        complain!("warning: {warning}");
    }
    match &arguments.out {
        Some(folder) => write(&files, folder, arguments.site.quiet),
        None => {
            print(&files);
            Exit::Done
        }
    }
}

/// Options that were given and change nothing, with the reason.
fn idle(arguments: &Arguments, hosting: &Hosting) -> Vec<(&'static str, &'static str)> {
    let Arguments {
        host,
        folder,
        relay,
        port,
        ..
    } = arguments;
    let theirs = "this host is somebody else's";
    let mut idle = Vec::new();
    if host.is_remote() {
        idle.extend(folder.as_ref().map(|_| ("--folder", theirs)));
        idle.extend(port.as_ref().map(|_| ("--port", theirs)));
    }
    let why = match hosting.relay {
        _ if *host == Host::Github => "GitHub Pages leads nowhere else",
        None => "the site has no forms, or `relay.url` in content/site.yaml says where they go",
        Some(_) => return idle,
    };
    idle.extend(relay.as_ref().map(|_| ("--relay", why)));
    idle
}

/// Where the site is put, as far as it was told.
fn server(arguments: &Arguments, origin: &str) -> Option<Server> {
    let origin = WebOrigin::of(origin)?;
    let folder = format!("/var/www/{}", origin.host());
    let relay = match arguments.host.is_remote() {
        true => {
            let host = origin.host();
            format!(
                "https://relay.{}",
                host.strip_prefix("www.").unwrap_or(host)
            )
        }
        false => "http://127.0.0.1:8080".to_owned(),
    };
    Some(Server {
        folder: arguments.folder.clone().or_else(|| Folder::of(&folder))?,
        relay: arguments.relay.clone().or_else(|| WebOrigin::of(&relay))?,
        port: arguments.port,
        origin,
    })
}

/// Prints the files; several have their names before them, as `head` does it.
fn print(files: &[(&str, String)]) {
    for (name, text) in files {
        if files.len() > 1 {
            say!("==> {name} <==");
        }
        console::answer(format_args!("{text}"));
    }
}

fn write(files: &[(&str, String)], folder: &Path, is_quiet: bool) -> Exit {
    let paths: Vec<PathBuf> = files.iter().map(|(name, _)| folder.join(name)).collect();
    // Each of them says in its first lines what wrote it.
    if let Some(exit) = own::refuse(&paths, |text| text.contains("`site host ")) {
        return exit;
    }
    for (name, text) in files {
        let path = folder.join(name);
        if let Err(error) = atomic::write(&path, text.as_bytes()) {
            return report::unwritable(&path, &error);
        }
        if !is_quiet {
            say!("{}", path.display());
        }
    }
    Exit::Done
}

fn folder(text: &str) -> Result<Folder, &'static str> {
    Folder::of(text)
        .ok_or("write a folder from the root, of letters, digits, `-`, `_`, `.`, `~`, `@` and `+`")
}

fn origin(text: &str) -> Result<WebOrigin, &'static str> {
    let origin = WebOrigin::of(text);
    let is_alone = origin.is_some() && text.matches('/').count() == 2;
    origin
        .filter(|_| is_alone)
        .ok_or("write `https://` or `http://`, a host and perhaps a port, without a path")
}
