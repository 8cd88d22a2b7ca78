#![no_main]

#[path = "../src/journals.rs"]
mod journals;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| journals::journal(bytes));
