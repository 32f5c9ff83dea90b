/** Tints a price in its row for a moment when it changes (design language §2): the figures alone, and a few rows at a time. */
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
  // An empty frame is the colour the price has otherwise.
  const frames = [{ color: direction > 0 ? 'var(--up)' : 'var(--down)' }, {}];
  element.animate(frames, { id: 'price-tint', duration: TINT_MS, easing: 'ease-in' });
}

/** For the element around the price's own figures. */
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
