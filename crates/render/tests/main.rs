//! The tests of the crate as one program, which takes a part of the time to compile that one for each file takes.

mod reads;
mod site;
mod texts;
