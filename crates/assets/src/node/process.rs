//! One Node process: a line goes in, a line comes out, within a time limit.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::store::lock;

/// How much of what the process prints is worth keeping for a message.
const TAIL: usize = 4096;

/// A running process. Reading and writing happen on threads of their own, so that a process that
/// neither reads nor writes cannot block whoever waits for it.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    requests: Sender<String>,
    answers: Receiver<Value>,
    printed: Arc<Mutex<Vec<u8>>>,
    asked: u64,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// The process ended.
    Died,
    /// The time is up.
    Hung,
}

impl Process {
    pub fn start(command: &mut Command) -> std::io::Result<Self> {
        let command = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let (requests, to_write) = channel::<String>();
        if let Some(mut stdin) = child.stdin.take() {
            std::thread::spawn(move || {
                for line in to_write {
                    if stdin
                        .write_all(line.as_bytes())
                        .and_then(|()| stdin.flush())
                        .is_err()
                    {
                        break;
                    }
                }
            });
        }
        let (read, answers) = channel();
        if let Some(stdout) = child.stdout.take() {
            std::thread::spawn(move || {
                for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                    let answer = serde_json::from_str(&line).unwrap_or(Value::Null);
                    if read.send(answer).is_err() {
                        break;
                    }
                }
            });
        }
        let printed = Arc::<Mutex<Vec<u8>>>::default();
        if let Some(mut stderr) = child.stderr.take() {
            let printed = Arc::clone(&printed);
            std::thread::spawn(move || {
                let mut buffer = [0; 1024];
                while let Ok(len @ 1..) = stderr.read(&mut buffer) {
                    let mut printed = lock(&printed);
                    printed.extend_from_slice(&buffer[..len]);
                    let excess = printed.len().saturating_sub(TAIL);
                    printed.drain(..excess);
                }
            });
        }
        Ok(Self {
            child,
            requests,
            answers,
            printed,
            asked: 0,
        })
    }

    /// The version of Node, which the process says by itself when it has started.
    pub fn greeting(&mut self, patience: Duration) -> Result<String, Failure> {
        let answer = self.receive(patience, |answer| answer.get("ready").is_some())?;
        Ok(answer["ready"].as_str().unwrap_or_default().to_owned())
    }

    /// Sends a request and waits for its answer.
    pub fn ask(&mut self, request: &Value, patience: Duration) -> Result<Value, Failure> {
        self.asked += 1;
        let id = self.asked;
        let mut request = request.clone();
        request["id"] = id.into();
        self.requests
            .send(format!("{request}\n"))
            .map_err(|_| Failure::Died)?;
        self.receive(patience, |answer| answer["id"].as_u64() == Some(id))
    }

    fn receive(
        &self,
        patience: Duration,
        wanted: impl Fn(&Value) -> bool,
    ) -> Result<Value, Failure> {
        use std::sync::mpsc::RecvTimeoutError::{Disconnected, Timeout};
        let deadline = Instant::now() + patience;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.answers.recv_timeout(left) {
                Ok(answer) if wanted(&answer) => return Ok(answer),
                Ok(_) => {}
                Err(Timeout) => return Err(Failure::Hung),
                Err(Disconnected) => return Err(Failure::Died),
            }
        }
    }

    /// Ends the process and says what it printed last.
    pub fn end(mut self) -> String {
        self.kill();
        // The thread that reads may still hold the last words of a process that has just ended.
        std::thread::sleep(Duration::from_millis(20));
        String::from_utf8_lossy(&lock(&self.printed))
            .trim()
            .to_owned()
    }

    fn kill(&mut self) {
        // Both fail only for a process that has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}
