const RADIANS = Math.PI / 180;
const DAY = 86_400_000;
/** Noon of the first of January 2000, from which the sun's motion is counted. */
const EPOCH = Date.UTC(2000, 0, 1, 12);
const LATITUDE = -21.1 * RADIANS;
const LONGITUDE = 55.53 * RADIANS;

/** Where the sun stands, in radians: above the horizon, and clockwise from the north. */
export interface Sun {
  altitude: number;
  azimuth: number;
}

/** Where the sun stands over La Réunion, to about a tenth of a degree. */
export function sunAt(time: Date): Sun {
  const days = (time.getTime() - EPOCH) / DAY;
  const anomaly = (357.529 + 0.98560028 * days) * RADIANS;
  const longitude =
    (280.459 + 0.98564736 * days + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * RADIANS;
  const obliquity = 23.439 * RADIANS;
  const declination = Math.asin(Math.sin(obliquity) * Math.sin(longitude));
  const ascension = Math.atan2(Math.cos(obliquity) * Math.sin(longitude), Math.cos(longitude));
  const sidereal = (18.697374558 + 24.06570982441908 * days) * 15 * RADIANS + LONGITUDE;
  const angle = sidereal - ascension;
  return {
    altitude: Math.asin(
      Math.sin(LATITUDE) * Math.sin(declination) +
        Math.cos(LATITUDE) * Math.cos(declination) * Math.cos(angle),
    ),
    azimuth: Math.atan2(
      -Math.sin(angle),
      Math.cos(LATITUDE) * Math.tan(declination) - Math.sin(LATITUDE) * Math.cos(angle),
    ),
  };
}
