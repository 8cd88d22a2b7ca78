//! A copy of the fixture in a folder of its own, with the installed packages of this project.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use assets::{Asset, Assets, Failure, Instance, IslandHtml, Settings, Store};
use source::{Diagnostic, Sources};
use tempfile::TempDir;

/// A small site on disk, which goes with the value.
pub struct Site(TempDir);

/// What the islands of the fixture take, as a first load writes it down: TypeScript needs longer to say it than all the
/// rest of a load takes.
static PROPS: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let site = Site::untouched();
    Assets::load(&site.sources(), site.settings()).unwrap();
    fs::read(site.root().join(".site/props.json")).unwrap()
});

impl Site {
    /// A copy of the fixture, of whose islands the props are known.
    pub fn new() -> Self {
        let site = Self::untouched();
        site.write(".site/props.json", &*PROPS);
        site
    }

    /// A copy of the fixture that nothing was made of yet.
    fn untouched() -> Self {
        let project = Path::new(env!("CARGO_MANIFEST_DIR"));
        let site = Self(tempfile::tempdir().unwrap());
        copy(&project.join("tests/fixture"), site.0.path());
        let packages = project.join("../../islands/node_modules");
        let packages = packages
            .canonicalize()
            .expect("run `npm ci --prefix islands` first");
        std::os::unix::fs::symlink(packages, site.root().join("islands/node_modules")).unwrap();
        site
    }

    pub fn root(&self) -> &Path {
        self.0.path()
    }

    /// What is in its folders now.
    pub fn sources(&self) -> Arc<Sources> {
        let (sources, diagnostics) = Sources::list(self.root());
        assert_eq!(rendered(&diagnostics), "");
        Arc::new(sources)
    }

    pub fn settings(&self) -> Settings {
        let store = Store::open(self.root().join(".site"));
        let mut settings = Settings::new(Arc::new(store));
        settings.verbatim = vec!["favicon.ico".into(), ".well-known/".into()];
        settings
    }

    pub fn write(&self, path: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    pub fn remove(&self, path: &str) {
        let path = self.root().join(path);
        if path.is_dir() {
            fs::remove_dir_all(path)
        } else {
            fs::remove_file(path)
        }
        .unwrap();
    }
}

/// The text of an asset.
pub fn text(asset: &Asset) -> String {
    String::from_utf8(asset.bytes().unwrap().to_vec()).unwrap()
}

/// Diagnostics as the command prints them.
pub fn rendered(diagnostics: &[Diagnostic]) -> String {
    let all: Vec<_> = diagnostics.iter().map(|d| d.render()).collect();
    all.join("\n\n")
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// An island with whatever it is given.
pub fn island(
    assets: &Assets,
    name: &str,
    properties: &str,
    identifier_prefix: &str,
) -> Result<IslandHtml, Failure> {
    assets.island(&Instance {
        name,
        properties,
        identifier_prefix,
        judge: &|_| Ok(()),
    })
}
