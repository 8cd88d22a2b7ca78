//! The benchmark works: every shape of its articles is built and measured in each way, fifty of each.

use std::path::Path;
use std::process::Command;

/// What the benchmark prints.
fn printed(arguments: &[&str]) -> String {
    let python = Command::new("python3").arg("--version").output();
    python.expect("python3, which the benchmark makes its sites with");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/run.sh");
    let run = Command::new("bash")
        .arg(script)
        .args(arguments)
        .env("SITE", env!("CARGO_BIN_EXE_site"))
        .env("WITH", "")
        .output()
        .expect("bash");
    let printed = String::from_utf8_lossy(&run.stdout).into_owned();
    let told = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{printed}{told}");
    printed
}

#[test]
fn saves_are_measured() {
    let printed = printed(&["save", "50", "1"]);
    // A text, a title and a template.
    let measured = printed.lines().filter(|line| line.ends_with(", 1 saves"));
    assert_eq!(measured.count(), 3, "{printed}");
}

#[test]
fn fifty_articles_of_every_shape_are_measured() {
    let printed = printed(&["50", "1"]);
    let measured = printed
        .lines()
        .filter(|line| line.trim_start().starts_with("site "));
    let measured: Vec<Vec<&str>> = measured
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(measured.len(), 5, "{printed}");
    for line in measured {
        // Five times and the memory, each with its unit, and the number of pages.
        assert_eq!(line.len(), 14, "{printed}");
        let pages: u32 = line[13].parse().expect("a number");
        assert!(pages > 50, "{printed}");
    }
}
