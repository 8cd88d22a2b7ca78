//! Random edits of sites with every feature: after each one, a build over the last one writes what a clean build does,
//! says the same, and renders no page in vain but for reasons that are listed here.
//!
//! `EDITS` and `SEED` in the environment choose how many edits and which.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::fixture::{self, Outcome, Tree};
use tempfile::TempDir;

const SITE: &str = include_str!("fixture/everything.txt");
const LANGUAGES: &str = include_str!("fixture/everything-languages.txt");
const ISLANDS: &str = include_str!("fixture/everything-islands.txt");
const FORM: &str = include_str!("../../../content/forms/contact.yaml");
const PHOTO: &[u8] = include_bytes!("../../assets/tests/images/cmyk.jpg");
/// When no more edits are begun: a busy machine tries fewer.
const PATIENCE: Duration = Duration::from_secs(90);
/// 2026-01-01, and the seconds of a day.
const FIRST_DAY: u64 = 1_767_225_600;
const DAY: u64 = 86_400;

/// Why a page may be rendered although its bytes stay the same, as `site why` says it.
const IN_VAIN: [(&str, &str); 13] = [
    (
        "the fields of",
        "a page shows some fields of an entry, but depends on all",
    ),
    (
        "the text of",
        "a page shows how long a text takes, but depends on all of it",
    ),
    (
        "the template",
        "a comment, or a branch that the page does not take",
    ),
    (
        "the entr",
        "an entry goes by another name and shows the same title",
    ),
    (
        "the path of",
        "a page makes an address that it does not show",
    ),
    (
        "the origin of",
        "a page makes an address that it does not show",
    ),
    (
        "everything was built",
        "one build in a hundred renders everything",
    ),
    ("the day", "a page shows the year, but depends on the day"),
    (
        "the list of pages",
        "a page counts them, but depends on their days too",
    ),
    (
        "what stands at",
        "the day of a change that the page does not show",
    ),
    (
        "the rules",
        "budgets and the security policy judge all pages",
    ),
    (
        "its file in the output",
        "the file is written again as it was",
    ),
    (
        "where `",
        "a link within a page knows the page that it stands on",
    ),
];

/// Why beside that, where there are translations.
const IN_VAIN_IN_OTHERS: [(&str, &str); 2] = [
    (
        "which entries are in",
        "an original goes by another name, and its translation keeps its address",
    ),
    (
        "the translations of",
        "what search engines may list of other languages, where a page names none of it",
    ),
];

#[test]
fn after_every_edit_of_content_and_templates_the_output_is_that_of_a_clean_build() {
    let mut site = Site::new(&[SITE]);
    site.files
        .insert("content/forms/contact.yaml".into(), FORM.into());
    site.files.insert("public/photo.jpg".into(), PHOTO.into());
    site.run(number("EDITS", 440), EDITS);
}

#[test]
fn after_every_edit_of_islands_and_styles_the_output_is_that_of_a_clean_build() {
    let packages = fixture::packages();
    let mut site = Site::new(&[SITE, ISLANDS]);
    site.files
        .insert("content/forms/contact.yaml".into(), FORM.into());
    site.files.insert("public/photo.jpg".into(), PHOTO.into());
    for root in &site.roots {
        fs::create_dir_all(root.join("islands")).expect("created");
        std::os::unix::fs::symlink(&packages, root.join("islands/node_modules")).expect("linked");
    }
    site.run(number("EDITS", 440) * 3 / 20, ISLAND_EDITS);
}

#[test]
fn after_every_edit_of_translations_the_output_is_that_of_a_clean_build() {
    let mut site = Site::new(&[SITE, LANGUAGES]);
    site.files
        .insert("content/forms/contact.yaml".into(), FORM.into());
    site.files.insert("public/photo.jpg".into(), PHOTO.into());
    site.in_vain.extend(IN_VAIN_IN_OTHERS);
    site.run(number("EDITS", 440) * 3 / 20, LANGUAGE_EDITS);
}

fn number(name: &str, default: u64) -> u64 {
    let given = std::env::var(name).ok();
    given.map_or(default, |text| text.parse().expect("a number"))
}

/// Pseudo-random numbers (splitmix64): the same ones for a seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % sides as u64).expect("small")
    }

    fn pick<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.roll(of.len())]
    }
}

/// One site in two folders: built over the last build in the first, from nothing in the second.
struct Site {
    files: Tree,
    day: u64,
    /// Whether the last build found no mistake.
    is_sound: bool,
    /// Why pages may be rendered although their bytes stay the same.
    in_vain: Vec<(&'static str, &'static str)>,
    dice: Dice,
    roots: [PathBuf; 2],
    script: Vec<String>,
    _folder: TempDir,
}

/// An edit: its name, how often it is made, and what it does; none when it does not fit.
type Edit = (&'static str, usize, fn(&mut Site) -> Option<String>);

impl Site {
    fn new(texts: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let all = texts.iter().flat_map(|text| fixture::sections(text).1);
        let files = all.map(|section| (section.head, section.body.into_bytes()));
        Self {
            files: files.collect(),
            day: FIRST_DAY,
            is_sound: true,
            in_vain: IN_VAIN.to_vec(),
            dice: Dice(number("SEED", 1)),
            roots: ["over", "clean"].map(|name| folder.path().join(name)),
            script: Vec::new(),
            _folder: folder,
        }
    }

    fn run(&mut self, edits: u64, kinds: &[Edit]) {
        let seed = self.dice.0;
        let done =
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| self.edit(edits, kinds)));
        if let Err(panic) = done {
            eprintln!("SEED={seed} after:\n  {}", self.script.join("\n  "));
            std::panic::resume_unwind(panic);
        }
    }

    fn edit(&mut self, edits: u64, kinds: &[Edit]) {
        let mut on_disk = Tree::new();
        let mut last_good: Option<(Tree, Tree)> = None;
        let mut in_vain: BTreeMap<&str, usize> = BTreeMap::new();
        let lots: Vec<&Edit> = kinds.iter().flat_map(|e| vec![e; e.1]).collect();
        let begun = Instant::now();
        for _ in 0..=edits {
            if begun.elapsed() > PATIENCE && std::env::var_os("EDITS").is_none() {
                break;
            }
            self.write(&mut on_disk);
            let outcomes = self.build();
            let [over, clean] = &outcomes;
            assert_eq!((over.code, &over.stderr), (clean.code, &clean.stderr));
            let [dist, expected] = self
                .roots
                .each_ref()
                .map(|root| fixture::tree(&root.join("dist")));
            assert_eq!(fixture::difference(&expected, &dist), None);
            self.is_sound = over.code == Some(0);
            match (over.code, &mut last_good) {
                (Some(0), before) => {
                    let before = before.replace((self.files.clone(), dist.clone()));
                    if let Some((_, before)) = before {
                        self.check_rendered(over, (&before, &dist), &mut in_vain);
                    }
                }
                // A mistake stays for a while; then everything is as it was.
                (Some(1), Some((files, _))) if self.dice.roll(3) > 0 => {
                    self.files = files.clone();
                    self.script.push("mend".into());
                    continue;
                }
                (Some(1), _) => {}
                _ => panic!("{over:?}"),
            }
            self.next(&lots);
        }
        println!("{} edits, rendered in vain: {in_vain:?}", self.script.len());
    }

    /// Makes an edit that fits.
    fn next(&mut self, lots: &[&Edit]) {
        loop {
            let (name, _, edit) = lots[self.dice.roll(lots.len())];
            if let Some(what) = edit(self) {
                self.script.push(format!("{name}: {what}"));
                return;
            }
        }
    }

    fn write(&self, on_disk: &mut Tree) {
        for root in &self.roots {
            for name in on_disk
                .keys()
                .filter(|name| !self.files.contains_key(*name))
            {
                fs::remove_file(root.join(name)).expect("removed");
            }
            let changed = self.files.iter();
            let changed = changed.filter(|(name, bytes)| on_disk.get(*name) != Some(bytes));
            fixture::write_tree(
                root,
                &changed.map(|(n, b)| (n.clone(), b.clone())).collect(),
            );
        }
        on_disk.clone_from(&self.files);
    }

    fn build(&self) -> [Outcome; 2] {
        let [over, clean] = &self.roots;
        for name in ["journal", "search"] {
            let _ = fs::remove_file(clean.join(".site").join(name));
        }
        let day = self.day.to_string();
        let build = |root: &Path| {
            fixture::run(
                fixture::site(root)
                    .arg("build")
                    .env("SOURCE_DATE_EPOCH", &day),
            )
        };
        std::thread::scope(|scope| {
            let first = scope.spawn(|| build(over));
            let second = build(clean);
            [first.join().expect("built"), second]
        })
    }

    /// Every page whose bytes changed was rendered, and others only for a reason of the list.
    fn check_rendered(
        &self,
        over: &Outcome,
        (before, now): (&Tree, &Tree),
        in_vain: &mut BTreeMap<&'static str, usize>,
    ) {
        if over.stdout.contains("nothing changed\n") {
            assert_eq!(fixture::difference(before, now), None);
            return;
        }
        let why = fixture::run(fixture::site(&self.roots[0]).arg("why"));
        assert_eq!(why.code, Some(0), "{}", why.stderr);
        let rendered: BTreeMap<&str, &str> = why
            .stdout
            .lines()
            .filter_map(|line| line.split_once(": "))
            .collect();
        let output = |path: &str| match path {
            "/" => "index.html".to_owned(),
            path if path
                .rsplit('/')
                .next()
                .is_some_and(|name| name.contains('.')) =>
            {
                path[1..].to_owned()
            }
            path => format!("{}.html", &path[1..]),
        };
        let files: BTreeSet<String> = rendered.keys().map(|path| output(path)).collect();
        let is_page = |name: &&String| !name.starts_with("assets/") && !name.starts_with('_');
        for name in now
            .keys()
            .filter(is_page)
            .filter(|name| !name.ends_with(".ico"))
        {
            let is_other = before.get(name) != now.get(name);
            assert!(
                !is_other || files.contains(name),
                "`{name}` changed, but was not rendered"
            );
        }
        for (path, cause) in rendered {
            let name = output(path);
            if before.get(&name) != now.get(&name) {
                continue;
            }
            let listed = self
                .in_vain
                .iter()
                .find(|(listed, _)| cause.contains(listed));
            let (listed, _) =
                listed.unwrap_or_else(|| panic!("`{path}` was rendered in vain: {cause}"));
            *in_vain.entry(listed).or_default() += 1;
        }
    }

    fn text(&self, name: &str) -> Option<String> {
        let bytes = self.files.get(name)?;
        Some(String::from_utf8_lossy(bytes).into_owned())
    }

    fn replace(&mut self, name: &str, from: &str, to: &str) -> Option<String> {
        let text = self.text(name)?;
        let other = text.replacen(from, to, 1);
        (other != text).then(|| {
            self.files.insert(name.to_owned(), other.into_bytes());
            format!("{name}: {from:?} becomes {to:?}")
        })
    }

    fn append(&mut self, name: &str, text: &str) -> Option<String> {
        self.files.get_mut(name)?.extend(text.as_bytes());
        Some(format!("{name}: {text:?} is added"))
    }

    /// A file below a folder with an ending.
    fn any(&mut self, folder: &str, ending: &str) -> Option<String> {
        let is_it = |name: &&String| name.starts_with(folder) && name.ends_with(ending);
        let names: Vec<&String> = self.files.keys().filter(is_it).collect();
        let names: Vec<String> = names.into_iter().cloned().collect();
        (!names.is_empty()).then(|| names[self.dice.roll(names.len())].clone())
    }

    /// A word that stood nowhere before.
    fn word(&mut self) -> String {
        format!("mot{}", self.dice.roll(1_000_000))
    }

    /// Sets a key of front matter, or of a YAML file.
    fn set(&mut self, name: &str, key: &str, value: &str) -> Option<String> {
        let mut lines: Vec<String> = self.text(name)?.lines().map(str::to_owned).collect();
        let line = format!("{key}: {value}");
        match lines.iter().position(|l| l.starts_with(&format!("{key}:"))) {
            Some(at) if lines[at] == line => return None,
            Some(at) => lines[at] = line,
            None => lines.insert(usize::from(name.ends_with(".md")), line),
        }
        self.files
            .insert(name.to_owned(), (lines.join("\n") + "\n").into_bytes());
        Some(format!("{name}: {key} is {value:?}"))
    }

    /// Takes a file away.
    fn remove(&mut self, name: &str) -> Option<String> {
        self.files.remove(name).map(|_| format!("{name} is gone"))
    }

    fn put(&mut self, name: &str, text: &str) -> Option<String> {
        let old = self.files.insert(name.to_owned(), text.into());
        (old.as_deref() != Some(text.as_bytes())).then(|| format!("{name} is {text:?}"))
    }
}

const NOTES: &str = "content/notes/";

const EDITS: &[Edit] = &[
    ("body", 6, |s| {
        let (note, word) = (s.any(NOTES, ".md")?, s.word());
        s.append(&note, &format!("\nEncore {word} !\n"))
    }),
    ("first line", 1, |s| {
        let note = s.any(NOTES, ".md")?;
        s.replace(&note, "---\n", "---\n# un commentaire\n")
    }),
    ("title", 4, |s| {
        let (note, word) = (s.any(NOTES, ".md")?, s.word());
        s.set(&note, "title", &word)
    }),
    ("front matter", 6, |s| {
        let note = s.any(NOTES, ".md")?;
        let fields = [
            ("lead", "Un **chapeau**"),
            ("lead", "Voir [une note](/notes/n3)"),
            ("tags", "[mer]"),
            ("tags", "[montagne, ciel]"),
            ("tags", "[]"),
            ("author", "bob"),
            ("author", "ada"),
            ("mark", "moon"),
            ("mark", "sun"),
            ("date", "2025-02-15"),
            ("date", "2024-12-31"),
            ("date", "2026-01-04"),
            ("updated", "2025-12-01"),
            ("draft", "true"),
            ("draft", "false"),
            ("noindex", "true"),
            ("sample", "true"),
            ("reading_time", "9"),
            ("slug", "ailleurs"),
            ("route", "/une/autre/adresse"),
            ("template", "list.html"),
            ("aliases", "[/vieux]"),
            ("hidden", "true"),
            ("unknown", "1"),
        ];
        let (key, value) = fields[s.dice.roll(fields.len())];
        s.set(&note, key, value)
    }),
    ("names that read alike", 3, |s| {
        let files = [&"content/docs/a.md", &"content/docs/api/x.md"];
        let (name, word) = (*s.dice.pick(&files), s.word());
        match s.dice.roll(2) {
            0 => s.set(name, "title", &word),
            _ => s.append(name, &format!("\nEncore {word} !\n")),
        }
    }),
    ("add", 4, |s| {
        let word = s.word();
        let day = s.dice.roll(28) + 1;
        let links = [
            "[la première](n1.md)",
            "[fin](n1.md#la-fin)",
            "[liste](/notes#liste)",
            "[rien](#rien)",
        ];
        let link = s.dice.pick(&links);
        let text =
            format!("---\ntitle: {word}\ndate: 2025-05-{day:02}\ntags: [mer]\n---\nVoir {link}.\n");
        s.put(&format!("{NOTES}{word}.md"), &text)
    }),
    ("delete", 3, |s| {
        let note = s.any(NOTES, ".md")?;
        s.remove(&note)
    }),
    ("rename", 2, |s| {
        let (note, word) = (s.any(NOTES, ".md")?, s.word());
        let bytes = s.files.remove(&note)?;
        s.files.insert(format!("{NOTES}{word}.md"), bytes);
        Some(format!("{note} is {word}.md now"))
    }),
    ("person", 2, |s| {
        let (person, word) = (s.any("content/people/", ".yaml")?, s.word());
        let key = *s.dice.pick(&[&"name", &"motto"]);
        match key {
            "schema" => None,
            key if person.contains("_schema") => s.replace(&person, key, &word),
            key => s.set(&person, key, &word),
        }
    }),
    ("template", 4, |s| {
        let (template, word) = (s.any("templates/", ".html")?, s.word());
        match s.dice.roll(4) {
            0 => s.append(&template, &format!("{{# {word} #}}")),
            1 => s.replace(&template, "<p>", &format!("<p>{word} ")),
            2 => s.replace(&template, "<ul", "<ul class=\"page\""),
            _ => s.append(
                &template,
                "{% if today().year > 3000 %}{{ site.title }}{% endif %}",
            ),
        }
    }),
    ("include", 1, |s| {
        let template = s.any("templates/", ".html")?;
        s.replace(&template, "<h1>", "{% include \"menu.html\" %}<h1>")
    }),
    ("mistake in a template", 1, |s| {
        let template = s.any("templates/", ".html")?;
        s.append(&template, "{{ nothing }}")
    }),
    ("style attribute", 1, |s| {
        let template = s.any("templates/", ".html")?;
        s.append(&template, "<p style=\"x\">")
    }),
    ("template of the engine", 1, |s| {
        let name = "templates/robots.txt";
        match s.files.contains_key(name) {
            true => s.remove(name),
            false => s.put(name, "User-agent: *\n"),
        }
    }),
    ("id of a template", 1, |s| {
        s.replace("templates/list.html", "id=\"liste\"", "id=\"list\"")
            .or_else(|| s.replace("templates/list.html", "id=\"list\"", "id=\"liste\""))
    }),
    ("schema", 3, |s| {
        let name = "content/notes/_schema.yaml";
        let changes = [
            ("x-sort: -date", "x-sort: title"),
            ("x-sort: title", "x-sort: -date"),
            ("limit: 3", "limit: 2"),
            ("limit: 2", "limit: 3"),
            ("title: Les notes", "title: Des notes"),
            (
                "properties:\n",
                "properties:\n  more: { type: string, default: un peu }\n",
            ),
            ("  more: { type: string, default: un peu }\n", ""),
            ("x-route: /notes/{slug}", "x-route: /ecrits/{slug}"),
            ("x-route: /ecrits/{slug}", "x-route: /notes/{slug}"),
            (
                "title: { type: string }",
                "title: { type: string, maxLength: 60 }",
            ),
            (
                "title: { type: string, maxLength: 60 }",
                "title: { type: string }",
            ),
        ];
        let (from, to) = changes[s.dice.roll(changes.len())];
        s.replace(name, from, to)
    }),
    ("site.yaml", 4, |s| {
        let word = s.word();
        let values = [
            ("title", word.as_str()),
            ("tagline", word.as_str()),
            ("owner", "{ city: Hell-Bourg, phone: +262 1 }"),
            ("owner", "{ city: Cilaos, phone: +262 1 }"),
            ("owner", "{ phone: +262 2, city: Cilaos }"),
            ("base_url", "https://example.com"),
            ("base_url", "https://example.com/sub"),
            ("base_url", "https://example.org/sub"),
            ("language", "en"),
            ("language", "fr"),
            ("urls", "file"),
            ("budgets", "{ html: 60000 }"),
            ("budgets", "{ html: 50000, css: 9000 }"),
            ("budgets", "{ html: 10 }"),
            ("redirects", "{ /former: /notes }"),
            ("redirects", "{ /former: /notes/n1 }"),
            ("highlight", "false"),
            ("highlight", "true"),
            ("math", "true"),
            ("autolinks", "false"),
            ("search", "{ pages: [/notes/*] }"),
            ("search", "{ pages: [/*] }"),
            ("verbatim", "[square.svg]"),
            ("verbatim", "[]"),
            ("description", word.as_str()),
            ("drawings", "{ paper: \"#ffffff\", ink: \"#000000\" }"),
            ("analytics", "https://stats.example.com/script.js"),
        ];
        let (key, value) = values[s.dice.roll(values.len())];
        s.set("content/site.yaml", key, value)
    }),
    ("routes.yaml", 2, |s| {
        let changes = [
            ("limit: 3", "limit: 2"),
            ("limit: 2", "limit: 3"),
            ("title: Sujets", "title: Tags"),
            ("  - { path: /by-title,", "  - { path: /par-titre,"),
            ("sort: title", "sort: -title"),
            ("  - { path: /index.txt, template: index.txt }\n", ""),
            (
                "routes:\n",
                "routes:\n  - { path: /plus, template: list.html, title: Plus, list: { collection: notes, where: { tags: mer } } }\n",
            ),
            ("template: tags.html", "template: tag.html"),
        ];
        let (from, to) = changes[s.dice.roll(changes.len())];
        s.replace("content/routes.yaml", from, to)
    }),
    ("form", 1, |s| {
        let word = s.word();
        s.set("content/forms/contact.yaml", "title", &word)
    }),
    ("image", 3, |s| {
        let size = s.dice.roll(90) + 1;
        let svg =
            format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{size}\" height=\"5\"/>\n");
        let name = *s.dice.pick(&[
            &"public/square.svg",
            &"content/notes/dot.svg",
            &"public/dot.svg",
        ]);
        match s.dice.roll(6) {
            0 => s.remove(name),
            1 if s.files.contains_key("public/photo.jpg") => s.remove("public/photo.jpg"),
            1 => {
                s.files.insert("public/photo.jpg".into(), PHOTO.into());
                Some("public/photo.jpg is back".into())
            }
            _ => s.put(name, &svg),
        }
    }),
    ("icon", 2, |s| {
        let (icon, size) = (s.any("public/icons/", ".svg")?, s.dice.roll(90));
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 4 4\"><path d=\"M0 {size}h4\"/></svg>\n"
        );
        s.put(&icon, &svg)
    }),
    ("style", 2, |s| {
        let size = s.dice.roll(90);
        s.append(
            "public/style.css",
            &format!(".c{size} {{ margin: {size}px }}\n"),
        )
    }),
    ("component", 2, |s| {
        let word = s.word();
        match s.dice.roll(3) {
            0 => s.append("templates/components/box.html", &word),
            1 => s.replace(
                "templates/components/box.schema.yaml",
                "properties:\n",
                "properties:\n  tone: { type: string, default: calme }\n",
            ),
            _ => s.replace("content/notes/n2.md", "Une *boîte*", &word),
        }
    }),
    ("midnight", 2, |s| {
        s.day += DAY;
        Some("a day goes by".into())
    }),
    ("the output", 2, |s| {
        let dist = s.roots[0].join("dist");
        // A mistake leaves what stands there; files of earlier releases are not made again; by `_headers` an
        // output is known.
        let names = fixture::tree(&dist).into_keys();
        let names: Vec<String> = names
            .filter(|n| s.is_sound && !n.starts_with("assets/") && !n.starts_with('_'))
            .collect();
        let name = names.get(s.dice.roll(names.len().max(1)))?;
        match s.dice.roll(3) {
            0 => fs::remove_file(dist.join(name)).ok()?,
            1 => fs::write(dist.join("stray.txt"), "x").ok()?,
            _ => fs::write(dist.join(name), "by hand").ok()?,
        }
        Some(format!("somebody meddles with {name}"))
    }),
    ("nothing", 2, |s| {
        let name = s.any("", "")?;
        for root in &s.roots {
            let bytes = fs::read(root.join(&name)).ok()?;
            fs::write(root.join(&name), bytes).ok()?;
        }
        Some(format!("{name} is touched"))
    }),
];

const LANGUAGE_EDITS: &[Edit] = &[
    ("body", 3, |s| {
        let (note, word) = (s.any(NOTES, ".md")?, s.word());
        s.append(&note, &format!("\nEncore {word} !\n"))
    }),
    ("front matter", 4, |s| {
        let (note, word) = (s.any(NOTES, ".md")?, s.word());
        let fields = [
            ("title", word.as_str()),
            ("slug", "elsewhere"),
            ("slug", word.as_str()),
            ("route", "/une/autre/adresse"),
            ("tags", "[mer]"),
            ("tags", "[sea]"),
            ("date", "2024-12-31"),
            ("draft", "true"),
            ("noindex", "true"),
            ("template", "list.html"),
            ("aliases", "[/vieux]"),
        ];
        let (key, value) = fields[s.dice.roll(fields.len())];
        s.set(&note, key, value)
    }),
    ("translate", 4, |s| {
        let word = s.word();
        let name = *s
            .dice
            .pick(&[&"n1.de", &"n2.de", &"n3.en", &"n3.de", &"n9.en", &"n2.it"]);
        let links = [
            "[un](n1.md)",
            "[deux](n2.en.md)",
            "[liste](/notes)",
            "[en](/en/notes)",
        ];
        let link = s.dice.pick(&links);
        let text =
            format!("---\ntitle: {word}\ndate: 2025-05-01\ntags: [mer]\n---\nSee {link} !\n");
        s.put(&format!("{NOTES}{name}.md"), &text)
    }),
    ("delete", 2, |s| {
        let note = s.any(NOTES, ".md")?;
        s.remove(&note)
    }),
    ("person", 1, |s| {
        let word = s.word();
        match s.dice.roll(3) {
            0 => s.remove("content/people/bob.en.yaml"),
            1 => s.put("content/people/ada.en.yaml", &format!("name: {word}\n")),
            _ => s.set("content/people/ada.yaml", "name", &word),
        }
    }),
    ("languages", 3, |s| {
        let word = s.word();
        let changes = [
            (", missing: leave-out", ""),
            ("name: Deutsch }", "name: Deutsch, missing: leave-out }"),
            ("title: All", "title: Everything"),
            ("name: English", "name: british"),
            ("name: Deutsch", "name: Deutsch, dir: rtl"),
            ("code: en, ", "code: en, prefix: english, "),
            (", prefix: english", ""),
            ("  - { code: de, name: Deutsch, missing: leave-out }\n", ""),
            ("language: fr\n", "language: en\n"),
            ("language: en\n", "language: fr\n"),
            ("title: Tout", word.as_str()),
        ];
        let (from, to) = changes[s.dice.roll(changes.len())];
        s.replace("content/site.yaml", from, to)
    }),
    ("strings", 3, |s| {
        let word = s.word();
        let texts = [
            ("menu", format!("{{ fr: {word}, en: Menu, de: Karte }}")),
            ("menu", format!("{{ fr: Menu, en: {word}, de: Karte }}")),
            ("menu", word.clone()),
            (
                "question",
                "{ fr: \"Une question ?\", de: \"Noch Fragen?\" }".to_owned(),
            ),
            (
                "question",
                format!("{{ fr: Oui, en: {word}, de: \"Noch Fragen?\" }}"),
            ),
            ("question", "{ fr: Oui }".to_owned()),
            ("other", word.clone()),
        ];
        let (key, text) = &texts[s.dice.roll(texts.len())];
        s.set("content/strings.yaml", key, text)
    }),
    ("routes.yaml", 2, |s| {
        let changes = [
            ("title: Sujets", "title: { fr: Sujets, en: Topics }"),
            (
                "template: tags.html,",
                "template: tags.html, languages: [fr, de],",
            ),
            (", languages: [fr, de]", ""),
            (
                "template: index.txt }",
                "template: index.txt, languages: [en, fr] }",
            ),
            (
                "  - { path: /404, template: home.html, title: Introuvable }\n",
                "",
            ),
        ];
        let (from, to) = changes[s.dice.roll(changes.len())];
        s.replace("content/routes.yaml", from, to)
    }),
    ("template", 1, |s| {
        let (template, word) = (s.any("templates/", ".html")?, s.word());
        s.replace(&template, "<p>", &format!("<p>{word} ! "))
    }),
    ("midnight", 1, |s| {
        s.day += DAY;
        Some("a day goes by".into())
    }),
];

const ISLAND_EDITS: &[Edit] = &[
    ("component", 2, |s| {
        let word = s.word();
        s.replace("islands/Counter/Counter.tsx", "<p>", &format!("<p>{word} "))
    }),
    ("what a component imports", 1, |s| {
        let word = s.word();
        s.replace(
            "islands/ui/Button.tsx",
            "{props.children}",
            &format!("{word} {{props.children}}"),
        )
    }),
    ("console", 1, |s| {
        let word = s.word();
        s.replace(
            "islands/Counter/Counter.tsx",
            "return (",
            &format!("console.warn(\"{word}\");\n  return ("),
        )
    }),
    ("throws", 1, |s| {
        s.replace(
            "islands/Toggle/Toggle.tsx",
            "return ",
            "throw new Error(\"no\");\n  return ",
        )
    }),
    ("props in a template", 2, |s| {
        let word = s.word();
        s.replace(
            "templates/tags.html",
            "\"start\": 1",
            &format!("\"start\": 1, \"label\": \"{word}\""),
        )
        .or_else(|| {
            s.replace(
                "templates/tags.html",
                "\"label\": \"mot",
                "\"label\": \"mots",
            )
        })
    }),
    ("props in a text", 2, |s| {
        let start = s.dice.roll(100);
        s.set("content/notes/n3.md", "start", &start.to_string())
    }),
    ("drawing", 2, |s| {
        let size = s.dice.roll(100);
        s.replace(
            "islands/drawings/square.ts",
            "M0 0h",
            &format!("M0 {size}h"),
        )
        .or_else(|| s.replace("islands/drawings/square.ts", "h${side}", "v${side}"))
    }),
    ("inline script", 1, |s| {
        let word = s.word();
        s.append(
            "islands/inline/head.ts",
            &format!("document.title += \"{word}\";\n"),
        )
    }),
    ("style", 2, |s| {
        let size = s.dice.roll(90);
        s.append(
            "islands/styles.css",
            &format!(".c{size} {{ margin: {size}px }}\n"),
        )
    }),
    ("runtime", 1, |s| {
        let word = s.word();
        s.append(
            "islands/runtime/runtime.ts",
            &format!("export const {word} = 1;\nconsole.log({word});\n"),
        )
    }),
    ("class in a template", 1, |s| {
        let size = s.dice.roll(90);
        s.append(
            "templates/menu.html",
            &format!("<p class=\"mt-{size}\"></p>"),
        )
    }),
    ("body", 2, |s| {
        let (note, word) = (s.any(NOTES, ".md")?, s.word());
        s.append(&note, &format!("\nEncore {word}.\n"))
    }),
    ("title", 2, |s| {
        let (note, word) = (s.any(NOTES, ".md")?, s.word());
        s.set(&note, "title", &word)
    }),
    ("delete", 1, |s| {
        let note = s.any(NOTES, ".md")?;
        s.remove(&note)
    }),
];
