import { createHash } from "node:crypto";

const MASK = (1n << 64n) - 1n;

function mix(bits: bigint): bigint {
  let z = bits;
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
  return z ^ (z >> 31n);
}

/** Numbers that look random and are the same on every machine, from a text (splitmix64). */
export class Random {
  #state: bigint;

  constructor(seed: string) {
    this.#state = createHash("sha256").update(seed).digest().readBigUInt64BE(0);
  }

  next(): bigint {
    this.#state = (this.#state + 0x9e3779b97f4a7c15n) & MASK;
    return mix(this.#state);
  }

  /** A whole number below a limit. */
  below(limit: number): number {
    return Number(this.next() % BigInt(limit));
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.#share();
  }

  happens(probability: number): boolean {
    return this.#share() < probability;
  }

  #share(): number {
    return Number(this.next() >> 11n) / 2 ** 53;
  }
}

/** A value between about -1 and 1 for every place; its features are about one unit apart. */
export type Noise = (x: number, y: number) => number;

/** Gradient noise with a continuous second derivative. */
export function noise(random: Random): Noise {
  return fromSeed(random.next());
}

/** Three octaves, each at twice the frequency and `gain` times the strength. */
export function octaves(random: Random, gain: number): Noise {
  const seed = random.next();
  const [first, second, third] = [fromSeed(seed), fromSeed(mix(seed)), fromSeed(mix(mix(seed)))];
  // On lattices that do not meet, so that no grid shows.
  return (x, y) => first(x, y) + gain * second(x * 2.03 + 0.37, y * 2.03 + 0.71) + gain * gain * third(x * 4.11 + 0.19, y * 4.11 + 0.53);
}

function fromSeed(seed: bigint): Noise {
  const gradients = new Map<number, readonly [number, number]>();
  const corner = (column: number, row: number, dx: number, dy: number) => {
    const key = (column + 4096) * 8192 + row + 4096;
    const found = gradients.get(key) ?? gradient(seed, column, row);
    gradients.set(key, found);
    return found[0] * dx + found[1] * dy;
  };
  return (x, y) => {
    const [column, row] = [Math.floor(x), Math.floor(y)];
    const [dx, dy] = [x - column, y - row];
    const [u, v] = [fade(dx), fade(dy)];
    const [left, right] = [corner(column, row, dx, dy), corner(column + 1, row, dx - 1, dy)];
    const [below, beside] = [corner(column, row + 1, dx, dy - 1), corner(column + 1, row + 1, dx - 1, dy - 1)];
    const top = left + u * (right - left);
    return 1.5 * (top + v * (below + u * (beside - below) - top));
  };
}

/** One of 16 directions: exact numbers, the same everywhere. */
const DIRECTIONS = [[1, 0], [0.92, 0.38], [0.71, 0.71], [0.38, 0.92]] as const;

function gradient(seed: bigint, column: number, row: number): readonly [number, number] {
  const [x, y] = [BigInt.asUintN(64, BigInt(column)), BigInt.asUintN(64, BigInt(row))];
  const hash = Number(mix(seed ^ mix(x) ^ mix(((y << 32n) | (y >> 32n)) & MASK)) & 15n);
  const [a, b] = DIRECTIONS[hash & 3] ?? DIRECTIONS[0];
  const turns = [[a, b], [-b, a], [-a, -b], [b, -a]] as const;
  return turns[hash >> 2] ?? turns[0];
}

function fade(t: number): number {
  return t * t * t * (t * (t * 6 - 15) + 10);
}
