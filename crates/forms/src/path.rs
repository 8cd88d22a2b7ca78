//! Which questions a visitor will meet, whatever the answers that are still missing turn out to be.

use std::collections::{BTreeMap, BTreeSet};

use crate::condition::Condition;
use crate::form::{Choice, Field, Form, Kind};

/// Ways through a form that are followed at most; a choice that would make more of them is not taken further.
const MOST_WAYS: usize = 64;

/// What an answer may be that is a text of the visitor's own.
const SOMETHING: &str = "…";

/// One way through a form: its answers by name, given and supposed.
type Way<'a> = BTreeMap<&'a str, &'a str>;

impl Form {
    /// The names of the questions that are asked on every way that the answers leave open, `given` giving those there are:
    /// what a required answer is, which is missing, is supposed, and all that it may be is looked at.
    pub fn asked_anyway<'a>(&'a self, given: &impl Fn(&str) -> &'a str) -> BTreeSet<&'a str> {
        let conditions = self.fields().flat_map(Field::conditions);
        let deciding: BTreeSet<&str> = conditions.flat_map(Condition::fields).collect();
        let mut ways: Vec<Way<'a>> = vec![Way::new()];
        let mut asked = BTreeSet::new();
        for field in self.fields() {
            if ways.iter().all(|way| is_asked(field, way)) {
                asked.insert(field.name.as_str());
            }
            if deciding.contains(field.name.as_str()) {
                let more = ways.iter().flat_map(|way| answered(field, way, given));
                let more: Vec<Way<'a>> = more.take(MOST_WAYS + 1).collect();
                if more.len() <= MOST_WAYS {
                    ways = more;
                }
            }
        }
        asked
    }
}

/// The ways on from one, by what a question may be answered there.
fn answered<'a>(field: &'a Field, way: &Way<'a>, given: &impl Fn(&str) -> &'a str) -> Vec<Way<'a>> {
    let ways = answers(field, way, given(&field.name)).into_iter();
    let ways = ways.map(|answer| {
        let mut way = way.clone();
        way.insert(&field.name, answer);
        way
    });
    ways.collect()
}

/// What a question may be answered on a way. An answer that is none of those offered will be another.
fn answers<'a>(field: &'a Field, way: &Way<'a>, given: &'a str) -> Vec<&'a str> {
    // No condition looks into a list.
    if field.kind == Kind::Multi || !is_asked(field, way) {
        return vec![""];
    }
    if field.options.is_empty() {
        let is_missing = given.is_empty() && field.required;
        return vec![if is_missing { SOMETHING } else { given }];
    }
    let is_offered = |choice: &&Choice| choice.when.as_ref().is_none_or(|when| holds(when, way));
    let offered = field.options.iter().filter(is_offered);
    let offered: Vec<&str> = offered.map(|choice| choice.value.as_str()).collect();
    match offered.contains(&given) {
        true => vec![given],
        false if field.required && !offered.is_empty() => offered,
        false => vec![""],
    }
}

fn is_asked(field: &Field, way: &Way<'_>) -> bool {
    field.when.as_ref().is_none_or(|when| holds(when, way))
}

fn holds(condition: &Condition, way: &Way<'_>) -> bool {
    condition.holds(&|name| way.get(name).copied().unwrap_or(""))
}
