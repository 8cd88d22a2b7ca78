//! What a page may see of languages: its own, its words in it, and the same content in others.

use content::field::Reference;
use content::language::{Language, OWN};
use content::route::Route;
use content::strings::Saying;

use super::View;
use crate::read::Read;

impl View {
    /// The page's language, when it is another than the site's own.
    pub(super) fn foreign(&self) -> Option<&str> {
        (self.site.language != OWN).then(|| self.site.spoken().code.as_str())
    }

    /// The code of the page's language.
    pub fn language(&self) -> &str {
        self.ask(Read::Language);
        &self.site.spoken().code
    }

    /// Whether texts of the page are typeset as French.
    pub fn is_french(&self) -> bool {
        self.ask(Read::Language);
        self.site.spoken().is_french()
    }

    /// `ltr` or `rtl`.
    pub fn direction(&self) -> &'static str {
        self.ask(Read::Direction);
        self.site.spoken().direction()
    }

    /// The path of the first page in the page's language, which its own path tells.
    pub fn home(&self) -> String {
        self.site.spoken().home()
    }

    /// What a key of content/strings.yaml says in the page's language, with its code; fails with the keys that there are.
    pub fn string(&self, key: &str) -> Result<(&Saying, &str), Vec<&str>> {
        self.ask(Read::String(key.to_owned()));
        let strings = &self.site.strings;
        let found = strings.get(key, self.site.language);
        let language = self.site.spoken().code.as_str();
        let found = found.map(|text| (text, language));
        found.ok_or_else(|| strings.keys().collect())
    }

    /// Every language of the site with the page that has the content of this one in it, if there is one.
    pub fn translations(&self) -> Vec<(&Language, Option<&Route>)> {
        let route = self.route();
        self.ask(Read::Translations(route.path.clone()));
        let languages = self.site.config.languages.all().iter().enumerate();
        let page = |at| {
            self.site
                .translations(route)
                .find(|page| page.language == at)
        };
        languages
            .map(|(at, language)| (language, page(at)))
            .collect()
    }

    /// The page's language, when it leaves an entry out that the site has.
    pub fn left_out(&self, reference: &Reference) -> Option<&str> {
        self.answers.spoken[OWN].entry(reference)?;
        self.foreign()
    }

    /// Whether an entry stands in for a missing translation.
    pub fn stands_in(&self, index: usize) -> bool {
        self.site.entries[index].stands_in()
    }

    /// The language that an entry is written in.
    pub fn written(&self, index: usize) -> &str {
        self.head(index);
        let entry = &self.site.entries[index];
        &self.site.config.languages.all()[entry.written].code
    }

    /// The routes in all languages with the content of one that search engines may list, itself included: the
    /// question for it is asked by [`Self::routes`] or [`Self::translations`].
    pub fn alternates<'a>(&'a self, route: &'a Route) -> Vec<(&'a Language, &'a Route)> {
        let languages = self.site.config.languages.all();
        let pages = self.site.translations(route).filter(|page| page.indexed);
        let pages: Vec<_> = pages
            .map(|page| (&languages[page.language], page))
            .collect();
        match route.indexed && pages.len() > 1 {
            true => pages,
            false => Vec::new(),
        }
    }
}
