/** How this device shows things: theme, direction colours, hidden amounts (design language §2, §3). */
import { useSyncExternalStore } from 'react';
import { type Appearance, applyAppearance } from '../platform/appearance.ts';
import { isFlag, slot } from '../platform/storage.ts';

const isTheme = (value: unknown): value is Appearance['theme'] =>
  value === 'dark' || value === 'light';
const isPalette = (value: unknown): value is Appearance['palette'] =>
  value === 'classic' || value === 'cvd';

const slots = {
  theme: slot('theme', isTheme),
  palette: slot('palette', isPalette),
  swapped: slot('swapped', isFlag),
  amountsHidden: slot('amounts-hidden', isFlag),
};

export interface DisplaySettings extends Appearance {
  amountsHidden: boolean;
}

const listeners = new Set<() => void>();
let settings: DisplaySettings = {
  theme: slots.theme.read() ?? 'dark',
  palette: slots.palette.read() ?? 'classic',
  swapped: slots.swapped.read() ?? false,
  amountsHidden: slots.amountsHidden.read() ?? false,
};

/** Changes and remembers some of the settings; the page follows at once. */
export function setDisplay(change: Partial<DisplaySettings>): void {
  settings = { ...settings, ...change };
  if (change.theme !== undefined) slots.theme.write(change.theme);
  if (change.palette !== undefined) slots.palette.write(change.palette);
  if (change.swapped !== undefined) slots.swapped.write(change.swapped);
  if (change.amountsHidden !== undefined) slots.amountsHidden.write(change.amountsHidden);
  applyAppearance(settings);
  for (const listener of listeners) listener();
}

/** Puts the remembered settings on the document. */
export function applyDisplay(): void {
  applyAppearance(settings);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useDisplay(): DisplaySettings {
  return useSyncExternalStore(subscribe, () => settings);
}
