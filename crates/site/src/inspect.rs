//! What finished pages show: each is inspected by the thread that rendered it, and judged with the others.

use content::Site;
use content::route::Route;
use render::Page;
use source::{Diagnostic, control_character, control_mistake};

use crate::anchors::Anchors;
use crate::budget::{self, Breach, Budget};
use crate::finding::Finding;
use crate::ground::Ground;
use crate::html::Parsed;
use crate::markup::Markup;
use crate::places::Places;
use crate::policy::Policy;

/// What pages are inspected with.
#[derive(Debug)]
pub struct Inspector<'a> {
    /// The site.
    pub site: &'a Site,
    /// What pages may weigh, when this is a build to be published.
    pub budget: Option<Budget<'a>>,
    markups: &'a [Markup],
    policy: Policy<'a>,
    anchors: Anchors<'a>,
}

/// What one page shows.
#[derive(Debug, Default)]
pub struct Inspection {
    findings: Vec<Finding>,
    breaches: Vec<Breach>,
    broken: Vec<Diagnostic>,
}

impl<'a> Inspector<'a> {
    /// Looks for what the policy of a site forbids and for anchors that its texts link to.
    pub fn of(ground: &'a Ground) -> Self {
        Self::over(&ground.site, ground)
    }

    /// The same for another state of the site, which has no other anchors, templates, scripts or styles.
    pub fn over(site: &'a Site, ground: &'a Ground) -> Self {
        Self {
            site,
            markups: &ground.markups,
            policy: Policy::new(site, &ground.assets, &ground.sources),
            budget: None,
            anchors: Anchors::new(&ground.anchors),
        }
    }

    /// Inspects a page and its finished file.
    pub fn inspect(&self, page: &Page, text: &str) -> Inspection {
        let route = &self.site.routes[page.route];
        let document = Parsed::new(text);
        let mut broken = self.anchors.broken(&route.path, &document);
        broken.extend(unreadable(route, text));
        if !route.output.ends_with(".html") {
            return Inspection {
                broken,
                ..Inspection::default()
            };
        }
        let places = Places::new(self.site, self.markups, &[]);
        let budget = self.budget.iter();
        Inspection {
            findings: self.policy.of_page(&places, page, &document),
            breaches: budget.flat_map(|b| b.breaches(page, text)).collect(),
            broken,
        }
    }

    /// What kept pages show: anchors that are gone, of texts that link there now. `text` gives the file of a
    /// page that is kept.
    pub fn kept(&self, text: impl Fn(usize) -> Option<String>) -> Vec<Diagnostic> {
        let routes = &self.site.routes;
        let broken = self.anchors.paths().filter_map(|path| {
            let route = routes.binary_search_by(|r| r.path.as_str().cmp(path));
            let text = text(route.ok()?)?;
            Some(self.anchors.broken(path, &Parsed::new(&text)))
        });
        broken.flatten().collect()
    }

    /// What was found, in the order of the pages; what several show is told once.
    pub fn judge(&self, pages: &[Page], inspections: Vec<Inspection>) -> Vec<Diagnostic> {
        let (mut findings, mut breaches, mut found) = (Vec::new(), Vec::new(), Vec::new());
        for mut inspection in inspections {
            findings.append(&mut inspection.findings);
            breaches.append(&mut inspection.breaches);
            found.append(&mut inspection.broken);
        }
        let places = Places::new(self.site, self.markups, pages);
        let policy = &self.policy;
        found.extend(policy.breaches(self.site, &places, self.markups, findings));
        found.extend(budget::merged(breaches));
        found
    }
}

/// The mistake of a page, or of a file in XML, that holds a character which stands for nothing, whatever wrote it: nobody
/// can read such a feed, and browsers show what they like.
fn unreadable(route: &Route, text: &str) -> Option<Diagnostic> {
    let is_marked_up = route.output.ends_with(".xml") || route.output.ends_with(".html");
    let (_, c) = control_character(text).filter(|_| is_marked_up)?;
    let hint = "look for it in the texts and templates that the file is made from: an escape or a reference such as `&#8;` writes it";
    let place = &route.origin;
    let mistake = control_mistake(&format!("`{}`", route.path), c);
    let mistake = mistake.about_page(&route.path);
    Some(mistake.at(&place.source, place.span.clone()).hint(hint))
}
