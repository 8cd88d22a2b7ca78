//! The text of an entry: what the site has to know of it at once, and its HTML, which is made when a page shows it.
//!
//! Invariant: what Markdown gives depends on nothing but the text, its place in the file and how it is read, which is what
//! [`Text::key`] is made of. So what an earlier build of the same program remembers by that key is what would be read
//! again.

use std::fmt::Debug;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use serde::{Deserialize, Serialize};

use crate::highlight::Coloured;
use crate::markdown::{self, Body, Fragment, Shown};
use source::{Diagnostic, Hash, Place, Source, exact};

/// What an earlier build knew of texts.
pub trait Remembered: Debug + Send + Sync {
    /// What it knew of the text of a key; none when it had none, or there was anything to tell of it.
    fn get(&self, key: Hash) -> Option<Remains>;
}

/// What is known of a text without its HTML.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Remains {
    /// All but the HTML among the fragments, and the coloured code.
    outline: Arc<Body>,
    /// The code that is coloured in it, by the keys of [`Coloured`].
    code: Vec<String>,
    /// The digest of the whole.
    digest: Hash,
}

/// The text of an entry.
#[derive(Debug)]
pub struct Text {
    /// None when there is anything to tell of it: that is told by each build.
    key: Option<Hash>,
    remains: Remains,
    /// What its HTML is made of.
    source: Arc<Source>,
    range: Range<usize>,
    options: markdown::Options,
    made: Mutex<Made>,
}

/// The HTML of a text. Most are shown once, by their own page: that HTML goes with the page.
#[derive(Debug, Default)]
struct Made {
    /// The text that was not read, until it is shown.
    unread: Option<Arc<String>>,
    /// What reading it gave, until it is shown.
    read: Option<Arc<Body>>,
    shown: Weak<Body>,
    /// Whether what is made from now on is kept: who asks twice may ask a hundred times.
    is_asked_again: bool,
    kept: Option<Arc<Body>>,
}

impl Text {
    /// Reads the Markdown at `range` of a source, unless it is remembered; gives the code that is coloured in it, and its
    /// mistakes.
    pub(crate) fn read(
        source: &Arc<Source>,
        range: Range<usize>,
        options: &markdown::Options,
        remembered: Option<&dyn Remembered>,
    ) -> (Self, Coloured, Vec<Diagnostic>) {
        let text = source.text();
        let key = key(&text[range.clone()], range.start, options);
        let remains = remembered.and_then(|remembered| remembered.get(key));
        let known = remains.and_then(|remains| Some((coloured(&remains.code, options)?, remains)));
        let (made, coloured, remains, diagnostics) = match known {
            Some((coloured, remains)) => {
                let made = Made {
                    unread: Some(text),
                    ..Made::default()
                };
                (made, coloured, remains, Vec::new())
            }
            None => {
                let (mut body, diagnostics) = markdown::parse(source, range.clone(), options);
                let coloured = std::mem::take(&mut body.coloured);
                let remains = Remains::of(&mut body, coloured.keys().cloned().collect());
                let made = Made {
                    read: Some(Arc::new(body)),
                    // Colours are dear.
                    is_asked_again: !coloured.is_empty(),
                    ..Made::default()
                };
                (made, coloured, remains, diagnostics)
            }
        };
        let text = Self {
            key: diagnostics.is_empty().then_some(key),
            remains,
            source: Arc::clone(source),
            range,
            options: options.clone(),
            made: Mutex::new(made),
        };
        (text, coloured, diagnostics)
    }

    /// Its words, headings and anchors, and every fragment but HTML.
    pub fn outline(&self) -> &Arc<Body> {
        &self.remains.outline
    }

    /// All its fragments, without what else stands in the outline; the same ones as long as anybody has them.
    pub fn body(&self) -> Arc<Body> {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(body) = made.shown.upgrade() {
            return body;
        }
        let body = made.read.take().unwrap_or_else(|| {
            let (mut body, _) = markdown::parse(&self.source, self.range.clone(), &self.options);
            Remains::of(&mut body, Vec::new());
            body.coloured.clear();
            Arc::new(body)
        });
        made.unread = None;
        made.shown = Arc::downgrade(&body);
        made.kept = made.is_asked_again.then(|| Arc::clone(&body));
        made.is_asked_again = true;
        body
    }

    /// Its first line.
    pub fn place(&self) -> Place {
        let text = self.source.text();
        let text = &text[self.range.clone()];
        let start = text.len() - text.trim_start().len();
        let line = text[start..].lines().next().unwrap_or_default();
        let start = self.range.start + start;
        Place::new(&self.source, start..start + line.trim_end().len())
    }

    /// What tells what it shows from what another text shows.
    pub fn digest(&self) -> Hash {
        self.remains.digest
    }

    /// By what it may be remembered; none when it may not.
    pub fn key(&self) -> Option<Hash> {
        self.key
    }

    /// What the next build needs to know of it.
    pub fn remains(&self) -> &Remains {
        &self.remains
    }
}

impl Remains {
    /// Takes them out of a body, which keeps its fragments.
    fn of(body: &mut Body, code: Vec<String>) -> Self {
        let digest = Shown(body).digest();
        let fragments = body.fragments.iter();
        let fragments = fragments.filter(|part| !matches!(part, Fragment::Html(_)));
        let outline = Body {
            fragments: exact(fragments.cloned().collect()),
            headings: exact(std::mem::take(&mut body.headings)),
            anchors: exact(std::mem::take(&mut body.anchors)),
            words: std::mem::take(&mut body.words),
            ..Body::default()
        };
        Self {
            outline: Arc::new(outline),
            code,
            digest,
        }
    }
}

/// All that decides what a text gives.
fn key(text: &str, start: usize, options: &markdown::Options) -> Hash {
    let markdown::Options {
        highlight,
        french,
        html,
        syntax,
    } = options;
    let read = (highlight.is_some(), french, html, syntax);
    source::hash_of(&(text, start, read))
}

/// The coloured code of these keys, when all of it is known.
fn coloured(keys: &[String], options: &markdown::Options) -> Option<Coloured> {
    let piece = |key: &String| {
        let html = options.highlight.as_ref()?.known(key)?;
        Some((key.clone(), html.to_owned()))
    };
    keys.iter().map(piece).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::highlight::Highlight;
    use crate::markdown::{Html, Syntax};

    #[derive(Debug, Default)]
    struct Written(BTreeMap<Hash, String>);

    impl Remembered for Written {
        fn get(&self, key: Hash) -> Option<Remains> {
            serde_json::from_str(self.0.get(&key)?).ok()
        }
    }

    const TEXTS: [&str; 5] = [
        "",
        "## One\n\nA [link](b.md) and ![an image](c.png \"Title\").\n\n## Two\n\n- a note[^1]\n\n[^1]: The note.\n",
        "```rust\nlet a = 1;\n```\n\n```component card\ntitle: A\n```\n\n```island Map on=load\nat: 1\n```\n",
        "Des « guillemets » ; et un prix : 10 €\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n",
        "A mistake: <blink>x</blink>.\n",
    ];

    /// Whether it was read as Markdown already.
    fn is_read(text: &Text) -> bool {
        text.made.lock().expect("whole").read.is_some()
    }

    fn options(known: &Coloured) -> markdown::Options {
        markdown::Options {
            highlight: Some(Highlight::new(Some(Arc::new(known.clone())))),
            french: true,
            html: Html::Refused,
            syntax: Syntax::default(),
        }
    }

    #[test]
    fn what_is_remembered_is_what_would_be_read() {
        let mut kept = 0;
        for text in TEXTS {
            let source = Source::new("content/a.md", format!("---\n---\n{text}"));
            let range = 8..source.text().len();
            let read = |options: &markdown::Options, written: &Written| {
                Text::read(&source, range.clone(), options, Some(written))
            };
            let mut written = Written::default();
            let (fresh, code, told) = read(&options(&Coloured::new()), &written);
            assert_eq!(fresh.key().is_none(), !told.is_empty(), "{text}");
            let Some(key) = fresh.key() else { continue };
            kept += 1;
            let remains = serde_json::to_string(fresh.remains()).expect("written");
            written.0.insert(key, remains);
            let (again, known, _) = read(&options(&code), &written);
            assert!(!is_read(&again), "{text}");
            assert_eq!((known, again.digest()), (code, fresh.digest()), "{text}");
            assert_eq!(again.body(), fresh.body(), "{text}");
            let is_html = |part: &&Fragment| matches!(part, Fragment::Html(_));
            let body = fresh.body();
            let others: Vec<_> = body.fragments.iter().filter(|p| !is_html(p)).collect();
            let outline = again.outline();
            assert_eq!(
                outline.fragments.iter().collect::<Vec<_>>(),
                others,
                "{text}"
            );
            assert_eq!(outline, fresh.outline(), "{text}");
        }
        assert!(kept > 2, "{kept} texts have nothing to be told");
    }

    #[test]
    fn another_text_place_or_way_of_reading_is_not_remembered() {
        let text = TEXTS[1];
        let own = options(&Coloured::new());
        let first = key(text, 8, &own);
        assert_eq!(key(text, 8, &options(&Coloured::new())), first);
        assert_ne!(key(&text[1..], 8, &own), first);
        assert_ne!(key(text, 9, &own), first);
        let others = [
            markdown::Options {
                highlight: None,
                ..own.clone()
            },
            markdown::Options {
                french: false,
                ..own.clone()
            },
            markdown::Options {
                html: Html::All,
                ..own.clone()
            },
            markdown::Options {
                syntax: Syntax {
                    math: true,
                    ..own.syntax
                },
                ..own.clone()
            },
        ];
        for other in others {
            assert_ne!(key(text, 8, &other), first, "{other:?}");
        }
        // Coloured code that is lost is coloured again.
        let source = Source::new("content/a.md", TEXTS[2]);
        let read = |options: &markdown::Options, written: &Written| {
            Text::read(&source, 0..source.text().len(), options, Some(written)).0
        };
        let mut written = Written::default();
        let fresh = read(&own, &written);
        let remains = serde_json::to_string(fresh.remains()).expect("written");
        written.0.insert(fresh.key().expect("a key"), remains);
        assert!(is_read(&read(&own, &written)));
    }

    #[test]
    fn a_text_that_is_shown_again_and_again_is_made_twice() {
        let source = Source::new("content/a.md", TEXTS[1]);
        let own = options(&Coloured::new());
        let mut written = Written::default();
        let range = 0..source.text().len();
        let (fresh, ..) = Text::read(&source, range.clone(), &own, Some(&written));
        let remains = serde_json::to_string(fresh.remains()).expect("written");
        written.0.insert(fresh.key().expect("a key"), remains);
        let (again, ..) = Text::read(&source, range, &own, Some(&written));
        let first = again.body();
        assert!(Arc::ptr_eq(&first, &again.body()));
        let gone = Arc::downgrade(&first);
        drop(first);
        assert!(gone.upgrade().is_none());
        let second = Arc::downgrade(&again.body());
        assert!(
            second
                .upgrade()
                .is_some_and(|body| Arc::ptr_eq(&body, &again.body()))
        );
    }
}
