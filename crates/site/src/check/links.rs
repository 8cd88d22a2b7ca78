//! Whether every address on a page leads to something: a page, its anchor, a file, a form of the site.

use content::Form;
use source::href::is_external;
use source::{Diagnostic, Severity, did_you_mean};

use super::address::{self, Lost, Named, Target, Use, outside_problem};
use super::page::CheckedPage;
use crate::html::Element;
use crate::places::Trace;

/// What shows a mistake in an address: the attribute, or in a file without elements the address.
fn trace(element: &Element, named: &Named) -> Trace {
    match named.attribute {
        "" => Trace::Address(named.address.clone()),
        name => Trace::attribute(element, name),
    }
}

impl CheckedPage<'_> {
    /// Checks every address of an element.
    pub(super) fn addresses(&mut self, element: &Element) {
        for named in address::of(element) {
            self.links += 1;
            match named.purpose {
                Use::Form => self.form_action(element, &named),
                _ => self.address(element, &named),
            }
        }
        let opens_tab = element.get("target") == Some("_blank");
        let outside = element.get("href").is_some_and(is_external);
        let closed = element
            .words("rel")
            .any(|rel| matches!(rel, "noopener" | "noreferrer"));
        if opens_tab && outside && !closed {
            let href = element.get("href").unwrap_or_default();
            let message = format!("the link to `{href}` opens a tab that can steer this one");
            let mistake = Diagnostic::error("missing-noopener", message);
            let trace = Trace::attribute(element, "href");
            self.report(mistake.hint("add `rel=\"noopener\"`"), trace);
        }
    }

    pub(super) fn address(&mut self, element: &Element, named: &Named) {
        let from = &self.context.site.routes[self.route].path;
        let (purpose, address) = (named.purpose, named.address.as_str());
        match self.context.addresses.resolve(from, address) {
            Err(lost) => self.lost(lost, element, named),
            // What is loaded from there the policy judges, while building.
            Ok((Target::Outside, _)) if purpose == Use::Resource => {}
            Ok((Target::Outside, _)) => {
                if let Some(lost) = outside_problem(address) {
                    self.lost(lost, element, named);
                }
            }
            Ok((Target::Search, _)) => {}
            Ok((Target::Page(route), anchor)) => {
                if let Some(anchor) = anchor {
                    self.anchor(route, &anchor, trace(element, named));
                }
            }
            Ok((Target::File(asset), anchor)) => {
                let given = element.get("integrity");
                if given.is_some_and(|given| given != asset.integrity) {
                    let message =
                        format!("browsers will refuse `{address}`: its `integrity` is another");
                    let hint = "write `integrity=\"{{ integrity(\"…\") }}\"` for the same file";
                    let mistake = Diagnostic::error("wrong-integrity", message);
                    self.report(mistake.hint(hint), trace(element, named));
                }
                let ids = self.context.drawings.get(&asset.url);
                let (Some(anchor), Some(ids)) = (anchor, ids) else {
                    return;
                };
                if !ids.contains(&anchor) {
                    let message = format!("the drawing `{}` has no part `#{anchor}`", asset.url);
                    let near = did_you_mean(&anchor, ids.iter().map(String::as_str));
                    let mistake = Diagnostic::error("broken-anchor", message).maybe_hint(near);
                    self.report(mistake, trace(element, named));
                }
            }
        }
    }

    fn lost(&mut self, lost: Lost, element: &Element, named: &Named) {
        let code = match (lost.code, named.purpose) {
            ("broken-link", Use::Resource) => "missing-asset",
            (code, _) => code,
        };
        let severity = match code {
            "insecure-link" => Severity::Warning,
            _ => Severity::Error,
        };
        let mistake = Diagnostic {
            severity,
            ..Diagnostic::error(code, lost.message).hint(lost.hint)
        };
        let mistake = mistake.about_link(named.address.clone());
        self.report(mistake, trace(element, named));
    }

    /// An anchor must be an id of its page.
    fn anchor(&mut self, route: usize, anchor: &str, trace: Trace) {
        let Some(ids) = self.context.ids.get(&route) else {
            return;
        };
        if self.context.hidden.contains(&route) {
            return;
        }
        let path = &self.context.site.routes[route].path;
        if !content::link::has_anchor(anchor, ids) {
            let broken = content::link::broken_anchor(path, anchor, ids);
            let mistake = Diagnostic::error("broken-anchor", broken.message);
            self.report(mistake.hint(broken.hint), trace);
        }
    }

    /// A form that has words in the language of its page is answered in them.
    fn form_language(&mut self, form: &Form, local: &str, element: &Element, named: &Named) {
        let site = &self.context.site;
        let page = site.routes[self.route].language;
        let code = &site.config.languages.all()[page].code;
        let query = local.split_once('?').map_or("", |(_, query)| query);
        let said = Form::language_in(query).unwrap_or_default();
        let answered = &form.in_language(said).language;
        if *answered != form.in_language(code).language {
            let message = format!(
                "the form `{}` of a page in `{code}` is answered in another language",
                form.id
            );
            let hint = format!(
                "write `action=\"{{{{ url(\"{}\") }}}}\"`, which names the language",
                form.address()
            );
            let mistake = Diagnostic::error("broken-form-action", message).hint(hint);
            self.report(mistake, trace(element, named));
        }
    }

    /// A form is received by the relay, at a form of the site, or by a page.
    fn form_action(&mut self, element: &Element, named: &Named) {
        let site = &self.context.site;
        let address = named.address.as_str();
        let base = &site.config.base_path;
        let relay = site.config.relay.as_deref();
        let local = relay
            .and_then(|relay| address.strip_prefix(relay.trim_end_matches('/')))
            .unwrap_or(address);
        let local = local.strip_prefix(base.as_str()).unwrap_or(local);
        if local.starts_with("/api/") {
            let id = Form::id_in(local).and_then(|id| id.split(['/', '?']).next());
            let form = id.and_then(|id| site.forms.get(id));
            if let Some(form) = form {
                self.form_language(form, local, element, named);
                self.controls(element, form);
            }
            if let Some(id) = id.filter(|_| form.is_none()) {
                let near = did_you_mean(id, site.forms.keys().map(String::as_str))
                    .unwrap_or_else(|| format!("define it in content/forms/{id}.yaml"));
                let message = format!("there is no form `{id}`");
                let mistake = Diagnostic::error("unknown-form", message).hint(near);
                self.report(mistake, trace(element, named));
            }
            return;
        }
        let from = &site.routes[self.route].path;
        // Where it leads outside the policy judges it, while building.
        if !matches!(
            self.context.addresses.resolve(from, address),
            Ok((Target::Page(_) | Target::Outside, _))
        ) {
            let message = format!("nothing receives a form at `{address}`");
            let hint = "post it to `/api/forms/NAME`, where NAME is a file of content/forms/";
            let mistake = Diagnostic::error("broken-form-action", message).hint(hint);
            self.report(mistake, trace(element, named));
        }
    }
}
