/** The server's time, once a second while the page is shown. */
import { useEffect, useState } from 'react';
import { serverNow } from '../../../kernel/site-config.ts';

const SECOND_MS = 1_000;
/** After the full second, so that it has certainly passed. */
const MARGIN_MS = 15;

/** Epoch milliseconds by the server's clock, which each answer of the offerings corrects. */
export function useServerTime(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      const time = serverNow();
      setNow(time);
      timer = setTimeout(tick, SECOND_MS - (time % SECOND_MS) + MARGIN_MS);
    };
    tick();
    return () => clearTimeout(timer);
  }, []);
  return now;
}
