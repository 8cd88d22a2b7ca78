//! A request's body to a submission: JSON or urlencoded, strictly read, nothing guessed.

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use axum::body::{Body, Bytes};
use forms::{Input, Submission};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use percent_encoding::percent_decode;
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::refusal::Refusal;

/// How a body is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    Json,
    Urlencoded,
}

impl Encoding {
    /// By the `Content-Type` header; a charset other than UTF-8 is refused.
    pub fn of(content_type: Option<&str>) -> Result<Self, Refusal> {
        let content_type = content_type.unwrap_or("").to_ascii_lowercase();
        let mut parts = content_type.split(';').map(str::trim);
        let encoding = match parts.next() {
            Some("application/json") => Encoding::Json,
            Some("application/x-www-form-urlencoded") => Encoding::Urlencoded,
            _ => return Err(Refusal::MediaType),
        };
        let is_utf8 = parts
            .filter_map(|part| part.strip_prefix("charset="))
            .all(|charset| matches!(charset.trim_matches('"'), "utf-8" | "utf8"));
        if is_utf8 {
            Ok(encoding)
        } else {
            Err(Refusal::MediaType)
        }
    }
}

/// Reads at most `limit` bytes within `time`.
pub(crate) async fn read(body: Body, limit: usize, time: Duration) -> Result<Bytes, Refusal> {
    match tokio::time::timeout(time, Limited::new(body, limit).collect()).await {
        Err(_) => Err(Refusal::Slow),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(Refusal::TooLarge),
        Ok(Err(_)) => Err(Refusal::Malformed),
        Ok(Ok(body)) => Ok(body.to_bytes()),
    }
}

/// Reads a body to its end, or for `time`, and keeps nothing of it.
pub(crate) async fn discard(mut body: Body, time: Duration) {
    let reading = async { while let Some(Ok(_)) = body.frame().await {} };
    // However it ends, the answer is the same.
    let _ = tokio::time::timeout(time, reading).await;
}

/// Reads a submission out of a body.
pub(crate) fn parse(encoding: Encoding, body: &[u8]) -> Result<Submission<'_>, Refusal> {
    match encoding {
        Encoding::Json => {
            let Fields(inputs) = serde_json::from_slice(body).map_err(|_| Refusal::Malformed)?;
            Ok(Submission {
                inputs,
                repeats: false,
            })
        }
        Encoding::Urlencoded => urlencoded(body),
    }
}

fn urlencoded(body: &[u8]) -> Result<Submission<'_>, Refusal> {
    let mut submission = Submission {
        inputs: Vec::new(),
        repeats: true,
    };
    for pair in body
        .split(|byte| *byte == b'&')
        .filter(|pair| !pair.is_empty())
    {
        let at = pair
            .iter()
            .position(|byte| *byte == b'=')
            .unwrap_or(pair.len());
        let (name, value) = (&pair[..at], pair.get(at + 1..).unwrap_or(&[]));
        submission
            .inputs
            .push((decoded(name)?.into(), Input::Text(decoded(value)?.into())));
    }
    Ok(submission)
}

fn decoded(part: &[u8]) -> Result<String, Refusal> {
    let spaced: Vec<u8> = part
        .iter()
        .map(|b| if *b == b'+' { b' ' } else { *b })
        .collect();
    let decoded = percent_decode(&spaced)
        .decode_utf8()
        .map_err(|_| Refusal::Malformed)?;
    Ok(decoded.into_owned())
}

/// A JSON object whose repeated keys are kept, so that they can be refused.
struct Fields<'a>(Vec<(Cow<'a, str>, Input<'a>)>);

impl<'de> Deserialize<'de> for Fields<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(FieldsVisitor)
    }
}

struct FieldsVisitor;

impl<'de> Visitor<'de> for FieldsVisitor {
    type Value = Fields<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Fields<'de>, A::Error> {
        let mut inputs = Vec::with_capacity(24);
        while let Some((Name(name), JsonInput(input))) = access.next_entry()? {
            inputs.push((name, input));
        }
        Ok(Fields(inputs))
    }
}

/// A key.
#[derive(serde::Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

struct JsonInput<'a>(Input<'a>);

impl<'de> Deserialize<'de> for JsonInput<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(InputVisitor).map(JsonInput)
    }
}

struct InputVisitor;

impl<'de> Visitor<'de> for InputVisitor {
    type Value = Input<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Input<'de>, E> {
        Ok(Input::Other)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Input<'de>, E> {
        Ok(Input::Other)
    }

    fn visit_i64<E>(self, value: i64) -> Result<Input<'de>, E> {
        Ok(Input::Number(value.to_string()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Input<'de>, E> {
        Ok(Input::Number(value.to_string()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Input<'de>, E> {
        Ok(Input::Number(value.to_string()))
    }

    fn visit_borrowed_str<E>(self, value: &'de str) -> Result<Input<'de>, E> {
        Ok(Input::Text(value.into()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Input<'de>, E> {
        Ok(Input::Text(value.to_owned().into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Input<'de>, A::Error> {
        let mut items = Vec::new();
        while let Some(JsonInput(item)) = access.next_element()? {
            // A list in a list is no value of any field.
            items.push(if matches!(item, Input::List(_)) {
                Input::Other
            } else {
                item
            });
        }
        Ok(Input::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Input<'de>, A::Error> {
        while access.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Input::Other)
    }
}
