//! The files of `public/`: each under a hashed name, style sheets, scripts and web manifests with their references rewritten.

use std::collections::HashMap;
use std::io::Read;
use std::ops::Range;
use std::sync::Arc;

use source::href;
use source::{Diagnostic, Source, Sources};

use crate::asset::{self, Asset, FOLDER, Manifest};
use crate::readings::Readings;
use crate::unusable::unusable_font;
use crate::{Content, Error, css, metadata, script, web_manifest};

/// So many of a file's first bytes tell what it is.
const START: u64 = 16 * 1024;

/// Longest name of a file on common file systems, in bytes.
const MAX_NAME_BYTES: usize = 255;

/// Reads `public/`, but for `icons/`, which feeds the sprite. Hidden files are no sources.
pub(crate) fn read(
    sources: &Sources,
    readings: &Readings,
) -> Result<(Manifest, Vec<Diagnostic>), Error> {
    let mut manifest = Manifest::new();
    let (mut sheets, mut scripts, mut web_manifests) = (Vec::new(), Vec::new(), Vec::new());
    let mut diagnostics = Vec::new();
    for path in sources.below("public") {
        let name = path.trim_start_matches("public/");
        if name.starts_with("icons/") {
            continue;
        }
        if let Some(mistake) = too_long(path) {
            diagnostics.push(mistake);
        } else if name.ends_with(".css") {
            sheets.push(name);
        } else if is_script(name) {
            scripts.push(name);
        } else if name.ends_with(".webmanifest") {
            web_manifests.push(name);
        } else {
            let (asset, mistake) = published(name, sources)?;
            manifest.insert(name.to_owned(), asset);
            diagnostics.extend(mistake);
        }
    }
    let mut reader = Sheets {
        sources,
        readings,
        manifest,
        whole: HashMap::new(),
        open: Vec::new(),
        diagnostics,
    };
    for name in sheets {
        reader.read(name)?;
    }
    for name in scripts {
        reader.read_script(name)?;
    }
    for name in web_manifests {
        reader.read_web_manifest(name)?;
    }
    Ok((reader.manifest, reader.diagnostics))
}

/// Whether a file of public/ is a script, by its name.
fn is_script(name: &str) -> bool {
    name.ends_with(".js") || name.ends_with(".mjs")
}

/// The mistake of a file whose name takes no more: it is published with a part of its hash in its name.
fn too_long(path: &str) -> Option<Diagnostic> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let most = MAX_NAME_BYTES - ".00000000".len();
    let message = format!("the name of `{path}` is {} bytes long", name.len());
    let mistake = Diagnostic::error("invalid-name", message).about_file(path);
    let hint =
        format!("rename it: {most} are left, since a part of its hash stands in its address");
    (name.len() > most).then(|| mistake.hint(hint))
}

/// Whether a logical name is also published at its own address.
pub(crate) fn is_verbatim(name: &str, verbatim: &[String]) -> bool {
    verbatim.iter().any(|v| {
        let v = v.trim_start_matches('/');
        name == v || (v.ends_with('/') && name.starts_with(v))
    })
}

/// What the addresses of a style sheet lead to, and where those are reported that lead nowhere.
pub(crate) struct Links<'a> {
    /// The sheet's own folder, for relative addresses.
    pub base: &'a str,
    pub manifest: &'a Manifest,
    /// The sheet itself, when it is what an author wrote.
    pub source: Option<&'a Arc<Source>>,
    /// Else what it was compiled from.
    pub compiled_from: &'a [Arc<Source>],
    /// Where to add what is found.
    pub diagnostics: &'a mut Vec<Diagnostic>,
}

impl Links<'_> {
    /// The sheet with the hashed addresses, relative to the assets' folder, of the files of the manifest that its
    /// references name.
    pub fn link(&mut self, css: &str, references: &[css::Reference]) -> String {
        css::rewrite(css, references, |url, reference| {
            if !css::is_local(url) {
                return None;
            }
            let (path, suffix) = href::split(url);
            let found = css::find(self.base, path, |name| self.manifest.contains_key(name));
            let name = match found {
                Ok(name) => return Some(format!("{}{suffix}", self.manifest[&name].file())),
                Err(name) => name,
            };
            let (origin, span) = match self.source {
                Some(origin) => (Arc::clone(origin), Some(reference.span.clone())),
                None => self
                    .find(url)
                    .unwrap_or_else(|| (Source::new("islands/styles.css", ""), None)),
            };
            let missing = asset::missing(&name, self.manifest);
            self.diagnostics
                .push(missing.at(&origin, span.unwrap_or(0..0)));
            None
        })
    }

    /// The first source in which an address is written.
    fn find(&self, url: &str) -> Option<(Arc<Source>, Option<std::ops::Range<usize>>)> {
        self.compiled_from.iter().find_map(|source| {
            let start = source.text().find(url)?;
            Some((Arc::clone(source), Some(start..start + url.len())))
        })
    }
}

/// What is wrong with a style sheet, at its places.
pub(crate) fn broken(source: &Arc<Source>, breaches: &[css::Breach]) -> Vec<Diagnostic> {
    let told = |breach: &css::Breach| {
        let closing = match source.text().get(breach.span.clone()) {
            Some("{") => "}",
            Some("[") => "]",
            _ => ")",
        };
        let hint = (breach.fault == css::Fault::Unclosed).then(|| format!("add the `{closing}`"));
        Diagnostic::error("broken-style", breach.fault.message())
            .at(source, breach.span.clone())
            .maybe_hint(hint)
    };
    breaches.iter().map(told).collect()
}

/// A file as it is, or without the metadata that a photograph carries; and what is wrong with it. Only what may be a
/// photograph is held as a whole: a film or an archive may be larger than memory.
fn published(name: &str, sources: &Sources) -> Result<(Arc<Asset>, Option<Diagnostic>), Error> {
    let path = format!("public/{name}");
    let on_disk = sources.on_disk(&path);
    let fail = |error| Error::io("read", &on_disk, error);
    let file = name.rsplit('/').next().unwrap_or(name);
    let empty = || Asset::hashed(file, Arc::default());
    let mut rest = match sources.open(&path).map_err(Error::from) {
        Ok(Some(rest)) => rest,
        Ok(None) => return Ok((empty(), None)),
        Err(Error::Mistake(mistake)) => return Ok((empty(), Some(*mistake))),
        Err(error) => return Err(error),
    };
    let mut start = Vec::new();
    let begun = rest.by_ref().take(START).read_to_end(&mut start);
    begun.map_err(fail)?;
    let mistake = unusable_font(&start, &path);
    if metadata::may_be_held_by(&start) {
        rest.read_to_end(&mut start).map_err(fail)?;
        if let Some(stripped) = metadata::strip(&start) {
            return Ok((Asset::hashed(file, stripped.into()), None));
        }
    }
    let asset = asset::of_file(file, start.chain(rest), on_disk.clone()).map_err(fail)?;
    Ok((Arc::new(asset), mistake))
}

/// The bytes of a file at its own address instead of the assets' folder: its references, which are
/// relative to that folder, lead there from where it lies.
pub(crate) fn at_own_address(name: &str, asset: &Asset) -> Arc<Asset> {
    let url = format!("/{name}");
    let kind = name.rsplit('.').next();
    let text = match kind {
        Some("css" | "webmanifest" | "js" | "mjs") => asset.bytes().ok(),
        _ => None,
    };
    let Some(text) = text.and_then(|bytes| String::from_utf8(bytes.to_vec()).ok()) else {
        return asset.verbatim(url);
    };
    let up = "../".repeat(name.matches('/').count());
    let from_here = |address: &str| match address.strip_prefix("../") {
        // An empty address would be that of the file itself.
        Some("") if up.is_empty() => "./".to_owned(),
        Some(outside) => format!("{up}{outside}"),
        None => format!("{up}{}{address}", FOLDER.trim_start_matches('/')),
    };
    let moved = match kind {
        Some("css") => css::rewrite(&text, &css::read(&text).references, |url, _| {
            css::is_local(url).then(|| from_here(url))
        }),
        Some("js" | "mjs") => script::rewrite(&text, |module| {
            // What stands beside the assets was no file of public/.
            let file = module.strip_prefix("./")?;
            let here = if up.is_empty() { "./" } else { "" };
            Some(format!("{here}{}", from_here(file)))
        }),
        _ => {
            let source = Source::new(name, text);
            let local = |address: &str| css::is_local(address).then(|| from_here(address));
            web_manifest::rewrite(&source, |link| local(&link.address)).0
        }
    };
    let bytes: Arc<[u8]> = moved.into_bytes().into();
    Arc::new(Asset {
        integrity: asset::integrity(&bytes),
        len: bytes.len() as u64,
        content: Content::Bytes(bytes),
        immutable: false,
        url,
    })
}

/// Reads style sheets and scripts in the order in which they import one another.
struct Sheets<'a> {
    sources: &'a Sources,
    readings: &'a Readings,
    manifest: Manifest,
    /// The texts of sheets that import no other by its address, by their own.
    whole: HashMap<String, String>,
    open: Vec<String>,
    diagnostics: Vec<Diagnostic>,
}

impl Sheets<'_> {
    fn read(&mut self, name: &str) -> Result<(), Error> {
        if self.manifest.contains_key(name) || self.open.iter().any(|o| o == name) {
            return Ok(());
        }
        let Some(source) = self.text(name)? else {
            return Ok(());
        };
        let (base, file) = name.rsplit_once('/').unwrap_or(("", name));
        self.open.push(name.to_owned());
        let findings = self.readings.read(&source.text());
        self.diagnostics.extend(broken(&source, &findings.breaches));
        let has_references = !findings.references.is_empty();
        let has_imports = findings.references.iter().any(|r| r.import);
        for reference in &findings.references {
            let url = &source.text()[reference.span.clone()];
            if reference.import && css::is_local(url) {
                let is_there = |name: &str| self.sources.has(&format!("public/{name}"));
                let Ok(imported) = css::find(base, href::split(url).0, is_there) else {
                    continue;
                };
                if self.open.contains(&imported) {
                    let cycle = "style sheets import one another in a circle";
                    let cycle = Diagnostic::error("circular-import", cycle);
                    self.diagnostics
                        .push(cycle.at(&source, reference.span.clone()));
                } else if imported.ends_with(".css") {
                    self.read(&imported)?;
                }
            }
        }
        self.open.pop();
        let mut links = Links {
            base,
            manifest: &self.manifest,
            source: Some(&source),
            compiled_from: &[],
            diagnostics: &mut self.diagnostics,
        };
        let text = source.text();
        let own = match has_references {
            true => {
                let linked = links.link(&text, &findings.references);
                self.readings.compact(&linked)
            }
            false => self.readings.compact(&text),
        };
        let references = |css: &str| match has_imports {
            true => self.readings.read(css).references.clone(),
            false => Vec::new(),
        };
        let whole = css::inline(&own, &references(&own), |address| {
            self.whole.get(address).cloned()
        });
        let asset = Asset::hashed(file, whole.as_bytes().into());
        if !references(&whole).iter().any(|r| r.import) {
            self.whole.insert(asset.file().to_owned(), whole);
        }
        self.manifest.insert(name.to_owned(), asset);
        Ok(())
    }

    /// Reads a script, after those that it imports. One that names none is published as it is, even where it is no text.
    fn read_script(&mut self, name: &str) -> Result<(), Error> {
        if self.manifest.contains_key(name) {
            return Ok(());
        }
        let (base, file) = name.rsplit_once('/').unwrap_or(("", name));
        let text = self.sources.text(&format!("public/{name}"))?;
        let source = text.and_then(Result::ok);
        let imports = source.iter().flat_map(|s| script::imports(&s.text()));
        let imports: Vec<Range<usize>> = imports.collect();
        let Some(source) = source.filter(|_| !imports.is_empty()) else {
            let (asset, mistake) = published(name, self.sources)?;
            self.manifest.insert(name.to_owned(), asset);
            self.diagnostics.extend(mistake);
            return Ok(());
        };
        let text = source.text();
        self.open.push(name.to_owned());
        let modules = imports.iter().map(|span| self.module(base, &source, span));
        let modules: Vec<Option<String>> = modules.collect::<Result<_, _>>()?;
        self.open.pop();
        let mut modules = modules.into_iter();
        let linked = script::rewrite(&text, |_| modules.next().flatten());
        let asset = Asset::hashed(file, linked.into_bytes().into());
        self.manifest.insert(name.to_owned(), asset);
        Ok(())
    }

    /// How a script names the module of public/ that it imports: that stands beside it under a name of its own. None
    /// where it may import another.
    fn module(
        &mut self,
        base: &str,
        source: &Arc<Source>,
        span: &Range<usize>,
    ) -> Result<Option<String>, Error> {
        let text = source.text();
        let written = &text[span.clone()];
        // A bare name is none of a file.
        let is_relative = written.starts_with("./") || written.starts_with("../");
        let (path, suffix) = href::split(written);
        if !is_relative && !written.starts_with('/') {
            return Ok(None);
        }
        let is_there = |name: &str| self.sources.has(&format!("public/{name}"));
        let name = match css::find(base, path, is_there) {
            Ok(name) => name,
            // Beside the assets and at the site's root there is more than public/ has.
            Err(name) if is_relative && css::resolve(base, path).is_some() => {
                let mistake = asset::missing(&name, &self.manifest);
                self.diagnostics.push(mistake.at(source, span.clone()));
                return Ok(None);
            }
            Err(_) => return Ok(None),
        };
        // The name of each holds the hash of what it imports, but where it stands at its own address too.
        if self.open.contains(&name) {
            let message = "scripts import one another in a circle";
            let hint = "put what both need into a third one, or list them in `verbatim` and import them by their addresses";
            let cycle = Diagnostic::error("circular-import", message).hint(hint);
            let cycle = is_relative.then(|| cycle.at(source, span.clone()));
            self.diagnostics.extend(cycle);
            return Ok(None);
        }
        if is_script(&name) {
            self.read_script(&name)?;
        }
        let asset = self.manifest.get(&name);
        Ok(asset.map(|asset| format!("./{}{suffix}", asset.file())))
    }

    /// A text of `public/`; one that is no text is told and published empty.
    fn text(&mut self, name: &str) -> Result<Option<Arc<Source>>, Error> {
        match self.sources.text(&format!("public/{name}"))? {
            Some(Ok(source)) => return Ok(Some(source)),
            Some(Err(diagnostic)) => self.diagnostics.push(diagnostic),
            None => {}
        }
        let file = name.rsplit('/').next().unwrap_or(name);
        let empty = Asset::hashed(file, Arc::default());
        self.manifest.insert(name.to_owned(), empty);
        Ok(None)
    }

    fn read_web_manifest(&mut self, name: &str) -> Result<(), Error> {
        let Some(source) = self.text(name)? else {
            return Ok(());
        };
        let (linked, found) = web_manifest::link(&source, name, &self.manifest);
        self.diagnostics.extend(found);
        let file = name.rsplit('/').next().unwrap_or(name);
        let asset = Asset::hashed(file, linked.into_bytes().into());
        self.manifest.insert(name.to_owned(), asset);
        Ok(())
    }
}
