/** The attributes on `<html>` that the design tokens read. */

export type Theme = 'dark' | 'light';
/** Direction colours: green and red, or blue and orange for colour-blind eyes. */
export type Palette = 'classic' | 'cvd';

export interface Appearance {
  theme: Theme;
  palette: Palette;
  /** True when up wears the colour that is usually down's. */
  swapped: boolean;
}

export function applyAppearance({ theme, palette, swapped }: Appearance): void {
  const { dataset } = document.documentElement;
  dataset['theme'] = theme;
  dataset['palette'] = palette;
  dataset['swap'] = swapped ? '1' : '0';
}

/** Paper money is marked on every screen while the flag is 1 (design language §3). */
export function applySimulation(isSimulated: boolean): void {
  document.documentElement.dataset['sim'] = isSimulated ? '1' : '0';
}
