//! A tiny site in a folder of its own, which goes with the value.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use assets::{Assets, Settings, Store};
use render::{Digest, Page, Read, Renderer};
use source::Sources;
use tempfile::TempDir;

/// The path of the page that a test's template makes.
pub const PAGE: &str = "/page";

const FILES: [(&str, &str); 26] = [
    (
        "content/site.yaml",
        "base_url: https://example.com/sub\nlanguage: fr\nname: Tiny\ntitle: A tiny site\nowner: { city: Cilaos, phone: +262 1, links: [/notes/a] }\nempty: {}\nsearch: {}\n",
    ),
    (
        "content/_schema.yaml",
        "properties:\n  name: { type: string }\n  empty: { type: object }\n  owner:\n    type: object\n    properties:\n      city: { type: string }\n      phone: { type: string }\n      links: { type: array, items: { type: string, format: link } }\n",
    ),
    (
        "content/routes.yaml",
        "routes:\n  - { path: /page, template: page.html, title: A page }\n",
    ),
    (
        "content/notes/_schema.yaml",
        "type: object\nadditionalProperties: false\nx-route: /notes/{slug}\nx-template: note.html\nx-sort: title\nproperties:\n  title: { type: string }\n  tags: { type: array, items: { type: string } }\n  lead: { type: string, format: markdown }\n  place: { type: object, properties: { town: { type: string } } }\n",
    ),
    (
        "content/notes/a.md",
        "---\ntitle: First\ntags: [x, y]\nlead: See **this**.\nplace: { town: Hell }\n---\nThe text of [another](b.md).\n",
    ),
    (
        "content/notes/b.md",
        "---\ntitle: Second\ntags: [x]\n---\nMore.\n",
    ),
    (
        "content/notes/c.md",
        "---\ntitle: Third\ntags: [z]\n---\nLast.\n",
    ),
    (
        "content/forms/newsletter.yaml",
        include_str!("../../../../content/forms/newsletter.yaml"),
    ),
    ("content/strings.yaml", "more: \"Lire {what} : suite\"\n"),
    (
        "content/forms/_relay.yaml",
        include_str!("../../../../content/forms/_relay.yaml"),
    ),
    ("content/forms/_page.css", ""),
    ("content/forms/_mail.css", ""),
    ("content/forms/_mark.svg", ""),
    ("content/forms/_relief.svg", ""),
    // Where this project's forms lead.
    ("public/merci", "Thanks"),
    ("public/blog", "News"),
    ("public/politique-de-confidentialite", "Privacy"),
    ("content/_data/hours.csv", "day,from\nMonday,8\n"),
    ("content/_data/cells.csv", "name,price\nA,9\nB,10\n"),
    (
        "content/_data/rows.yaml",
        "- { name: A, price: 9 }\n- { name: B, price: 10, note: new }\n",
    ),
    ("templates/note.html", "{{ entry.title }}"),
    ("templates/part.html", "a part"),
    (
        "templates/macros.html",
        "{% macro shout(text) %}{% include \"part.html\" %}{{ text }}{% endmacro %}",
    ),
    ("templates/components/box.html", "<b>{{ text }}</b>"),
    ("public/style.css", "b { color: red }"),
    (
        "public/dot.svg",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"4\" height=\"4\"/>",
    ),
];

/// A site's files, as they are now.
pub struct Site {
    icons: BTreeSet<String>,
    folder: TempDir,
}

impl Site {
    /// The tiny site.
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let site = Self {
            icons: BTreeSet::new(),
            folder,
        };
        for (path, text) in FILES {
            site.write(path, text);
        }
        site
    }

    /// The tiny site with the islands that the tests of assets have.
    pub fn with_islands() -> Self {
        let mut site = Self::new();
        site.icons = ["phone".to_owned()].into();
        let project = Path::new(env!("CARGO_MANIFEST_DIR"));
        let islands = site.folder.path().join("islands");
        let fixture = project.join("../assets/tests/fixture");
        copy(&fixture.join("islands"), &islands);
        copy(&fixture.join("public"), &site.folder.path().join("public"));
        let packages = project.join("../../islands/node_modules");
        let packages = packages.canonicalize();
        let packages = packages.expect("run `npm ci --prefix islands` first");
        std::os::unix::fs::symlink(packages, islands.join("node_modules")).expect("a link");
        site
    }

    /// Writes a file.
    pub fn write(&self, path: &str, bytes: impl AsRef<[u8]>) {
        let target = self.folder.path().join(path);
        fs::create_dir_all(target.parent().expect("a folder")).expect("made");
        fs::write(target, &bytes).expect("written");
    }

    /// Reads everything anew.
    pub fn load(&self, today: &str) -> Loaded {
        let (sources, found) = Sources::list(self.folder.path());
        assert_eq!(told(&found), "");
        let sources = Arc::new(sources);
        let options = content::LoadOptions::published(today);
        let loaded = content::load(&sources, &options).expect("readable");
        assert_eq!(told(&loaded.diagnostics), "");
        let site = Arc::new(loaded.site.expect("a site"));
        let store = Arc::new(Store::open(self.folder.path().join(".site")));
        let settings = Settings {
            icons: self.icons.clone(),
            ..Settings::new(store)
        };
        let (assets, found) = Assets::load(&sources, settings).expect("assets");
        assert_eq!(told(&found), "");
        let (renderer, found) = Renderer::new(&site, &Arc::new(assets));
        assert_eq!(told(&found), "");
        Loaded { site, renderer }
    }
}

/// A site that was read.
pub struct Loaded {
    site: Arc<content::Site>,
    renderer: Renderer,
}

impl Loaded {
    /// Renders the page at a path; fails with what the author is told.
    pub fn render(&self, path: &str) -> Result<(String, Page), String> {
        let route = self.site.routes.iter().position(|r| r.path == path);
        let rendered = self.renderer.render(route.expect("a route"));
        rendered.map_err(|failure| failure.diagnostic.render())
    }

    /// Asks a question.
    pub fn answer(&self, read: &Read) -> Digest {
        self.renderer.answer(read)
    }
}

fn told(diagnostics: &[source::Diagnostic]) -> String {
    let all: Vec<_> = diagnostics.iter().map(|d| d.render()).collect();
    all.join("\n")
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("made");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("readable");
        let target = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy(&entry.path(), &target),
            false => drop(fs::copy(entry.path(), target).expect("copied")),
        }
    }
}
