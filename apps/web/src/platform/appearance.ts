/** The attributes on `<html>` that the design tokens read, and the colour of the status bar. */

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
  paintStatusBar();
}

/** Paper money is marked on every screen while the flag is 1 (design language §3). */
export function applySimulation(isSimulated: boolean): void {
  document.documentElement.dataset['sim'] = isSimulated ? '1' : '0';
}

const STATUS_BAR_TOKEN = { canvas: '--canvas', teal: '--hdr-my', green: '--hdr-ieo' } as const;
export type StatusBar = keyof typeof STATUS_BAR_TOKEN;

let statusBar: StatusBar = 'canvas';

/** spec §2: teal on /user/my, green on /IEO/IEO, the default elsewhere. */
export function setStatusBar(colour: StatusBar): void {
  statusBar = colour;
  paintStatusBar();
}

function paintStatusBar(): void {
  const root = document.documentElement;
  root.dataset['statusBar'] = statusBar;
  const colour = getComputedStyle(root).getPropertyValue(STATUS_BAR_TOKEN[statusBar]).trim();
  const meta = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  if (meta && colour !== '') meta.content = colour;
}
