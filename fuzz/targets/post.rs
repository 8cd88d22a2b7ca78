#![no_main]

#[path = "../src/posts.rs"]
mod posts;

thread_local! {
    static POSTS: posts::Posts = posts::Posts::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../content/forms"));
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| POSTS.with(|posts| posts.post(bytes)));
