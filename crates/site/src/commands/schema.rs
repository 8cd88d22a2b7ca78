//! `site schema`.

use std::io;
use std::path::{Path, PathBuf};

use assets::atomic;

use super::arguments::{Content, SiteArguments};
use super::own;
use crate::console::{self, complain, say};
use crate::editor::{self, Editor};
use crate::exit::Exit;
use crate::schemas::{self, SchemaFile};
use crate::{cms, report};

/// What `site schema` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  site schema                    write the schemas, and print the settings for an editor
  site schema --vscode           write the schemas, and put the settings into .vscode/settings.json
  site schema --zed              the same for Zed, in .zed/settings.json
  site schema --out schemas      keep the schemas in a folder of your own
  site schema --cms              write admin/, an editor in the browser for this site

Each collection's schema becomes a JSON Schema file with the fields that every entry may have and,
where an entry or an icon is named, those that are there; so do content/site.yaml (`_site.json`),
content/routes.yaml (`_routes.json`), and the schemas that you write yourself (`_schemas.json`). Run
it again after a schema has changed.

The settings printed are those of the YAML language server (`yaml.schemas`), with paths as a
workspace at the site's folder names them: the extension `redhat.vscode-yaml` for Visual Studio
Code reads them, and so do other editors that run the server. It completes and checks .yaml entries.

That server does not read the front matter of Markdown. For .md entries, remark does: with the
extension `unifiedjs.vscode-remark` and, in .remarkrc.mjs,

  import frontmatter from 'remark-frontmatter';
  import schema from 'remark-lint-frontmatter-schema';
  const schemas = { './.site/schemas/articles.json': ['./content/articles/*.md'] };
  export default { plugins: [frontmatter, [schema, { schemas }]] };

An editor in the browser: --cms writes admin/config.json, the configuration of Sveltia CMS with a
collection for each of the site's, and admin/index.html, which loads it. Name your repository under
`backend`; what you write into config.json stays, but for `collections`, `i18n` and what follows from
the site, which each call writes anew. Serve the folder at an address of its own, or on your machine:
the site's own security policy would block the editor, which loads itself from unpkg.com.

With or without an editor, `site build` and `site check` hold every entry to the same schemas.")]
pub struct Arguments {
    #[command(flatten)]
    pub(super) site: SiteArguments,
    /// Folder of the schemas [default: .site/schemas in the site's folder]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Put the settings into .vscode/settings.json, whose other keys and comments stay
    #[arg(long)]
    vscode: bool,
    /// Put the settings into .zed/settings.json, whose other keys and comments stay
    #[arg(long, conflicts_with = "vscode")]
    zed: bool,
    /// Write admin/, the configuration of Sveltia CMS, instead of the schemas
    #[arg(long, conflicts_with_all = ["vscode", "zed", "out"])]
    cms: bool,
}

/// Writes the schemas, and gives an editor's settings.
pub fn run(arguments: &Arguments) -> Exit {
    if arguments.cms {
        return write_cms(arguments);
    }
    let root = &arguments.site.root;
    let folder = arguments
        .out
        .clone()
        .unwrap_or_else(|| root.join(".site/schemas"));
    let Content {
        sources,
        found,
        loaded,
    } = match arguments.site.load_all() {
        Ok(content) => content,
        Err(error) => return report::world(&error),
    };
    let (schemas, mut mistakes) = schemas::read(loaded, &assets::icon_names(&sources));
    mistakes.extend(found);
    report::diagnostics(&mistakes);
    if schemas.is_empty() {
        return Exit::Content;
    }
    let paths: Vec<PathBuf> = schemas.iter().map(|s| folder.join(&s.name)).collect();
    if let Some(exit) = own::refuse(&paths, schemas::is_schema) {
        return exit;
    }
    if let Err((path, error)) = write_all(&schemas, &folder) {
        return report::unwritable(&path, &error);
    }
    if !arguments.site.quiet {
        let count = crate::words::count(schemas.len(), "schema");
        complain!("{count} written to {}", folder.display());
    }
    match (give(arguments, &schemas, &folder), mistakes.is_empty()) {
        (Exit::Done, false) => Exit::Content,
        (exit, _) => exit,
    }
}

fn write_all(schemas: &[SchemaFile], folder: &Path) -> Result<(), (PathBuf, io::Error)> {
    for schema in schemas {
        let path = folder.join(&schema.name);
        let text = format!("{:#}\n", schema.json);
        atomic::write(&path, text.as_bytes()).map_err(|error| (path, error))?;
    }
    Ok(())
}

/// Prints the settings, or merges them into those of the workspace.
fn give(arguments: &Arguments, schemas: &[SchemaFile], folder: &Path) -> Exit {
    let name = schemas::workspace_path(&arguments.site.root, folder);
    let associations = schemas::associations(schemas, &name);
    let editor = match (arguments.vscode, arguments.zed) {
        (true, _) => Editor::VsCode,
        (_, true) => Editor::Zed,
        _ => {
            // A reader that has seen enough is no failure.
            let settings = editor::settings(Editor::VsCode, &associations);
            console::answer(format_args!("{settings}"));
            return Exit::Done;
        }
    };
    let path = arguments.site.root.join(editor.file());
    let before = match source::read_text(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => {
            return report::unreadable(&path, &error);
        }
    };
    let merged = match editor::merge(editor, &before, &name, &associations) {
        Ok(merged) => merged,
        Err(reason) => {
            complain!("error: `{}` holds no settings: {reason}", path.display());
            complain!("  hint: mend it, or add what `site schema` prints by hand");
            return Exit::Content;
        }
    };
    let written = match merged == before {
        true => Ok(()),
        false => atomic::write(&path, merged.as_bytes()),
    };
    if let Err(error) = written {
        return report::unwritable(&path, &error);
    }
    if !arguments.site.quiet {
        say!("{}", path.display());
    }
    Exit::Done
}

/// Writes the configuration of an editor in the browser, over what a former one says of its backend.
fn write_cms(arguments: &Arguments) -> Exit {
    let root = &arguments.site.root;
    let content = match arguments.site.load_all() {
        Ok(content) => content,
        Err(error) => return report::world(&error),
    };
    let made = match content.site() {
        Ok(read) => cms::read(read.site, root),
        Err(exit) => return exit,
    };
    let (config, page) = (
        root.join("admin/config.json"),
        root.join("admin/index.html"),
    );
    let former = match source::read_text(&config) {
        Ok(text) => match serde_json::from_str(&text) {
            Ok(former) => Some(former),
            Err(error) => {
                complain!(
                    "error: `{}` holds no configuration: {error}",
                    config.display()
                );
                complain!("  hint: mend it, or delete it to have it written anew");
                return Exit::Content;
            }
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => {
            return report::unreadable(&config, &error);
        }
    };
    let text = format!(
        "{:#}\n",
        serde_json::Value::Object(cms::merge(former, made.keys))
    );
    let mut files = vec![(config, text)];
    if !page.exists() {
        files.push((page, cms::PAGE.to_owned()));
    }
    for (path, text) in &files {
        if let Err(error) = atomic::write(path, text.as_bytes()) {
            return report::unwritable(path, &error);
        }
        if !arguments.site.quiet {
            say!("{}", path.display());
        }
    }
    for left in made.left.iter().filter(|_| !arguments.site.quiet) {
        complain!("note: {left}");
    }
    Exit::Done
}
