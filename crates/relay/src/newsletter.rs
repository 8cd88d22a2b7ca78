//! The newsletter: a mail with a sealed link, a button behind it, a way out in one click.
//!
//! Nothing is stored: an address is known to the provider's contacts, or to the owner's mailbox.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{Method, StatusCode};
use forms::{Accepted, FieldError, Form, Newsletter, Notice};
use percent_encoding::percent_decode_str;

use crate::body;
use crate::delivery::{deliver_once, note, refusal};
use crate::exchange::Exchange;
use crate::ledger::Ending;
use crate::mail::{self, Mail, hash};
use crate::page;
use crate::provider::FailureKind;
use crate::refusal::Refusal;
use crate::relay::Relay;
use crate::reply::Reply;
use crate::seal::{Purpose, Subscription};
use crate::visible::ascii_address;

const DAY: u64 = 86_400;
/// How long the same request is the same mail: a button that is pressed twice sends one, and whoever lost it can soon have
/// another.
const SAME: u64 = 600;

/// When the time began, in seconds, in which a request is the same mail.
fn begun(now: i64) -> u64 {
    now.max(0).unsigned_abs() / SAME * SAME
}

/// The mail that asks to confirm an address. The same address makes the same mail for some minutes.
pub(crate) fn confirmation(
    relay: &Relay,
    form: &Form,
    accepted: &Accepted<'_>,
    now: i64,
) -> Result<Mail, Refusal> {
    let newsletter = form.newsletter.as_ref().ok_or(Refusal::Defect)?;
    let seals = relay.config.seals.as_ref().ok_or(Refusal::Defect)?;
    // Nobody has two mailboxes that differ in case: however it is written, it is one subscription.
    let address = accepted.text(&newsletter.address).to_lowercase();
    let address = ascii_address(&address).ok_or(Refusal::Defect)?;
    let begun = begun(now);
    let until = (begun / DAY + 1 + u64::from(newsletter.link_days)) * DAY;
    let pseudonym = seals.pseudonym(&address);
    let language = form.language.as_deref().unwrap_or_default();
    let subscription = Subscription {
        address: address.clone(),
        form: form.id.clone(),
    };
    let confirm = Link {
        purpose: Purpose::Confirm,
        subscription: &subscription,
        until,
        language,
    };
    let leave = Link::to_leave(&subscription, language).in_full(relay)?;
    let letter = mail::letter(
        relay.config.settings.in_language(language),
        &newsletter.confirmation,
        &address,
        &confirm.in_full(relay)?,
    );
    Ok(Mail {
        key: match language {
            "" => format!("{}/{begun}-{pseudonym}", form.id),
            language => format!("{}/{begun}-{pseudonym}-{language}", form.id),
        },
        from: relay.config.from.clone(),
        to: address,
        is_to_visitor: true,
        reply_to: None,
        subject: newsletter.confirmation.subject.clone(),
        text: letter.text,
        html: letter.html,
        headers: headers(&leave),
        date: now,
        clock: String::new(),
    })
}

/// Delivers a mail that asks to confirm an address, unless the address got too many today. What is the same mail counts once,
/// and what certainly did not go does not count.
///
/// # Errors
///
/// A refusal that is answered like any other.
pub(crate) async fn deliver_confirmation(
    relay: &Arc<Relay>,
    exchange: &mut Exchange,
    mail: Mail,
) -> Ending {
    if relay.ledger.knows(&mail.key) {
        return Ok(deliver_once(relay, exchange, mail).await?);
    }
    let seals = relay.config.seals.as_ref().ok_or(Refusal::Defect)?;
    let pseudonym = seals.pseudonym(&mail.to);
    relay.count_recipient(&pseudonym)?;
    deliver_once(relay, exchange, mail)
        .await
        .map_err(|undelivered| {
            if !undelivered.is_in_doubt {
                relay.spare_recipient(&pseudonym);
            }
            undelivered.refusal
        })
}

/// The mistake of a field whose address mail does not know.
pub(crate) fn email_invalid(form: &Form, field: &str) -> FieldError {
    FieldError {
        pointer: format!("#/{field}"),
        code: "email_invalid",
        detail: form.message("email_invalid", None),
    }
}

/// The mistake of an address that nobody has.
pub(crate) fn nobody(form: &Form) -> Vec<FieldError> {
    let fields = form.newsletter.iter().map(|newsletter| &newsletter.address);
    fields.map(|field| email_invalid(form, field)).collect()
}

/// The headers of RFC 8058, and that nobody wrote the mail.
fn headers(link: &str) -> Vec<(String, String)> {
    vec![
        mail::by_itself(),
        ("List-Unsubscribe".to_owned(), format!("<{link}>")),
        (
            "List-Unsubscribe-Post".to_owned(),
            "List-Unsubscribe=One-Click".to_owned(),
        ),
    ]
}

/// The link of a mail to its reader.
struct Link<'a> {
    purpose: Purpose,
    /// The reader's.
    subscription: &'a Subscription,
    /// When it expires, as a Unix second; 0 for never.
    until: u64,
    /// That of the mail; empty for the one in which the forms are written.
    language: &'a str,
}

impl<'a> Link<'a> {
    /// The way out, which stays open.
    fn to_leave(subscription: &'a Subscription, language: &'a str) -> Self {
        Self {
            purpose: Purpose::Unsubscribe,
            subscription,
            until: 0,
            language,
        }
    }

    fn in_full(&self, relay: &Relay) -> Result<String, Refusal> {
        let seals = relay.config.seals.as_ref().ok_or(Refusal::Defect)?;
        let token = seals.seal(self.purpose, self.subscription, self.until);
        let token = token.ok_or(Refusal::Defect)?;
        let action = match self.purpose {
            Purpose::Confirm => "confirm",
            Purpose::Unsubscribe => "unsubscribe",
        };
        let language = match self.language {
            "" => String::new(),
            language => format!("&language={language}"),
        };
        Ok(format!(
            "{}/api/newsletter/{action}?token={token}{language}",
            relay.config.public
        ))
    }
}

/// The link of the mail: a page with a button, so that a mail scanner that follows links confirms
/// nothing; then the button's post.
///
/// # Errors
///
/// A refusal that is answered like any other.
pub(crate) async fn confirm(
    relay: &Arc<Relay>,
    exchange: &mut Exchange,
    body: Body,
) -> Result<Reply, Refusal> {
    exchange.note("route", "confirm");
    let opened = open(relay, exchange, Purpose::Confirm, body).await?;
    let newsletter = opened.newsletter(relay, exchange)?;
    let Some(subscription) = &opened.subscription else {
        return Ok(expired(relay, exchange, newsletter));
    };
    if !opened.is_post {
        return Ok(ask(relay, exchange, &newsletter.confirm));
    }
    let address = &subscription.address;
    if !change_contacts(relay, exchange, Purpose::Confirm, address).await? {
        let leave = Link::to_leave(subscription, "").in_full(relay)?;
        let letter = mail::letter(&relay.config.settings, &newsletter.joined, address, &leave);
        let told = Told {
            subject: &newsletter.joined.subject,
            letter,
            key: "joined",
            address,
        };
        tell(relay, exchange, told, &opened.token).await?;
    }
    Ok(told_page(relay, exchange, &newsletter.confirmed))
}

/// The way out: a page with a button, and the post of the button or of a mail program.
///
/// # Errors
///
/// A refusal that is answered like any other.
pub(crate) async fn unsubscribe(
    relay: &Arc<Relay>,
    exchange: &mut Exchange,
    body: Body,
) -> Result<Reply, Refusal> {
    exchange.note("route", "unsubscribe");
    let opened = open(relay, exchange, Purpose::Unsubscribe, body).await?;
    let newsletter = opened.newsletter(relay, exchange)?;
    let Some(Subscription { address, .. }) = &opened.subscription else {
        return Ok(cannot_leave(relay, exchange));
    };
    if !opened.is_post {
        return Ok(ask(relay, exchange, &newsletter.unsubscribe));
    }
    if !change_contacts(relay, exchange, Purpose::Unsubscribe, address).await? {
        let letter = mail::letter(&relay.config.settings, &newsletter.left, address, "");
        let told = Told {
            subject: &newsletter.left.subject,
            letter,
            key: "left",
            address,
        };
        tell(relay, exchange, told, &opened.token).await?;
    }
    Ok(told_page(relay, exchange, &newsletter.unsubscribed))
}

struct Opened {
    subscription: Option<Subscription>,
    token: String,
    is_post: bool,
}

impl Opened {
    /// The newsletter of the link, in its language. That of a form that is gone is the first: the way out stays open.
    fn newsletter<'a>(
        &self,
        relay: &'a Relay,
        exchange: &Exchange,
    ) -> Result<&'a Newsletter, Refusal> {
        let all = relay.config.forms.iter();
        let mut all = all.filter(|form| form.newsletter.is_some());
        let named = |form: &&Form| Some(&form.id) == self.subscription.as_ref().map(|s| &s.form);
        let form = all.clone().find(named).or_else(|| all.next());
        let form = form.ok_or(Refusal::NotFound)?;
        let spoken = form.in_language(&exchange.language);
        spoken.newsletter.as_ref().ok_or(Refusal::NotFound)
    }
}

/// The token is the authority here, not the origin: mail programs post from nowhere.
async fn open(
    relay: &Relay,
    exchange: &mut Exchange,
    purpose: Purpose,
    body: Body,
) -> Result<Opened, Refusal> {
    let method = &exchange.method;
    let is_post = method == Method::POST;
    if !is_post && method != Method::GET && method != Method::HEAD {
        return Err(Refusal::Method("GET, HEAD, POST"));
    }
    relay.count_client(exchange)?;
    body::read(body, relay.config.body_limit, relay.config.body_time).await?;
    let token = exchange
        .query
        .split('&')
        .find_map(|pair| pair.strip_prefix("token="));
    let token = percent_decode_str(token.unwrap_or(""))
        .decode_utf8_lossy()
        .into_owned();
    let now = jiff::Timestamp::now().as_second().max(0).unsigned_abs();
    let seals = relay.config.seals.as_ref();
    let subscription = seals.and_then(|seals| seals.open(purpose, &token, now));
    Ok(Opened {
        subscription,
        token,
        is_post,
    })
}

fn ask(relay: &Relay, exchange: &Exchange, notice: &Notice) -> Reply {
    let action = format!("{}?{}", exchange.path, exchange.query);
    let body = page::question(notice, &action);
    relay.page(exchange, StatusCode::OK, &notice.title, &body)
}

fn told_page(relay: &Relay, exchange: &Exchange, notice: &Notice) -> Reply {
    let settings = relay.settings(exchange);
    let body = page::notice(settings, notice, &settings.home_of(&relay.config.site));
    relay.page(exchange, StatusCode::OK, &notice.title, &body)
}

/// The page of a link that is too old: who wants another one is led to the form.
fn expired(relay: &Relay, exchange: &mut Exchange, newsletter: &Newsletter) -> Reply {
    let (settings, site) = (relay.settings(exchange), &relay.config.site);
    let address = match &newsletter.page {
        Some(page) => format!("{site}/{}", page.trim_start_matches('/')),
        None => settings.home_of(site),
    };
    let body = page::notice(settings, &newsletter.expired, &address);
    relay.refused_page(exchange, &Refusal::Expired, &body)
}

/// The way out does not expire, and another subscription is none.
fn cannot_leave(relay: &Relay, exchange: &mut Exchange) -> Reply {
    let refusal = Refusal::Expired;
    let settings = relay.settings(exchange);
    let body = page::refusal(settings, &refusal, &relay.asked(exchange));
    relay.refused_page(exchange, &refusal, &body)
}

/// Tells the provider's contacts. False when it keeps none, or the key may not change them: then
/// the owner is told by mail.
async fn change_contacts(
    relay: &Relay,
    exchange: &mut Exchange,
    purpose: Purpose,
    address: &str,
) -> Result<bool, Refusal> {
    if !relay.outbox.keeps_contacts() {
        return Ok(false);
    }
    let change = relay.outbox.change_contacts(|contacts| match purpose {
        Purpose::Confirm => contacts.subscribe(address),
        Purpose::Unsubscribe => contacts.unsubscribe(address),
    });
    match change.await {
        Ok(delivery) => {
            note(relay, exchange, &delivery);
            Ok(true)
        }
        Err((failure, delivery)) => {
            note(relay, exchange, &delivery);
            match failure.kind {
                FailureKind::Refused | FailureKind::Conflict => Ok(false),
                _ => Err(refusal(&failure)),
            }
        }
    }
}

/// Tells the owner about an address, which changes its mind as often a minute as a client may send a form. What is the same
/// mail counts once.
async fn tell(
    relay: &Arc<Relay>,
    exchange: &mut Exchange,
    told: Told<'_>,
    token: &str,
) -> Result<(), Refusal> {
    let address = told.address;
    let mail = told.mail(relay, token);
    if !relay.ledger.knows(&mail.key) {
        relay.count_mind(address)?;
    }
    Ok(deliver_once(relay, exchange, mail).await?)
}

/// A mail to the owner about an address.
struct Told<'a> {
    subject: &'a str,
    letter: mail::Parts,
    key: &'static str,
    address: &'a str,
}

impl Told<'_> {
    fn mail(self, relay: &Relay, token: &str) -> Mail {
        let now = jiff::Timestamp::now().as_second();
        let begun = begun(now);
        // Behind a change of mind the same is news again.
        let id = match relay.minds.changed(self.address, self.key, begun) {
            0 => hash(&[token, &begun.to_string()]),
            changed => hash(&[token, &begun.to_string(), &changed.to_string()]),
        };
        Mail {
            key: format!("{}/{}", self.key, &id[..40]),
            from: relay.config.from.clone(),
            to: relay.config.to.clone(),
            is_to_visitor: false,
            reply_to: None,
            subject: self.subject.to_owned(),
            text: self.letter.text,
            html: self.letter.html,
            headers: vec![mail::by_itself()],
            date: now,
            clock: String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;

    use super::*;
    use crate::client::Client;
    use crate::config::Config;
    use crate::definitions::read_forms;
    use crate::folder::Folder;
    use crate::outbox::Outbox;

    const FORMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../content/forms");

    fn relay(folder: &std::path::Path) -> Arc<Relay> {
        let definitions = read_forms(FORMS.as_ref()).expect("forms");
        let mut config = Config::preview(definitions, vec!["https://exemple.re".to_owned()]);
        config.limits.per_recipient = 2;
        config.log = crate::log::Log::to(|_| {});
        let folder = Folder::new(folder).expect("a folder");
        Relay::new(config, Outbox::new(Arc::new(folder)))
    }

    fn exchange() -> Exchange {
        Exchange {
            id: String::new(),
            client: Client::of(None, &HeaderMap::new(), 0),
            is_counted: false,
            method: Method::POST,
            path: String::new(),
            query: String::new(),
            headers: HeaderMap::new(),
            language: String::new(),
            allow_origin: None,
            refused: None,
            alert: None,
            notes: Vec::new(),
        }
    }

    /// Whoever lost the mail can soon have another; nobody gets many of them.
    #[tokio::test]
    async fn an_address_gets_another_mail_after_some_minutes_and_few_a_day() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let relay = relay(folder.path());
        let mut forms = relay.config.forms.iter();
        let form = forms.find(|form| form.id == "newsletter").expect("a form");
        let submission = body::parse(body::Encoding::Urlencoded, b"email=Jeanne@exemple.re");
        let submission = submission.expect("a submission");
        let accepted = form.judge(&submission).expect("an address");
        let mail = |minutes: i64| {
            let now = 1_795_000_200 + 60 * minutes;
            confirmation(&relay, form, &accepted, now).expect("a mail")
        };
        let told = |mail: Mail| (mail.key, mail.text);
        assert_eq!(told(mail(0)), told(mail(9)));
        assert_ne!(told(mail(0)).0, told(mail(10)).0);
        let mut endings = Vec::new();
        for minutes in [0, 3, 10, 12, 20, 21] {
            let ending = deliver_confirmation(&relay, &mut exchange(), mail(minutes)).await;
            endings.push(ending.is_ok());
        }
        assert_eq!(endings, [true, true, true, true, false, false]);
        let names = std::fs::read_dir(folder.path()).expect("the folder");
        let names = names.map(|entry| entry.expect("a file").path());
        let mails = names.filter(|path| path.extension().is_some_and(|end| end == "eml"));
        assert_eq!(mails.count(), 2);
    }
}
