//! Texts that are more than text: bare addresses, which become links, and names of emoji.
//!
//! What is taken for an address follows GitHub's rules: `https://…`, `http://…`, `www.…` and addresses of mail, at the
//! start of a word, without the punctuation behind them. A backslash in one keeps it text.

use std::ops::Range;

use pulldown_cmark::{CowStr, Event, LinkType, Tag, TagEnd};

use super::body::Syntax;
use super::events::Spanned;
use super::raw_html;

/// Elements whose text is neither linked nor rewritten.
const UNREAD: [&str; 7] = ["a", "code", "kbd", "pre", "samp", "svg", "var"];

/// What was found in a text.
struct Found {
    range: Range<usize>,
    what: Bare,
}

enum Bare {
    /// Where it leads.
    Address(String),
    Emoji(&'static str),
}

/// Puts links and emoji in the place of the texts that name them, but in code, and no link in another.
pub(super) fn rewrite<'a>(
    text: &'a str,
    events: Vec<Spanned<'a>>,
    syntax: Syntax,
) -> Vec<Spanned<'a>> {
    let bytes = text.as_bytes();
    let has_address = syntax.autolinks
        && (memchr::memchr(b'@', bytes).is_some()
            || memchr::memmem::find(bytes, b"://").is_some()
            || memchr::memmem::find(bytes, b"www.").is_some());
    if !has_address && !syntax.emoji {
        return events;
    }
    let mut rewritten = Vec::with_capacity(events.len() + 8);
    // How many links, images and elements of HTML are open, and whether a block of code is.
    let (mut links, mut raw, mut is_code) = (0_usize, 0_usize, false);
    let mut at = 0;
    while at < events.len() {
        let is_read = raw == 0 && !is_code && matches!(events[at].0, Event::Text(_));
        if is_read {
            let len = run(&events[at..]);
            let syntax = Syntax {
                autolinks: syntax.autolinks && links == 0,
                ..syntax
            };
            split(text, &events[at..at + len], syntax, &mut rewritten);
            at += len;
            continue;
        }
        match &events[at].0 {
            Event::Start(Tag::Link { .. } | Tag::Image { .. }) => links += 1,
            Event::End(TagEnd::Link | TagEnd::Image) => links -= 1,
            Event::Start(Tag::CodeBlock(_)) => is_code = true,
            Event::End(TagEnd::CodeBlock) => is_code = false,
            Event::InlineHtml(html) => match raw_html::name(html) {
                Some((name, true)) if UNREAD.contains(&&*name) => raw += 1,
                Some((name, false)) if UNREAD.contains(&&*name) => raw = raw.saturating_sub(1),
                _ => {}
            },
            // HTML that is not closed reaches no further than its block.
            Event::End(TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::TableCell) => raw = 0,
            _ => {}
        }
        rewritten.push(events[at].clone());
        at += 1;
    }
    rewritten
}

/// How many of the events are texts that follow each other without a gap, as an escape leaves one.
fn run(events: &[Spanned<'_>]) -> usize {
    let mut end = None;
    let is_next = |(event, range): &&Spanned<'_>| {
        let follows = matches!(event, Event::Text(_)) && end.is_none_or(|end| end == range.start);
        end = Some(range.end);
        follows
    };
    events.iter().take_while(is_next).count()
}

/// Adds the texts of a run, split where something was found.
fn split<'a>(text: &str, run: &[Spanned<'a>], syntax: Syntax, rewritten: &mut Vec<Spanned<'a>>) {
    let mut whole = String::new();
    let mut starts = Vec::with_capacity(run.len());
    for (event, _) in run {
        if let Event::Text(text) = event {
            starts.push(whole.len());
            whole.push_str(text);
        }
    }
    let mut found = find(&whole, syntax);
    let is_escaped = text[..run[0].1.start].ends_with('\\');
    if is_escaped && found.first().is_some_and(|first| first.range.start == 0) {
        found.remove(0);
    }
    if found.is_empty() {
        rewritten.extend_from_slice(run);
        return;
    }
    // Where a byte of the run stands in the source; within an entity, where that begins.
    let place = |offset: usize, is_end: bool| {
        let piece = starts
            .partition_point(|start| *start < offset + usize::from(!is_end))
            .saturating_sub(1);
        let ((event, range), inner) = (&run[piece], offset - starts[piece]);
        match event {
            Event::Text(text) if text.len() == range.len() => range.start + inner,
            _ if is_end => range.end,
            _ => range.start,
        }
    };
    let piece = |range: &Range<usize>| {
        let text = CowStr::from(whole[range.clone()].to_owned());
        (
            Event::Text(text),
            place(range.start, false)..place(range.end, true),
        )
    };
    let mut done = 0;
    for Found { range, what } in found {
        if done < range.start {
            rewritten.push(piece(&(done..range.start)));
        }
        done = range.end;
        let (text, place) = piece(&range);
        match what {
            Bare::Emoji(emoji) => rewritten.push((Event::Text(emoji.into()), place)),
            Bare::Address(href) => {
                let link = Tag::Link {
                    link_type: LinkType::Autolink,
                    dest_url: href.into(),
                    title: "".into(),
                    id: "".into(),
                };
                rewritten.push((Event::Start(link), place.clone()));
                rewritten.push((text, place.clone()));
                rewritten.push((Event::End(TagEnd::Link), place));
            }
        }
    }
    if done < whole.len() {
        rewritten.push(piece(&(done..whole.len())));
    }
}

/// The addresses and emoji of a text, in order.
fn find(text: &str, syntax: Syntax) -> Vec<Found> {
    let mut found = Vec::new();
    let mut from = 0;
    let signs = |from: usize| text[from..].find([':', '@', 'w']).map(|at| from + at);
    while let Some(at) = signs(from) {
        let address = || address(text, at, from).filter(|_| syntax.autolinks);
        let end = found.last().map(|last: &Found| last.range.end);
        let emoji = || shortcode(text, at, end == Some(at)).filter(|_| syntax.emoji);
        match address().or_else(emoji) {
            Some(one) => {
                from = one.range.end;
                found.push(one);
            }
            None => from = at + 1,
        }
        // An address of mail begins before its sign, which others may have passed.
        while !text.is_char_boundary(from) {
            from += 1;
        }
    }
    found
}

/// The address that the sign at a place is part of; it begins at `from` or later.
fn address(text: &str, at: usize, from: usize) -> Option<Found> {
    let rest = &text[at..];
    if rest.starts_with('@') {
        return mail(text, at, from);
    }
    let (start, host, scheme) = match rest {
        _ if rest.starts_with("://") => {
            let before = &text[from..at];
            let scheme = ["https", "http"].into_iter().find(|s| {
                let start = before.len().checked_sub(s.len());
                start.is_some_and(|i| before.get(i..).is_some_and(|b| b.eq_ignore_ascii_case(s)))
            })?;
            (at - scheme.len(), at + 3, "")
        }
        _ if rest.starts_with("www.") => (at, at, "https://"),
        _ => return None,
    };
    if !may_begin(text[..start].chars().next_back()) || !is_domain(domain(&text[host..])) {
        return None;
    }
    let is_end = |c: char| c.is_whitespace() || matches!(c, '<' | '«' | '»' | '“' | '”');
    let len = text[host..].find(is_end).unwrap_or(text.len() - host);
    let end = host + trimmed(&text[host..host + len]).len();
    Some(Found {
        range: start..end,
        what: Bare::Address(format!("{scheme}{}", &text[start..end])),
    })
}

/// The address of mail whose `@` stands at a place.
fn mail(text: &str, at: usize, from: usize) -> Option<Found> {
    let is_own = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | '+');
    let local = text[from..at].trim_start_matches(|c| !is_own(c));
    let local = local
        .rsplit(|c| !is_own(c))
        .next()
        .filter(|l| !l.is_empty())?;
    let start = at - local.len();
    let host = domain(&text[at + 1..]).trim_end_matches('.');
    let is_sound = is_domain(host) && !host.ends_with(['-', '_']) && !local.starts_with('.');
    let is_alone = !text[at + 1 + host.len()..].starts_with(['@', '/', ':'])
        || text[at + 1 + host.len()..].starts_with(": ");
    (is_sound && is_alone && may_begin(text[..start].chars().next_back())).then(|| Found {
        range: start..at + 1 + host.len(),
        what: Bare::Address(format!("mailto:{local}@{host}")),
    })
}

/// Whether an address may stand behind a character: not within a word, a path or another address.
fn may_begin(before: Option<char>) -> bool {
    before.is_none_or(|c| !c.is_alphanumeric() && !"/@.-+:=&%#?".contains(c))
}

/// The beginning of a text that could be a host's name.
fn domain(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && !matches!(c, '.' | '-' | '_'));
    &text[..end.unwrap_or(text.len())]
}

/// Whether a host's name has two parts at least, and no underscore in the last two.
fn is_domain(host: &str) -> bool {
    let host = host.strip_suffix('.').unwrap_or(host);
    let parts: Vec<&str> = host.rsplit('.').collect();
    let is_part = |part: &&str| part.chars().any(char::is_alphanumeric);
    parts.len() > 1 && parts.iter().all(is_part) && parts.iter().take(2).all(|p| !p.contains('_'))
}

/// An address without the punctuation of the sentence that it stands in.
fn trimmed(address: &str) -> &str {
    let mut kept = address;
    let count = |c: char| address.matches(c).count();
    let (mut round, mut square) = (count(')'), count(']'));
    let (open_round, open_square) = (count('('), count('['));
    while let Some(last) = kept.chars().next_back() {
        let is_behind = match last {
            '?' | '!' | '.' | ',' | ':' | ';' | '*' | '_' | '~' | '\'' | '"' | '’' | '…' | '|' => {
                true
            }
            ')' => {
                round -= 1;
                round >= open_round
            }
            ']' => {
                square -= 1;
                square >= open_square
            }
            _ => false,
        };
        if !is_behind {
            break;
        }
        kept = &kept[..kept.len() - last.len_utf8()];
    }
    kept
}

/// The emoji whose name begins at a colon, which may stand behind another emoji.
fn shortcode(text: &str, at: usize, is_behind: bool) -> Option<Found> {
    let start = if is_behind { at } else { 0 };
    let name = shortcode_name(&text[start..], at - start)?;
    let emoji = emojis::get_by_shortcode(name)?;
    Some(Found {
        range: at..at + name.len() + 2,
        what: Bare::Emoji(emoji.as_str()),
    })
}

/// What stands between the colon at a place and the next, where that could name an emoji.
pub(super) fn shortcode_name(text: &str, at: usize) -> Option<&str> {
    let rest = text[at..].strip_prefix(':')?;
    let is_own = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '+' | '-');
    let len = rest.find(|c| !is_own(c)).filter(|len| *len > 0)?;
    let behind = rest[len..].strip_prefix(':')?;
    let before = text[..at].chars().next_back();
    let is_alone = !before.is_some_and(|c| c.is_alphanumeric() || c == ':')
        && !behind.starts_with(char::is_alphanumeric);
    is_alone.then_some(&rest[..len])
}
