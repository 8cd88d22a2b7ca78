//! The delivery half of a definition: the mail to the owner, or the subscription.

use crate::check::Mention;
use crate::form::{Letter, Line, LineSource, Mail, Newsletter, Notice};
use crate::parse::Parser;
use crate::reader::{Keys, Spot};
use crate::tree::{Node, Value};

impl Parser {
    pub(crate) fn mail(&mut self, node: &Node) -> Option<Mail> {
        let mut keys = self.reader.keys(node, "mail")?;
        let subject = self.reader.required(&mut keys, "subject");
        self.placeholders(&subject, &[]);
        let intro = self.reader.required(&mut keys, "intro").text;
        let reply_to = self.reader.required(&mut keys, "reply_to");
        self.mentions.push(Mention::name(&reply_to));
        let offset = self.reader.required(&mut keys, "utc_offset");
        let offset_minutes = self.offset(&offset);
        let time_name = self.reader.required(&mut keys, "time_name").text;
        let lines = self.reader.filled_list(&mut keys, "lines");
        let lines = lines.iter().filter_map(|node| self.line(node)).collect();
        self.reader.finish(&keys);
        let (subject, reply_to) = (subject.text, reply_to.text);
        Some(Mail {
            subject,
            intro,
            reply_to,
            offset_minutes,
            time_name,
            lines,
        })
    }

    fn offset(&mut self, spot: &Spot) -> i32 {
        let parsed = (|| {
            let sign = match spot.text.chars().next()? {
                '+' => 1,
                '-' => -1,
                _ => return None,
            };
            let (hours, minutes) = spot.text[1..].split_once(':')?;
            let (hours, minutes): (i32, i32) = (hours.parse().ok()?, minutes.parse().ok()?);
            (hours <= 14 && minutes < 60).then_some(sign * (hours * 60 + minutes))
        })();
        if parsed.is_none() && !spot.text.is_empty() {
            let message = format!("`{}` is not an offset from UTC", spot.text);
            let hint = "write it as `\"+04:00\"`".to_owned();
            self.reader
                .report_with_hint(&spot.span, "form-offset", (message, hint));
        }
        parsed.unwrap_or(0)
    }

    fn line(&mut self, node: &Node) -> Option<Line> {
        let mut keys = self.reader.keys(node, "a line")?;
        let label = self.reader.required(&mut keys, "label").text;
        let mut of = Vec::new();
        if let Some(node) = self.reader.node(&mut keys, "of") {
            let nodes = match &node.value {
                Value::List(items) => items.iter().collect(),
                _ => vec![node],
            };
            for node in nodes {
                if let Some(spot) = self.reader.spot(node, "of") {
                    of.push(self.line_source(spot));
                }
            }
        }
        let empty = self
            .reader
            .optional(&mut keys, "empty")
            .map(|spot| spot.text);
        self.reader.finish(&keys);
        Some(Line { label, of, empty })
    }

    fn line_source(&mut self, spot: Spot) -> LineSource {
        match spot.text.as_str() {
            "@date" => LineSource::Date,
            "@source" => LineSource::Source,
            "@outcome" => {
                self.mentions.push(Mention::outcome(&spot));
                LineSource::Outcome
            }
            _ => {
                self.mentions.push(Mention::name(&spot));
                LineSource::Field(spot.text)
            }
        }
    }

    pub(crate) fn newsletter(&mut self, node: &Node) -> Option<Newsletter> {
        let mut keys = self.reader.keys(node, "newsletter")?;
        let address = self.reader.required(&mut keys, "address");
        self.mentions.push(Mention::name(&address));
        let link_days = self.reader.number(&mut keys, "link_days").unwrap_or(7);
        let confirmation = self.letter(&mut keys, "confirmation", &["link"]);
        let confirm = self.page(&mut keys, "confirm");
        let confirmed = self.page(&mut keys, "confirmed");
        let expired = self.page(&mut keys, "expired");
        let unsubscribe = self.page(&mut keys, "unsubscribe");
        let unsubscribed = self.page(&mut keys, "unsubscribed");
        let joined = self.letter(&mut keys, "joined", &["address", "link"]);
        let left = self.letter(&mut keys, "left", &["address"]);
        self.reader.finish(&keys);
        Some(Newsletter {
            address: address.text,
            link_days: link_days.clamp(1, 60),
            confirmation: confirmation?,
            confirm: confirm?,
            confirmed: confirmed?,
            expired: expired?,
            unsubscribe: unsubscribe?,
            unsubscribed: unsubscribed?,
            joined: joined?,
            left: left?,
        })
    }

    fn page(&mut self, keys: &mut Keys<'_>, key: &'static str) -> Option<Notice> {
        let node = self.reader.node(keys, key)?;
        self.notice(node, key)
    }

    fn letter(
        &mut self,
        keys: &mut Keys<'_>,
        key: &'static str,
        filled_in: &[&str],
    ) -> Option<Letter> {
        let node = self.reader.node(keys, key)?;
        let mut inner = self.reader.keys(node, key)?;
        let subject = self.reader.required(&mut inner, "subject");
        let text = self.reader.required(&mut inner, "text");
        self.placeholders(&subject, &[]);
        self.placeholders(&text, filled_in);
        let button = self
            .reader
            .optional(&mut inner, "button")
            .map(|spot| spot.text);
        let note = self
            .reader
            .optional(&mut inner, "note")
            .map(|spot| spot.text);
        self.reader.finish(&inner);
        Some(Letter {
            subject: subject.text,
            text: text.text,
            button,
            note,
        })
    }
}
