#![no_main]

#[path = "../src/texts.rs"]
#[allow(dead_code)]
mod texts;

libfuzzer_sys::fuzz_target!(|text: &str| texts::front_matter(text));
