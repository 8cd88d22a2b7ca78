//! What a build left out: in a line for the terminal, and as a page of `site serve`.

use content::{LeftOut, Reason, Site};

use crate::words::count;

/// `2 drafts, 1 scheduled for 2026-12-01 (rebuild that day)`; none when nothing was left out.
pub fn summary(site: &Site) -> Option<String> {
    let of =
        |is_it: fn(&Reason) -> bool| site.left_out.values().filter(|l| is_it(&l.reason)).count();
    let days = site
        .left_out
        .values()
        .filter_map(|left_out| match &left_out.reason {
            Reason::Scheduled { day } => Some(day.as_str()),
            _ => None,
        });
    let drafts = of(|reason| *reason == Reason::Draft);
    let expired = of(|reason| matches!(reason, Reason::Expired { .. }));
    let hidden = of(|reason| *reason == Reason::Hidden);
    let (scheduled, next) = (days.clone().count(), days.min().unwrap_or_default());
    let parts = [
        (drafts, count(drafts, "draft")),
        (
            scheduled,
            match scheduled {
                1 => format!("1 scheduled for {next} (rebuild that day)"),
                n => format!("{n} scheduled, the next for {next} (rebuild that day)"),
            },
        ),
        (expired, format!("{expired} expired")),
        (hidden, format!("{hidden} hidden")),
    ];
    let said = parts.into_iter().filter(|(n, _)| *n > 0);
    let said: Vec<String> = said.map(|(_, part)| part).collect();
    (!said.is_empty()).then(|| format!("left out: {}", said.join(", ")))
}

/// The entries that are left out, as the body of a page: file, title, and when it comes.
pub fn html(site: &Site) -> String {
    let rows: String = site
        .left_out
        .iter()
        .map(|(file, left_out)| row(file, left_out))
        .collect();
    let body = match rows.is_empty() {
        true => "<p>Nothing is left out.</p>".to_owned(),
        false => format!(
            "<table><thead><tr><th>File</th><th>Title</th><th>Published</th></tr></thead><tbody>{rows}</tbody></table>\
             <p><code>site serve --drafts</code> shows drafts and scheduled entries as pages.</p>"
        ),
    };
    format!("<h1>Left out of this build</h1>{body}")
}

fn row(file: &str, left_out: &LeftOut) -> String {
    let when = match &left_out.reason {
        Reason::Draft => "when <code>draft: true</code> is gone".to_owned(),
        Reason::Hidden => "when <code>hidden: true</code> is gone".to_owned(),
        Reason::Scheduled { day } => format!("by a build on {} or later", escaped(day)),
        Reason::Expired { day } => format!("until {}", escaped(day)),
    };
    let (file, title) = (escaped(file), escaped(&left_out.title));
    format!("<tr><td><code>{file}</code></td><td>{title}</td><td>{when}</td></tr>")
}

/// A text as HTML, within an attribute too.
pub fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('"', "&quot;")
}
