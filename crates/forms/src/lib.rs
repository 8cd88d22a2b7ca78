//! What a form asks and what counts as an answer: definitions in, judgements out, no I/O.
//!
//! ```
//! # let yaml = include_str!("../../../content/forms/newsletter.yaml");
//! use forms::{Input, Form, Submission};
//! use source::{Source, yaml};
//!
//! let source = Source::new("content/forms/newsletter.yaml", yaml);
//! let (node, _) = yaml::parse(&source, 0..yaml.len());
//! let node = node.ok_or("no YAML")?;
//! let form = Form::from_node("newsletter", &node, &source).map_err(|found| found[0].to_string())?;
//! let mut submission = Submission::default();
//! submission.inputs.push(("email".into(), Input::Text("a@b".into())));
//! let errors = form.judge(&submission).unwrap_err();
//! assert_eq!((errors[0].pointer.as_str(), errors[0].code), ("#/email", "email_invalid"));
//! # Ok::<(), String>(())
//! ```
//!
//! A [`Form`] serialises to the JSON that islands and templates read, for example:
//!
//! ```json
//! {
//!   "id": "eligibilite", "title": "Vérifier mon éligibilité", "thanks": "/merci",
//!   "minimumSeconds": 3, "advanceDelay": 300, "draftDays": 7,
//!   "buttons": { "submit": "Envoyer ma demande", "sending": "Envoi en cours..." },
//!   "steps": [{
//!     "id": "eligibilite", "title": "Votre organisation", "advance": false,
//!     "fields": [{
//!       "name": "taille", "kind": "choice", "control": "list", "label": "Taille",
//!       "required": true, "clears": ["secteur"],
//!       "when": { "field": "type", "in": ["entreprise", "association"] },
//!       "options": [{ "value": "moins20", "label": "Moins de 20 salariés",
//!                     "when": { "field": "type", "in": ["entreprise"] } }]
//!     }],
//!     "outcome": {
//!       "when": { "field": "secteur", "filled": true },
//!       "cases": [{ "id": "eligible", "tone": "success", "label": "Éligible",
//!                   "when": { "any": [] }, "title": "Félicitations !", "text": "…" }]
//!     }
//!   }],
//!   "carried": [{ "name": "timestamp", "kind": "timestamp", "maxLength": 100 }],
//!   "messages": { "required": "Ce champ est requis" },
//!   "toasts": { "missing": { "title": "Erreur", "text": "…" } },
//!   "success": { "title": "…", "text": "…" },
//!   "failure": { "text": "…", "offline": "…", "busy": "…", "retry": "…", "mailto": "…" },
//!   "privacy": { "text": "…", "link": "…" },
//!   "meta": { "honeypot": { "name": "precisions", "label": "…" }, "elapsed": "elapsed",
//!             "source": "source", "submission": "submissionId" },
//!   "mail": { "subject": "Demande Kap Numérik de {nom}" }
//! }
//! ```

mod address;
mod check;
mod condition;
mod delivery;
mod form;
mod judge;
mod largest;
mod path;
mod read;
pub mod rules;
mod settings;
mod submission;
// Beside the other tests, but inside the crate, where the types know their TypeScript.
#[cfg(test)]
#[path = "../tests/unit/islands.rs"]
mod islands;
mod texts;
mod words;

pub use check::check;
pub use condition::Condition;
pub use delivery::{
    Letter, Line, LineSource, LineSources, MailLayout, Newsletter, filled, placeholders,
};
pub use form::{
    Carried, CarriedFormat, CarriedKind, Case, Choice, Control, Countries, Country, Field, Form,
    Honeypot, Kind, Meta, Outcome, Step, Tone,
};
pub use settings::{
    Dates, Look, Numbers, RelayTexts, SETTINGS_SCHEMA, Settings, check_texts, direction,
};
pub use submission::{Accepted, Answer, FieldError, Input, Submission, Suspicion};
pub use texts::{Buttons, FailureTexts, Notice, Privacy, Progress, Receipt, Toasts};
pub use words::{Missing, french_form, relay_words_schema, words_schema};

/// The JSON Schema of a definition, written in YAML.
pub const SCHEMA: &str = include_str!("form.schema.yaml");
