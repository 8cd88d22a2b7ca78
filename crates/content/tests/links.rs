//! Where links lead, each way that one can be written, and what is said of those that lead nowhere.

use std::collections::HashSet;
use std::sync::Arc;

use content::link::{self, AnchorCheck, Broken, Origin, Target};
use content::{LoadOptions, Site, load};
use source::{Place, Source, Sources};

fn site(settings: &str, files: &[(&str, &str)]) -> Site {
    const FILES: [(&str, &str); 12] = [
        (
            "content/notes/_schema.yaml",
            "type: object\nx-route: /notes/{slug}\nx-template: a.html\nproperties:\n  aliases: { type: array, items: { type: string } }\n",
        ),
        (
            "content/notes/first.md",
            "---\naliases: [/notes/former]\n---\nText.\n",
        ),
        ("content/notes/second.md", "Text.\n"),
        ("content/notes/draft.md", "---\ndraft: true\n---\nText.\n"),
        (
            "content/notes/later.md",
            "---\ndate: 2027-01-02\n---\nText.\n",
        ),
        (
            "content/notes/over.md",
            "---\nexpires: 2026-01-02\n---\nText.\n",
        ),
        ("content/people/_schema.yaml", "type: object\n"),
        ("content/people/ada.yaml", "{}\n"),
        (
            "content/routes.yaml",
            "routes:\n  - { path: /, template: a.html }\n  - { path: /contact, template: a.html }\n  - { path: /shop/index, template: a.html }\n",
        ),
        ("templates/a.html", "a"),
        ("public/plan.pdf", "a"),
        ("public/maps/north.svg", "a"),
    ];
    let given = files
        .iter()
        .chain(&FILES)
        .map(|(name, text)| (*name, (*text).to_owned()));
    let settings = format!("base_url: https://example.com\n{settings}");
    let sources = Sources::from_bytes(given.chain([("content/site.yaml", settings)]));
    let options = LoadOptions {
        drafts: false,
        today: "2026-11-22".to_owned(),
        coloured: Some(Arc::default()),
        texts: None,
        entries: None,
    };
    let loaded = load(&sources, &options).expect("readable");
    let told: Vec<String> = loaded.diagnostics.iter().map(|d| d.render()).collect();
    loaded.site.unwrap_or_else(|| panic!("{}", told.concat()))
}

/// Where a link of a note leads, in a word.
fn told(found: Result<Target, Broken>) -> String {
    match found {
        Ok(Target::External) => "outside".to_owned(),
        Ok(Target::Anchor) => "an anchor".to_owned(),
        Ok(Target::Page { path, suffix }) => match suffix.query {
            Some(_) => format!("page {path} with {suffix}"),
            None => match suffix.anchor {
                Some(anchor) => format!("page {path} at {anchor}"),
                None => format!("page {path}"),
            },
        },
        Ok(Target::File { name, suffix }) => format!("file {name}{suffix}"),
        Err(Broken { message, hint }) => format!("{message}; {hint}"),
    }
}

#[test]
fn each_spelling_leads_where_it_says() {
    let site = site("", &[]);
    let from = Origin {
        file: "content/notes/first.md",
        page: Some("/notes/first"),
    };
    for (href, expected) in [
        ("https://example.org/", "outside"),
        ("mailto:a@example.org", "outside"),
        ("a+b-c.d:e", "outside"),
        ("//example.org/a", "outside"),
        ("#here", "page /notes/first at here"),
        ("#", "page /notes/first"),
        ("", "page /notes/first"),
        ("/", "page /"),
        ("/#top", "page / at top"),
        ("/contact", "page /contact"),
        ("/contact/", "page /contact"),
        ("/contact?a=b", "page /contact with ?a=b"),
        ("/contact/?a=b?c#form", "page /contact with ?a=b?c#form"),
        ("/contact?", "page /contact"),
        ("?a=b", "page /notes/first with ?a=b"),
        ("/contact#", "page /contact"),
        ("/contact#form", "page /contact at form"),
        ("/contact.html", "page /contact"),
        ("/index.html", "page /"),
        ("/contact/index.html#a", "page /contact at a"),
        ("/shop/index", "page /shop/index"),
        ("/plan.pdf", "file plan.pdf"),
        ("/plan.pdf?v=2#page=3", "file plan.pdf?v=2#page=3"),
        ("/maps/north.svg", "file maps/north.svg"),
        ("second.md", "page /notes/second"),
        ("./second.md#b", "page /notes/second at b"),
        (
            "second.md?a=b/../c#d",
            "page /notes/second with ?a=b/../c#d",
        ),
        ("../notes/second.md", "page /notes/second"),
        ("second.html", "page /notes/second"),
        ("second", "page /notes/second"),
        ("second/index.html", "page /notes/second"),
        (
            "../people/ada.yaml",
            "`../people/ada.yaml` has no page of its own; link to the page that shows it",
        ),
        (
            "draft.md",
            "`content/notes/draft.md` is a draft; publish it first, or remove the link",
        ),
        (
            "later.md",
            "`content/notes/later.md` is not published before 2027-01-02; publish it first, or remove the link",
        ),
        (
            "over.md",
            "`content/notes/over.md` expired on 2026-01-02; remove the link, or move `expires` to a later day",
        ),
        // What may have been meant: the scheme, a page, the former name, another folder, a similar name.
        (
            "https//example.org",
            "there is no file `content/notes/https/example.org`; did you mean `https://example.org`?",
        ),
        ("http:/example.org", "outside"),
        (
            "http/example.org",
            "there is no file `content/notes/http/example.org`; did you mean `https://example.org`?",
        ),
        (
            "httpd.md",
            "there is no file `content/notes/httpd.md`; write the other file's relative path, or a site path that begins with `/`",
        ),
        (
            "contact",
            "there is no file `content/notes/contact`; did you mean `/contact`?",
        ),
        (
            "./contact",
            "there is no file `content/notes/contact`; did you mean `/contact`?",
        ),
        (
            "former.md",
            "there is no file `content/notes/former.md`; did you mean `content/notes/first.md`?",
        ),
        (
            "ada.yaml",
            "there is no file `content/notes/ada.yaml`; did you mean `content/people/ada.yaml`?",
        ),
        (
            "secnod.md",
            "there is no file `content/notes/secnod.md`; did you mean `content/notes/second.md`?",
        ),
        (
            "../people/secnod.md",
            "there is no file `content/people/secnod.md`; write the other file's relative path, or a site path that begins with `/`",
        ),
        (
            "../people/former.md",
            "there is no file `content/people/former.md`; write the other file's relative path, or a site path that begins with `/`",
        ),
        (
            "../../../etc/passwd",
            "there is no file `../../../etc/passwd`; write the other file's relative path, or a site path that begins with `/`",
        ),
        (
            "/contcat",
            "no page has the address `/contcat`; did you mean `/contact`?",
        ),
        (
            "1a:b",
            "there is no file `content/notes/1a:b`; write the other file's relative path, or a site path that begins with `/`",
        ),
        (
            "a b:c",
            "there is no file `content/notes/a b:c`; write the other file's relative path, or a site path that begins with `/`",
        ),
    ] {
        assert_eq!(told(link::resolve(&site, from, href)), expected, "{href}");
    }
    let far = told(link::resolve(&site, from, "/what-nobody-ever-wrote"));
    assert!(
        far.starts_with(
            "no page has the address `/what-nobody-ever-wrote`; the nearest addresses are "
        ),
        "{far}"
    );
    let nowhere = Origin { page: None, ..from };
    assert_eq!(told(link::resolve(&site, nowhere, "#here")), "an anchor");
}

#[test]
fn links_stay_in_the_language_that_they_are_written_in() {
    let languages = "language: fr\nlanguages:\n  - { code: fr, name: Français }\n  - { code: en, name: English }\n";
    let site = site(
        languages,
        &[
            ("content/notes/first.en.md", "Text.\n"),
            ("content/notes/own.fr.md", "Texte.\n"),
        ],
    );
    let english = site.in_language(1);
    let from = Origin {
        file: "content/notes/second.md",
        page: None,
    };
    for (href, own, other) in [
        ("first.md", "page /notes/first", "page /en/notes/first"),
        (
            "first.en.md",
            "page /en/notes/first",
            "page /en/notes/first",
        ),
        (
            "/notes/first#a",
            "page /notes/first at a",
            "page /en/notes/first at a",
        ),
        ("own.md", "page /notes/own", "page /en/notes/own"),
        ("/contact", "page /contact", "page /en/contact"),
        (
            "/contact?a=b",
            "page /contact with ?a=b",
            "page /en/contact with ?a=b",
        ),
    ] {
        assert_eq!(told(link::resolve(&site, from, href)), own, "{href}");
        assert_eq!(told(link::resolve(&english, from, href)), other, "{href}");
    }
}

#[test]
fn the_addresses_that_a_broken_entry_says_are_not_told_as_broken() {
    let pages = "type: object\nproperties:\n  route: { type: string }\n  slug: { type: string }\n  aliases: { type: array }\n";
    let site = site(
        "",
        &[
            ("content/pages/_schema.yaml", pages),
            (
                "content/pages/about.yaml",
                "lead: Attention : a\nroute: \"/me\" # mine\naliases:\n  - /about\n  - '/who'\nother:\n  - /none\n",
            ),
            (
                "content/notes/bad.md",
                "---\na: b : c\nslug: good\naliases: [/one, /two]\n---\nroute: /text\n",
            ),
        ],
    );
    for (href, is_unread) in [
        ("/me", true),
        ("/me/#part", true),
        ("/about", true),
        ("/who", true),
        ("/one", true),
        ("/two", true),
        ("/notes/good", true),
        ("/none", false),
        ("/text", false),
        ("/mee", false),
    ] {
        let found = link::leads_to_unread(&site, "content/notes/first.md", href);
        assert_eq!(found, is_unread, "{href}");
    }
}

#[test]
fn the_address_of_a_draft_is_told_as_its_file_is() {
    let site = site("", &[]);
    let from = Origin {
        file: "content/notes/first.md",
        page: None,
    };
    for href in ["/notes/draft", "draft.md"] {
        let expected = "`content/notes/draft.md` is a draft; publish it first, or remove the link";
        assert_eq!(told(link::resolve(&site, from, href)), expected, "{href}");
    }
}

#[test]
fn a_drive_is_no_scheme() {
    for (href, expected) in [
        ("C:\\a.png", false),
        ("C:/a.png", false),
        ("tel:1", true),
        ("//a.re", true),
    ] {
        assert_eq!(source::href::is_external(href), expected, "{href}");
    }
}

#[test]
fn an_anchor_is_an_id_of_its_page() {
    let ids: HashSet<&str> = ["here", "Up"].into();
    for (anchor, expected) in [
        ("here", true),
        ("here:~:text=a", true),
        (":~:text=a", true),
        ("", true),
        ("top", true),
        ("TOP", true),
        ("Up", true),
        ("up", false),
        ("there", false),
        ("there:~:text=here", false),
    ] {
        assert_eq!(link::has_anchor(anchor, &ids), expected, "{anchor}");
        let check = AnchorCheck {
            path: "/a".to_owned(),
            anchor: anchor.to_owned(),
            href: "b#c".into(),
            place: Place::new(&Source::new("a.md", "[a](b#c)"), 4..7),
        };
        assert_eq!(check.holds(&ids), expected, "{anchor}");
    }
    let broken = |anchor: &str| told(Err(link::broken_anchor("/a", anchor, &ids)));
    let expected = "the page `/a` has no anchor `#heer`; did you mean `here`?";
    assert_eq!(broken("heer:~:text=b"), expected);
    let expected = "the page `/a` has no anchor `#elsewhere-at-all`; link to the page alone, or give a heading this id: `## Title {#id}`";
    assert_eq!(broken("elsewhere-at-all"), expected);
    let check = AnchorCheck {
        path: "/a".to_owned(),
        anchor: "heer".to_owned(),
        href: "b#heer".into(),
        place: Place::new(&Source::new("a.md", "[a](b#heer)"), 4..10),
    };
    let mistake = check.mistake(&ids);
    assert_eq!(mistake.about().link.as_deref(), Some("b#heer"));
    let said = mistake.render();
    assert!(
        said.starts_with(
            "error[broken-anchor]: the page `/a` has no anchor `#heer`\n --> a.md:1:5\n"
        ),
        "{said}"
    );
    assert!(said.contains("did you mean `here`?"), "{said}");
}
