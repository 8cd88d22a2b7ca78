//! Configurations of hosts, all from one model of what a host has to know of a site.

mod apache;
mod caddy;
mod cloudflare;
mod github;
mod hosting;
mod netlify;
mod nginx;
mod published;
mod s3;
mod server;
mod skeleton;
mod token;

pub use hosting::Hosting;
pub use published::files;
pub use server::{HostFiles, Server};
pub use token::{Address, Folder, HostPath};

/// A kind of host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Host {
    /// A server of your own with nginx
    Nginx,
    /// A server of your own with Caddy
    Caddy,
    /// A server or a shared host with Apache
    Apache,
    /// Amazon S3 behind CloudFront
    S3,
    /// Netlify
    Netlify,
    /// Cloudflare Workers with static files
    Cloudflare,
    /// GitHub Pages
    Github,
}

impl Host {
    /// Whether it is somebody else's: it reaches the relay from elsewhere.
    pub fn is_remote(self) -> bool {
        !matches!(self, Host::Nginx | Host::Caddy | Host::Apache)
    }

    /// The files that it reads, with their names, and what there is to say of them.
    pub fn files(self, hosting: &Hosting, server: &Server) -> HostFiles {
        match self {
            Host::Nginx => nginx::files(hosting, server),
            Host::Caddy => caddy::files(hosting, server),
            Host::Apache => apache::files(hosting, server),
            Host::S3 => s3::files(hosting, server),
            Host::Netlify => netlify::files(hosting, server),
            Host::Cloudflare => cloudflare::files(hosting, server),
            Host::Github => github::files(hosting, server),
        }
    }
}
