//! A site in which few texts are others: the pages that show them are rendered, and nothing else is looked at.

use std::collections::BTreeSet;
use std::sync::Arc;

use content::route::Route;
use content::{AnchorCheck, Site};
use render::{Page, Read, Renderer};

use super::{Base, Live, LiveBuild, Text, of_page};
use crate::format::Format;
use crate::inspect::Inspector;
use crate::journal::Cause;
use crate::pages::{Finished, Stage};
use crate::publish::{File, Files};

/// More texts at once are a change of branch rather than a save.
const FEW: usize = 8;

impl Live {
    /// Renders the pages that show other texts of entries, and hands those of `first` over before the others are rendered
    /// and the search is brought up to date; none when more than that follows.
    pub(super) fn amend(
        &mut self,
        texts: &[Text],
        first: &[String],
        hand_over: impl Fn(Files),
    ) -> Option<LiveBuild> {
        if texts.is_empty() || texts.len() > FEW {
            return None;
        }
        let base = self.base.as_ref()?;
        let (site, mut reads) = self.amended(base, texts)?;
        let site = Arc::new(site);
        let renderer = Arc::new(base.renderer.over(&site, &base.ground.assets));
        reads.retain(|read| base.renderer.answer(read) != renderer.answer(read));
        let readers = reads.iter().flat_map(|read| self.state.readers(read));
        let routes = readers.filter_map(|path| site.route_index(&path));
        let routes: BTreeSet<usize> = routes.collect();
        if base.warns_about(texts, routes.iter().map(|index| &site.routes[*index])) {
            return None;
        }
        let is_awaited = |index: &usize| first.contains(&site.routes[*index].output);
        let (awaited, others): (Vec<_>, Vec<_>) = routes.into_iter().partition(is_awaited);
        let mut pages = base.sound_pages(&site, &renderer, awaited)?;
        let route = |page: &Page| &site.routes[page.route];
        let ahead = pages.iter();
        let ahead: Files = ahead
            .flat_map(|(page, file)| with_needed(page, route(page), file))
            .collect();
        if !ahead.is_empty() {
            hand_over(ahead);
        }
        pages.extend(base.sound_pages(&site, &renderer, others)?);
        let shown = pages.iter().map(|(page, file)| (route(page), file));
        let mut files = self.state.amend_index(&site, &shown.collect::<Vec<_>>())?;
        let rendered = pages.len();
        for (page, file) in pages {
            let route = &site.routes[page.route];
            files.extend(with_needed(&page, route, &file));
            let cause = Cause::Answers(reads.clone());
            self.state.put(route, page, file, cause);
        }
        let base = self.base.as_mut()?;
        base.hashes.extend(texts.iter().map(Text::known));
        base.ground.site = Arc::clone(&site);
        base.renderer = Arc::clone(&renderer);
        Some(LiveBuild {
            assets: Arc::clone(&base.ground.assets),
            site,
            renderer,
            files,
            is_whole: false,
            rendered,
            diagnostics: base.warnings.clone(),
        })
    }

    /// The site with these texts, and what may be answered otherwise in it; none when more may be.
    fn amended(&self, base: &Base, texts: &[Text]) -> Option<(Site, Vec<Read>)> {
        let (mut site, mut reads) = (Site::clone(&base.ground.site), Vec::new());
        for Text { source, .. } in texts {
            let amended = site.with_entry(source, &base.content)?;
            let entry = &amended.site.entries[amended.entries[0]];
            let collection = &entry.reference.collection;
            let is_compared = |field: &String| self.state.compares(collection, field);
            if amended.fields.iter().any(is_compared)
                || amended.anchors.iter().any(|new| !base.expects(new))
            {
                return None;
            }
            reads.extend(amended.entries.iter().flat_map(|index| {
                let entry = &amended.site.entries[*index];
                let languages = amended.site.config.languages.all();
                let language = languages
                    .get(entry.language)
                    .filter(|_| !entry.is_original());
                let language = language.map(|language| language.code.as_str());
                let name = || entry.reference.clone();
                [Read::Head(name()), Read::Body(name())].map(|read| read.asked_in(language))
            }));
            site = amended.site;
        }
        Some((site, reads))
    }
}

impl Base {
    /// Whether a warning that may be mended now stands in one of the texts, or is about one of the pages.
    fn warns_about<'a>(
        &self,
        texts: &[Text],
        routes: impl Iterator<Item = &'a Route> + Clone,
    ) -> bool {
        self.warnings.iter().any(|warning| {
            let mut labels = warning.labels.iter();
            let pages = &warning.about().pages;
            labels.any(|label| {
                texts
                    .iter()
                    .any(|text| text.source.path == label.source.path)
            }) || routes.clone().any(|route| pages.contains(&route.path))
        })
    }

    /// Whether pages have an anchor for a link already.
    fn expects(&self, new: &AnchorCheck) -> bool {
        let same = |old: &AnchorCheck| (&old.path, &old.anchor) == (&new.path, &new.anchor);
        self.ground.anchors.iter().any(same)
    }

    /// The pages of some routes; none when there is anything to tell of one.
    fn sound_pages(
        &self,
        site: &Site,
        renderer: &Renderer,
        routes: Vec<usize>,
    ) -> Option<Vec<(Page, File)>> {
        let inspector = Inspector::over(site, &self.ground);
        let stage = Stage {
            renderer,
            inspector: &inspector,
            assets: &self.ground.assets,
            meta: "",
            format: Format::Text,
        };
        let Finished {
            pages,
            files,
            inspections,
            failures,
        } = stage.run(&[routes], |output| File::Text(output.text));
        let is_sound = failures.is_empty() && inspector.judge(&pages, inspections).is_empty();
        is_sound.then(|| pages.into_iter().zip(files).collect())
    }
}

/// A page with the files that it needs.
fn with_needed(page: &Page, route: &Route, file: &File) -> Files {
    let mut files = of_page(page);
    files.insert(route.output.clone(), file.clone());
    files
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::Path;

    use super::*;
    use crate::live::options_of;

    const SCHEMA: &str = "type: object
properties:
  title: { type: string }
  summary: { type: string }
  series: { type: string }
  category: { type: string }
  kind: { type: string }
  place: { type: string }
  rank: { type: string }
x-route: /notes/{slug}
x-template: note.html
x-sort: rank
";

    const ROUTES: &str = "routes:
  - { path: /, template: list.html, list: { collection: notes } }
  - { path: '/series/{value}', template: list.html, each: { collection: notes, field: series }, list: { collection: notes } }
";

    const NOTE: &str = "{{ entry.title }}, {{ entry.body }}
{% for other in related(entry) %}{{ other.title }} {{ other.summary }}{% endfor %}
{% for other in collection('notes', where={'kind': 'long'}, sort='place') %}{{ other.summary }}{% endfor %}
{% set before = previous(entry) %}{% if before %}{{ before.title }}{% endif %}
";

    fn note(name: &str, rank: u8) -> (String, String) {
        let fields = ["title", "summary", "series", "category", "kind", "place"];
        let fields = fields.map(|field| format!("{field}: {field} of {name}\n"));
        let text = format!("---\n{}rank: a{rank}\n---\nThe text.\n", fields.concat());
        (format!("content/notes/{name}.md"), text)
    }

    fn write(root: &Path, path: &str, text: &str) {
        let path = root.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        std::fs::write(path, text).expect("written");
    }

    fn built(live: &mut Live, hints: &[std::path::PathBuf]) -> Option<LiveBuild> {
        live.build(hints, Vec::new(), |_| ()).expect("built")
    }

    fn bytes(files: &Files) -> BTreeMap<String, Vec<u8>> {
        let bytes = |file: &File| file.bytes().expect("read").to_vec();
        files
            .iter()
            .map(|(name, file)| (name.clone(), bytes(file)))
            .collect()
    }

    #[test]
    fn a_field_that_nothing_compares_is_shown_without_another_look_at_the_site() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().canonicalize().expect("there");
        let settings = "title: A\nbase_url: https://a.re\nlanguage: en\n";
        write(&root, "content/site.yaml", settings);
        write(&root, "content/notes/_schema.yaml", SCHEMA);
        write(&root, "content/routes.yaml", ROUTES);
        write(&root, "templates/note.html", NOTE);
        let list = "{% for note in page.items %}{{ note.title }} {{ note.url }}{% endfor %}";
        write(&root, "templates/list.html", list);
        let names = ["one", "two", "three", "four"];
        for (name, rank) in names.into_iter().zip(1..) {
            let (path, text) = note(name, rank);
            write(&root, &path, &text);
        }
        let mut live = Live::new(options_of(&root));
        let whole = built(&mut live, &[]).expect("all");
        assert!(whole.is_whole);
        let mut shown = bytes(&whole.files);
        let (path, first) = note("two", 2);
        // What stands for what, and whether the site is looked at again for it.
        let changes = [
            ("title: title", "title: other", false),
            ("summary: summary", "summary: another", false),
            ("title: other", "# a remark\ntitle: third", false),
            ("The text.", "Another text.", false),
            ("series: series", "series: another", true),
            ("category: category", "category: another", true),
            ("kind: kind of two", "kind: long", true),
            ("place: place", "place: another", true),
            ("rank: a2", "rank: a9", true),
            ("title: third of two\n", "", true),
            ("---\nAnother", "slug: second\n---\nAnother", true),
            ("slug: second", "slug: third", true),
        ];
        let mut text = first;
        for (from, to, is_whole) in changes {
            assert!(text.contains(from), "{from}");
            text = text.replace(from, to);
            write(&root, &path, &text);
            let now = built(&mut live, &[root.join(&path)]).expect("another text");
            assert_eq!(now.is_whole, is_whole, "{from} -> {to}");
            match is_whole {
                true => shown = bytes(&now.files),
                false => shown.extend(bytes(&now.files)),
            }
            let clean = built(&mut Live::new(options_of(&root)), &[]).expect("all");
            assert!(shown == bytes(&clean.files), "{from} -> {to}");
        }
    }
}
