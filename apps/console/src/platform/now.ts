/** The present moment by the server's clock, told again every so often. */
import { useEffect, useState } from 'react';

/** A header names whole seconds, and an answer takes its time: less than this is no difference. */
const TOLERANCE_MS = 2_000;

let offsetMs = 0;

/** `date`: of an answer's `Date` header. Claims and holds end by the server's clock, whatever this machine shows. */
export function noteServerTime(date: string | null): void {
  const difference = date === null ? 0 : Date.parse(date) - Date.now();
  if (Number.isNaN(difference)) return;
  offsetMs = Math.abs(difference) < TOLERANCE_MS ? 0 : difference;
}

const present = () => Date.now() + offsetMs;

/** Epoch ms. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(present);
  useEffect(() => {
    const telling = setInterval(() => setNow(present()), everyMs);
    return () => clearInterval(telling);
  }, [everyMs]);
  return now;
}
