/** The current time by the server's clock, as a hook. */
import { useEffect, useState } from 'react';

/** The header has whole seconds and latency adds to it, so smaller differences are ignored. */
const TOLERANCE_MS = 2_000;

let offsetMs = 0;

/** `date`: a response's `Date` header. Claims and holds end by the server's clock. */
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
    const timer = setInterval(() => setNow(present()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
