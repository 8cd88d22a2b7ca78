//! What must hold for any bytes that a build finds where it left its journal.

use std::io::Cursor;

#[path = "../../crates/assets/src/atomic.rs"]
#[allow(dead_code)]
mod atomic;
#[path = "../../crates/site/src/journal.rs"]
#[allow(dead_code)]
mod journal;

use journal::{FORMAT, Head, Pages, read_head, read_pages, write_parts};

/// A journal is read or refused; what was read has all that its pages refer to, and is the same once it was written again.
/// The first two bytes say how many of the others are the first part, where each part is told with its hash; with none, the
/// others are the file.
pub fn journal(bytes: &[u8]) {
    let Some((len, rest)) = bytes.split_first_chunk() else {
        return;
    };
    let file = match usize::from(u16::from_le_bytes(*len)) {
        0 => rest.to_vec(),
        len => {
            let (head, pages) = rest.split_at(rest.len().min(len));
            [FORMAT, &*told(head), &*told(pages)].concat()
        }
    };
    let head = read_head(Cursor::new(&file));
    let pages = read_pages(Cursor::new(&file));
    if let Ok(pages) = &pages {
        let mut asked = pages.pages.values().flat_map(|record| &record.reads);
        assert!(asked.all(|place| pages.reads.get_index(*place as usize).is_some()));
    }
    if head.is_ok() || pages.is_ok() {
        let head = head.unwrap_or_default();
        same(&head, &pages.unwrap_or_default());
    }
}

/// A part as it stands in the file.
fn told(part: &[u8]) -> Vec<u8> {
    let len = (part.len() as u64).to_le_bytes();
    [&len, &source::hash(part).to_le_bytes()[..], part].concat()
}

fn same(head: &Head, pages: &Pages) {
    let written = |head: &Head, pages: &Pages| {
        let mut file = Cursor::new(Vec::new());
        write_parts(&mut file, head, pages).expect("written");
        file
    };
    let first = written(head, pages);
    let head = read_head(&first.get_ref()[..]).expect("a head");
    let pages = read_pages(first.clone()).expect("pages");
    assert!(first == written(&head, &pages));
}
