//! An invented relief: a few summits with ravines, craters and saddles, different for every seed.

use super::noise::{Noise, Random};
use super::{Grid, Point};

/// The part of the plane that is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Frame {
    pub width: f64,
    pub height: f64,
}

/// A relief. Lengths are in frame heights, so that a frame of another size shows like forms.
#[derive(Clone, Debug)]
pub(crate) struct Relief {
    frame: Frame,
    summits: Vec<Cone>,
    ground: Noise,
    roughness: f64,
    bend: [Noise; 2],
    bending: f64,
    ridge: Noise,
    ridges: f64,
}

/// A mountain: an elliptic cone with a rounded top, cut by ravines.
#[derive(Clone, Debug)]
struct Cone {
    centre: Point,
    /// Direction of the long axis, of length 1.
    axis: Point,
    along: f64,
    across: f64,
    height: f64,
    /// From a smooth dome (0) to a volcano's concave slope (1).
    concave: f64,
    ravines: f64,
    /// How many ravines there are, roughly.
    gorges: f64,
    ravine: Noise,
    crater: f64,
}

/// Cells beyond the frame, in which lines turn back out of sight.
const MARGIN: usize = 4;

impl Relief {
    /// A relief whose highest summit stands near `summit` (in shares of the frame).
    pub fn new(seed: &str, frame: Frame, summit: Option<Point>) -> Self {
        let mut random = Random::new(seed);
        let random = &mut random;
        let ratio = frame.width / frame.height;
        let place = summit
            .unwrap_or_else(|| Point::new(random.between(0.3, 0.7), random.between(0.32, 0.66)));
        let main = Point::new(place.x * ratio, place.y);
        // Ranges follow one direction, as faults do.
        let strike = random.between(0.0, std::f64::consts::PI);
        let mut summits = vec![Cone::main(random, main, strike)];
        let others = 2 + random.next() % 3;
        for _ in 0..others {
            summits.push(Cone::beside(random, &summits[0], strike, ratio));
        }
        Self {
            frame,
            summits,
            ground: Noise::new(random),
            roughness: random.between(0.10, 0.2),
            bend: [Noise::new(random), Noise::new(random)],
            bending: random.between(0.05, 0.17),
            ridge: Noise::new(random),
            ridges: if random.happens(0.45) {
                random.between(0.08, 0.2)
            } else {
                0.0
            },
        }
    }

    /// The heights of the frame and a margin, whose rim is an abyss: every line closes out of sight.
    pub fn grid(&self, step: f64) -> Grid {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let count = |length: f64| (length / step).ceil() as usize + 1 + 2 * MARGIN;
        let (columns, rows) = (count(self.frame.width), count(self.frame.height));
        #[allow(clippy::cast_precision_loss)]
        let shift = MARGIN as f64 * step;
        let mut grid = Grid {
            origin: Point::new(-shift, -shift),
            step,
            columns,
            rows,
            heights: Vec::with_capacity(columns * rows),
        };
        for row in 0..rows {
            for column in 0..columns {
                let rim = row == 0 || column == 0 || row == rows - 1 || column == columns - 1;
                let height = if rim {
                    f64::NEG_INFINITY
                } else {
                    self.height(grid.point(column, row))
                };
                grid.heights.push(height);
            }
        }
        grid
    }

    /// Height at a point of the frame, without a unit.
    fn height(&self, point: Point) -> f64 {
        let at = point * (1.0 / self.frame.height);
        let [a, b] = &self.bend;
        let bent = Point::new(a.at(at * 1.7), b.at(at * 1.7)) * self.bending
            + Point::new(b.at(at * 4.1), a.at(at * 4.1)) * (self.bending * 0.22);
        let p = at + bent;
        // Nearly the highest of them, with soft saddles: a sum would raise summits of its own.
        let cubes = self.summits.iter().map(|s| s.height(p).max(0.0).powi(3));
        let mountains = cubes.sum::<f64>().cbrt();
        let ground = self.ground.octaves(p * 1.9, 0.42) * self.roughness;
        let fold = self.ridge.at(p * 1.6);
        let crest = 1.0 - 2.0 * (fold * fold + 0.012).sqrt();
        // The land falls away from the summit, so that it is the highest.
        let away = (at - self.summits[0].centre).length();
        mountains + ground + self.ridges * crest * crest.abs() - 0.07 * away * away
    }
}

impl Cone {
    fn main(random: &mut Random, centre: Point, strike: f64) -> Self {
        let across = random.between(0.22, 0.32);
        Self {
            centre,
            axis: direction(strike + random.between(-0.3, 0.3)),
            along: across * random.between(1.1, 1.9),
            across,
            height: 1.0,
            concave: random.between(0.1, 0.85),
            ravines: random.between(0.12, 0.52),
            gorges: random.between(0.7, 1.5),
            ravine: Noise::new(random),
            crater: if random.happens(0.3) {
                random.between(0.16, 0.3)
            } else {
                0.0
            },
        }
    }

    fn beside(random: &mut Random, main: &Self, strike: f64, ratio: f64) -> Self {
        // Two mountains on one spot are one: try a few places, keep the last.
        let mut centre = main.centre;
        for _ in 0..12 {
            centre = Point::new(
                random.between(-0.05, 1.05) * ratio,
                random.between(-0.1, 1.1),
            );
            if (centre - main.centre).length() > 0.55 {
                break;
            }
        }
        let across = random.between(0.13, 0.27);
        Self {
            centre,
            axis: direction(strike + random.between(-0.5, 0.5)),
            along: across * random.between(1.2, 2.4),
            across,
            height: random.between(0.3, 0.72),
            concave: random.between(0.0, 0.6),
            ravines: random.between(0.0, 0.4),
            gorges: random.between(0.6, 1.2),
            ravine: Noise::new(random),
            crater: 0.0,
        }
    }

    fn height(&self, p: Point) -> f64 {
        let from = p - self.centre;
        let u = from.dot(self.axis) / self.along;
        let v = from.dot(Point::new(-self.axis.y, self.axis.x)) / self.across;
        let square = u * u + v * v;
        let r = square.sqrt();
        let dome = (-square).exp();
        // Rounded at the very top: a cone's point would make rings with corners.
        let cone = (-1.35 * ((square + 0.02).sqrt() - 0.141)).exp();
        let body = dome + (cone - dome) * self.concave;
        let rim = (-square * 14.0).exp() * self.crater;
        self.height * (body * (1.0 - self.cut(from, r)) - rim)
    }

    /// How much of the slope ravines take away: nothing at the top, most half-way down.
    fn cut(&self, from: Point, r: f64) -> f64 {
        if self.ravines == 0.0 || r < 1e-9 {
            return 0.0;
        }
        let around = from.unit() * self.gorges + Point::new(r * 0.55, 7.0 - r * 0.3);
        let depth = self.ravine.at(around);
        // Rounded at the bottom, so that lines turn there and do not break.
        let furrow = (1.05 - 1.7 * (depth * depth + 0.009).sqrt()).max(0.0);
        self.ravines * furrow * furrow * smooth(0.25, 1.15, r)
    }
}

fn direction(angle: f64) -> Point {
    Point::new(angle.cos(), angle.sin())
}

/// From 0 at `low` to 1 at `high`, flat at both ends.
fn smooth(low: f64, high: f64, x: f64) -> f64 {
    let t = ((x - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}
