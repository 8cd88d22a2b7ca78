//! A drawn map: levels in metres with their curves, and the summit.

use super::noise::Random;
use super::{Bezier, Frame, Grid, Isoline, Point, Relief, fit, isolines};

/// A contour map.
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    pub frame: Frame,
    /// From the lowest.
    pub levels: Vec<Level>,
    /// Where the mark of the highest summit stands.
    pub summit: Point,
    /// Its height in metres.
    pub height: u32,
}

/// All lines of one height.
#[derive(Clone, Debug)]
pub(crate) struct Level {
    /// Whether it is one in five that is drawn heavier.
    pub index: bool,
    /// Closed lines: the start and the pieces of each.
    pub lines: Vec<(Point, Vec<Bezier>)>,
}

/// What is asked of a map.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wish<'a> {
    pub seed: &'a str,
    pub frame: Frame,
    /// Where the summit stands, in shares of the frame; none to leave it to the seed.
    pub summit: Option<Point>,
    /// Its height in metres; none to leave it to the seed.
    pub height: Option<u32>,
}

/// A surveyed relief, ready to be drawn at any precision.
#[derive(Clone, Debug)]
pub(crate) struct Survey {
    frame: Frame,
    levels: Vec<(bool, Vec<Isoline>)>,
    summit: Point,
    height: u32,
}

/// Rings shorter than this are dust on a card.
const SHORTEST_RING: f64 = 170.0;

/// The room that the summit's mark and figure take.
const MARK: Point = Point { x: 190.0, y: 72.0 };

/// Distance between heights, in map units.
const STEP: f64 = 8.0;

impl Survey {
    pub fn new(wish: Wish<'_>) -> Self {
        let grid = Relief::new(wish.seed, wish.frame, wish.summit).grid(STEP);
        let (summit, highest) = highest(&grid, wish.frame);
        let lowest = grid
            .heights
            .iter()
            .copied()
            .filter(|h| h.is_finite())
            .fold(highest, f64::min);
        let scale = Scale::new(wish);
        let metres = f64::from(scale.height);
        let levels = (1..=scale.lines).map(|line| -> (bool, Vec<Isoline>) {
            let share = f64::from(line * scale.interval) / metres;
            let level = lowest + (highest - lowest) * share;
            let mut lines = isolines(&grid, level);
            lines.retain(|l| length(l) > SHORTEST_RING && is_seen(l, wish.frame));
            (line % 5 == 0, lines)
        });
        let mut levels: Vec<_> = levels.filter(|(_, lines)| !lines.is_empty()).collect();
        let mark = make_room(&mut levels, summit);
        // A crater's ring may lie beside the highest point and under its figure.
        for (_, lines) in &mut levels {
            lines.retain(|line| {
                encloses(line, mark) || !line.points.iter().any(|p| is_under(*p, mark))
            });
        }
        levels.retain(|(_, lines)| !lines.is_empty());
        Self {
            frame: wish.frame,
            levels,
            summit: mark,
            height: scale.height,
        }
    }

    /// Draws the curves, nowhere farther from the lines than the tolerance.
    pub fn draw(&self, tolerance: f64) -> Sheet {
        let levels = self.levels.iter().map(|(index, lines)| Level {
            index: *index,
            lines: lines.iter().map(|line| fit(line, tolerance)).collect(),
        });
        Sheet {
            frame: self.frame,
            levels: levels.collect(),
            summit: self.summit,
            height: self.height,
        }
    }
}

/// Which heights get a line, in metres.
struct Scale {
    interval: u32,
    lines: u32,
    height: u32,
}

impl Scale {
    /// 13 to 19 lines at a round distance, the last one well below the summit.
    fn new(wish: Wish<'_>) -> Self {
        const INTERVALS: [u32; 9] = [40, 50, 60, 75, 80, 100, 120, 125, 150];
        let mut random = Random::new(&format!("{} heights", wish.seed));
        if let Some(height) = wish.height {
            let interval = (height / 19).next_multiple_of(10);
            return Self {
                interval,
                lines: (height - interval / 3) / interval,
                height,
            };
        }
        #[allow(clippy::cast_possible_truncation)]
        let pick = |random: &mut Random, count: u64| (random.next() % count) as u32;
        let interval = INTERVALS[pick(&mut random, 9) as usize];
        let lines = 13 + pick(&mut random, 7);
        let rest = interval * (40 + pick(&mut random, 45)) / 100;
        Self {
            interval,
            lines,
            height: interval * lines + rest,
        }
    }
}

/// The highest point well inside the frame.
fn highest(grid: &Grid, frame: Frame) -> (Point, f64) {
    let mut found = (Point::default(), f64::NEG_INFINITY);
    for row in 0..grid.rows {
        for column in 0..grid.columns {
            let point = grid.point(column, row);
            let (x, y) = (point.x / frame.width, point.y / frame.height);
            let inside = (0.12..0.88).contains(&x) && (0.14..0.86).contains(&y);
            let height = grid.heights[row * grid.columns + column];
            if inside && height > found.1 {
                found = (point, height);
            }
        }
    }
    found
}

/// Removes the rings around the summit that leave no room for its mark, and gives the place of the
/// mark in the smallest one that stays.
fn make_room(levels: &mut [(bool, Vec<Isoline>)], summit: Point) -> Point {
    for (_, lines) in levels.iter_mut().rev() {
        let Some(i) = lines.iter().position(|line| encloses(line, summit)) else {
            continue;
        };
        match place(&lines[i], summit) {
            Some(place) => return place,
            None => drop(lines.remove(i)),
        }
    }
    summit
}

/// A place in a ring where the mark stands free: its middle, else the nearest one to the summit.
fn place(ring: &Isoline, summit: Point) -> Option<Point> {
    const TRIES: u32 = 12;
    let (low, high) = bounds(ring);
    let size = high - low;
    let mut places = Vec::new();
    for i in 1..TRIES {
        for j in 1..TRIES {
            let (x, y) = (
                f64::from(i) / f64::from(TRIES),
                f64::from(j) / f64::from(TRIES),
            );
            places.push(low + Point::new(size.x * x, size.y * y));
        }
    }
    places.sort_by(|a, b| (*a - summit).length().total_cmp(&(*b - summit).length()));
    let middle = (low + high) * 0.5;
    let free = |at: &Point| encloses(ring, *at) && !ring.points.iter().any(|p| is_under(*p, *at));
    std::iter::once(middle).chain(places).find(free)
}

/// Whether a point lies under a mark.
fn is_under(point: Point, mark: Point) -> bool {
    let off = point - mark;
    off.x.abs() < MARK.x / 2.0 && off.y.abs() < MARK.y / 2.0
}

/// Whether a point lies within a ring.
fn encloses(line: &Isoline, p: Point) -> bool {
    let next = line.points.iter().cycle().skip(1);
    let crossed = line.points.iter().zip(next).filter(|(a, b)| {
        (a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x
    });
    line.closed && crossed.count() % 2 == 1
}

fn bounds(line: &Isoline) -> (Point, Point) {
    let first = line.points[0];
    line.points.iter().fold((first, first), |(low, high), p| {
        let low = Point::new(low.x.min(p.x), low.y.min(p.y));
        (low, Point::new(high.x.max(p.x), high.y.max(p.y)))
    })
}

fn length(line: &Isoline) -> f64 {
    line.points
        .windows(2)
        .map(|pair| (pair[1] - pair[0]).length())
        .sum()
}

/// Whether any part of a line lies in the frame.
fn is_seen(line: &Isoline, frame: Frame) -> bool {
    let inside =
        |p: &Point| (0.0..=frame.width).contains(&p.x) && (0.0..=frame.height).contains(&p.y);
    line.points.iter().any(inside)
}
