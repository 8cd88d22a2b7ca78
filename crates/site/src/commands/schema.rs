//! `site schema`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::arguments::SiteArguments;
use crate::exit::Exit;
use crate::say::{self, complain, say};
use crate::schemas::{self, SchemaFile};
use crate::{editor, report};

/// What `site schema` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  site schema                    write the schemas, and print the settings for an editor
  site schema --vscode           write the schemas, and put the settings into .vscode/settings.json
  site schema --out schemas      keep the schemas in a folder of your own

Each collection's schema becomes a JSON Schema file with the fields that every entry may have and,
where an entry is named, the slugs that are there; so do content/site.yaml (`_site.json`) and
content/routes.yaml (`_routes.json`). Run it again after a schema has changed.

The settings printed are those of the YAML language server (`yaml.schemas`), with paths as a
workspace at the site's folder names them: the extension `redhat.vscode-yaml` for Visual Studio
Code reads them, and so do other editors that run the server. It completes and checks .yaml entries.

That server does not read the front matter of Markdown. For .md entries, remark does: with the
extension `unifiedjs.vscode-remark` and, in .remarkrc.mjs,

  import frontmatter from 'remark-frontmatter';
  import schema from 'remark-lint-frontmatter-schema';
  const schemas = { './.site/schemas/articles.json': ['./content/articles/*.md'] };
  export default { plugins: [frontmatter, [schema, { schemas }]] };

With or without an editor, `site build` and `site check` hold every entry to the same schemas.")]
pub struct Arguments {
    #[command(flatten)]
    site: SiteArguments,
    /// Folder of the schemas [default: .site/schemas in the site's folder]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Put the settings into .vscode/settings.json, whose other keys and comments stay
    #[arg(long)]
    vscode: bool,
}

/// Writes the schemas, and gives an editor's settings.
pub fn run(arguments: &Arguments) -> Exit {
    let root = &arguments.site.root;
    let folder = arguments
        .out
        .clone()
        .unwrap_or_else(|| root.join(".site/schemas"));
    let (schemas, mistakes) = match arguments.site.load_all().map(schemas::read) {
        Ok(read) => read,
        Err(error) => return report::world(&error),
    };
    report::diagnostics(&mistakes);
    if schemas.is_empty() {
        return Exit::Content;
    }
    if let Err((path, error)) = write_all(&schemas, &folder) {
        return report::world(&format!("cannot write `{}`: {error}", path.display()));
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
        write(&path, &text).map_err(|error| (path, error))?;
    }
    Ok(())
}

/// Writes a file whole, through a neighbour that takes its place.
fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let neighbour = path.with_extension("json.new");
    fs::write(&neighbour, text)?;
    fs::rename(&neighbour, path)
}

/// Prints the settings, or merges them into those of the workspace.
fn give(arguments: &Arguments, schemas: &[SchemaFile], folder: &Path) -> Exit {
    let name = schemas::workspace_path(&arguments.site.root, folder);
    let associations = schemas::associations(schemas, &name);
    if !arguments.vscode {
        // A reader that has seen enough is no failure.
        say::answer(format_args!("{}", editor::settings(&associations)));
        return Exit::Done;
    }
    let path = arguments.site.root.join(".vscode/settings.json");
    let before = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => {
            return report::world(&format!("cannot read `{}`: {error}", path.display()));
        }
    };
    let merged = match editor::merge(&before, &name, &associations) {
        Ok(merged) => merged,
        Err(reason) => {
            complain!("error: `{}` holds no settings: {reason}", path.display());
            complain!("  hint: mend it, or add what `site schema` prints by hand");
            return Exit::Content;
        }
    };
    let written = match merged == before {
        true => Ok(()),
        false => write(&path, &merged),
    };
    if let Err(error) = written {
        return report::world(&format!("cannot write `{}`: {error}", path.display()));
    }
    if !arguments.site.quiet {
        say!("{}", path.display());
    }
    Exit::Done
}
