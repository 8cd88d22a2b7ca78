//! What fuzzing begins with, for what stands in the program: requests to `site serve`, and the journal of a build.

#[path = "../../../fuzz/src/journals.rs"]
mod journals;
#[path = "../../../fuzz/src/requests.rs"]
mod requests;
#[path = "../../../fuzz/src/seeds.rs"]
mod seeds;

#[test]
fn what_fuzzing_begins_with_is_found_or_refused() {
    seeds::each("request", requests::request);
}

#[test]
fn what_fuzzing_begins_with_is_a_journal_or_an_error() {
    seeds::each("journal", journals::journal);
}
