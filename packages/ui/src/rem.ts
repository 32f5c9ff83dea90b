/** Sizes are given in the pixels of the design and grow with the member's own font size. */

const ROOT_PX = 16;

/** A CSS length: 24 gives "1.5rem". */
export const rem = (px: number): string => `${px / ROOT_PX}rem`;

/** How many times larger the member's font size is, for what is drawn on a canvas. */
export function textScale(): number {
  if (typeof document === 'undefined') return 1;
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / ROOT_PX || 1;
}
