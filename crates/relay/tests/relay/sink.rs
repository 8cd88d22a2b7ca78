//! An SMTP server in clear that is as slow, silent or odd at each step as a test wants it.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use relay::{Outbox, Patience, Protection, Smtp, SmtpSettings};

/// What the server does at a step: waits, then answers, or closes the connection where it has no answer.
#[derive(Clone, Debug)]
pub struct Step {
    pub after: Duration,
    pub answer: Option<&'static str>,
}

/// Steps of a connection: `greet`, `EHLO`, `MAIL`, `RCPT`, `DATA`, `end` and `QUIT`; the usual answer where there is none.
type Script = dyn Fn(usize, &str) -> Option<Step> + Send + Sync;

/// The server. It has taken a mail once it has all of it, whatever it answers then.
pub struct Sink {
    pub port: u16,
    mails: Arc<Mutex<Vec<String>>>,
}

/// Long enough for a mail, short enough to be overstepped in a test.
pub const SHORT: Patience = Patience {
    whole: Duration::from_millis(1_500),
    call: Duration::from_millis(500),
    pause: Duration::from_millis(10),
    retries: 2,
};

impl Sink {
    /// A server that acts by the number of the connection and the step.
    pub fn new(script: impl Fn(usize, &str) -> Option<Step> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let (script, mails): (Arc<Script>, _) = (Arc::new(script), Arc::default());
        let (taken, number) = (Arc::clone(&mails), AtomicUsize::new(0));
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let (script, mails) = (Arc::clone(&script), Arc::clone(&taken));
                let number = number.fetch_add(1, Ordering::Relaxed);
                std::thread::spawn(move || {
                    let step = |step: &str| script(number, step);
                    serve(&stream.unwrap(), &step, &mails)
                });
            }
        });
        Sink { port, mails }
    }

    /// A server that does one thing at one step of each connection.
    pub fn at(step: &'static str, acts: Step) -> Self {
        Sink::new(move |_, now| (now == step).then(|| acts.clone()))
    }

    pub fn mails(&self) -> usize {
        self.mails.lock().unwrap().len()
    }

    pub fn outbox(&self) -> Outbox {
        outbox(self.port)
    }
}

/// An outbox with a server in clear on this machine.
pub fn outbox(port: u16) -> Outbox {
    Outbox::new(Arc::new(smtp(port))).with_patience(SHORT)
}

/// A server in clear on this machine.
pub fn smtp(port: u16) -> Smtp {
    let smtp = Smtp::new(SmtpSettings {
        host: "127.0.0.1".to_owned(),
        port,
        protection: Protection::None,
        credentials: None,
        roots: None,
    });
    smtp.unwrap()
}

/// Serves one connection; none when it is lost.
fn serve(
    mut stream: &TcpStream,
    step: &dyn Fn(&str) -> Option<Step>,
    mails: &Mutex<Vec<String>>,
) -> Option<()> {
    let mut lines = BufReader::new(stream.try_clone().ok()?).lines();
    let mut say = |name: &str, usual: &str| {
        let step = step(name);
        let answer = match step {
            Some(step) => {
                std::thread::sleep(step.after);
                step.answer?
            }
            None => usual,
        };
        stream.write_all(format!("{answer}\r\n").as_bytes()).ok()
    };
    say("greet", "220 sink")?;
    loop {
        let line = lines.next()?.ok()?;
        let verb = line.get(..4).unwrap_or("").to_uppercase();
        match verb.as_str() {
            "DATA" => {
                say("DATA", "354 go on")?;
                let mut mail = String::new();
                loop {
                    match lines.next()?.ok()? {
                        line if line == "." => break,
                        line => mail.push_str(&line),
                    }
                }
                mails.lock().unwrap().push(mail);
                say("end", "250 taken")?;
            }
            verb => say(verb, "250 yes")?,
        }
    }
}
