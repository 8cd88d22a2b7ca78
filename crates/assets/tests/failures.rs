//! What the author or the owner reads when an island, a style or Node itself is broken.

use std::os::unix::fs::PermissionsExt as _;
use std::time::Duration;

use crate::site::{self, Site, rendered};
use assets::{Assets, Error, Failure};

/// What loading reports.
fn reported(site: &Site) -> String {
    let (_, diagnostics) = Assets::load(&site.sources(), site.settings()).unwrap();
    rendered(&diagnostics)
}

/// What rendering the island `Summits` reports.
fn thrown(site: &Site, properties: &str) -> String {
    let (assets, _) = Assets::load(&site.sources(), site.settings()).unwrap();
    let error = site::island(&assets, "Summits", properties, "i0-").unwrap_err();
    error.diagnostic().render()
}

/// A command that stands in for Node.
fn fake_node(site: &Site, script: &str) -> std::path::PathBuf {
    let path = site.write("node", format!("#!/bin/sh\n{script}\n"));
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

fn loading(site: &Site, node: impl Into<std::ffi::OsString>) -> Error {
    let mut settings = site.settings();
    settings.node = node.into();
    settings.patience = Duration::from_secs(1);
    Assets::load(&site.sources(), settings).unwrap_err()
}

#[test]
fn a_syntax_error_shows_its_line() {
    let site = Site::new();
    site.write(
        "islands/Counter/Counter.tsx",
        "export default () => {\n  return <p>é</b>;\n};\n",
    );
    assert_eq!(
        reported(&site),
        "error[broken-script]: unexpected closing \"b\" tag does not match opening \"p\" tag
 --> islands/Counter/Counter.tsx:2:16
  |
2 |   return <p>é</b>;
  |                ^
  |
  = note: The opening \"p\" tag is here (islands/Counter/Counter.tsx:2:11)"
    );
}

#[test]
fn a_broken_bundle_leaves_stand_ins_so_that_pages_report_nothing_more() {
    let site = Site::new();
    site.write("islands/page.ts", "const = 1;");
    let (assets, diagnostics) = Assets::load(&site.sources(), site.settings()).unwrap();
    assert_eq!(diagnostics.len(), 1);
    for name in ["page.js", "runtime.js", "inline/head.js", "styles.css"] {
        assert!(assets.get(name).is_some(), "{name}");
    }
    assert_eq!(
        site::island(&assets, "Counter", "{}", "i0-").unwrap().html,
        ""
    );
}

#[test]
fn an_import_of_nothing_an_island_of_nothing_and_a_style_are_mistakes() {
    let site = Site::new();
    site.write(
        "islands/Counter/Counter.tsx",
        "import x from \"./gone\";\nexport default () => x;\n",
    );
    assert!(reported(&site).starts_with(
        "error[broken-script]: could not resolve \"./gone\"\n --> islands/Counter/Counter.tsx:1:15\n"
    ));
    site.write(
        "islands/Counter/Counter.tsx",
        "export const Counter = () => null;\n",
    );
    assert!(reported(&site).starts_with(
        "error[broken-script]: the island `Counter` has no default export\n --> islands/Counter/Counter.tsx:1:1\n"
    ), "{}", reported(&site));
    site.write(
        "islands/Counter/Counter.tsx",
        "import \"./x.css\";\nexport default () => null;\n",
    );
    assert!(reported(&site).contains("a script cannot import a style sheet"));
}

#[test]
fn a_style_that_does_not_exist_is_shown_in_the_sheet() {
    let site = Site::new();
    site.write(
        "islands/styles.css",
        "@import \"tailwindcss\";\n.a {\n  @apply flexx;\n}\n",
    );
    let expected = "islands/styles.css:3:10";
    assert!(reported(&site).contains(expected), "{}", reported(&site));
}

#[test]
fn a_broken_style_sheet_is_shown_at_its_line() {
    let site = Site::new();
    site.write("islands/parts.css", "p {\n  color: red\n  margin: 0;\n}\n");
    site.write("public/own.css", "p {\n  margin: 0;\n");
    site.write("public/other.css", "p {\n  margin: ;\n}\n");
    let text = reported(&site);
    for expected in [
        "error[broken-style]: there is no `;` before this declaration
 --> islands/parts.css:3:3
  |
3 |   margin: 0;
  |   ^^^^^^",
        "error[broken-style]: this is never closed\n --> public/own.css:1:3",
        "error[broken-style]: this declaration has no value\n --> public/other.css:2:3",
    ] {
        assert!(text.contains(expected), "{text}");
    }
}

#[test]
fn a_property_that_does_not_exist_is_shown_in_the_sheet() {
    let site = Site::new();
    site.write(
        "islands/styles.css",
        "@import \"tailwindcss\";\n.a {\n  colr: red;\n}\n",
    );
    let text = reported(&site);
    assert!(
        text.starts_with("warning[suspicious-style]: ") && text.contains("islands/styles.css:3:3"),
        "{text}"
    );
}

#[test]
fn a_reference_to_a_file_that_is_not_there_is_shown_with_a_suggestion() {
    let site = Site::new();
    site.write(
        "islands/styles.css",
        "p {\n  background: url(\"/logoo.svg\");\n}\n",
    );
    assert_eq!(
        reported(&site),
        "error[missing-asset]: there is no `public/logoo.svg`
 --> islands/styles.css:2:20
  |
2 |   background: url(\"/logoo.svg\");
  |                    ^^^^^^^^^^
  |
  = hint: did you mean `logo.svg`?"
    );
}

/// One picture, as it is called and as addresses may write it.
const NAMED: [&str; 3] = [
    "\u{e9}t\u{e9} 1.svg",
    "%C3%A9t%C3%A9%201.svg",
    "/%c3%a9t\u{e9} 1.svg",
];

#[test]
fn addresses_name_files_as_they_are_written_or_as_browsers_read_them() {
    for address in NAMED {
        let site = Site::new();
        site.write(
            &format!("public/{}", NAMED[0]),
            "<svg xmlns=\"http://www.w3.org/2000/svg\"/>",
        );
        site.write(
            "public/own.css",
            format!("p {{ background: url(\"{address}\") }}\n"),
        );
        site.write(
            "public/app.webmanifest",
            format!("{{\"icons\": [{{\"src\": \"{address}\"}}]}}\n"),
        );
        assert_eq!(reported(&site), "", "{address}");
    }
}

#[test]
fn an_address_that_leads_out_of_the_site_names_nothing() {
    let site = Site::new();
    site.write("public/own.css", "p { background: url(../logo.svg) }\n");
    let text = reported(&site);
    assert!(
        text.starts_with("error[missing-asset]: there is no `public/../logo.svg`"),
        "{text}"
    );
}

#[test]
fn a_picture_that_a_web_manifest_lacks_is_shown_at_its_place() {
    let site = Site::new();
    site.write(
        "public/app.webmanifest",
        "{\n  \"icons\": [{ \"src\": \"/logoo.svg\" }]\n}\n",
    );
    assert_eq!(
        reported(&site),
        "error[missing-asset]: there is no `public/logoo.svg`
 --> public/app.webmanifest:2:23
  |
2 |   \"icons\": [{ \"src\": \"/logoo.svg\" }]
  |                       ^^^^^^^^^^
  |
  = hint: did you mean `logo.svg`?"
    );
    site.write("public/app.webmanifest", "{\n  \"icons\": [,]\n}\n");
    let text = reported(&site);
    assert!(
        text.starts_with(
            "error[broken-manifest]: this web manifest is not JSON: expected value\n --> public/app.webmanifest:2:13"
        ),
        "{text}"
    );
}

#[test]
fn a_throwing_component_shows_its_line_and_the_property() {
    let site = Site::new();
    let properties = r#"{"items":[{"name":"Neiges","places":[]},{"name":"Maïdo"}]}"#;
    assert_eq!(
        thrown(&site, properties),
        "error[broken-island]: the island `Summits` cannot be rendered: Cannot read properties of undefined (reading 'map')
  --> islands/Summits/Summits.tsx:13:37
   |
13 |           {item.name}: {item.places.map((place) => place.toUpperCase()).join(\", \")}
   |                                     ^
   |
   = note: the property read last is `items[1].places`"
    );
    assert!(thrown(&site, "{}").contains("the property read last is `items`"));
}

#[test]
fn an_unknown_island_is_named_with_the_nearest_one() {
    let site = Site::new();
    let (assets, _) = Assets::load(&site.sources(), site.settings()).unwrap();
    let error = site::island(&assets, "Sumits", "{}", "")
        .unwrap_err()
        .diagnostic();
    assert_eq!(
        error.render(),
        "error[unknown-island]: there is no island `Sumits`\n |\n = hint: did you mean `Summits`?"
    );
}

#[test]
fn a_component_that_never_ends_or_ends_everything_is_a_failure_and_the_next_one_works() {
    let site = Site::new();
    site.write(
        "islands/Counter/Counter.tsx",
        "export default function Counter({ mood }: { mood: string }) {
  while (mood === \"endless\");
  if (mood === \"gone\") process.exit(1);
  return <p>{mood}</p>;
}\n",
    );
    let mut settings = site.settings();
    settings.patience = Duration::from_secs(2);
    let mut slow = settings.clone();
    slow.patience = Duration::from_secs(60);
    Assets::load(&site.sources(), slow).unwrap();
    let (assets, _) = Assets::load(&site.sources(), settings).unwrap();
    let ask = |mood: &str| {
        site::island(
            &assets,
            "Counter",
            &format!(r#"{{"mood":"{mood}"}}"#),
            "i0-",
        )
    };
    let endless = ask("endless").unwrap_err();
    let Failure::World(error) = &endless else {
        panic!("{endless}")
    };
    assert_eq!(
        error.to_string(),
        "the Node helper did not render the island `Counter` within 2 s"
    );
    assert_eq!(ask("fine").unwrap().html, "<p>fine</p>");
    let gone = ask("gone").unwrap_err().to_string();
    assert_eq!(
        gone,
        "the Node helper died while it had to render the island `Counter`"
    );
    assert_eq!(ask("well").unwrap().html, "<p>well</p>");
}

#[test]
fn a_missing_node_is_named() {
    let error = loading(&Site::new(), "/nowhere/node");
    assert!(
        error
            .to_string()
            .starts_with("cannot start Node (`/nowhere/node`): "),
        "{error}"
    );
    assert!(
        error
            .hint()
            .unwrap()
            .starts_with("install Node 20 or later")
    );
}

#[test]
fn an_old_node_is_named_whether_or_not_it_can_run_the_helper() {
    let site = Site::new();
    let node = fake_node(&site, "echo '{\"ready\":\"18.19.1\"}'; sleep 5");
    let expected = "Node 18.19.1 is too old: version 20 or later is needed";
    assert_eq!(loading(&site, node).to_string(), expected);
    let node = fake_node(&site, "[ \"$1\" = --version ] && echo v6.0.0; exit 9");
    let expected = "Node 6.0.0 is too old: version 20 or later is needed";
    assert_eq!(loading(&site, node).to_string(), expected);
}

#[test]
fn what_else_node_prints_before_the_helper_is_passed_over() {
    let site = Site::new();
    let mut settings = site.settings();
    settings.node = fake_node(&site, "echo loaded; echo '{}'; exec node \"$@\"").into();
    let (assets, told) = Assets::load(&site.sources(), settings).expect("loaded");
    assert_eq!(site::rendered(&told), "");
    assert!(assets.get("styles.css").is_some());
}

#[test]
fn a_node_that_dies_says_its_last_words() {
    let site = Site::new();
    let node = fake_node(
        &site,
        "echo '{\"ready\":\"22.0.0\"}'; read line; echo 'out of memory' >&2; exit 134",
    );
    assert_eq!(
        loading(&site, node).to_string(),
        "the Node helper died while it had to bundle the islands:\nout of memory"
    );
}

#[test]
fn missing_packages_are_named() {
    let site = Site::new();
    site.remove("islands/node_modules");
    let error = loading(&site, "node");
    assert_eq!(
        error.to_string(),
        "the package `esbuild` is not installed in `islands/node_modules`"
    );
    assert_eq!(
        error.hint(),
        Some(
            "run `npm install --prefix islands`, after adding the package to islands/package.json if it is not there"
        )
    );
}
