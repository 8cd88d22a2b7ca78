//! What an element asks of elsewhere although the site's content security policy lets nothing but the site's own in.

use content::config::Config;
use source::href::is_external;
use source::{Diagnostic, WebOrigin};

use crate::check::{Named, Use, addresses};
use crate::finding::tag;
use crate::html::Element;
use crate::markup::UNKNOWN;

/// Elements that show another page, or a program: no policy of a site lets them in.
const FRAMES: [&str; 4] = ["iframe", "frame", "object", "embed"];

/// Elements of which `data:` is allowed to be the content: all of them show pictures.
const PICTURES: [&str; 4] = ["img", "source", "image", "link"];

/// The hosts that a site's policy lets in.
#[derive(Debug)]
pub struct Hosts {
    own: Option<WebOrigin>,
    analytics: Option<WebOrigin>,
    relay: Option<WebOrigin>,
}

impl Hosts {
    /// Those of a site: its own, and those that its settings name.
    pub fn of(config: &Config) -> Self {
        let named = |address: &Option<String>| address.as_deref().and_then(WebOrigin::of);
        Self {
            own: WebOrigin::of(&config.origin),
            analytics: named(&config.analytics),
            relay: named(&config.relay),
        }
    }

    /// What browsers would block of an element, each with the attribute that asks for it.
    pub fn blocked(&self, element: &Element) -> Vec<(Diagnostic, &'static str)> {
        if FRAMES.contains(&element.name.as_str()) {
            let shown = ["src", "data", "srcdoc"].into_iter();
            let shown = shown.filter(|name| element.get(name).is_some());
            return shown.map(|name| (frame(element), name)).take(1).collect();
        }
        let named = addresses(element).into_iter();
        let named = named.filter(|named| !named.address.contains(UNKNOWN));
        let told = named.filter_map(|named| {
            let told = match named.purpose {
                Use::Resource => self.resource(element, &named),
                Use::Form => self.form(element, &named),
                Use::Link | Use::Mention => None,
            };
            Some((told?, named.attribute))
        });
        told.collect()
    }

    fn resource(&self, element: &Element, named: &Named) -> Option<Diagnostic> {
        let address = named.address.as_str();
        let is_data = address.starts_with("data:");
        let is_picture = PICTURES.contains(&element.name.as_str());
        let is_script = element.name == "script";
        let none = None;
        let other = if is_script { &self.analytics } else { &none };
        if is_at(address, [&self.own, other]) || is_data && is_picture {
            return None;
        }
        let (message, hint) = match is_data {
            true => (
                format!("{} holds its content in a `data:` address", tag(element)),
                "put the content into a file of public/: the content security policy allows images alone",
            ),
            false => (
                format!("{} loads `{address}` from another host", tag(element)),
                match is_script {
                    true => {
                        "put the file into public/: the content security policy blocks every other host but that of `analytics` in content/site.yaml"
                    }
                    false => {
                        "put the file into public/: the content security policy blocks every other host"
                    }
                },
            ),
        };
        Some(Diagnostic::error("external-resource", message).hint(hint))
    }

    fn form(&self, element: &Element, named: &Named) -> Option<Diagnostic> {
        let address = named.address.as_str();
        if is_at(address, [&self.own, &self.relay]) {
            return None;
        }
        let message = format!("{} is sent to `{address}`, on another host", tag(element));
        let hint = "post it to `/api/forms/NAME`: the content security policy blocks every host but this one and that of `relay` in content/site.yaml";
        Some(Diagnostic::error("external-resource", message).hint(hint))
    }
}

fn frame(element: &Element) -> Diagnostic {
    let message = format!("{} shows another page or a program", tag(element));
    let hint = "link to it instead, as to a map or a film: the content security policy lets none in, and no setting widens it";
    Diagnostic::error("external-resource", message).hint(hint)
}

/// Whether an address is one of the site itself, or at one of these hosts.
fn is_at(address: &str, hosts: [&Option<WebOrigin>; 2]) -> bool {
    let whole = match address.starts_with("//") {
        true => format!("https:{address}"),
        false => address.to_owned(),
    };
    let origin = WebOrigin::of(&whole);
    !is_external(&whole) || origin.is_some() && hosts.into_iter().any(|host| *host == origin)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::Document;

    #[test]
    fn what_the_policy_lets_in_is_not_told() {
        let hosts = Hosts {
            own: WebOrigin::of("https://example.org"),
            analytics: WebOrigin::of("https://count.example/x.js"),
            relay: WebOrigin::of("https://relay.example"),
        };
        let check = |html: &str, expected: &[&str]| {
            let told = hosts.blocked(&Document::parse(html).elements[0]);
            let told: Vec<&str> = told.iter().map(|(_, attribute)| *attribute).collect();
            assert_eq!(told, expected, "{html}");
        };
        check("<img src=\"data:,\" srcset=\"/a.png 1x\">", &[]);
        check("<img src=\"//example.org/a.png\">", &[]);
        check(
            "<img srcset=\"https://other.example/a.png 2x\">",
            &["srcset"],
        );
        check("<audio src=\"data:audio/ogg,\">", &["src"]);
        check("<script src=\"https://count.example/other.js\">", &[]);
        check("<img src=\"https://count.example/a.png\">", &["src"]);
        check("<form action=\"https://relay.example/api/forms/a\">", &[]);
        check("<form action=\"https://formspree.io/f/a\">", &["action"]);
        check(
            "<button formaction=\"//formspree.io/f/a\">",
            &["formaction"],
        );
        check(
            "<link rel=\"canonical\" href=\"https://other.example/a\">",
            &[],
        );
        check(
            "<link rel=\"stylesheet\" href=\"https://other.example/a.css\">",
            &["href"],
        );
        check("<a href=\"https://other.example/a\">", &[]);
        check("<iframe src=\"/map\">", &["src"]);
        check("<object data=\"/map.svg\">", &["data"]);
        check("<img src=\"https://\u{1}\u{1}/a.png\">", &[]);
    }
}
