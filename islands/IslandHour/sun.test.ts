import { expect, test } from "vitest";
import { nightOf } from "./relief";
import { sunAt } from "./sun";

const degrees = (radians: number) => (radians * 180) / Math.PI;
const altitude = (time: string) => degrees(sunAt(new Date(time)).altitude);

test("the sun stands where almanacs say", () => {
  // Noon of the southern summer solstice: almost overhead, a little to the south.
  const noon = sunAt(new Date("2025-12-21T08:16:00Z"));
  expect(degrees(noon.altitude)).toBeCloseTo(87.7, 0);
  // Noon of the winter solstice: 45 degrees, in the north.
  const winter = sunAt(new Date("2025-06-21T08:20:00Z"));
  expect(degrees(winter.altitude)).toBeCloseTo(45.5, 0);
  expect(Math.abs(degrees(winter.azimuth))).toBeLessThan(2);
  // In the morning it is in the east, in the afternoon in the west.
  expect(Math.sin(sunAt(new Date("2025-03-20T04:00:00Z")).azimuth)).toBeGreaterThan(0.9);
  expect(Math.sin(sunAt(new Date("2025-03-20T13:00:00Z")).azimuth)).toBeLessThan(-0.9);
});

test("it rises and sets with the day of the equinox", () => {
  expect(altitude("2025-03-20T02:00:00Z")).toBeLessThan(0);
  expect(altitude("2025-03-20T03:00:00Z")).toBeGreaterThan(5);
  expect(altitude("2025-03-20T14:00:00Z")).toBeGreaterThan(5);
  expect(altitude("2025-03-20T15:00:00Z")).toBeLessThan(0);
});

test("the night comes with the sun's going, not at once", () => {
  const at = (altitude: number) => nightOf({ altitude, azimuth: 0 });
  expect(at(0.5)).toBe(0);
  expect(at(-0.5)).toBe(1);
  expect(at(0)).toBeGreaterThan(0);
  expect(at(0)).toBeLessThan(1);
});
