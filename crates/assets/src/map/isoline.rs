//! Lines of equal height through a grid of heights (marching squares).

use std::collections::HashMap;

use super::Point;

/// Heights at regular distances.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    /// Where the first height is.
    pub origin: Point,
    /// The distance between neighbours.
    pub step: f64,
    pub columns: usize,
    pub rows: usize,
    /// Row by row.
    pub heights: Vec<f64>,
}

/// A line of equal height. What is above the level lies on its left (y points down).
#[derive(Clone, Debug)]
pub(crate) struct Isoline {
    pub points: Vec<Point>,
    /// Whether it comes back to its first point, which is not repeated.
    pub closed: bool,
}

impl Grid {
    fn at(&self, column: usize, row: usize) -> f64 {
        self.heights[row * self.columns + column]
    }

    #[allow(clippy::cast_precision_loss)]
    pub fn point(&self, column: usize, row: usize) -> Point {
        self.origin + Point::new(column as f64, row as f64) * self.step
    }
}

/// A crossing of a line with an edge of the grid: the edge's upper or left node, and whether it is
/// a vertical edge.
type Edge = (usize, usize, bool);

/// All lines of a level.
pub(crate) fn isolines(grid: &Grid, level: f64) -> Vec<Isoline> {
    let mut next: HashMap<Edge, Edge> = HashMap::new();
    let mut starts: Vec<Edge> = Vec::new();
    for row in 0..grid.rows - 1 {
        for column in 0..grid.columns - 1 {
            for (from, to) in crossings(grid, level, (column, row)) {
                next.insert(from, to);
                starts.push(from);
            }
        }
    }
    let targets: std::collections::HashSet<Edge> = next.values().copied().collect();
    // Lines that begin at the border first: what is left then are rings.
    let (open, rings): (Vec<Edge>, Vec<Edge>) = starts.iter().partition(|s| !targets.contains(s));
    let mut lines = Vec::new();
    for start in open.into_iter().chain(rings) {
        let mut points = Vec::new();
        let mut edge = start;
        while let Some(to) = next.remove(&edge) {
            points.push(crossing(grid, level, edge));
            edge = to;
        }
        if points.is_empty() {
            continue;
        }
        let closed = edge == start;
        if !closed {
            points.push(crossing(grid, level, edge));
        }
        lines.push(Isoline { points, closed });
    }
    lines
}

/// The pieces of line in one cell, each from edge to edge with the higher side on its left.
fn crossings(grid: &Grid, level: f64, (c, r): (usize, usize)) -> Vec<(Edge, Edge)> {
    let corners = [(c, r), (c + 1, r), (c + 1, r + 1), (c, r + 1)].map(|(c, r)| grid.at(c, r));
    let above = corners.map(|h| h >= level);
    // Edges clockwise from the top, each between a corner and the next.
    let edges: [Edge; 4] = [
        (c, r, false),
        (c + 1, r, true),
        (c, r + 1, false),
        (c, r, true),
    ];
    let mut entering = Vec::with_capacity(2);
    let mut leaving = Vec::with_capacity(2);
    for i in 0..4 {
        match (above[i], above[(i + 1) % 4]) {
            (false, true) => leaving.push(i),
            (true, false) => entering.push(i),
            _ => {}
        }
    }
    match (entering.as_slice(), leaving.as_slice()) {
        ([], _) | (_, []) => Vec::new(),
        ([a], [b]) => vec![(edges[*b], edges[*a])],
        _ => {
            // A saddle: the middle tells which opposite corners hang together.
            let joined = corners.iter().sum::<f64>() / 4.0 >= level;
            let pair = |out: &usize| {
                let turn = if joined { 3 } else { 1 };
                (edges[*out], edges[(out + turn) % 4])
            };
            leaving.iter().map(pair).collect()
        }
    }
}

/// Where the level is crossed on an edge.
fn crossing(grid: &Grid, level: f64, (column, row, vertical): Edge) -> Point {
    let (to_column, to_row) = if vertical {
        (column, row + 1)
    } else {
        (column + 1, row)
    };
    let (a, b) = (grid.at(column, row), grid.at(to_column, to_row));
    let from = grid.point(column, row);
    let to = grid.point(to_column, to_row);
    // From or to an abyss the line runs beside it.
    let share = if a.is_infinite() {
        1.0
    } else if b.is_infinite() {
        0.0
    } else {
        ((level - a) / (b - a)).clamp(0.0, 1.0)
    };
    from + (to - from) * share
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(rows: &[&[f64]]) -> Grid {
        Grid {
            origin: Point::default(),
            step: 1.0,
            columns: rows[0].len(),
            rows: rows.len(),
            heights: rows.concat(),
        }
    }

    fn signed_area(line: &Isoline) -> f64 {
        let n = line.points.len();
        let cross = |i: usize| {
            let (a, b) = (line.points[i], line.points[(i + 1) % n]);
            a.x * b.y - b.x * a.y
        };
        (0..n).map(cross).sum::<f64>() / 2.0
    }

    #[test]
    fn a_summit_is_a_ring_and_a_hole_turns_the_other_way() {
        let summit = grid(&[&[0.0; 3], &[0.0, 1.0, 0.0], &[0.0; 3]]);
        let lines = isolines(&summit, 0.5);
        assert_eq!(
            (lines.len(), lines[0].closed, lines[0].points.len()),
            (1, true, 4)
        );
        assert!(signed_area(&lines[0]) < 0.0);
        let hole = grid(&[&[1.0; 3], &[1.0, 0.0, 1.0], &[1.0; 3]]);
        assert!(signed_area(&isolines(&hole, 0.5)[0]) > 0.0);
    }

    #[test]
    fn a_slope_is_a_line_from_border_to_border() {
        let slope = grid(&[&[0.0, 1.0], &[0.0, 1.0], &[0.0, 1.0]]);
        let lines = isolines(&slope, 0.25);
        assert_eq!((lines.len(), lines[0].closed), (1, false));
        assert_eq!(
            lines[0].points.iter().map(|p| p.x).collect::<Vec<_>>(),
            [0.25; 3]
        );
    }

    #[test]
    fn a_saddle_is_two_lines() {
        for (middle, rows) in [
            (0.4, [[1.0, 0.0], [0.0, 0.6]]),
            (0.6, [[1.0, 0.0], [0.0, 1.4]]),
        ] {
            let saddle = grid(&[&rows[0], &rows[1]]);
            assert_eq!(isolines(&saddle, 0.5).len(), 2, "{middle}");
        }
    }
}
