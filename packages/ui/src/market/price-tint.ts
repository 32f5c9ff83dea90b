/** Tints a price briefly when it changes: only the digits, and few rows at a time. */
import { type RefObject, useEffect, useRef } from 'react';
import { directionBetween, type NumberText } from '../numbers/decimal-text.ts';

/** Duration of one tint; the same as `--d-flash` in CSS. */
export const TINT_MS = 600;
const MAX_AT_ONCE = 3;
/** How long a row waits after its turn, so that others get theirs. */
const REST_MS = 2_400;

/** Limits how many rows are tinted at a time: all prices change at the same moment, and a list must not flash as a whole. */
export class TintTurns {
  /** Start of each row's last turn. */
  readonly #turns = new Map<unknown, number>();

  /** Whether the row may be tinted now; if so, starts its turn. **Units**: milliseconds. */
  take(row: unknown, now: number): boolean {
    let running = 0;
    for (const [other, at] of this.#turns) {
      if (now - at >= REST_MS) this.#turns.delete(other);
      else if (now - at < TINT_MS) running += 1;
    }
    if (running >= MAX_AT_ONCE || this.#turns.has(row)) return false;
    this.#turns.set(row, now);
    return true;
  }
}

const turns = new TintTurns();

function isCalm(): boolean {
  const isScrolling = document.documentElement.dataset['scrolling'] !== undefined;
  return isScrolling || matchMedia('(prefers-reduced-motion: reduce)').matches;
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

interface Move {
  element: Element;
  direction: 1 | -1;
}

let moves: Move[] = [];

function tintSoon(move: Move): void {
  if (isCalm()) return;
  if (moves.length === 0) requestAnimationFrame(tintMoves);
  moves.push(move);
}

/** All rows of a repaint together: their places are read first, as each reading after a started animation would lay out the page again. */
function tintMoves(): void {
  const now = performance.now();
  const tinted = moves.filter(({ element }) => isInView(element) && turns.take(element, now));
  moves = [];
  for (const { element, direction } of tinted) {
    // An empty keyframe is the price's normal colour.
    const frames = [{ color: direction > 0 ? 'var(--up)' : 'var(--down)' }, {}];
    element.animate(frames, { id: 'price-tint', duration: TINT_MS, easing: 'ease-in' });
  }
}

/** For the element around the price's digits. */
export function usePriceTint(price: NumberText): RefObject<HTMLSpanElement | null> {
  const element = useRef<HTMLSpanElement>(null);
  const seen = useRef(price);
  useEffect(() => {
    const direction = directionBetween(seen.current, price);
    seen.current = price;
    if (direction !== 0 && element.current) tintSoon({ element: element.current, direction });
  }, [price]);
  return element;
}
