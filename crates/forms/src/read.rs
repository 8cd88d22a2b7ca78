//! A YAML tree to a [`Form`].

use std::collections::BTreeSet;
use std::sync::Arc;

use source::yaml::{Kind as Yaml, Node, Tree};
use source::{Diagnostic, Source};

use crate::check::check;
use crate::form::{Control, Form, Kind};
use crate::rules;
use crate::words::{self, Missing, Spoken};

impl Form {
    /// Reads a definition; `id` is the file's stem.
    ///
    /// # Errors
    ///
    /// Its mistakes: all that [`check`] finds, or the first one of its shape.
    pub fn from_node(id: &str, node: &Node, source: &Arc<Source>) -> Result<Self, Vec<Diagnostic>> {
        if !matches!(node.kind, Yaml::Map(_)) {
            let mistake = Diagnostic::error("wrong-value", "a form is a mapping");
            let mistake = mistake.at(source, node.span.clone());
            return Err(vec![
                mistake.hint("write a key, a colon and a value on each line"),
            ]);
        }
        let mut mistakes = check(node, source);
        match without_last_breaks(node).read::<Form>(source) {
            Ok(form) if mistakes.is_empty() => Ok(form.completed(id)),
            Ok(_) => Err(mistakes),
            Err(mistake) => {
                if mistakes
                    .iter()
                    .all(|known| known.place() != mistake.place())
                {
                    mistakes.push(mistake);
                }
                Err(mistakes)
            }
        }
    }

    /// Adds the form in another language: `definition` is what it was read from, `words` what it says there. Returns the
    /// words that are missing, for which it says the original's, and every mistake.
    pub fn translate(
        &mut self,
        language: &str,
        definition: Tree<'_>,
        words: Tree<'_>,
    ) -> (Vec<Missing>, Vec<Diagnostic>) {
        let original = file_name(definition.source);
        let spoken = Spoken {
            tree: words,
            language,
        };
        let laid = words::lay(definition.root, &spoken, original, &words::FORM);
        let mut mistakes = laid.mistakes;
        match without_last_breaks(&laid.node).read::<Form>(definition.source) {
            Ok(form) => {
                let mut form = form.completed(&self.id);
                form.language = Some(language.to_owned());
                self.translations.push(form);
            }
            // The definition was read before: its words are texts as well.
            Err(mistake) => mistakes.push(mistake),
        }
        (laid.missing, mistakes)
    }

    /// With what follows from the kinds of its fields.
    fn completed(mut self, id: &str) -> Self {
        id.clone_into(&mut self.id);
        for field in self.steps.iter_mut().flat_map(|step| &mut step.fields) {
            if matches!(field.kind, Kind::Choice | Kind::Multi) {
                field.control.get_or_insert(Control::List);
            }
            field.max_length = field.max_length.or(rules::default_length(field.kind));
            let pattern = rules::pattern(field.kind);
            field.pattern = pattern.map(|(pattern, _)| pattern);
            field.pattern_code = pattern.map(|(_, code)| code);
        }
        let anyway = self.asked_anyway(&|_| "");
        let anyway: BTreeSet<String> = anyway.into_iter().map(str::to_owned).collect();
        for field in self.steps.iter_mut().flat_map(|step| &mut step.fields) {
            let is_it = field.when.is_some() && anyway.contains(&field.name);
            field.asked_anyway = is_it.then_some(true);
        }
        self
    }
}

/// The name of a file, without its folder.
pub(crate) fn file_name(source: &Source) -> &str {
    source.path.rsplit('/').next().unwrap_or(&source.path)
}

/// A tree whose texts end in no line break: the last one of a block is not part of what it says.
pub(crate) fn without_last_breaks(node: &Node) -> Node {
    let kind = match &node.kind {
        Yaml::Text(text) => Yaml::Text(text.trim_end_matches('\n').to_owned()),
        Yaml::List(items) => Yaml::List(items.iter().map(without_last_breaks).collect()),
        Yaml::Map(entries) => {
            let entries = entries.iter();
            let entries = entries.map(|(key, node)| (key.clone(), without_last_breaks(node)));
            Yaml::Map(entries.collect())
        }
        other => other.clone(),
    };
    Node {
        kind,
        span: node.span.clone(),
    }
}
