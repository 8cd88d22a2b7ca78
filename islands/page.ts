/** The small behaviour of every page, without React. */
import { analytics } from "./page/analytics";
import { anchors } from "./page/anchors";
import { contents } from "./page/contents";
import { cursor } from "./page/cursor";
import { departures } from "./page/departures";
import { fallback } from "./page/fallback";
import { header } from "./page/header";
import { maps } from "./page/maps";
import { menu } from "./page/menu";
import { opening } from "./page/opening";
import { reveal } from "./page/reveal";
import { stir } from "./page/stir";
import { theme } from "./page/theme";

// What shows content comes first: a fault in one part must not keep the page hidden.
for (const part of [
  reveal,
  fallback,
  opening,
  maps,
  departures,
  header,
  menu,
  theme,
  anchors,
  contents,
  stir,
  cursor,
  analytics,
]) {
  try {
    part();
  } catch (error) {
    console.error(error);
  }
}
