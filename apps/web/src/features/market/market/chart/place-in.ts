/** Where a pointer is in an element of the chart, also in the view that is turned. */
import type { Place } from './chart-handle.ts';

/** Pixels from its left and upper edges, as the member sees the chart. */
export function placeIn(
  element: HTMLElement,
  { clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>,
): Place {
  const { left, top, right } = element.getBoundingClientRect();
  // A quarter turn clockwise: its left edge is on top.
  if (element.closest('[data-turned]')) return { x: clientY - top, y: right - clientX };
  return { x: clientX - left, y: clientY - top };
}
