/** Seconds left of a contract in server time, updated every second. */
import { useEffect, useState } from 'react';
import { serverNow } from '../../kernel/site-config.ts';
import type { Contract } from './contract-pages.ts';
import { leftMs, secondsOf } from './contract-view.ts';

/** A little after the full second, so that it has certainly passed. */
const MARGIN_MS = 15;

export function useCountdown(contract: Contract): number {
  const [seconds, setSeconds] = useState(() => secondsOf(leftMs(contract, serverNow())));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = () => {
      const left = leftMs(contract, serverNow());
      setSeconds(secondsOf(left));
      if (left > 0) timer = setTimeout(tell, (left % 1_000) + MARGIN_MS);
    };
    tell();
    return () => clearTimeout(timer);
  }, [contract]);
  return seconds;
}
