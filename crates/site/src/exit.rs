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

impl Exit {
    fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Content => 1,
            Self::Call => 2,
            Self::World => 3,
            Self::Busy => 75,
        }
    }

    /// Ends the program at once, whatever its threads do.
    pub fn end(self) -> ! {
        std::process::exit(self.code().into())
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}
