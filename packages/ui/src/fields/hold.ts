/** Press and hold: acts once on press, then repeats until release. */
import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

const FIRST_MS = 400;
const NEXT_MS = 80;

/** Handlers for a button. A keyboard press acts once. */
export function useHold(act: () => void) {
  const latest = useRef(act);
  const timer = useRef<number>(undefined);
  useEffect(() => {
    latest.current = act;
  });
  const stop = () => window.clearTimeout(timer.current);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const repeat = (afterMs: number) => {
    timer.current = window.setTimeout(() => {
      latest.current();
      repeat(NEXT_MS);
    }, afterMs);
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      latest.current();
      stop();
      repeat(FIRST_MS);
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onPointerLeave: stop,
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
    onClick: (event: MouseEvent) => {
      // Pointers have already acted; `detail` is 0 only for keyboard and assistive tools.
      if (event.detail === 0) latest.current();
    },
  };
}
