//! How the program ends, as a shell is told.

use std::process::ExitCode;

/// Exit codes, as the command's help names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All went well.
    Done,
    /// The content is wrong.
    Content,
    /// The call is wrong.
    Call,
    /// The world failed.
    World,
    /// Another build is at work: try again later (`EX_TEMPFAIL` of sysexits).
    Busy,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Done => ExitCode::SUCCESS,
            Exit::Content => ExitCode::from(1),
            Exit::Call => ExitCode::from(2),
            Exit::World => ExitCode::from(3),
            Exit::Busy => ExitCode::from(75),
        }
    }
}
