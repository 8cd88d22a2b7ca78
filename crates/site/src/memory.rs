//! A page that takes more memory than pages do ends the build with its name, before the system ends it without one.
//!
//! A template can double a text sixty times in a few steps; nothing in between can be stopped, so the program is.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::thread::ThreadId;
use std::time::Duration;

use content::route::Route;

use crate::say::complain;

/// How much more memory there may be than when a page was begun. Pictures are made while a page is.
const MOST: u64 = 768 << 20;
/// Between two looks.
const PAUSE: Duration = Duration::from_millis(5);

/// What each thread renders, and the memory of the program when it began.
static PAGES: Mutex<Option<HashMap<ThreadId, (String, u64)>>> = Mutex::new(None);
static WATCH: Once = Once::new();

/// Renders a page under watch.
pub fn watched<T>(route: &Route, render: impl FnOnce() -> T) -> T {
    let Some(now) = resident() else {
        return render();
    };
    WATCH.call_once(|| drop(std::thread::spawn(watch)));
    let thread = std::thread::current().id();
    let page = format!("`{}`, by templates/{}", route.path, route.template);
    let begun = |pages: &mut HashMap<_, _>| drop(pages.insert(thread, (page, now)));
    begun(lock().get_or_insert_default());
    let rendered = render();
    lock().get_or_insert_default().remove(&thread);
    rendered
}

fn lock() -> MutexGuard<'static, Option<HashMap<ThreadId, (String, u64)>>> {
    PAGES.lock().unwrap_or_else(PoisonError::into_inner)
}

fn watch() {
    loop {
        std::thread::sleep(PAUSE);
        let now = resident().unwrap_or(0);
        let pages = lock();
        let pages = pages.iter().flatten();
        // The one that was begun first has taken most of it.
        let greedy = pages
            .map(|(_, page)| page)
            .min_by_key(|(_, before)| *before);
        if let Some((page, before)) = greedy
            && now.saturating_sub(*before) > MOST
        {
            let most = MOST >> 20;
            complain!("error[page-memory]: rendering {page}, takes more than {most} MB of memory");
            complain!("  = hint: look for a text that grows with each turn of a loop");
            complain!("\n1 error\nnothing was written: the output folder is as it was");
            std::process::exit(1);
        }
    }
}

/// Bytes of memory that the program has; none where the system does not tell.
fn resident() -> Option<u64> {
    const PAGE: u64 = 4_096;
    let told = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = told.split(' ').nth(1)?.parse().ok()?;
    Some(pages * PAGE)
}
