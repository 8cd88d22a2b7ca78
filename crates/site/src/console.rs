//! What the command says, on standard output and standard error. Whoever listens may stop listening: that is no
//! failure. That nothing more can be written is one of the world's, told when the command ends.

use std::fmt::Arguments;
use std::io::{self, ErrorKind, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::exit::Exit;

/// Whether something that was asked for could not be written.
static IS_LOST: AtomicBool = AtomicBool::new(false);

/// A line on standard output: what was asked for.
macro_rules! say {
    ($($text:tt)*) => { $crate::console::answer(format_args!("{}\n", format_args!($($text)*))) };
}

/// A line on standard error: what there is to mend or to know.
macro_rules! complain {
    ($($text:tt)*) => { $crate::console::remark(format_args!("{}\n", format_args!($($text)*))) };
}

pub(crate) use {complain, say};

/// Writes to standard output.
pub fn answer(text: Arguments<'_>) {
    answered(io::stdout().lock().write_fmt(text));
}

/// Notes how writing to standard output went.
pub fn answered(written: io::Result<()>) {
    let written = written.and_then(|()| io::stdout().flush());
    if let Err(error) = written
        && error.kind() != ErrorKind::BrokenPipe
        && !IS_LOST.swap(true, Ordering::Relaxed)
    {
        complain!("error: cannot write to standard output: {error}");
    }
}

/// Writes to standard error. When that cannot be written there is nobody left to tell.
pub fn remark(text: Arguments<'_>) {
    let _ = io::stderr().lock().write_fmt(text);
}

/// How the command ends, when it would end so if all was written.
pub fn ending(exit: Exit) -> Exit {
    match exit {
        Exit::Done if IS_LOST.load(Ordering::Relaxed) => Exit::World,
        exit => exit,
    }
}
