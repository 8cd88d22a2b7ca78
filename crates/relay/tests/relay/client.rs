//! An HTTP client that sends exactly the bytes that a test wants.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// An answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Reply {
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self
            .headers
            .iter()
            .find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The pointers and codes of a 422.
    pub fn errors(&self) -> Vec<String> {
        assert_eq!(self.status, 422, "{self:?}");
        let body = self.json();
        let errors = body["errors"].as_array().unwrap().iter();
        errors
            .map(|error| {
                assert!(!error["detail"].as_str().unwrap().is_empty());
                let part = |key: &str| error[key].as_str().unwrap().to_owned();
                format!("{} {}", part("pointer"), part("code"))
            })
            .collect()
    }
}

/// One connection, used for several requests.
pub struct Connection {
    stream: TcpStream,
    rest: Vec<u8>,
}

impl Connection {
    pub fn open(address: SocketAddr) -> Self {
        Self::try_open(address).unwrap()
    }

    /// None where nobody listens.
    pub fn try_open(address: SocketAddr) -> Option<Self> {
        let stream = TcpStream::connect(address).ok()?;
        stream.set_nodelay(true).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .unwrap();
        Some(Connection {
            stream,
            rest: Vec::new(),
        })
    }

    /// A broken pipe is no mistake: the server may have answered and closed already.
    pub fn send(&mut self, bytes: &[u8]) {
        let _ = self.stream.write_all(bytes);
    }

    /// Whether nothing is answered for so long.
    pub fn is_silent(&mut self, time: Duration) -> bool {
        self.stream.set_read_timeout(Some(time)).unwrap();
        let read = self.stream.peek(&mut [0]);
        self.stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .unwrap();
        read.is_err()
    }

    /// The next answer; None when the connection is closed without one.
    pub fn reply(&mut self) -> Option<Reply> {
        let mut buffer = [0; 16 * 1024];
        loop {
            if let Some(end) = find(&self.rest, b"\r\n\r\n") {
                let head = String::from_utf8(self.rest[..end].to_vec()).unwrap();
                let mut lines = head.split("\r\n");
                let status = lines
                    .next()
                    .unwrap()
                    .split(' ')
                    .nth(1)
                    .unwrap()
                    .parse()
                    .unwrap();
                let headers: Vec<(String, String)> = lines
                    .map(|line| line.split_once(": ").unwrap_or((line, "")))
                    .map(|(key, value)| (key.to_owned(), value.to_owned()))
                    .collect();
                let length = headers
                    .iter()
                    .find(|(key, _)| key.eq_ignore_ascii_case("content-length"))
                    .map_or(0, |(_, value)| value.parse().unwrap());
                if self.rest.len() >= end + 4 + length {
                    let body = self.rest[end + 4..end + 4 + length].to_vec();
                    self.rest.drain(..end + 4 + length);
                    let body = String::from_utf8(body).unwrap();
                    return Some(Reply {
                        status,
                        headers,
                        body,
                    });
                }
            }
            match self.stream.read(&mut buffer) {
                Ok(0) | Err(_) => return None,
                Ok(read) => self.rest.extend(&buffer[..read]),
            }
        }
    }

    /// The answer to a request whose answer has no body.
    pub fn ask_head(&mut self, request: &Request) -> Reply {
        self.send(&request.bytes());
        let mut head = Vec::new();
        let _ = self.stream.read_to_end(&mut head);
        let head = String::from_utf8(head).unwrap();
        assert!(head.ends_with("\r\n\r\n"), "{head}");
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Reply {
            status,
            headers: Vec::new(),
            body: String::new(),
        }
    }

    /// The status of the last answer on a connection, whatever comes with it.
    pub fn status(mut self) -> u16 {
        let mut answer = Vec::new();
        let _ = self.stream.read_to_end(&mut answer);
        let line = String::from_utf8_lossy(&answer[..answer.len().min(12)]).into_owned();
        let status = line.split(' ').nth(1).and_then(|word| word.parse().ok());
        status.unwrap_or_else(|| panic!("no status: {line:?}"))
    }

    pub fn ask(&mut self, request: &Request) -> Reply {
        self.try_ask(request).expect("an answer")
    }

    /// None when the connection is closed without an answer.
    pub fn try_ask(&mut self, request: &Request) -> Option<Reply> {
        self.send(&request.bytes());
        self.reply()
    }
}

pub fn find(bytes: &[u8], part: &[u8]) -> Option<usize> {
    bytes.windows(part.len()).position(|window| window == part)
}

/// A request.
#[derive(Clone, Debug)]
pub struct Request {
    method: &'static str,
    path: String,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Request {
    pub fn new(method: &'static str, path: &str) -> Self {
        Request {
            method,
            path: path.to_owned(),
            headers: Vec::new(),
            body: Vec::new(),
        }
    }

    pub fn json(form: &str, body: impl AsRef<[u8]>) -> Self {
        Request::new("POST", &format!("/api/forms/{form}"))
            .with("content-type", "application/json")
            .body(body)
    }

    pub fn form(form: &str, body: impl AsRef<[u8]>) -> Self {
        Request::new("POST", &format!("/api/forms/{form}"))
            .with("content-type", "application/x-www-form-urlencoded")
            .body(body)
    }

    /// With a header, in place of one of the same name.
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.retain(|(key, _)| key != name);
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub fn body(mut self, body: impl AsRef<[u8]>) -> Self {
        self.body = body.as_ref().to_vec();
        self
    }

    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = format!("{} {} HTTP/1.1\r\nhost: relay\r\n", self.method, self.path);
        for (name, value) in &self.headers {
            bytes.push_str(&format!("{name}: {value}\r\n"));
        }
        if self.method != "GET" {
            bytes.push_str(&format!("content-length: {}\r\n", self.body.len()));
        }
        bytes.push_str("\r\n");
        [bytes.as_bytes(), &self.body].concat()
    }
}

/// A body of pairs, percent-encoded.
pub fn urlencoded(pairs: &[(&str, &str)]) -> String {
    let encode = |text: &str| {
        percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
    };
    let pairs: Vec<String> = pairs
        .iter()
        .map(|(name, value)| format!("{}={}", encode(name), encode(value)))
        .collect();
    pairs.join("&")
}
