//! A page that takes more memory or computing than pages do ends the build with its name, before the system or somebody's
//! patience ends it without one.
//!
//! A template can double a text sixty times in a few steps, and sort a long list in one; nothing in between can be
//! stopped, so the program is.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread, ThreadId};
use std::time::{Duration, Instant};

use assets::Assets;
use content::Site;
use content::route::Route;
use source::{Diagnostic, Place};

use crate::format::Format;
use crate::report;

/// How much more memory there may be than when a page was begun, not counting what making pictures takes: so much, and
/// so much for each thread, since others render too.
const MOST: u64 = 160 << 20;
const MOST_OF_A_THREAD: u64 = 16 << 20;
/// How much more there may be in all.
const MOST_IN_ALL: u64 = 768 << 20;
/// How long the processor may be at work for a page, not counting pictures and islands: so long, and so much longer for
/// each page of the site, since one may list all.
const LONGEST: Duration = Duration::from_millis(1_500);
const LONGEST_OF_A_PAGE: Duration = Duration::from_micros(100);
/// How deep a thread that renders may go: values of templates can stand in each other without end, and whoever goes
/// through them takes more memory than there may be before he takes more of this.
const STACK: usize = 1 << 30;
/// Between two looks.
const PAUSE: Duration = Duration::from_millis(10);
/// The most that counts between two looks: for a machine that stood still, as a virtual one may for seconds, the system
/// says that the thread which ran there was at work.
const MOST_AT_ONCE: Duration = Duration::from_millis(50);

/// Looks at what the program takes while pages are rendered.
#[derive(Debug)]
pub struct Watch<'a> {
    site: &'a Site,
    assets: &'a Assets,
    format: Format,
    threads: Mutex<HashMap<ThreadId, Working>>,
    has_ended: AtomicBool,
}

/// A thread that renders.
#[derive(Debug)]
struct Working {
    /// Where the system tells how long it was at work.
    times: PathBuf,
    /// What it renders.
    page: Option<Begun>,
}

/// A page that is being rendered.
#[derive(Debug)]
struct Begun {
    route: usize,
    at: Instant,
    /// What was there before, by the first look at the page: most pages are rendered between two looks.
    before: Option<Before>,
}

/// What a page is held against.
#[derive(Clone, Copy, Debug)]
struct Before {
    /// The memory of the program when the page was begun.
    then: u64,
    /// The same, or when a picture was last being made.
    since: u64,
    /// How long the thread had been at work at the last look.
    worked: Option<Duration>,
    /// How long it was since the page was begun, or a picture was last being made.
    spent: Duration,
}

/// Tells the one who looks that there is nothing left to see.
struct Ending<'a>(&'a AtomicBool, Thread);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
        self.1.unpark();
    }
}

/// Lets the threads that render go deep, before anything else is asked of them. Only what they use of it is ever taken.
/// Where the system gives no such threads, there are the usual ones.
pub fn make_room() {
    let deep = thread::Builder::new().stack_size(STACK).spawn(|| ());
    if deep.is_ok() {
        let threads = rayon::ThreadPoolBuilder::new().stack_size(STACK);
        let _ = threads.build_global();
    }
}

/// Does some work, on the threads that render, of which each page is under watch; the mistake that ends it is told in a
/// format.
pub fn watched<T: Send>(
    site: &Site,
    assets: &Assets,
    format: Format,
    work: impl FnOnce(&Watch<'_>) -> T + Send,
) -> T {
    let watch = Watch {
        site,
        assets,
        format,
        threads: Mutex::default(),
        has_ended: AtomicBool::new(false),
    };
    thread::scope(|scope| {
        let looking = scope.spawn(|| watch.look());
        let _ending = Ending(&watch.has_ended, looking.thread().clone());
        rayon::scope(|_| work(&watch))
    })
}

impl Watch<'_> {
    /// Renders the page of a route.
    pub fn page<T>(&self, route: usize, render: impl FnOnce() -> T) -> T {
        self.begin(Some(Begun {
            route,
            at: Instant::now(),
            before: None,
        }));
        let rendered = render();
        self.begin(None);
        rendered
    }

    /// Notes what this thread renders now.
    fn begin(&self, page: Option<Begun>) {
        let mut threads = self.threads();
        let working = threads
            .entry(thread::current().id())
            .or_insert_with(Working::here);
        working.page = page;
    }

    fn threads(&self) -> MutexGuard<'_, HashMap<ThreadId, Working>> {
        self.threads.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn look(&self) {
        let threads = rayon::current_num_threads() as u64;
        let most = MOST + MOST_OF_A_THREAD * threads;
        let longest = LONGEST + LONGEST_OF_A_PAGE * self.site.routes.len() as u32;
        let Some(mut last) = resident() else {
            return;
        };
        while !self.has_ended.load(Ordering::Acquire) {
            thread::park_timeout(PAUSE);
            let Some(now) = resident() else {
                return;
            };
            let are_at_work = self.assets.are_at_work();
            let mut threads = self.threads();
            let mut pages = Vec::new();
            for Working { times, page } in threads.values_mut() {
                let Some(Begun { route, at, before }) = page else {
                    continue;
                };
                let worked = worked(times);
                let before = before.get_or_insert(Before {
                    then: last,
                    since: last,
                    worked,
                    spent: Duration::ZERO,
                });
                if let (Some(then), Some(now)) = (before.worked, worked) {
                    before.spent += now.saturating_sub(then).min(MOST_AT_ONCE);
                }
                before.worked = worked;
                if are_at_work {
                    (before.since, before.spent) = (now, Duration::ZERO);
                }
                if before.spent > longest {
                    let time = format!("{:.1} seconds of computing", longest.as_secs_f64());
                    self.end(*route, "page-time", &time);
                }
                pages.push((*at, *route, *before));
            }
            last = now;
            // The one that was begun first has taken most of it.
            let Some((_, first, before)) = pages.into_iter().min_by_key(|(at, ..)| *at) else {
                continue;
            };
            let grown = [(before.since, most), (before.then, MOST_IN_ALL)];
            let is_above = |(before, most): &(u64, u64)| now.saturating_sub(*before) > *most;
            if let Some((_, most)) = grown.into_iter().find(is_above) {
                let memory = format!("{} MB of memory", most >> 20);
                self.end(first, "page-memory", &memory);
            }
        }
    }

    fn end(&self, route: usize, code: &'static str, most: &str) -> ! {
        let Route { path, template, .. } = &self.site.routes[route];
        let message =
            format!("rendering `{path}`, by templates/{template}, takes more than {most}");
        let mut diagnostic = Diagnostic::error(code, message)
            .hint("look for a text or a list that grows, or is gone through, with each turn of a loop or each time that it is set");
        if let Some(place) = self.growing(template) {
            let said = "texts or lists may grow here";
            diagnostic = diagnostic.label(&place.source, place.span, said);
        }
        report::mistakes(&[diagnostic], self.format).end()
    }

    /// The first line by which a text or a list can grow: of a template, or of one that it names.
    fn growing(&self, template: &str) -> Option<Place> {
        const OPERATORS: [&str; 8] = [
            "~", " + ", " * ", "join", "replace", "{% set ", "{% for ", "",
        ];
        let own = self.site.templates.get(template)?;
        let named = self.site.templates.iter().filter(|(name, _)| {
            let is_named = |quote: char| own.text().contains(&format!("{quote}{name}{quote}"));
            is_named('"') || is_named('\'')
        });
        let sources = [own].into_iter().chain(named.map(|(_, source)| source));
        let places = sources.flat_map(|source| {
            let mut end = 0;
            let text = source.text();
            let lines = text.split_inclusive('\n').filter_map(|line| {
                let start = end + line.len() - line.trim_start().len();
                end += line.len();
                let is_code = line.contains("{%") || line.contains("{{");
                let rank = OPERATORS
                    .iter()
                    .position(|operator| line.contains(operator))?;
                let place = Place::new(source, start..start + line.trim().len());
                is_code.then_some((rank, place))
            });
            lines.collect::<Vec<_>>()
        });
        places.min_by_key(|(rank, _)| *rank).map(|(_, place)| place)
    }
}

impl Working {
    /// The thread that asks, which renders nothing yet.
    fn here() -> Self {
        let own = fs::read_link("/proc/thread-self").unwrap_or_default();
        Self {
            times: Path::new("/proc").join(own).join("schedstat"),
            page: None,
        }
    }
}

/// How long the processor was at work for a thread; none where the system does not tell.
fn worked(times: &Path) -> Option<Duration> {
    let told = fs::read_to_string(times).ok()?;
    let nanoseconds = told.split(' ').next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

/// Bytes of memory that the program has; none where the system does not tell.
fn resident() -> Option<u64> {
    const PAGE: u64 = 4_096;
    let told = fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = told.split(' ').nth(1)?.parse().ok()?;
    Some(pages * PAGE)
}
