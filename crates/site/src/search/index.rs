//! The index of the pages of one language: which words stand where, cut into files by the first letters of the words.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use indexmap::IndexMap;
use rayon::prelude::*;
use serde_json::json;

use super::reading::CountedWords;
use super::words;

/// More bytes than this are cut by one letter more.
const MOST_BYTES: usize = 24_000;
/// So many letters at most.
const MOST_LETTERS: usize = 4;
/// What stands on more than so many pages of a hundred tells few of them apart: beside other words it does not count.
const COMMON: usize = 70;
const FEW: usize = 8;
/// Who asks for such a word alone is shown so many pages, those that it says most of.
const BEST: usize = 50;
/// How the names of what is shown of pages begin.
const PAGES: &str = "/pages/";
/// How fast more of the same word stops to count, and how much long texts are held against their words (BM25).
const SATURATION: f64 = 1.2;
const LENGTH: f64 = 0.6;

/// A page that can be found.
#[derive(Clone, Debug)]
pub struct FindablePage {
    /// What it is called in the index.
    pub id: String,
    /// Its address on the site.
    pub href: String,
    /// What it has to read.
    pub reading: Arc<CountedWords>,
}

/// The index of a language. Invariant: after `replace` it is what `new` makes of the same pages, which the random
/// edits of `tests/edits.rs` and `tests/serve.rs` compare.
#[derive(Debug, Default)]
pub struct Index {
    language: String,
    pages: Vec<FindablePage>,
    mean: u32,
    forms: IndexMap<String, Form>,
    stems: IndexMap<String, Stem>,
    files: BTreeMap<String, Arc<String>>,
}

/// A word as it stands in pages.
#[derive(Debug, Default)]
struct Form {
    stem: usize,
    /// In the order of pages and sections; none for a word that stands nowhere any more.
    uses: Vec<Use>,
}

/// What forms of one word have in common.
#[derive(Debug, Default)]
struct Stem {
    forms: Vec<usize>,
    /// What pages get for it, as JSON; none where that has to be made.
    points: Option<String>,
}

/// A place of a word: the number of a page, a section, how often it stands in its text, and what it is worth in its name.
type Use = (u32, u32, u32, u32);

impl Index {
    /// The index of pages, which are in the order of their ids.
    pub fn new(language: &str, pages: Vec<FindablePage>) -> Self {
        let mut index = Self {
            language: language.to_owned(),
            mean: mean(&pages),
            pages,
            ..Self::default()
        };
        for number in 0..index.pages.len() {
            index.add(number);
        }
        index.write();
        index
    }

    /// The pages, in the order of their ids.
    pub fn pages(&self) -> &[FindablePage] {
        &self.pages
    }

    /// The files, by their names behind the language.
    pub fn files(&self) -> &BTreeMap<String, Arc<String>> {
        &self.files
    }

    /// The index of these pages, which are mostly those of before.
    pub fn with(mut self, pages: Vec<FindablePage>) -> Self {
        let name = |page: &FindablePage| (page.id.clone(), page.href.clone());
        if !self.pages.iter().map(name).eq(pages.iter().map(name)) {
            return Self::new(&self.language, pages);
        }
        let both = self.pages.iter().zip(pages).enumerate();
        let changed = both.filter(|(_, (old, new))| old.reading != new.reading);
        let changed = changed
            .map(|(number, (_, new))| (number, new.reading))
            .collect();
        self.replace(changed);
        self
    }

    /// Takes over what some pages have to read now, by their numbers.
    pub fn replace(&mut self, changed: Vec<(usize, Arc<CountedWords>)>) {
        for (number, reading) in changed {
            self.remove(number);
            self.pages[number].reading = reading;
            self.add(number);
        }
        let mean = mean(&self.pages);
        if mean != self.mean {
            self.mean = mean;
            self.stems.values_mut().for_each(|stem| stem.points = None);
        }
        self.write();
    }

    fn remove(&mut self, number: usize) {
        let reading = Arc::clone(&self.pages[number].reading);
        let page = number as u32;
        for (word, _) in reading.words() {
            let Some(form) = self.forms.get_mut(word) else {
                continue;
            };
            let start = form.uses.partition_point(|place| place.0 < page);
            let end = form.uses.partition_point(|place| place.0 <= page);
            form.uses.drain(start..end);
            self.stems[form.stem].points = None;
        }
    }

    fn add(&mut self, number: usize) {
        let stemmer = words::stemmer(&self.language);
        let FindablePage { id, href, reading } = &self.pages[number];
        let shown = reading.shown(href);
        self.files.insert(format!("/pages/{id}.json"), shown.into());
        let page = number as u32;
        for (word, shares) in reading.words() {
            let form = match self.forms.get_full_mut(word) {
                Some((_, _, form)) => form,
                None => {
                    let stem = stemmer.as_ref().map_or(word.into(), |s| s.stem(word));
                    let stem = self.stems.entry(stem.into_owned());
                    let (number, forms) = (stem.index(), &mut stem.or_default().forms);
                    forms.push(self.forms.len());
                    let form = self.forms.entry(word.to_owned()).or_default();
                    form.stem = number;
                    form
                }
            };
            self.stems[form.stem].points = None;
            let at = form.uses.partition_point(|place| place.0 < page);
            let shares = shares
                .iter()
                .map(|(section, count, worth)| (page, *section, *count, *worth));
            form.uses.splice(at..at, shares);
        }
    }

    /// Writes the files of which the words are others.
    fn write(&mut self) {
        let stale = (0..self.stems.len()).into_par_iter();
        let stale = stale.filter(|stem| self.stems[*stem].points.is_none());
        let made: Vec<_> = stale.map(|stem| (stem, self.points(stem))).collect();
        for (stem, points) in made {
            self.stems[stem].points = Some(points);
        }
        let forms = self.forms.iter().filter(|(_, form)| !form.uses.is_empty());
        let mut all: Vec<Word<'_>> = forms
            .map(|(text, form)| (text.as_str(), form.stem))
            .collect();
        all.par_sort_unstable();
        let cut = |own: &[Word<'_>]| {
            let mut shards = Vec::new();
            self.cut(own, 1, &mut |shard, own| {
                shards.push((shard.to_owned(), self.groups(own)));
            });
            shards
        };
        let shards = all.par_chunk_by(|(a, _), (b, _)| start(a, 1) == start(b, 1));
        let shards: Vec<(String, String)> = shards.flat_map_iter(cut).collect();
        let names: Vec<&String> = shards.iter().map(|(shard, _)| shard).collect();
        let table = (".json".to_owned(), json!({ "shards": names }).to_string());
        // No beginning of a word has a hyphen.
        let listed = self.pages.iter();
        let listed = listed.map(|page| json!([page.href, page.reading.title]));
        let listed: serde_json::Value = listed.collect();
        let listed = ("/all-pages.json".to_owned(), listed.to_string());
        let of_words = shards
            .iter()
            .map(|(shard, _)| format!("/{}.json", file_of(shard)));
        let of_words: Vec<String> = of_words.collect();
        let texts = shards.into_iter().map(|(_, text)| text);
        let new: BTreeMap<String, String> = of_words
            .into_iter()
            .zip(texts)
            .chain([table, listed])
            .collect();
        self.files
            .retain(|name, _| name.starts_with(PAGES) || new.contains_key(name));
        for (name, text) in new {
            // A file that is the same stays the same.
            if self.files.get(&name).is_none_or(|known| **known != text) {
                self.files.insert(name, text.into());
            }
        }
    }

    /// What each page gets for a stem, section by section; with `,1` behind it and of the best pages alone, when the stem
    /// stands nearly everywhere.
    fn points(&self, stem: usize) -> String {
        let uses = self.uses(stem);
        let of_pages: Vec<&[Use]> = uses.chunk_by(|a, b| a.0 == b.0).collect();
        let (all, on) = (self.pages.len(), of_pages.len());
        let is_everywhere = all >= FEW && on * 100 > all * COMMON;
        let (all, on) = (all as f64, on as f64);
        let rarity = match is_everywhere {
            // It is held against itself alone.
            true => 1.0,
            false => (1.0 + (all - on + 0.5) / (on + 0.5)).ln(),
        };
        let of_sections =
            |own: &&[Use]| own.iter().map(|one| self.points_of(one, rarity)).collect();
        let mut points: Vec<(&str, Vec<(u32, u64)>)> = of_pages
            .iter()
            .map(|own| (self.pages[own[0].0 as usize].id.as_str(), of_sections(own)))
            .collect();
        if is_everywhere && points.len() > BEST {
            points.sort_by_cached_key(|(id, sections)| (Reverse(together(sections)), *id));
            points.truncate(BEST);
            points.sort_unstable();
        }
        let points = points.into_iter().map(|(id, sections)| {
            let sections = sections
                .iter()
                .map(|(section, own)| format!("{section},{own}"));
            format!("\"{id}\":[{}]", sections.collect::<Vec<_>>().join(","))
        });
        let points = points.collect::<Vec<_>>().join(",");
        format!("{{{points}}}{}", if is_everywhere { ",1" } else { "" })
    }

    /// A section, and what it gets for a stem.
    fn points_of(&self, (page, section, count, worth): &Use, rarity: f64) -> (u32, u64) {
        let length = self.pages[*page as usize].reading.lengths[*section as usize];
        let length = f64::from(length) / f64::from(self.mean);
        let length = 1.0 - LENGTH + LENGTH * length;
        let count = f64::from(*count);
        let share = count * (SATURATION + 1.0) / (count + SATURATION * length);
        // What names a part tells more of it than any number of times in the text, however long that is.
        let named = f64::from(*worth) / 100.0;
        let own = (rarity * (share + named) * 10.0).round().max(1.0) as u64;
        (*section, own)
    }

    /// Where the forms of a stem stand, in the order of pages and sections.
    fn uses(&self, stem: usize) -> Cow<'_, [Use]> {
        let forms = self.stems[stem].forms.iter();
        let mut forms = forms
            .map(|form| &self.forms[*form].uses)
            .filter(|u| !u.is_empty());
        let first = forms.next().map_or([].as_slice(), Vec::as_slice);
        let others: Vec<Use> = forms.flatten().copied().collect();
        if others.is_empty() {
            return first.into();
        }
        let mut uses = [first, &others].concat();
        uses.sort_unstable();
        uses.dedup_by(|next, own| {
            let is_same = (next.0, next.1) == (own.0, own.1);
            if is_same {
                own.2 += next.2;
                own.3 = own.3.max(next.3);
            }
            is_same
        });
        uses.into()
    }

    /// Cuts words, which are in order, by their first letters until each file is small.
    fn cut<'a>(
        &self,
        words: &[Word<'a>],
        letters: usize,
        add: &mut impl FnMut(&'a str, &[Word<'a>]),
    ) {
        for own in words.chunk_by(|(a, _), (b, _)| start(a, letters) == start(b, letters)) {
            let shard = start(own[0].0, letters);
            let is_last = letters == MOST_LETTERS || own.iter().all(|(word, _)| *word == shard);
            if is_last || self.bytes(own) <= MOST_BYTES {
                add(shard, own);
                continue;
            }
            // The word that is these letters and no more has no other file.
            let (short, long) = own.split_at(usize::from(own[0].0 == shard));
            if !short.is_empty() {
                add(shard, short);
            }
            self.cut(long, letters + 1, add);
        }
    }

    /// About how long the groups of some words are.
    fn bytes(&self, words: &[Word<'_>]) -> usize {
        // Forms of one stem are told together.
        let mut stems: Vec<usize> = words.iter().map(|(_, stem)| *stem).collect();
        stems.sort_unstable();
        stems.dedup();
        let points = stems.into_iter().map(|stem| self.shown(stem).len());
        points.sum::<usize>() + words.iter().map(|(form, _)| form.len() + 3).sum::<usize>()
    }

    fn shown(&self, stem: usize) -> &str {
        self.stems[stem].points.as_deref().unwrap_or("{}")
    }

    /// Forms of one stem beside each other, with where it stands, as JSON; words are letters and digits, which stand
    /// for themselves there.
    fn groups(&self, words: &[Word<'_>]) -> String {
        let name = |stem: usize| self.stems.get_index(stem).map(|(name, _)| name);
        let mut words = words.to_vec();
        words.sort_by_key(|(_, stem)| name(*stem));
        let groups = words.chunk_by(|(_, a), (_, b)| a == b).map(|own| {
            let forms: Vec<&str> = own.iter().map(|(form, _)| *form).collect();
            format!("[[\"{}\"],{}]", forms.join("\",\""), self.shown(own[0].1))
        });
        format!("[{}]", groups.collect::<Vec<_>>().join(","))
    }
}

/// What a page gets for its sections, as `search.js` adds it up: half as much for each further one.
fn together(sections: &[(u32, u64)]) -> u64 {
    let mut points: Vec<u64> = sections.iter().map(|(_, own)| *own << 16).collect();
    points.sort_unstable_by_key(|own| Reverse(*own));
    let halved = points
        .iter()
        .zip(0..)
        .map(|(own, times)| own.checked_shr(times).unwrap_or(0));
    halved.sum()
}

/// A word with the number of its stem.
type Word<'a> = (&'a str, usize);

/// The first letters of a word.
fn start(word: &str, letters: usize) -> &str {
    let end = word.char_indices().nth(letters);
    &word[..end.map_or(word.len(), |(end, _)| end)]
}

/// How long sections are on average, more or less: a text that changes a little changes no other page's points.
fn mean(pages: &[FindablePage]) -> u32 {
    let lengths = || pages.iter().flat_map(|page| &page.reading.lengths);
    let sum: u64 = lengths().map(|length| u64::from(*length)).sum();
    let mean = u32::try_from(sum / (lengths().count() as u64).max(1)).unwrap_or(u32::MAX);
    let step = (mean >> 3).max(1).next_power_of_two();
    (mean / step * step).max(1)
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
    use serde_json::Value;

    use super::*;

    fn page(id: &str, title: &str, text: &str) -> FindablePage {
        let html = format!("<html lang=fr><title>{title}</title><p>{text}</p>");
        FindablePage {
            id: id.to_owned(),
            href: format!("/{id}"),
            reading: CountedWords::of(&html).expect("something to read").into(),
        }
    }

    /// The files of an index as values.
    fn files(language: &str, pages: &[FindablePage]) -> BTreeMap<String, Value> {
        let index = Index::new(language, pages.to_vec());
        let value = |text: &String| serde_json::from_str(text).expect("JSON");
        let files = index.files().iter();
        files
            .map(|(name, text)| (name.clone(), value(text)))
            .collect()
    }

    #[test]
    fn pages_that_are_read_again_make_the_index_that_they_make_alone() {
        let text = |n: usize| {
            format!(
                "commun mot{} chien{} {}",
                n % 3,
                ["", "s"][n % 2],
                "long ".repeat(n)
            )
        };
        let pages = |edit: usize| -> Vec<FindablePage> {
            let text = |n: usize| text(if n == edit % 12 { n + edit } else { n });
            (0..12)
                .map(|n| page(&format!("p{n:02}"), "Titre", &text(n)))
                .collect()
        };
        let mut index = Index::new("fr", pages(0));
        for edit in 1..60 {
            index = index.with(pages(edit));
            let clean = Index::new("fr", pages(edit));
            assert_eq!(index.files(), clean.files(), "edit {edit}");
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
                "/all-pages.json",
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
    fn a_page_named_by_a_word_alone_comes_before_short_pages_that_say_it_often() {
        let long = "autre chose encore ".repeat(200);
        let pages = [
            page("guide", "Chiens", &format!("Un chien. {long}")),
            page("error", "chien-erreur", "Un chien, ce chien, des chiens."),
            page("text", "Notes", "Un chien, ce chien, des chiens."),
        ];
        let others = (0..20).map(|n| page(&n.to_string(), "Chats", "Un chat."));
        let pages: Vec<FindablePage> = pages.into_iter().chain(others).collect();
        let files = files("fr", &pages);
        let groups = files["/c.json"].as_array().expect("a list").iter();
        let mut groups = groups.filter(|group| group[0] == json!(["chien", "chiens"]));
        let of_word = groups.next().expect("the word");
        let points = |page: &str| of_word[1][page][1].as_u64().expect("points");
        assert!(points("guide") > points("error"), "{of_word}");
        assert!(points("error") > 2 * points("text"), "{of_word}");
    }

    #[test]
    fn a_word_of_nearly_every_page_leads_to_those_that_say_most_of_it() {
        let page = |n: usize| {
            let title = if n == 40 { "Laravel" } else { "Titre" };
            page(&format!("p{n:02}"), title, "Un texte sur laravel.")
        };
        let files = files("fr", &(0..BEST + 20).map(page).collect::<Vec<_>>());
        let of_word = &files["/l.json"][0];
        let pages = of_word[1].as_object().expect("pages");
        assert_eq!((pages.len(), &of_word[2]), (BEST, &json!(1)));
        let points = |page: &str| pages[page][1].as_u64().expect("points");
        assert!(points("p40") > points("p00"), "{of_word}");
        assert!(pages.keys().is_sorted(), "{of_word}");
    }

    #[test]
    fn what_is_large_is_cut_and_what_is_everywhere_is_no_place() {
        let words: String = (0..300).map(|n| format!("ab{n}x ")).collect();
        let pages: Vec<FindablePage> = (0..9)
            .map(|n| page(&n.to_string(), "ab", &format!("commun {words}")))
            .chain([page("last", "autre", "seul ab")])
            .collect();
        let files = files("xx", &pages);
        let common = &files["/c.json"][0];
        assert_eq!((&common[0], &common[2]), (&json!(["commun"]), &json!(1)));
        assert_eq!(common[1].as_object().map(|pages| pages.len()), Some(9));
        assert_eq!(
            files["/ab.json"].as_array().map(Vec::len),
            Some(1),
            "`ab` alone"
        );
        let shards = files[".json"]["shards"].as_array().expect("a list");
        assert!(shards.contains(&json!("ab1")) && !shards.contains(&json!("a")));
    }
}
