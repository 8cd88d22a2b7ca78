//! The index of the pages of one language: which words stand where, cut into files by the first letters of the words.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use serde_json::{Value, json};

use super::page::Page;
use super::words;

/// More bytes than this are cut by one letter more.
const MOST_BYTES: usize = 24_000;
/// So many letters at most.
const MOST_LETTERS: usize = 4;
/// What stands on more than so many pages of a hundred tells none of them apart; with few pages everything does.
const COMMON: usize = 70;
const FEW: usize = 8;
/// How much more a word counts in the title of a page and in a heading.
const IN_TITLE: f64 = 8.0;
const IN_HEADING: f64 = 4.0;
/// How fast more of the same word stops to count, and how much long texts are held against their words (BM25).
const SATURATION: f64 = 1.2;
const LENGTH: f64 = 0.6;

/// A page that can be found.
#[derive(Debug)]
pub struct Found {
    /// What it is called in the index.
    pub id: String,
    /// Its address on the site.
    pub href: String,
    /// What it has to read.
    pub page: Page,
}

/// What pages get for each stem, and how many bytes it takes to say so.
type Points<'a> = BTreeMap<&'a str, (Value, usize)>;

/// Where a stem stands: page, section, how much of it.
type Uses = BTreeMap<(usize, usize), f64>;

/// The files of an index, by their names behind the language.
pub fn files(language: &str, pages: &[Found]) -> BTreeMap<String, Value> {
    let stems = read(language, pages);
    let lengths = lengths(pages);
    let mut files = BTreeMap::new();
    let mut forms: BTreeMap<&str, &str> = BTreeMap::new();
    for (stem, (own, _)) in &stems {
        forms.extend(own.iter().map(|form| (form.as_str(), stem.as_str())));
    }
    let points: Vec<(&str, Value)> = stems
        .par_iter()
        .map(|(stem, (_, uses))| (stem.as_str(), points(uses, pages, &lengths)))
        .collect();
    let sized = points.into_iter().map(|(stem, value)| {
        let bytes = value.to_string().len();
        (stem, (value, bytes))
    });
    let points: Points<'_> = sized.collect();
    let mut shards = Vec::new();
    let all: Vec<(&str, &str)> = forms.into_iter().collect();
    cut(&all, 1, &points, &mut |shard, groups| {
        files.insert(format!("/{}.json", file_of(shard)), groups);
        shards.push(shard.to_owned());
    });
    files.insert(".json".to_owned(), json!({ "shards": shards }));
    for Found { id, href, page } in pages {
        let sections = page.sections.iter();
        let sections: Vec<_> = sections.map(|s| json!([s.id, s.heading, s.text])).collect();
        let shown = json!({ "url": href, "title": page.title, "sections": sections });
        files.insert(format!("/pages/{id}.json"), shown);
    }
    // No beginning of a word has a hyphen.
    let all = pages.iter().map(|one| json!([one.href, one.page.title]));
    files.insert("/all-pages.json".to_owned(), all.collect());
    files
}

/// The stems with the forms that stand in the pages, and where.
fn read(language: &str, pages: &[Found]) -> BTreeMap<String, (BTreeSet<String>, Uses)> {
    let stemmer = words::stemmer(language);
    let mut stems: BTreeMap<String, (BTreeSet<String>, Uses)> = BTreeMap::new();
    for (number, Found { page, .. }) in pages.iter().enumerate() {
        let title = (0, page.title.as_str(), IN_TITLE);
        let sections = page.sections.iter().enumerate();
        let texts = sections.flat_map(|(at, section)| {
            [
                (at, section.heading.as_str(), IN_HEADING),
                (at, section.text.as_str(), 1.0),
            ]
        });
        for (section, text, weight) in texts.chain([title]) {
            for word in words::words(text) {
                let stem = stemmer.as_ref().map(|s| s.stem(&word).into_owned());
                let stem = stem.unwrap_or_else(|| word.clone());
                let (forms, uses) = stems.entry(stem).or_default();
                forms.insert(word);
                *uses.entry((number, section)).or_default() += weight;
            }
        }
    }
    stems
}

/// How long each section is, as a share of what sections have on average.
fn lengths(pages: &[Found]) -> Vec<Vec<f64>> {
    let bytes =
        |page: &Found| -> Vec<usize> { page.page.sections.iter().map(|s| s.text.len()).collect() };
    let all: Vec<Vec<usize>> = pages.iter().map(bytes).collect();
    let count = all.iter().map(Vec::len).sum::<usize>().max(1);
    let mean = (all.iter().flatten().sum::<usize>() as f64 / count as f64).max(1.0);
    let share = |lengths: Vec<usize>| lengths.iter().map(|l| *l as f64 / mean).collect();
    all.into_iter().map(share).collect()
}

/// What each page gets for a stem, section by section; 0 for one that stands nearly everywhere.
fn points(uses: &Uses, pages: &[Found], lengths: &[Vec<f64>]) -> Value {
    let on: BTreeSet<usize> = uses.keys().map(|(page, _)| *page).collect();
    if pages.len() >= FEW && on.len() * 100 > pages.len() * COMMON {
        return json!(0);
    }
    let (all, on) = (pages.len() as f64, on.len() as f64);
    let rarity = (1.0 + (all - on + 0.5) / (on + 0.5)).ln();
    let mut found: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
    for ((page, section), count) in uses {
        let length = 1.0 - LENGTH + LENGTH * lengths[*page][*section];
        let share = count * (SATURATION + 1.0) / (count + SATURATION * length);
        let points = (rarity * share * 10.0).round().max(1.0) as u64;
        let own = found.entry(&pages[*page].id).or_default();
        own.extend([*section as u64, points]);
    }
    json!(found)
}

/// Cuts words, which are in order, by their first letters until each file is small.
fn cut<'a>(
    forms: &[(&'a str, &'a str)],
    letters: usize,
    points: &Points<'_>,
    add: &mut impl FnMut(&str, Value),
) {
    let start = |form: &'a str| -> &'a str {
        let end = form
            .char_indices()
            .nth(letters)
            .map_or(form.len(), |(i, _)| i);
        &form[..end]
    };
    for own in forms.chunk_by(|(a, _), (b, _)| start(a) == start(b)) {
        let shard = start(own[0].0);
        let is_short = |(form, _): &&(&str, &str)| *form == shard;
        let is_last = letters == MOST_LETTERS || own.iter().all(|one| is_short(&one));
        // Forms of one stem are told together.
        let stems: BTreeSet<&str> = own.iter().map(|(_, stem)| *stem).collect();
        let bytes: usize = stems.iter().map(|stem| points[stem].1).sum();
        if is_last
            || bytes + own.iter().map(|(form, _)| form.len() + 3).sum::<usize>() <= MOST_BYTES
        {
            add(shard, groups(own, points));
            continue;
        }
        // The word that is these letters and no more has no other file.
        let (short, long): (Vec<_>, Vec<_>) = own.iter().partition(is_short);
        if !short.is_empty() {
            add(shard, groups(&short, points));
        }
        cut(&long, letters + 1, points, add);
    }
}

/// Forms of one stem beside each other, with where it stands.
fn groups(forms: &[(&str, &str)], points: &Points<'_>) -> Value {
    let mut groups: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (form, stem) in forms {
        groups.entry(stem).or_default().push(form);
    }
    let groups = groups.into_iter();
    groups
        .map(|(stem, forms)| json!([forms, points[stem].0]))
        .collect()
}

/// The name of the file of some letters.
fn file_of(shard: &str) -> String {
    let characters = shard.chars().map(|c| match c {
        'a'..='z' | '0'..='9' => c.to_string(),
        c => format!("u{:x}", u32::from(c)),
    });
    characters.collect()
}

#[cfg(test)]
mod tests {
    use super::super::page::Section;
    use super::*;

    fn page(id: &str, title: &str, text: &str) -> Found {
        Found {
            id: id.to_owned(),
            href: format!("/{id}"),
            page: Page {
                language: "fr".to_owned(),
                title: title.to_owned(),
                sections: vec![Section {
                    text: text.to_owned(),
                    ..Section::default()
                }],
            },
        }
    }

    #[test]
    fn forms_of_a_word_share_their_places_and_titles_count_more() {
        let pages = [
            page("a", "Le chien", "Il dort."),
            page("b", "Le chat", "Les chiens dorment."),
        ];
        let files = files("fr", &pages);
        let names: Vec<&str> = files.keys().map(String::as_str).collect();
        assert_eq!(
            names,
            [
                ".json",
                "/c.json",
                "/d.json",
                "/i.json",
                "/l.json",
                "/pages/a.json",
                "/pages/b.json"
            ]
        );
        let dog = &files["/c.json"][1];
        assert_eq!(dog[0], json!(["chien", "chiens"]));
        let points = |page: &str| dog[1][page][1].as_u64().expect("points");
        assert!(points("a") > points("b"), "{dog}");
    }

    #[test]
    fn what_is_large_is_cut_and_what_is_everywhere_is_no_place() {
        let words: String = (0..3_000).map(|n| format!("ab{n}x ")).collect();
        let pages: Vec<Found> = (0..9)
            .map(|n| page(&n.to_string(), "ab", &format!("commun {words}")))
            .chain([page("last", "autre", "seul ab")])
            .collect();
        let files = files("xx", &pages);
        assert_eq!(files["/c.json"], json!([[["commun"], 0]]));
        assert_eq!(
            files["/ab.json"].as_array().map(Vec::len),
            Some(1),
            "`ab` alone"
        );
        let shards = files[".json"]["shards"].as_array().expect("a list");
        assert!(shards.contains(&json!("ab1")) && !shards.contains(&json!("a")));
    }
}
