/** The present moment, told again every so often. */
import { useEffect, useState } from 'react';

/** Epoch ms. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const telling = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(telling);
  }, [everyMs]);
  return now;
}
