/** Tints a price briefly when it changes (design language §2): only the digits, and few rows at a time. */
import { type RefObject, useEffect, useRef } from 'react';
import { directionBetween, type NumberText } from '../numbers/decimal-text.ts';
import { TINT_MS, TintTurns } from './tint-turns.ts';

const turns = new TintTurns();

function isCalm(): boolean {
  const isScrolling = document.documentElement.dataset['scrolling'] !== undefined;
  return isScrolling || matchMedia('(prefers-reduced-motion: reduce)').matches;
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

function tint(element: Element, direction: 1 | -1): void {
  if (isCalm() || !isInView(element) || !turns.take(element, performance.now())) return;
  // An empty keyframe is the price's normal colour.
  const frames = [{ color: direction > 0 ? 'var(--up)' : 'var(--down)' }, {}];
  element.animate(frames, { id: 'price-tint', duration: TINT_MS, easing: 'ease-in' });
}

/** For the element around the price's digits. */
export function usePriceTint(price: NumberText): RefObject<HTMLSpanElement | null> {
  const element = useRef<HTMLSpanElement>(null);
  const seen = useRef(price);
  useEffect(() => {
    const direction = directionBetween(seen.current, price);
    seen.current = price;
    if (direction !== 0 && element.current) tint(element.current, direction);
  }, [price]);
  return element;
}
