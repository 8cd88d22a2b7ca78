//! A site that is built again and again in memory: as little as follows from what changed.
//!
//! Where only texts and plain fields of entries are others, the pages that show them are rendered and nothing else is
//! done; where templates, scripts or styles are, the content is not read again. Invariant: what is in memory is what a
//! build of the same files makes, which `tests/serve.rs` compares.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::SystemTime;

use assets::Assets;
use content::text::{Remains, Remembered};
use content::{Loaded, Site};
use render::{Page, Renderer};
use source::{Diagnostic, Hash, Source, Sources, Stamp};

use crate::build;
use crate::failure::BuildError;
use crate::ground::{Given, Ground};
use crate::options::{self, Options};
use crate::publish::{File, Files};
use crate::rendered::{Output, Rendered};
use crate::state::State;

mod amend;

/// A site in memory.
#[derive(Debug)]
pub struct Live {
    options: Options,
    root: PathBuf,
    state: State,
    base: Option<Base>,
    /// When the last build found mistakes: what stood at the paths that were told since the one before.
    tried: Option<HashMap<PathBuf, Seen>>,
}

/// The last build that went well.
#[derive(Debug)]
struct Base {
    ground: Ground,
    renderer: Arc<Renderer>,
    /// When its files were listed.
    begun: SystemTime,
    content: content::LoadOptions,
    /// Of every file that was read.
    hashes: HashMap<String, Hash>,
    /// What there was to tell.
    warnings: Vec<Diagnostic>,
}

/// What a build made.
#[derive(Debug)]
pub struct LiveBuild {
    /// What was read.
    pub site: Arc<Site>,
    /// What renders its pages.
    pub renderer: Arc<Renderer>,
    /// Scripts, styles, images.
    pub assets: Arc<Assets>,
    /// All files, or those that are others now.
    pub files: Files,
    /// Whether these are all.
    pub is_whole: bool,
    /// How many pages were rendered.
    pub rendered: usize,
    /// The warnings of the whole site.
    pub diagnostics: Vec<Diagnostic>,
}

/// What changed, as far as it is known to be little.
#[derive(Debug)]
enum Changed {
    /// Nothing did.
    Nothing,
    /// Texts of these files, and no file came or went.
    Texts(Vec<Text>),
    /// Anything.
    Anything,
}

/// A file as it was read now.
#[derive(Debug)]
struct Text {
    source: Arc<Source>,
    /// Of its bytes.
    hash: Hash,
}

impl Live {
    /// Nothing is built yet.
    pub fn new(options: Options) -> Self {
        let root = options.root.canonicalize();
        Self {
            root: root.unwrap_or_else(|_| options.root.clone()),
            options,
            state: State::default(),
            base: None,
            tried: None,
        }
    }

    /// Builds after something may have changed at some paths; none when nothing did. The outputs of `first` are
    /// rendered first, and handed over at once with what they need.
    pub fn build(
        &mut self,
        hints: &[PathBuf],
        first: Vec<String>,
        hand_over: impl Fn(Files) + Sync,
    ) -> Result<Option<LiveBuild>, BuildError> {
        let today = options::today();
        let is_same_day = today == self.options.today;
        self.options.today = today;
        let now = hints.iter().map(|path| (path.clone(), Seen::at(path)));
        let now: HashMap<PathBuf, Seen> = now.collect();
        let changed = match &self.tried {
            // What is wrong already is not told again.
            Some(tried)
                if !now.is_empty() && now.iter().all(|(path, now)| is_tried(tried, path, now)) =>
            {
                Changed::Nothing
            }
            None if is_same_day && !hints.is_empty() => self.changed(hints),
            _ => Changed::Anything,
        };
        let texts = match changed {
            Changed::Nothing => return Ok(None),
            Changed::Texts(texts) => texts,
            Changed::Anything => Vec::new(),
        };
        if let Some(built) = self.amend(&texts, &first, &hand_over) {
            return Ok(Some(built));
        }
        let hinted: HashSet<String> = hints.iter().filter_map(|p| name(&self.root, p)).collect();
        let built = self.whole(&texts, &hinted, first, hand_over);
        match &built {
            Ok(_) => self.tried = None,
            Err(_) => self.tried.get_or_insert_default().extend(now),
        }
        built.map(Some)
    }

    /// Looks at what stands at the paths now.
    fn changed(&self, hints: &[PathBuf]) -> Changed {
        let Some(base) = &self.base else {
            return Changed::Anything;
        };
        let mut texts = BTreeMap::new();
        for path in hints {
            let Some(name) = name(&self.root, path).filter(|_| !path.is_symlink()) else {
                return Changed::Anything;
            };
            // What came and went meanwhile, as the second file of an editor that saves by renaming.
            if !path.exists() && !base.ground.sources.has_at(&name) {
                continue;
            }
            // What is no text that was read may be larger than memory.
            let Some(known) = base.hashes.get(&name) else {
                return Changed::Anything;
            };
            let Ok(bytes) = source::read_file(path) else {
                return Changed::Anything;
            };
            let hash = source::hash(&bytes);
            if *known == hash {
                texts.remove(&name);
                continue;
            }
            match Sources::from_bytes([(name.clone(), bytes)]).text(&name) {
                Ok(Some(Ok(source))) => drop(texts.insert(name, Text { source, hash })),
                _ => return Changed::Anything,
            }
        }
        match texts.len() {
            0 => Changed::Nothing,
            _ => Changed::Texts(texts.into_values().collect()),
        }
    }

    /// The site's files, and what is known of them; those that are named are read again, whatever the disk tells of them.
    fn given(&self, named: &HashSet<String>) -> Given {
        let given = Given::list(&self.options.root);
        let Some(base) = &self.base else { return given };
        let may_differ = |path: &str| named.contains(path);
        let before = &base.ground.sources;
        Given {
            sources: given.sources.knowing(before, base.begun, may_differ),
            texts: Some(base.texts()),
            parsed: base.ground.parsed.clone(),
            markups: base.ground.markups.clone(),
            ..given
        }
    }

    /// Builds all that may be another; the content is taken as it is when only these texts are others and they are
    /// none of it.
    fn whole(
        &mut self,
        texts: &[Text],
        named: &HashSet<String>,
        first: Vec<String>,
        hand_over: impl Fn(Files) + Sync,
    ) -> Result<LiveBuild, BuildError> {
        let rendered_now = AtomicUsize::new(0);
        let finish = |output: Output<'_>| {
            rendered_now.fetch_add(1, Ordering::Relaxed);
            let file = File::Text(output.text);
            if first.iter().any(|name| name == output.name) {
                let mut files = of_page(output.page);
                let published = output.assets.all();
                files.extend(published.map(|(_, a)| (a.output().to_owned(), File::Asset(a))));
                files.insert(output.name.to_owned(), file.clone());
                hand_over(files);
            }
            file
        };
        let loaded = self.base.as_ref().and_then(|base| base.content(texts));
        let hashes = match (&loaded, &self.base) {
            (Some(_), Some(base)) => base.hashes.clone(),
            _ => HashMap::new(),
        };
        let begun = SystemTime::now();
        let known = loaded.as_ref().and(self.base.as_ref());
        let given = Given {
            renderer: known.and_then(|base| base.renderer(texts)),
            loaded,
            first: first.clone(),
            ..self.given(named)
        };
        let (rendered, files) = build::advance(&self.options, &mut self.state, given, finish)?;
        let rendered_now = rendered_now.into_inner();
        let Rendered {
            ground,
            renderer,
            diagnostics,
            ..
        } = rendered;
        let read = ground.sources.stamps();
        let read = read
            .into_iter()
            .filter_map(|(path, stamp)| Some((path.to_owned(), stamp.hash?)));
        // The texts that were handed on count, not what stands there since.
        let known = read.chain(texts.iter().map(Text::known));
        let hashes = hashes.into_iter().chain(known).collect();
        let built = LiveBuild {
            site: Arc::clone(&ground.site),
            renderer: Arc::clone(&renderer),
            assets: Arc::clone(&ground.assets),
            files,
            is_whole: true,
            rendered: rendered_now,
            diagnostics: diagnostics.clone(),
        };
        self.base = Some(Base {
            content: self.options.content(&ground.store),
            ground,
            renderer,
            begun,
            hashes,
            warnings: diagnostics,
        });
        Ok(built)
    }
}

/// What the last build knew of texts, by their keys.
#[derive(Debug)]
struct LastTexts(HashMap<Hash, Remains>);

impl Remembered for LastTexts {
    fn get(&self, key: Hash) -> Option<Remains> {
        self.0.get(&key).cloned()
    }
}

impl Base {
    /// The texts that need not be read again as long as they are the same.
    fn texts(&self) -> Arc<dyn Remembered> {
        let entries = self.ground.site.entries.iter();
        let texts = entries.filter_map(|entry| entry.body.as_ref());
        let known = texts.filter_map(|text| Some((text.key()?, text.remains().clone())));
        Arc::new(LastTexts(known.collect()))
    }

    /// What rendered its pages, when these texts are all that is another and no template is among them.
    fn renderer(&self, texts: &[Text]) -> Option<Arc<Renderer>> {
        let is_template = |text: &Text| text.source.path.starts_with("templates/");
        (!texts.iter().any(is_template)).then(|| Arc::clone(&self.renderer))
    }

    /// The content as it is with other texts of templates, scripts or styles; none when it may be another.
    fn content(&self, texts: &[Text]) -> Option<Loaded> {
        let of = |folder: &str| {
            let own = texts.iter().map(|text| &text.source);
            own.filter(|source| source.path.starts_with(folder))
                .cloned()
                .collect::<Vec<_>>()
        };
        if texts.is_empty() || !of("content/").is_empty() {
            return None;
        }
        let site = self.ground.site.with_templates(&of("templates/"))?;
        let mut loaded = Loaded::new(Some(site), self.ground.told.clone());
        loaded.anchors.clone_from(&self.ground.anchors);
        Some(loaded)
    }
}

impl Text {
    /// Its name with its hash.
    fn known(&self) -> (String, Hash) {
        (self.source.path.clone(), self.hash)
    }
}

/// The files that a page needs.
fn of_page(page: &Page) -> Files {
    let assets = page.assets.iter();
    let files = assets.map(|a| (a.output().to_owned(), File::Asset(Arc::clone(a))));
    files.collect()
}

/// Whether a file was tried as it is now.
fn is_tried(tried: &HashMap<PathBuf, Seen>, path: &Path, now: &Seen) -> bool {
    *now != Seen::Unknown && tried.get(path) == Some(now)
}

/// Files up to so many bytes are known by their content.
const MOST_HASHED: u64 = 64 * 1024 * 1024;

/// What stands at a path, as far as it tells whether it is still the same.
#[derive(Debug, PartialEq, Eq)]
enum Seen {
    File(Hash),
    /// A file so large that reading it would hold up every other.
    Large(Stamp),
    /// What may not be read: as long as it may not, nothing about it is another.
    Refused,
    /// A folder, or a file that comes and goes: it says nothing.
    Unknown,
}

impl Seen {
    fn at(path: &Path) -> Self {
        match Stamp::of(path) {
            Some(stamp) if stamp.len > MOST_HASHED && path.is_file() => Self::Large(stamp),
            _ => Self::of(source::open_file(path).and_then(source::hash_by_parts)),
        }
    }

    fn of(read: io::Result<Hash>) -> Self {
        match read {
            Ok(hash) => Self::File(hash),
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Self::Refused,
            Err(_) => Self::Unknown,
        }
    }
}

/// A path below one of the site's own folders as its files are named.
fn name(root: &Path, path: &Path) -> Option<String> {
    let below = path.strip_prefix(root).ok()?;
    let is_own = source::FOLDERS.iter().any(|own| below.starts_with(own));
    if !is_own {
        return None;
    }
    let parts = below.components().map(|part| part.as_os_str().to_str());
    Some(parts.collect::<Option<Vec<_>>>()?.join("/"))
}

/// What tests serve a folder with.
#[cfg(test)]
fn options_of(root: &Path) -> Options {
    Options {
        development: true,
        ..Options::trial(root)
    }
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_may_not_be_read_is_tried_once_and_what_is_gone_again() {
        let path = PathBuf::from("content/notes/one.md");
        let check = |kind: io::ErrorKind, expected: bool| {
            let seen = || Seen::of(Err(kind.into()));
            let tried = HashMap::from([(path.clone(), seen())]);
            assert_eq!(is_tried(&tried, &path, &seen()), expected, "{kind:?}");
        };
        check(io::ErrorKind::PermissionDenied, true);
        check(io::ErrorKind::NotFound, false);
        check(io::ErrorKind::IsADirectory, false);
    }

    /// A site of one note, built.
    fn live() -> (tempfile::TempDir, Live) {
        let folder = tempfile::tempdir().expect("a folder");
        let files = [
            ("content/site.yaml", "title: A\nbase_url: https://a.re\n"),
            (
                "content/notes/_schema.yaml",
                "type: object\nproperties:\n  title: { type: string }\nx-route: /notes/{slug}\nx-template: note.html\n",
            ),
            ("content/notes/a.md", "---\ntitle: A\n---\na\n"),
            (
                "templates/note.html",
                "<!DOCTYPE html><html lang=\"en\"><title>{{ entry.title }}</title>{{ entry.body }}{% for note in collection('notes') %}{{ note.title }}{% endfor %}",
            ),
        ];
        for (path, text) in files {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            fs::write(path, text).expect("written");
        }
        let mut live = Live::new(options_of(folder.path()));
        build(&mut live, &[]).expect("built").expect("something");
        (folder, live)
    }

    fn build(live: &mut Live, hints: &[PathBuf]) -> Result<Option<LiveBuild>, BuildError> {
        live.build(hints, Vec::new(), |_| ())
    }

    #[test]
    fn a_folder_that_was_away_is_looked_at_again() {
        let (folder, mut live) = live();
        let [notes, away] = ["notes", "away"].map(|name| folder.path().join("content").join(name));
        fs::rename(&notes, &away).expect("renamed");
        let hints = [notes.clone(), away.clone()];
        fs::write(folder.path().join("templates/note.html"), "{% oops").expect("written");
        build(&mut live, &hints).expect_err("a mistake");
        fs::rename(&away, &notes).expect("renamed");
        build(&mut live, &hints).expect_err("told again, since nobody knows what the folder holds");
    }

    #[test]
    fn what_cannot_be_kept_in_mind_is_built_again() {
        let (folder, live) = live();
        let uses = folder.path().join(".site/uses.json");
        fs::remove_file(&uses).expect("removed");
        fs::create_dir(&uses).expect("made");
        let mut live = Live::new(live.options);
        build(&mut live, &[]).expect_err("the cache cannot be written");
        fs::remove_dir(&uses).expect("removed");
        let built = build(&mut live, &[]).expect("built").expect("something");
        assert_eq!(built.rendered, built.site.routes.len());
    }

    #[test]
    fn a_link_in_the_place_of_a_file_is_judged_as_a_build_judges_it() {
        let (folder, mut live) = live();
        let (path, away) = (
            folder.path().join("content/notes/a.md"),
            folder.path().join("a.md"),
        );
        fs::rename(&path, &away).expect("renamed");
        std::os::unix::fs::symlink(&away, &path).expect("linked");
        let told = build(&mut live, std::slice::from_ref(&path));
        let Err(BuildError::Mistakes(told)) = told else {
            panic!("{told:?}");
        };
        assert_eq!(told[0].code, "outside-link");
    }
}
