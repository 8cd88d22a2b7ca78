import { useEffect, useRef, useState } from "react";
import type { Hours } from "../ui/form/reply";
import { told } from "./clock";
import { live } from "./live";

interface IslandHourProps {
  hours: Hours;
  /** The address of the island's map. */
  map: string;
  /** What stands there before the hour is known. */
  still: string;
}

/** The island as it is at this hour, and when its developer answers. */
export default function IslandHour({ hours, map, still }: IslandHourProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [now, setNow] = useState<Date>();
  useEffect(() => {
    const tell = () => setNow(new Date());
    tell();
    const timer = setInterval(tell, 20_000);
    return () => clearInterval(timer);
  }, []);
  const isLive = now !== undefined && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  useEffect(() => (isLive && canvas.current ? live(canvas.current, map) : undefined), [isLive, map]);
  return (
    <>
      {isLive ? <canvas className="hero-map hero-relief" ref={canvas} /> : null}
      <p className="muted small" data-stir="">
        {now ? told(now, hours) : still}
      </p>
    </>
  );
}
