//! One Node process: a line goes in, a line comes out, within a time limit.

use std::collections::HashMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::Value;

use crate::store::lock;

/// How much of what the process prints is worth keeping for a message.
const TAIL: usize = 4096;

/// The number of what the process says by itself.
const GREETING: u64 = 0;

/// A running process, which several threads may ask at once. Reading and writing happen on threads of their own, so that a
/// process that neither reads nor writes cannot block whoever waits for it.
#[derive(Debug)]
pub(super) struct Process {
    child: Mutex<Child>,
    requests: Sender<String>,
    waiting: Waiting,
    greeting: Mutex<Receiver<Value>>,
    printed: Arc<Mutex<Vec<u8>>>,
    asked: AtomicU64,
}

/// Who waits for which answer; nobody can once the process has ended.
type Waiting = Arc<Mutex<Option<HashMap<u64, Sender<Value>>>>>;

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoAnswer {
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
        let (greet, greeting) = channel();
        let waiting: Waiting = Arc::new(Mutex::new(Some(HashMap::from([(GREETING, greet)]))));
        if let Some(stdout) = child.stdout.take() {
            let waiting = Arc::clone(&waiting);
            std::thread::spawn(move || {
                for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                    let answer: Value = serde_json::from_str(&line).unwrap_or_default();
                    // A line that is neither is of something that Node was told to load first.
                    let id = match answer.get("ready") {
                        Some(_) => Some(GREETING),
                        None => answer["id"].as_u64(),
                    };
                    let Some(id) = id else { continue };
                    let asked = lock(&waiting).as_mut().and_then(|all| all.remove(&id));
                    // Whoever asked may have lost patience.
                    let _ = asked.map(|asked| asked.send(answer));
                }
                lock(&waiting).take();
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
            child: Mutex::new(child),
            requests,
            waiting,
            greeting: Mutex::new(greeting),
            printed,
            asked: AtomicU64::new(GREETING + 1),
        })
    }

    /// The version of Node, which the process says by itself when it has started.
    pub fn greeting(&self, patience: Duration) -> Result<String, NoAnswer> {
        let answer = receive(&lock(&self.greeting), patience)?;
        Ok(answer["ready"].as_str().unwrap_or_default().to_owned())
    }

    /// Sends a request and waits for its answer.
    pub fn ask(&self, request: &Value, patience: Duration) -> Result<Value, NoAnswer> {
        let id = self.asked.fetch_add(1, Ordering::Relaxed);
        let (send, answer) = channel();
        match lock(&self.waiting).as_mut() {
            Some(waiting) => waiting.insert(id, send),
            None => return Err(NoAnswer::Died),
        };
        let mut request = request.clone();
        request["id"] = id.into();
        self.requests
            .send(format!("{request}\n"))
            .map_err(|_| NoAnswer::Died)?;
        receive(&answer, patience)
    }

    /// Ends the process and says what it printed last.
    pub fn end(&self) -> String {
        self.kill();
        // The thread that reads may still hold the last words of a process that has just ended.
        std::thread::sleep(Duration::from_millis(20));
        String::from_utf8_lossy(&lock(&self.printed))
            .trim()
            .to_owned()
    }

    fn kill(&self) {
        let mut child = lock(&self.child);
        // Both fail only for a process that has already ended.
        let _ = child.kill();
        let _ = child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

fn receive(answer: &Receiver<Value>, patience: Duration) -> Result<Value, NoAnswer> {
    answer.recv_timeout(patience).map_err(|e| match e {
        RecvTimeoutError::Timeout => NoAnswer::Hung,
        RecvTimeoutError::Disconnected => NoAnswer::Died,
    })
}
