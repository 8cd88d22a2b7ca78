//! An island that fails while it is rendered: the build names its line, the property, the template and the page.

mod fixture;

const SOUND: &str = include_str!("fixture/sound.txt");

const BROKEN: &str = r#"
=== templates/list.html
{% extends "base.html" %}
{% block main %}
{{ island("Summits", {"items": [{"name": "Maïdo"}, {"title": "Neiges"}]}) }}
{{ island_scripts() }}
{% endblock %}
=== islands/Summits/Summits.tsx
export default function Summits({ items }: { items: { name: string }[] }) {
  return <p>{items.map((item) => item.name.toUpperCase())}</p>;
}
=== islands/runtime/runtime.ts
export {};
"#;

const TOLD: &str = r#"error[broken-island]: the island `Summits` cannot be rendered: Cannot read properties of undefined (reading 'toUpperCase')
 --> islands/Summits/Summits.tsx:2:44
  |
2 |   return <p>{items.map((item) => item.name.toUpperCase())}</p>;
  |                                            ^
  |
 ::: templates/list.html:3:4
  |
3 | {{ island("Summits", {"items": [{"name": "Maïdo"}, {"title": "Neiges"}]}) }}
  |    ---------------------------------------------------------------------- mounted here
  |
  = note: the property read last is `items[1].name`
  = note: while rendering the page `/articles`

1 error
nothing was written: the output folder is as it was
"#;

#[test]
fn a_component_that_throws_is_shown_at_its_line_with_template_property_and_page() {
    let packages = fixture::project().join("islands/node_modules");
    // Islands are rendered by Node, which needs what `./build.sh` installs.
    if !packages.join("esbuild").exists() {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    fixture::write_site(folder.path(), SOUND);
    fixture::write_site(folder.path(), BROKEN);
    std::os::unix::fs::symlink(packages, folder.path().join("islands/node_modules"))
        .expect("linked");
    let outcome = fixture::run(fixture::site(folder.path()).arg("build"));
    assert_eq!(outcome.code, Some(1), "{}", outcome.stderr);
    assert_eq!(outcome.stderr, TOLD);
    assert!(!folder.path().join("dist").exists());
}
