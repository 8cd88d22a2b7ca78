//! Whether every address on a page leads to something: a page, its anchor, a file, a form of the site.

use content::link::is_external;
use content::route::Subject;
use source::{Severity, did_you_mean};

use super::address::{self, Lost, Target, Use, outside_problem};
use super::finding::Finding;
use super::page::{Page, tag};
use crate::html::Element;

impl Page<'_> {
    /// Checks every address of an element.
    pub(super) fn addresses(&mut self, element: &Element) {
        for (purpose, address) in address::of(element) {
            self.links += 1;
            match purpose {
                Use::Form => self.form_action(&address),
                Use::Resource if address.starts_with("data:") => self.data_address(element),
                _ => self.address(element, purpose, &address),
            }
        }
        let opens_tab = element.get("target") == Some("_blank");
        let outside = element.get("href").is_some_and(is_external);
        let closed = element
            .words("rel")
            .any(|rel| matches!(rel, "noopener" | "noreferrer"));
        if opens_tab && outside && !closed {
            let href = element.get("href").unwrap_or_default();
            self.report(
                "missing-noopener",
                (
                    format!("the link to `{href}` opens a tab that can steer this one"),
                    "add `rel=\"noopener\"`",
                ),
                [href.to_owned()],
            );
        }
    }

    pub(super) fn address(&mut self, element: &Element, purpose: Use, address: &str) {
        let from = &self.ground.rendered.site.routes[self.route].path;
        match self.ground.addresses.resolve(from, address) {
            Err(lost) => self.lost(lost, purpose, address),
            Ok((Target::Outside, _)) if purpose == Use::Resource => self.foreign(element, address),
            Ok((Target::Outside, _)) => {
                if let Some(lost) = outside_problem(address) {
                    self.lost(lost, purpose, address);
                }
            }
            Ok((Target::Page(route), anchor)) => {
                if let Some(anchor) = anchor {
                    self.anchor(route, &anchor, address);
                }
            }
            Ok((Target::File(asset), anchor)) => {
                let given = element.get("integrity");
                if given.is_some_and(|given| given != asset.integrity) {
                    self.report(
                        "wrong-integrity",
                        (
                            format!("browsers will refuse `{address}`: its `integrity` is another"),
                            "write `integrity=\"{{ integrity(\"…\") }}\"` for the same file",
                        ),
                        self.needles(address),
                    );
                }
                let ids = self.ground.drawings.get(&asset.url);
                let (Some(anchor), Some(ids)) = (anchor, ids) else {
                    return;
                };
                if !ids.contains(&anchor) {
                    self.broken_anchor(
                        format!("the drawing `{}` has no part `#{anchor}`", asset.url),
                        did_you_mean(&anchor, ids.iter().map(String::as_str)),
                        [format!("#{anchor}"), anchor.clone()],
                    );
                }
            }
        }
    }

    fn lost(&mut self, lost: Lost, purpose: Use, address: &str) {
        let code = match (lost.code, purpose) {
            ("broken-link", Use::Resource) => "missing-asset",
            (code, _) => code,
        };
        let severity = match code {
            "insecure-link" => Severity::Warning,
            _ => Severity::Error,
        };
        let needles = match code {
            "empty-link" => ["\"\"", "\"#\"", "(#)", "()"]
                .map(|quoted| format!("href={quoted}"))
                .into(),
            _ => self.needles(address),
        };
        self.findings.push(Finding {
            code,
            severity,
            message: lost.message,
            hint: lost.hint,
            needles,
            route: self.route,
        });
    }

    /// An anchor must be an id of its page; `top` and text fragments are the browser's own.
    fn anchor(&mut self, route: usize, anchor: &str, address: &str) {
        let Some(ids) = self.ground.ids.get(&route) else {
            return;
        };
        let target = &self.ground.rendered.site.routes[route];
        let Err(broken) = content::link::anchor(&target.path, anchor, ids.iter().copied()) else {
            return;
        };
        let id = anchor.split(":~:").next().unwrap_or(anchor);
        let mut needles = self.needles(address);
        if let Subject::Entry(index) = &target.subject {
            let file = &self.ground.rendered.site.entries[*index].source.path;
            let name = file.rsplit('/').next().unwrap_or(file);
            needles.push(format!("{name}#{id}"));
        }
        needles.push(format!("#{id}"));
        self.report("broken-anchor", (broken.message, &broken.hint), needles);
    }

    fn broken_anchor(
        &mut self,
        message: String,
        near: Option<String>,
        needles: impl IntoIterator<Item = String>,
    ) {
        let hint =
            near.unwrap_or_else(|| "name an id that is there, or link without `#`".to_owned());
        self.report("broken-anchor", (message, &hint), needles);
    }

    /// Nothing is loaded from another host, but for the script that site.yaml names.
    fn foreign(&mut self, element: &Element, address: &str) {
        if self.ground.rendered.site.config.analytics.as_deref() == Some(address) {
            return;
        }
        self.report(
            "external-resource",
            (
                format!("{} loads `{address}` from another host", tag(element)),
                "put the file into public/: the content security policy blocks every other host",
            ),
            [address.to_owned()],
        );
    }

    /// The content security policy lets only images stand in the page itself.
    fn data_address(&mut self, element: &Element) {
        if matches!(element.name.as_str(), "img" | "source" | "image" | "link") {
            return;
        }
        self.report(
            "external-resource",
            (
                format!("{} holds its content in a `data:` address", tag(element)),
                "put the content into a file of public/: the content security policy allows images alone",
            ),
            ["data:".to_owned()],
        );
    }

    /// A form is received by the relay, at a form of the site, or by a page.
    fn form_action(&mut self, address: &str) {
        let site = &self.ground.rendered.site;
        let base = &site.config.base_path;
        let relay = site.config.relay.as_deref();
        let local = relay
            .and_then(|relay| address.strip_prefix(relay.trim_end_matches('/')))
            .unwrap_or(address);
        let local = local.strip_prefix(base.as_str()).unwrap_or(local);
        if let Some(rest) = local.strip_prefix("/api/") {
            let id = rest
                .strip_prefix("forms/")
                .map(|id| id.split(['/', '?']).next());
            if let Some(id) = id.flatten().filter(|id| !site.forms.contains_key(*id)) {
                let near = did_you_mean(id, site.forms.keys().map(String::as_str))
                    .unwrap_or_else(|| format!("define it in content/forms/{id}.yaml"));
                let message = format!("there is no form `{id}`");
                let needles = [address.to_owned(), format!("\"{id}\"")];
                self.report("unknown-form", (message, &near), needles);
            }
            return;
        }
        let from = &site.routes[self.route].path;
        match self.ground.addresses.resolve(from, address) {
            Ok((Target::Page(_), _)) => {}
            Ok(_) | Err(_) => self.report(
                "broken-form-action",
                (
                    format!("nothing receives a form at `{address}`"),
                    "post it to `/api/forms/NAME`, where NAME is a file of content/forms/",
                ),
                [address.to_owned(), format!("\"{address}\"")],
            ),
        }
    }

    /// Texts of the sources that an address may come from: itself without what the engine adds.
    fn needles(&self, address: &str) -> Vec<String> {
        let config = &self.ground.rendered.site.config;
        let mut needles = vec![address.to_owned()];
        let local = address.strip_prefix(&config.origin).unwrap_or(address);
        let local = local.strip_prefix(&config.base_path).unwrap_or(local);
        needles.push(local.to_owned());
        if let Some((path, anchor)) = local.split_once("/#") {
            needles.push(format!("{path}#{anchor}"));
        }
        let bare = local.trim_end_matches('/');
        needles.push(bare.to_owned());
        // An address as short as `/` is told from others by what stands around it.
        needles.extend([
            format!("\"{local}\""),
            format!(": {local}"),
            format!("({local})"),
        ]);
        // `/assets/photo.3f2a9c1e.jpg` comes from a file called `photo`.
        if let Some(file) = bare.strip_prefix(assets::FOLDER) {
            let stem = file.split('.').next().unwrap_or(file);
            needles.extend(stem.rsplit('/').next().map(str::to_owned));
        }
        needles
    }
}
