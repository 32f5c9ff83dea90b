/** Theme and paper mode as attributes of `<html>`, for the design tokens. */
import { remembered } from './remembered.ts';

const theme = remembered('theme');

export function isLight(): boolean {
  return document.documentElement.dataset['theme'] === 'light';
}

export function switchTheme(): void {
  const next = isLight() ? 'dark' : 'light';
  document.documentElement.dataset['theme'] = next;
  theme.write(next);
}

/** Paper money is marked on every screen while the flag is 1. */
export function applySimulation(isSimulated: boolean): void {
  document.documentElement.dataset['sim'] = isSimulated ? '1' : '0';
}
