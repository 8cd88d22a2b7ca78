//! A provider's HTTP API that keeps its contract, and breaks it the way a test asks.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use relay::{Outbox, Resend, ResendSettings};
use serde_json::Value;

use crate::client::find;
use crate::world::QUICK;

/// What the API does with a call.
#[derive(Clone, Debug)]
pub enum Act {
    /// Takes the mail.
    Take,
    /// Answers with a status, headers and an error's name.
    Status(u16, &'static str, &'static str),
    /// Closes the connection without a word.
    Close,
    /// Takes the mail and closes the connection without a word.
    TakeAndClose,
    /// Takes the mail and sends half an answer.
    TakeAndCut,
    /// Takes the mail and answers with something else than JSON.
    TakeAndGarble,
    /// Says nothing for a while.
    Stall(Duration),
    /// Takes the mail, sends the headers, then nothing for a while.
    TakeAndStall(Duration),
    /// Takes the mail after a while.
    Slow(Duration),
}

/// A call that arrived.
#[derive(Clone, Debug)]
pub struct Called {
    pub method: String,
    pub path: String,
    pub head: String,
    pub key: String,
    pub body: Value,
}

/// The API.
#[derive(Clone)]
pub struct Fake {
    pub address: SocketAddr,
    calls: Arc<Mutex<Vec<Called>>>,
    taken: Arc<Mutex<HashMap<String, Value>>>,
}

type Script = Arc<dyn Fn(usize, &Called) -> Act + Send + Sync>;

impl Fake {
    /// An API that acts by the number of the call, from 0.
    pub fn new(script: impl Fn(usize, &Called) -> Act + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let fake = Fake {
            address,
            calls: Arc::default(),
            taken: Arc::default(),
        };
        let (serving, script): (Fake, Script) = (fake.clone(), Arc::new(script));
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let (fake, script) = (serving.clone(), Arc::clone(&script));
                std::thread::spawn(move || {
                    if let Ok(stream) = stream {
                        let _ = stream.set_nodelay(true);
                        fake.serve(stream, &script);
                    }
                });
            }
        });
        fake
    }

    /// An API that acts by a list, the last one for ever.
    pub fn acting(acts: Vec<Act>) -> Self {
        Fake::new(move |number, _| acts[number.min(acts.len() - 1)].clone())
    }

    pub fn resend(&self) -> Resend {
        let settings = ResendSettings {
            base: format!("http://{}", self.address),
            key: "re_secret_canary".to_owned(),
            ..ResendSettings::default()
        };
        Resend::new(settings).unwrap()
    }

    pub fn outbox(&self) -> Outbox {
        Outbox::new(Arc::new(self.resend())).with_patience(QUICK)
    }

    pub fn calls(&self) -> Vec<Called> {
        self.calls.lock().unwrap().clone()
    }

    /// The mails that will be delivered, by key.
    pub fn taken(&self) -> HashMap<String, Value> {
        self.taken.lock().unwrap().clone()
    }

    /// Answers calls on anything that reads and writes.
    pub fn serve(&self, mut stream: impl Read + Write, script: &Script) {
        let mut rest = Vec::new();
        while let Some(called) = read_call(&mut stream, &mut rest) {
            let number = {
                let mut calls = self.calls.lock().unwrap();
                calls.push(called.clone());
                calls.len() - 1
            };
            if !self.act(&mut stream, &called, script(number, &called)) {
                return;
            }
        }
    }

    /// Takes a mail by the contract of its key. The answer.
    fn take(&self, called: &Called) -> (u16, String) {
        if called.path.starts_with("/contacts") {
            return (200, "{\"object\":\"contact\",\"id\":\"c\"}".to_owned());
        }
        let mut taken = self.taken.lock().unwrap();
        match taken.get(&called.key) {
            Some(body) if *body != called.body => {
                (409, "{\"name\":\"invalid_idempotent_request\"}".to_owned())
            }
            _ => {
                taken.insert(called.key.clone(), called.body.clone());
                (200, format!("{{\"id\":\"mail-{}\"}}", called.key))
            }
        }
    }

    fn act(&self, stream: &mut impl Write, called: &Called, act: Act) -> bool {
        match act {
            Act::Take => {
                let (status, body) = self.take(called);
                answer(stream, status, "", &body)
            }
            Act::Slow(time) => {
                std::thread::sleep(time);
                let (status, body) = self.take(called);
                answer(stream, status, "", &body)
            }
            Act::Status(status, headers, name) => {
                let body = format!(
                    "{{\"statusCode\":{status},\"name\":\"{name}\",\"message\":\"canari@exemple.re\"}}"
                );
                answer(stream, status, headers, &body)
            }
            Act::Close => false,
            Act::TakeAndClose => {
                self.take(called);
                false
            }
            Act::TakeAndCut => {
                self.take(called);
                let _ =
                    stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 90\r\n\r\n{\"id\":\"ma");
                false
            }
            Act::TakeAndGarble => {
                self.take(called);
                answer(stream, 200, "", "<html>")
            }
            Act::Stall(time) => {
                std::thread::sleep(time);
                false
            }
            Act::TakeAndStall(time) => {
                self.take(called);
                let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 90\r\n\r\n{");
                std::thread::sleep(time);
                false
            }
        }
    }
}

fn answer(stream: &mut impl Write, status: u16, headers: &str, body: &str) -> bool {
    let head = format!("HTTP/1.1 {status} x\r\n{headers}content-type: application/json\r\n");
    let whole = format!("{head}content-length: {}\r\n\r\n{body}", body.len());
    stream
        .write_all(whole.as_bytes())
        .and_then(|()| stream.flush())
        .is_ok()
}

fn read_call(stream: &mut impl Read, rest: &mut Vec<u8>) -> Option<Called> {
    let mut buffer = [0; 16 * 1024];
    loop {
        if let Some(end) = find(rest, b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&rest[..end]).into_owned();
            let header = |name: &str| {
                let lines = head.lines().filter_map(|line| line.split_once(": "));
                let mut named = lines.filter(|(key, _)| key.eq_ignore_ascii_case(name));
                named.next().map(|(_, value)| value.to_owned())
            };
            let length: usize = header("content-length").map_or(0, |value| value.parse().unwrap());
            if rest.len() >= end + 4 + length {
                let body =
                    serde_json::from_slice(&rest[end + 4..end + 4 + length]).unwrap_or_default();
                rest.drain(..end + 4 + length);
                let mut words = head.split(' ');
                let method = words.next()?.to_owned();
                let path = words.next()?.to_owned();
                let key = header("idempotency-key").unwrap_or_default();
                return Some(Called {
                    method,
                    path,
                    key,
                    body,
                    head: head.clone(),
                });
            }
        }
        match stream.read(&mut buffer) {
            Ok(0) | Err(_) => return None,
            Ok(read) => rest.extend(&buffer[..read]),
        }
    }
}
