//! The folder of mails, and the pages that show it.

use std::sync::Arc;

use relay::{Folder, Outbox, server};

use crate::client::{Connection, Reply, Request};
use crate::world::{World, config, good, with};

/// A folder of its own, with a relay that fills it and a server that shows it.
struct Preview {
    folder: tempfile::TempDir,
    relay: World,
    runtime: tokio::runtime::Runtime,
    shown_at: std::net::SocketAddr,
}

impl Preview {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let outbox = Outbox::new(Arc::new(Folder::new(folder.path()).unwrap()));
        let relay = World::with(config(), outbox);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap();
        let listener = runtime
            .block_on(tokio::net::TcpListener::bind("127.0.0.1:0"))
            .unwrap();
        let shown_at = listener.local_addr().unwrap();
        let router = relay::outbox_router(folder.path(), Arc::clone(&config().settings));
        let timeouts = server::Timeouts::default();
        runtime.spawn(server::serve(
            listener,
            router,
            timeouts,
            std::future::pending(),
        ));
        Preview {
            folder,
            relay,
            runtime,
            shown_at,
        }
    }

    fn show(&self, path: &str) -> Reply {
        Connection::open(self.shown_at).ask(&Request::new("GET", path))
    }

    fn close(self) {
        self.runtime.shutdown_background();
        self.folder.close().unwrap();
    }
}

#[test]
fn what_was_sent_is_shown() {
    let preview = Preview::new();
    assert!(preview.show("/_outbox").body.contains("Boîte d’envoi (0)"));
    let body = with("contact", "message", "<script>alert(1)</script>");
    for _ in 0..2 {
        let reply = preview
            .relay
            .ask(&Request::json("contact", body.to_string()));
        assert_eq!(reply.status, 200);
    }
    let agency = Request::json("agence", good("agence").to_string());
    assert_eq!(preview.relay.ask(&agency).status, 200);
    let list = preview.show("/_outbox").body;
    assert!(list.contains("Boîte d’envoi (2)"), "{list}");
    let start = list.find("/_outbox/contact-").unwrap();
    let path = list[start..].split('"').next().unwrap().to_owned();
    let page = preview.show(&path);
    assert!(
        page.body.contains("Reply-To: jeanne@exemple.re"),
        "{page:?}"
    );
    assert!(page.body.contains("&lt;script&gt;") && !page.body.contains("<script"));
    let html = preview.show(&format!("{path}.html"));
    assert!(
        html.header("content-security-policy")
            .unwrap()
            .contains("sandbox"),
        "{html:?}"
    );
    assert!(html.body.contains("<td>Jeanne Hoarau</td>"), "{html:?}");
    let eml = preview.show(&format!("{path}.eml"));
    assert_eq!(
        eml.header("content-type"),
        Some("text/plain; charset=utf-8")
    );
    assert!(eml.body.contains("Message-ID: <"), "{eml:?}");
    preview.close();
}

#[test]
fn nothing_outside_the_folder_is_shown() {
    let preview = Preview::new();
    let beside = preview.folder.path().with_extension("json");
    std::fs::write(&beside, "{\"subject\":\"secret\"}").unwrap();
    let name = beside.file_stem().unwrap().to_str().unwrap();
    for path in [
        format!("/_outbox/../{name}"),
        format!("/_outbox/..%2f{name}"),
        format!("/_outbox/%2e%2e/{name}"),
        format!("/_outbox//{}", beside.display()),
        "/_outbox/nothing".to_owned(),
        "/_outbox/nothing.eml".to_owned(),
    ] {
        assert_eq!(preview.show(&path).status, 404, "{path}");
    }
    std::fs::remove_file(&beside).unwrap();
    preview.close();
}

/// What stands in the way of a mail, as a full disk does, leaves no half of it behind.
#[test]
fn a_mail_that_cannot_be_written_leaves_nothing() {
    let preview = Preview::new();
    let post = |id: &str| {
        let body = with("contact", "submissionId", id);
        let request = Request::json("contact", body.to_string());
        preview.relay.ask(&request).status
    };
    let names = |ending: &str| -> Vec<std::path::PathBuf> {
        let entries = std::fs::read_dir(preview.folder.path()).unwrap();
        let paths = entries.map(|entry| entry.unwrap().path());
        paths
            .filter(|path| path.extension().is_some_and(|end| end == ending))
            .collect()
    };
    assert_eq!(post("first-one"), 200);
    let taken = names("eml");
    std::fs::remove_file(&taken[0]).unwrap();
    std::fs::create_dir(&taken[0]).unwrap();
    // Another relay does not know that the first one was delivered.
    let again = World::with(
        config(),
        Outbox::new(Arc::new(Folder::new(preview.folder.path()).unwrap())),
    );
    let body = with("contact", "submissionId", "first-one").to_string();
    assert_eq!(again.ask(&Request::json("contact", body)).status, 502);
    assert!(names("part").is_empty(), "{:?}", names("part"));
    preview.close();
}

/// A mail is listed by its own file, whatever became of its description.
#[test]
fn a_mail_whose_description_is_damaged_is_listed_and_shown() {
    let preview = Preview::new();
    let request = Request::json("contact", good("contact").to_string());
    assert_eq!(preview.relay.ask(&request).status, 200);
    for entry in std::fs::read_dir(preview.folder.path()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|end| end == "json") {
            std::fs::write(path, "{\"subject\":").unwrap();
        }
    }
    let list = preview.show("/_outbox").body;
    assert!(list.contains("Boîte d’envoi (1)"), "{list}");
    let start = list.find("/_outbox/contact-").unwrap();
    let path = list[start..].split('"').next().unwrap();
    let page = preview.show(path);
    assert!(
        page.body.contains("Reply-To: jeanne@exemple.re"),
        "{page:?}"
    );
    preview.close();
}
