#![no_main]

#[path = "../src/answers.rs"]
mod answers;

libfuzzer_sys::fuzz_target!(|text: &str| answers::form(text));
