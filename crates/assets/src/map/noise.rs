//! Numbers that look random and are the same on every machine: a generator and a smooth noise.

use sha2::{Digest, Sha256};

use super::Point;

/// A generator seeded by a text (splitmix64).
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub fn new(seed: &str) -> Self {
        let digest = Sha256::digest(seed);
        let first = digest.iter().take(8);
        Self(first.fold(0, |seed, byte| (seed << 8) | u64::from(*byte)))
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// A number in a range, its end excluded.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * unit(self.next())
    }

    /// Whether something of a probability happens.
    pub fn happens(&mut self, probability: f64) -> bool {
        unit(self.next()) < probability
    }
}

/// Gradient noise with a continuous second derivative, between about -1 and 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Noise(u64);

impl Noise {
    pub fn new(random: &mut Random) -> Self {
        Self(random.next())
    }

    /// One octave; features are about one unit apart.
    pub fn at(&self, p: Point) -> f64 {
        let (x0, y0) = (p.x.floor(), p.y.floor());
        let (dx, dy) = (p.x - x0, p.y - y0);
        let corner = |i: f64, j: f64| {
            let gradient = self.gradient(x0 + i, y0 + j);
            gradient.x * (dx - i) + gradient.y * (dy - j)
        };
        let (u, v) = (fade(dx), fade(dy));
        let top = corner(0.0, 0.0) + u * (corner(1.0, 0.0) - corner(0.0, 0.0));
        let bottom = corner(0.0, 1.0) + u * (corner(1.0, 1.0) - corner(0.0, 1.0));
        1.5 * (top + v * (bottom - top))
    }

    /// Three octaves, each at twice the frequency and `gain` times the strength.
    pub fn octaves(&self, p: Point, gain: f64) -> f64 {
        let second = Self(mix(self.0));
        let third = Self(mix(second.0));
        // Octaves on lattices that do not meet, so that no grid shows.
        self.at(p)
            + gain * second.at(p * 2.03 + Point::new(0.37, 0.71))
            + gain * gain * third.at(p * 4.11 + Point::new(0.19, 0.53))
    }

    /// One of 16 directions: exact numbers, the same everywhere.
    fn gradient(&self, x: f64, y: f64) -> Point {
        const DIRECTIONS: [(f64, f64); 4] = [(1.0, 0.0), (0.92, 0.38), (0.71, 0.71), (0.38, 0.92)];
        // Lattice coordinates are small whole numbers.
        #[allow(clippy::cast_possible_truncation)]
        let (x, y) = (x as i64, y as i64);
        let hash = mix(self.0 ^ mix(x.cast_unsigned()) ^ mix(y.cast_unsigned().rotate_left(32)));
        let (a, b) = DIRECTIONS[(hash & 3) as usize];
        match (hash >> 2) & 3 {
            0 => Point::new(a, b),
            1 => Point::new(-b, a),
            2 => Point::new(-a, -b),
            _ => Point::new(b, -a),
        }
    }
}

fn fade(t: f64) -> f64 {
    t * t * t * (t * (t * 6.0 - 15.0) + 10.0)
}

fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The upper 53 bits as a number from 0 to below 1.
#[allow(clippy::cast_precision_loss)]
fn unit(bits: u64) -> f64 {
    (bits >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_is_smooth_and_within_its_range() {
        let noise = Noise::new(&mut Random::new("piton"));
        let mut last = noise.at(Point::new(0.0, 3.3));
        let mut reached: f64 = 0.0;
        for i in 1..10_000 {
            let value = noise.at(Point::new(f64::from(i) * 0.01, 3.3));
            assert!((value - last).abs() < 0.05 && value.abs() < 1.3);
            reached = reached.max(value.abs());
            last = value;
        }
        assert!(reached > 0.5);
    }

    #[test]
    fn the_same_seed_gives_the_same_numbers() {
        let numbers = |seed: &str| {
            let mut random = Random::new(seed);
            [random.next(), random.next()]
        };
        assert_eq!(numbers("a"), numbers("a"));
        assert_ne!(numbers("a"), numbers("b"));
    }
}
