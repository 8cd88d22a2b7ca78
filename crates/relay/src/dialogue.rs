//! A dialogue with an SMTP server: a line and its answer at a time, until a deadline, in clear or within TLS.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, StreamOwned};

use crate::provider::{Failure, FailureKind};

/// Most of an answer that is read.
const ANSWER: usize = 64 * 1024;

/// A dialogue under way. Nothing of it lasts longer than its deadline, however slowly the server speaks.
pub(crate) struct Dialogue {
    stream: Stream,
    /// What was read behind the last answer.
    ahead: Vec<u8>,
    is_broken: bool,
}

/// What a server answered.
pub(crate) struct Answer {
    pub code: u16,
    /// The texts behind the code, in capital letters.
    pub lines: Vec<String>,
}

impl Answer {
    /// A yes, or the refusal, which says that nothing was taken.
    pub fn judged(self) -> Result<Self, Failure> {
        let kind = match self.code {
            500.. => FailureKind::Refused,
            400.. => FailureKind::Temporary,
            _ => return Ok(self),
        };
        Err(Failure::new(kind, self.code.to_string()).untaken())
    }
}

impl Dialogue {
    /// Connects to a server, which has said nothing yet.
    pub fn connect(host: &str, port: u16, until: Instant) -> Result<Self, Failure> {
        let addresses = (host, port).to_socket_addrs();
        let mut failure = passing("lookup");
        for address in addresses.map_err(|_| passing("lookup"))? {
            let left = left(until).map_err(|error| classify(&error))?;
            match TcpStream::connect_timeout(&address, left) {
                Ok(socket) => {
                    let _ = socket.set_nodelay(true);
                    return Ok(Self {
                        stream: Stream::Clear(Timed { socket, until }),
                        ahead: Vec::new(),
                        is_broken: false,
                    });
                }
                Err(error) if is_late(&error) => failure = Failure::timeout(),
                Err(_) => failure = passing("connection"),
            }
        }
        Err(failure)
    }

    /// Goes on within TLS. What the server said in clear beyond its answer is not the server's word: whoever stands in
    /// between may have written it, to be heard as if it came through TLS.
    pub fn protect(self, host: &str, tls: &Arc<ClientConfig>) -> Result<Self, Failure> {
        let Stream::Clear(clear) = self.stream else {
            return Err(refused("tls"));
        };
        if !self.ahead.is_empty() {
            return Err(refused("spoke-before-tls"));
        }
        let name = ServerName::try_from(host.to_owned()).map_err(|_| refused("tls"))?;
        let connection = ClientConnection::new(Arc::clone(tls), name);
        let connection = connection.map_err(|_| refused("tls"))?;
        Ok(Self {
            stream: Stream::Protected(Box::new(StreamOwned::new(connection, clear))),
            ahead: Vec::new(),
            is_broken: false,
        })
    }

    /// Gives the dialogue so much time from now on.
    pub fn give(&mut self, time: Duration) {
        self.stream.timed().until = Instant::now() + time;
    }

    /// Says a line, and hears a yes.
    pub fn ask(&mut self, line: &str) -> Result<Answer, Failure> {
        self.exchange(line)?.judged()
    }

    /// Says a line, and hears the answer, whatever it is.
    pub fn exchange(&mut self, line: &str) -> Result<Answer, Failure> {
        self.say(format!("{line}\r\n").as_bytes())?;
        self.answer()
    }

    /// Says the data of a mail with its end, and hears a yes.
    pub fn hand_over(&mut self, message: &[u8]) -> Result<Answer, Failure> {
        let mut data = Vec::with_capacity(message.len() + 64);
        for line in message.split_inclusive(|byte| *byte == b'\n') {
            // A dot alone would be the end (RFC 5321, 4.5.2).
            if line.starts_with(b".") {
                data.push(b'.');
            }
            data.extend_from_slice(line);
        }
        if !message.ends_with(b"\r\n") {
            data.extend_from_slice(b"\r\n");
        }
        data.extend_from_slice(b".\r\n");
        self.say(&data)?;
        self.hear()
    }

    /// Hears a yes: that of a server which was just reached is its greeting.
    pub fn hear(&mut self) -> Result<Answer, Failure> {
        self.answer()?.judged()
    }

    fn answer(&mut self) -> Result<Answer, Failure> {
        let (mut lines, mut size) = (Vec::new(), 0);
        loop {
            let line = self.line()?;
            size += line.len();
            let (code, is_last) = match code(&line) {
                Some(read) if size <= ANSWER => read,
                _ => return Err(self.give_up(passing("protocol"))),
            };
            lines.push(line.get(4..).unwrap_or("").to_ascii_uppercase());
            if is_last {
                return Ok(Answer { code, lines });
            }
        }
    }

    /// Says farewell, unless nothing more is heard anyway.
    pub fn leave(mut self, time: Duration) {
        if !self.is_broken {
            self.give(time);
            let _ = self.ask("QUIT");
        }
    }

    fn say(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let stream = self.stream.as_stream();
        let said = stream.write_all(bytes).and_then(|()| stream.flush());
        said.map_err(|error| self.lost(&error))
    }

    /// A line of an answer, without its end.
    fn line(&mut self) -> Result<String, Failure> {
        let mut read = [0; 4_096];
        loop {
            if let Some(end) = self.ahead.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.ahead.drain(..=end).collect();
                return Ok(String::from_utf8_lossy(&line).trim_end().to_owned());
            }
            if self.ahead.len() > ANSWER {
                return Err(self.give_up(passing("protocol")));
            }
            match self.stream.as_stream().read(&mut read) {
                Ok(0) => return Err(self.give_up(passing("closed"))),
                Ok(bytes) => self.ahead.extend_from_slice(&read[..bytes]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(self.lost(&error)),
            }
        }
    }

    /// What the loss of the connection means. An error of TLS behind its beginning is a loss like any other.
    fn lost(&mut self, error: &io::Error) -> Failure {
        let failure = classify(error);
        let is_passing = failure.is_passing() || self.stream.is_handshaking();
        self.give_up(if is_passing {
            failure
        } else {
            passing("closed")
        })
    }

    fn give_up(&mut self, failure: Failure) -> Failure {
        self.is_broken = true;
        failure
    }
}

/// What carries a dialogue.
enum Stream {
    Clear(Timed),
    Protected(Box<StreamOwned<ClientConnection, Timed>>),
}

trait ReadWrite: Read + Write {}
impl<T: Read + Write> ReadWrite for T {}

impl Stream {
    fn as_stream(&mut self) -> &mut dyn ReadWrite {
        match self {
            Self::Clear(clear) => clear,
            Self::Protected(stream) => stream.as_mut(),
        }
    }

    fn timed(&mut self) -> &mut Timed {
        match self {
            Self::Clear(clear) => clear,
            Self::Protected(stream) => &mut stream.sock,
        }
    }

    fn is_handshaking(&self) -> bool {
        matches!(self, Self::Protected(stream) if stream.conn.is_handshaking())
    }
}

/// A socket that is read and written until a deadline: each call has what is left.
struct Timed {
    socket: TcpStream,
    until: Instant,
}

impl Read for Timed {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.socket.set_read_timeout(Some(left(self.until)?))?;
        self.socket.read(bytes)
    }
}

impl Write for Timed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.socket.set_write_timeout(Some(left(self.until)?))?;
        self.socket.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.socket.flush()
    }
}

fn left(until: Instant) -> io::Result<Duration> {
    let left = until.saturating_duration_since(Instant::now());
    match left.is_zero() {
        true => Err(ErrorKind::TimedOut.into()),
        false => Ok(left),
    }
}

/// The code of a line, and whether it is the answer's last.
fn code(line: &str) -> Option<(u16, bool)> {
    let digits = line.get(..3)?;
    let is_code = digits.bytes().all(|byte| byte.is_ascii_digit());
    let is_last = match line.as_bytes().get(3) {
        None | Some(b' ') => true,
        Some(b'-') => false,
        Some(_) => return None,
    };
    let code = digits.parse().ok().filter(|code| (200..600).contains(code));
    code.filter(|_| is_code).map(|code| (code, is_last))
}

/// What an error of the connection means.
fn classify(error: &io::Error) -> Failure {
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref());
    match inner {
        Some(rustls::Error::InvalidCertificate(_)) => refused("certificate"),
        Some(_) => refused("tls"),
        None if is_late(error) => Failure::timeout(),
        None => passing("closed"),
    }
}

/// Whether a step took too long: a connection says so by one kind of error, and reading by the other on most systems.
fn is_late(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::WouldBlock)
}

fn passing(detail: &str) -> Failure {
    Failure::new(FailureKind::Temporary, detail)
}

fn refused(detail: &str) -> Failure {
    Failure::new(FailureKind::Refused, detail)
}
