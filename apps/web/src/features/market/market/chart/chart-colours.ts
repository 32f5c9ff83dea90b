/** The chart's colours: the current values of the role tokens. */

const roles = {
  canvas: '--canvas',
  line: '--line',
  text: '--text',
  text2: '--text-2',
  text3: '--text-3',
  surface3: '--surface-3',
  up: '--up-fill',
  down: '--down-fill',
  onUp: '--on-up',
  onDown: '--on-down',
  average1: '--ma-1',
  average2: '--ma-2',
  average3: '--ma-3',
} as const;

export type ChartColours = Record<keyof typeof roles, string>;

/** Reads them again after the theme, the palette or the colour swap changed. */
export function readColours(): ChartColours {
  const styles = getComputedStyle(document.documentElement);
  const entries = Object.entries(roles).map(([name, token]) => [
    name,
    styles.getPropertyValue(token).trim(),
  ]);
  return Object.fromEntries(entries) as ChartColours;
}

/** A `#rrggbb` token with an opacity from 0 to 1. */
export function faded(colour: string, opacity: number): string {
  const alpha = Math.round(opacity * 255);
  return `${colour}${alpha.toString(16).padStart(2, '0')}`;
}
