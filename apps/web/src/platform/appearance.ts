/** The attributes on `<html>` that the design tokens depend on. */

export type Theme = 'dark' | 'light';
/** `system` is the device's own, and follows its changes. */
export type ThemeChoice = Theme | 'system';
/** Direction colours: green and red, or blue and orange for colour-blind members. */
export type Palette = 'classic' | 'cvd';

export interface Appearance {
  theme: Theme;
  palette: Palette;
  /** True if rising prices have the colour usually used for falling ones. */
  swapped: boolean;
}

export const lightScheme = () => matchMedia('(prefers-color-scheme: light)');

/** The theme of a choice now. */
export const themeOf = (choice: ThemeChoice): Theme =>
  choice === 'system' ? (lightScheme().matches ? 'light' : 'dark') : choice;

export function applyAppearance({ theme, palette, swapped }: Appearance): void {
  const { dataset } = document.documentElement;
  dataset['theme'] = theme;
  dataset['palette'] = palette;
  dataset['swap'] = swapped ? '1' : '0';
}

/** Whether money is paper: what the served page says, and from the first answer on what the server says. A page without a word counts as simulated. */
export const isSimulated = (): boolean => document.documentElement.dataset['sim'] !== '0';

/** Paper money is marked on every screen while the flag is 1. */
export function applySimulation(isSimulated: boolean): void {
  document.documentElement.dataset['sim'] = isSimulated ? '1' : '0';
}
