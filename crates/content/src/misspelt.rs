//! Keys that are nearly those which their mappings lack: that one is missing and that the other is unknown is one mistake.

use std::collections::BTreeMap;

use crate::schema::Schema;
use source::nearest;
use validator::{Breach, Kind as Rule};

/// Keys that nobody knows, by the required one that each was to be.
type Keys<'b> = BTreeMap<&'b str, &'b str>;

/// The misspelt keys of all mappings of a value, by the pointers of these.
#[derive(Debug, Default)]
pub(crate) struct Misspelt<'b>(BTreeMap<&'b str, Keys<'b>>);

/// What is wrong with the keys of a mapping.
#[derive(Default)]
struct Mapping<'b> {
    missing: Vec<&'b str>,
    unknown: Vec<&'b str>,
}

impl<'b> Misspelt<'b> {
    /// Those among the breaches of a schema, each of which is looked at once: a file may have as many as it has rows.
    pub fn among(breaches: &'b [Breach<'_>], schema: &Schema) -> Self {
        let mut mappings: BTreeMap<&str, Mapping<'_>> = BTreeMap::new();
        for breach in breaches {
            let pointer = breach.instance_path().as_str();
            match breach.kind() {
                Rule::Required { property } => {
                    let missing = &mut mappings.entry(pointer).or_default().missing;
                    missing.extend(property.as_str());
                }
                Rule::AdditionalProperties { unexpected }
                | Rule::UnevaluatedProperties { unexpected } => {
                    let unknown = &mut mappings.entry(pointer).or_default().unknown;
                    unknown.extend(unexpected.iter().map(String::as_str));
                }
                _ => {}
            }
        }
        mappings.retain(|_, keys| !keys.missing.is_empty() && !keys.unknown.is_empty());
        let misspelt = mappings.into_iter().map(|(pointer, keys)| {
            let known = schema.properties(schema.at_instance(pointer));
            let known = known.into_iter().map(|(name, _)| name);
            // The names of a shape that is one of several are not known here.
            let known: Vec<&str> = known.chain(keys.missing.iter().copied()).collect();
            (pointer, keys.misspelt(&known))
        });
        Self(misspelt.collect())
    }

    /// The unknown key of a mapping that was to be a required one.
    pub fn key(&self, pointer: &str, required: &str) -> Option<&'b str> {
        self.0.get(pointer)?.get(required).copied()
    }

    /// Whether an unknown key of a mapping was to be a required one.
    pub fn is_told(&self, pointer: &str, key: &str) -> bool {
        let keys = self.0.get(pointer);
        keys.is_some_and(|keys| keys.values().any(|told| *told == key))
    }
}

impl<'b> Mapping<'b> {
    fn misspelt(&self, known: &[&str]) -> Keys<'b> {
        let mut misspelt = Keys::new();
        for key in &self.unknown {
            let near = nearest(key, known.iter().copied());
            if let Some(name) = self.missing.iter().find(|name| near == Some(**name)) {
                misspelt.entry(*name).or_insert(*key);
            }
        }
        misspelt
    }
}
