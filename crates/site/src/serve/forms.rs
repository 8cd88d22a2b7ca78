//! What receives the forms: the relay with a folder instead of a mail provider, and the page that shows its mails.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;

use super::request::ServeError;
use crate::options::Options;

/// For the forms as they are now, of a site that stands below `base_path`.
pub fn router(
    options: &Options,
    address: SocketAddr,
    base_path: &str,
) -> Result<Router, ServeError> {
    let folder = options.cache().join("outbox");
    let fail = |reason: String| ServeError::Outbox {
        folder: folder.display().to_string(),
        reason,
    };
    let own = options.root.join("content/forms");
    if !own.is_dir() {
        return match relay::Settings::plain() {
            Ok(settings) => Ok(relay::outbox_router(&folder, Arc::new(settings))),
            Err(mistake) => Err(fail(mistake.to_string())),
        };
    }
    // Mistakes in the forms are reported by the build; until they are mended nothing can be sent.
    let Ok(forms) = relay::read_forms(&own) else {
        return Ok(Router::new());
    };
    let port = address.port();
    let origins = ["localhost", "127.0.0.1", "[::1]"].map(|host| format!("http://{host}:{port}"));
    let outbox = relay::Folder::new(&folder).map_err(|e| fail(e.to_string()))?;
    let settings = Arc::new(forms.settings.clone());
    let mut config = relay::Config::preview(forms, origins.to_vec());
    config.site = base_path.to_owned();
    let relay = relay::router(config, relay::Outbox::new(Arc::new(outbox)));
    Ok(relay.merge(relay::outbox_router(&folder, settings)))
}
