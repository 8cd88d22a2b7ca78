//! Smooth curves through many points: the fewest cubic Bézier pieces that stay within a tolerance.
//!
//! Least-squares fitting after Philip J. Schneider, “An Algorithm for Automatically Fitting
//! Digitized Curves”, Graphics Gems, 1990. Pieces meet with one tangent, so no kink shows.

use super::{Isoline, Point};

/// One piece: its control points and its end; it begins where the piece before ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bezier {
    pub first: Point,
    pub second: Point,
    pub end: Point,
}

/// How often the parameters of a piece are improved before it is split.
const REFINEMENTS: usize = 4;

/// Fits a line: its start and its pieces.
pub(crate) fn fit(line: &Isoline, tolerance: f64) -> (Point, Vec<Bezier>) {
    let mut points = line.points.clone();
    if line.closed {
        points.push(points[0]);
    }
    points.dedup_by(|a, b| (*a - *b).length() < 1e-6);
    let start = points[0];
    let mut pieces = Vec::new();
    if points.len() < 2 {
        return (start, pieces);
    }
    let last = points.len() - 1;
    let (leaving, arriving) = if line.closed && last > 2 {
        let tangent = (points[1] - points[last - 1]).unit();
        (tangent, tangent * -1.0)
    } else {
        (
            (points[1] - points[0]).unit(),
            (points[last - 1] - points[last]).unit(),
        )
    };
    let fitter = Fitter {
        points: &points,
        closed: line.closed,
        tolerance,
    };
    let run = Run {
        from: 0,
        to: last,
        leaving,
        arriving,
    };
    fitter.fit(run, &mut pieces);
    (start, pieces)
}

/// A run of points, and the directions in which a curve leaves its first and arrives at its last,
/// both pointing inwards.
#[derive(Clone, Copy)]
struct Run {
    from: usize,
    to: usize,
    leaving: Point,
    arriving: Point,
}

struct Fitter<'a> {
    points: &'a [Point],
    closed: bool,
    tolerance: f64,
}

impl Fitter<'_> {
    /// Fits a run of points, in two halves if one piece is not enough.
    fn fit(&self, run: Run, pieces: &mut Vec<Bezier>) {
        let points = &self.points[run.from..=run.to];
        let tangents = (run.leaving, run.arriving);
        // A whole ring in one piece has no chord to measure by.
        if self.closed && points.len() == self.points.len() && points.len() > 4 {
            self.split(run, run.from.midpoint(run.to), pieces);
            return;
        }
        if points.len() == 2 {
            pieces.push(straight(points[0], points[1], tangents));
            return;
        }
        let mut parameters = chord_lengths(points);
        let mut worst = points.len() / 2;
        for _ in 0..REFINEMENTS {
            let piece = least_squares(points, &parameters, tangents);
            let (farthest, square) = farthest(points, &parameters, &piece);
            if square <= self.tolerance * self.tolerance {
                pieces.push(piece);
                return;
            }
            worst = farthest;
            // Far off: better parameters would not help.
            if square > 36.0 * self.tolerance * self.tolerance {
                break;
            }
            reparametrize(points, &mut parameters, &piece);
        }
        self.split(run, run.from + worst, pieces);
    }

    fn split(&self, run: Run, middle: usize, pieces: &mut Vec<Bezier>) {
        let middle = middle.clamp(run.from + 1, run.to - 1);
        let tangent = self.tangent(middle);
        self.fit(
            Run {
                to: middle,
                arriving: tangent * -1.0,
                ..run
            },
            pieces,
        );
        self.fit(
            Run {
                from: middle,
                leaving: tangent,
                ..run
            },
            pieces,
        );
    }

    /// The direction of the line at a point, from its neighbours on both sides.
    fn tangent(&self, i: usize) -> Point {
        let last = self.points.len() - 1;
        let near = self.points[(i + 1).min(last)] - self.points[i - 1];
        let far = self.points[(i + 2).min(last)] - self.points[i.saturating_sub(2)];
        (near.unit() * 2.0 + far.unit()).unit()
    }
}

fn straight(from: Point, to: Point, (leaving, arriving): (Point, Point)) -> Bezier {
    let third = (to - from).length() / 3.0;
    Bezier {
        first: from + leaving * third,
        second: to + arriving * third,
        end: to,
    }
}

/// Parameters from 0 to 1 by the way along the points.
fn chord_lengths(points: &[Point]) -> Vec<f64> {
    let mut way = vec![0.0];
    for pair in points.windows(2) {
        way.push(way[way.len() - 1] + (pair[1] - pair[0]).length());
    }
    let total = way[way.len() - 1].max(f64::MIN_POSITIVE);
    way.iter().map(|w| w / total).collect()
}

/// The piece with these tangents that lies nearest to the points at their parameters.
fn least_squares(points: &[Point], parameters: &[f64], tangents: (Point, Point)) -> Bezier {
    let (from, to) = (points[0], points[points.len() - 1]);
    let (mut c00, mut c01, mut c11, mut x0, mut x1) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for (point, &t) in points.iter().zip(parameters) {
        let s = 1.0 - t;
        let (b0, b1, b2, b3) = (s * s * s, 3.0 * t * s * s, 3.0 * t * t * s, t * t * t);
        let (a0, a1) = (tangents.0 * b1, tangents.1 * b2);
        let rest = *point - (from * (b0 + b1) + to * (b2 + b3));
        c00 += a0.dot(a0);
        c01 += a0.dot(a1);
        c11 += a1.dot(a1);
        x0 += a0.dot(rest);
        x1 += a1.dot(rest);
    }
    let determinant = c00 * c11 - c01 * c01;
    let chord = (to - from).length();
    let (left, right) = if determinant.abs() > 1e-12 {
        (
            (x0 * c11 - x1 * c01) / determinant,
            (c00 * x1 - c01 * x0) / determinant,
        )
    } else {
        (0.0, 0.0)
    };
    // Handles that point backwards or run far past the end make loops.
    if left < chord * 0.02 || right < chord * 0.02 || left + right > chord * 4.0 {
        return straight(from, to, tangents);
    }
    Bezier {
        first: from + tangents.0 * left,
        second: to + tangents.1 * right,
        end: to,
    }
}

fn at(from: Point, piece: &Bezier, t: f64) -> Point {
    let s = 1.0 - t;
    from * (s * s * s)
        + piece.first * (3.0 * s * s * t)
        + piece.second * (3.0 * s * t * t)
        + piece.end * (t * t * t)
}

/// The point that lies farthest from the piece, and its squared distance.
fn farthest(points: &[Point], parameters: &[f64], piece: &Bezier) -> (usize, f64) {
    let mut worst = (points.len() / 2, 0.0);
    for (i, (point, &t)) in points.iter().zip(parameters).enumerate() {
        let off = at(points[0], piece, t) - *point;
        if off.dot(off) > worst.1 {
            worst = (i, off.dot(off));
        }
    }
    worst
}

/// Moves each parameter towards the point of the piece that is nearest (one step of Newton).
fn reparametrize(points: &[Point], parameters: &mut [f64], piece: &Bezier) {
    let from = points[0];
    for (point, t) in points.iter().zip(parameters) {
        let s = 1.0 - *t;
        let off = at(from, piece, *t) - *point;
        let d1 = (piece.first - from) * (3.0 * s * s)
            + (piece.second - piece.first) * (6.0 * s * *t)
            + (piece.end - piece.second) * (3.0 * *t * *t);
        let d2 = (piece.second - piece.first * 2.0 + from) * (6.0 * s)
            + (piece.end - piece.second * 2.0 + piece.first) * (6.0 * *t);
        let slope = d1.dot(d1) + off.dot(d2);
        if slope.abs() > 1e-12 {
            *t = (*t - off.dot(d1) / slope).clamp(0.0, 1.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn circle(points: u32) -> Isoline {
        let at = |i: u32| {
            let angle = f64::from(i) / f64::from(points) * std::f64::consts::TAU;
            Point::new(100.0 * angle.cos(), 100.0 * angle.sin())
        };
        Isoline {
            points: (0..points).map(at).collect(),
            closed: true,
        }
    }

    #[test]
    fn a_circle_takes_few_pieces_and_closes_without_a_kink() {
        let (start, pieces) = fit(&circle(120), 0.5);
        assert!((2..=8).contains(&pieces.len()), "{}", pieces.len());
        let mut from = start;
        for piece in &pieces {
            for i in 0..=10 {
                let radius = at(from, piece, f64::from(i) / 10.0).length();
                assert!((radius - 100.0).abs() < 0.6, "{radius}");
            }
            from = piece.end;
        }
        let last = pieces[pieces.len() - 1];
        let (leaving, arriving) = (
            (pieces[0].first - start).unit(),
            (start - last.second).unit(),
        );
        assert!((last.end - start).length() < 1e-9 && leaving.dot(arriving) > 0.9999);
    }

    #[test]
    fn a_straight_line_is_one_piece() {
        let points = (0..50)
            .map(|i| Point::new(f64::from(i), f64::from(2 * i)))
            .collect();
        let (_, pieces) = fit(
            &Isoline {
                points,
                closed: false,
            },
            0.5,
        );
        assert_eq!(pieces.len(), 1);
    }

    #[test]
    fn a_smaller_tolerance_takes_more_pieces() {
        let wave = |i: u32| Point::new(f64::from(i), 20.0 * (f64::from(i) / 9.0).sin());
        let line = Isoline {
            points: (0..200).map(wave).collect(),
            closed: false,
        };
        assert!(fit(&line, 0.2).1.len() > fit(&line, 4.0).1.len());
    }
}
